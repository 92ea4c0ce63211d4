package generate

import (
	"math/rand/v2"
	"strconv"

	"gpcbench/data"
)

const (
	clusterSpread = 0.5 // standard deviation of a row about the centre of its class
	clusterSeed   = 13
)

// clusters returns a generator of rows with the given number of classes.
func clusters(classes int) generator {
	g := generator{attributes: data.AttributeNames(10), row: func(x []float64, rng *rand.Rand) (class int) {
		class = rng.IntN(classes)
		centre := rand.New(rand.NewPCG(clusterSeed, uint64(class)))
		for j := range x {
			x[j] = centre.NormFloat64() + clusterSpread*rng.NormFloat64()
		}
		return class
	}}
	for c := range classes {
		g.classes = append(g.classes, strconv.Itoa(c+1))
	}
	return g
}
