package mlgpf

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gpcbench/methods/methodtest"
)

// away moves all that is learnt away from the start.
func away(at *parameters) {
	rng := rand.New(rand.NewPCG(5, 6))
	for i, size := range []float64{0.5, 0.7, 0.3, 0.3, 0.2, 0.1} {
		for j := range at.part(i) {
			at.part(i)[j] += size * rng.NormFloat64()
		}
	}
}

// Every derivative against a difference quotient, on a minibatch, with all labels and with
// a sample of them.
func TestDerivatives(t *testing.T) {
	for _, kernel := range []string{"linear", "se"} {
		for _, subspace := range []int{0, 5} {
			for _, negatives := range []int{0, 2} {
				name := fmt.Sprintf("%s, R = %d, negatives %d", kernel, subspace, negatives)
				c := configured(t, map[string]any{
					"kernel": kernel, "subspace": subspace, "negatives": negatives, "latents": 2, "inducing": 6, "batch": 9, "variance": 1.3, "inducing_init": "random",
				})
				f, err := newFit(t.Context(), c, sampleTask(25, 12, 5), &methodtest.Recorder{})
				if err != nil {
					t.Fatal(err)
				}
				f.load(1)
				away(f.at)
				value := func(slope *parameters) float64 {
					v, err := f.elbo.value(slope, f.at, &f.batch, f.scale())
					if err != nil {
						t.Fatal(err)
					}
					return v
				}
				value(f.slope)
				unused := newParameters(6, 2, 5, len(f.at.kernel), f.at.inducing.RawMatrix().Rows)
				for i := range numParts {
					x, got := f.at.part(i), f.slope.part(i)
					for j := range x {
						const h = 1e-5
						was := x[j]
						x[j] = was + h
						up := value(unused)
						x[j] = was - h
						down := value(unused)
						x[j] = was
						if want := (up - down) / (2 * h); math.Abs(got[j]-want) > 1e-6*(1+math.Abs(want)) {
							t.Errorf("%s: part %d, element %d: %g, difference quotient %g", name, i, j, got[j], want)
						}
					}
				}
			}
		}
	}
}
