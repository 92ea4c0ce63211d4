package mlgpf

import (
	"math/rand/v2"
	"testing"

	"gpcbench/data"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// sampleTable returns n sparse rows of d attributes with some of k labels each, which
// depend on them. Row 1 has no attribute, and row 2 no label.
func sampleTable(n, d, k int) *data.SparseMemory {
	rng := rand.New(rand.NewPCG(7, 11))
	x, labels := data.NewCSR(d), data.NewLabelSets()
	for i := range n {
		var cols, own []int
		var values []float64
		sum := make([]float64, k)
		for j := range d {
			if i != 1 && rng.Float64() < 0.3 {
				v := 0.2 + rng.Float64()
				cols, values = append(cols, j), append(values, v)
				sum[j%k] += v
			}
		}
		for l, s := range sum {
			if i != 2 && s+0.3*rng.NormFloat64() > 1.2 {
				own = append(own, l)
			}
		}
		x.Append(cols, values)
		labels.Append(own)
	}
	return data.NewSparseMemory(x, labels)
}

// sampleTask is the task of learning all rows of a sample.
func sampleTask(n, d, k int) method.Task {
	return method.Task{
		Kind: data.Multilabel, Classes: k, Stream: methodtest.Streams(3),
		Train: data.NewExamples(sampleTable(n, d, k), data.All(n), nil),
	}
}

// configured returns the method with options.
func configured(t testing.TB, options map[string]any) *Config {
	t.Helper()
	c := New()
	if err := method.Decode(c, options); err != nil {
		t.Fatal(err)
	}
	return c
}
