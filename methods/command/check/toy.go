package check

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
)

// rows returns the toy problem: rows around a centre for each class, with two columns that matter
// and two that do not. For label sets a row has the label of each of three half planes that it lies
// in. If shuffled, the training rows have the classes of other rows.
func (c *checker) rows(shuffle bool) (train, test *data.Examples) {
	rng := rand.New(rand.NewPCG(c.seed, 3))
	n := trainRows + testRows
	x, y, sets := mat.NewDense(n, columns, nil), make([]int, n), make([][]int, n)
	for i := range n {
		y[i] = i % classes
		if rng.Float64() < noise {
			y[i] = rng.IntN(classes)
		}
		for j := range columns {
			x.Set(i, j, rng.NormFloat64())
		}
		angle := 2 * math.Pi * float64(y[i]) / classes
		if !c.labels {
			x.Set(i, 0, x.At(i, 0)+2.5*math.Cos(angle))
			x.Set(i, 1, x.At(i, 1)+2.5*math.Sin(angle))
		}
		for k := range classes {
			if x.At(i, k%2)*[]float64{1, 1, -1}[k]+0.2*rng.NormFloat64() > 0 {
				sets[i] = append(sets[i], k)
			}
		}
	}
	if shuffle {
		rng.Shuffle(trainRows, func(i, j int) {
			y[i], y[j] = y[j], y[i]
			sets[i], sets[j] = sets[j], sets[i]
		})
	}
	var table data.Table = data.NewMemory(x, y)
	if c.labels {
		table = labelled(x, sets)
	}
	return data.NewExamples(table, data.Range{From: 0, To: trainRows}, nil), data.NewExamples(table, data.Range{From: trainRows, To: n}, nil)
}

// labelled is a table of label sets.
func labelled(x *mat.Dense, sets [][]int) data.Table {
	labels := data.NewLabelSets()
	for _, s := range sets {
		labels.Append(s)
	}
	return data.NewLabelledMemory(x, labels)
}

// score computes the NLL of an outcome on the test rows, and that of the training rows' shares; for
// label sets, the mean over labels.
func (c *checker) score(o *outcome, train, test *data.Examples) {
	shares := make([]float64, classes)
	c.each(train, func(_ int, y []float64) {
		for k, v := range y {
			shares[k] += v / float64(train.Len())
		}
	})
	const least = 1e-12
	loss := func(p, y []float64) (nll float64) {
		for k, v := range y {
			if c.labels {
				nll -= (v*math.Log(max(p[k], least)) + (1-v)*math.Log(max(1-p[k], least))) / classes
			} else {
				nll -= v * math.Log(max(p[k], least))
			}
		}
		return nll
	}
	c.each(test, func(i int, y []float64) {
		o.nll += loss(o.p.RawRowView(i), y) / float64(test.Len())
		for k, v := range y {
			if v == 1 && o.p.At(i, k) == 0 {
				o.excluded++
			}
		}
		o.shares += loss(shares, y) / float64(test.Len())
	})
}

// each calls f with the classes or labels of each row, as 0 and 1.
func (c *checker) each(rows *data.Examples, f func(i int, y []float64)) {
	sets := data.NewLabelSets()
	i := 0
	one := func(values []float64) {
		f(i, values)
		i++
	}
	if !c.labels {
		for class := range rows.Classes() {
			y := make([]float64, classes)
			y[class] = 1
			one(y)
		}
		return
	}
	for at := range rows.Len() {
		rows.ReadLabels(sets, []int{at})
		y := make([]float64, classes)
		for _, l := range sets.Row(0) {
			y[l] = 1
		}
		one(y)
	}
}
