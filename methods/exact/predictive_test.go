package exact

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gpcbench/methods/methodtest"
)

// Draws of the latent values at a row come to the expectation, by their standard error, and depend on
// neither the rows beside it nor on whether the model was saved.
func TestDrawsAtTestRows(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(16, 2, 3, rand.New(rand.NewPCG(1, 2))), 3, 1)
	options := map[string]any{"iterations": 40, "coupled_frame": true}
	m, _ := sample(t, task, options)
	options["draws"] = 2
	drawn, _ := sample(t, task, options)
	x, _ := task.Train.ReadAll()
	n, d := x.Dims()
	far := mat.DenseCopyOf(x) // where latent values are hardly known
	far.Apply(func(_, _ int, v float64) float64 { return 4 * v }, far)
	want, got := mat.NewDense(n, 3, nil), mat.NewDense(n, 3, nil)
	m.Predict(want, far)
	drawn.Predict(got, far)
	squares := 0.0
	for i := range n {
		for k := range 3 {
			mean := want.At(i, k)
			most := math.Sqrt(mean * (1 - mean) / float64(2*m.Count())) // if every p were 0 or 1
			z := (got.At(i, k) - mean) / most
			if squares += z * z; math.Abs(z) > 4.5 {
				t.Errorf("row %d, class %d: %.4f by draws, %.4f by quadrature", i, k, got.At(i, k), mean)
			}
		}
	}
	if mean := squares / float64(3*n); mean < 0.05 || mean > 1.2 {
		t.Errorf("squared errors are %.3f of their most", mean)
	}

	// Errors of two rows over the kept draws.
	var errors [2][]float64
	m.Draws(far, func(p *mat.Dense) {
		errors[0], errors[1] = append(errors[0], -p.At(2, 0)), append(errors[1], -p.At(9, 0))
	})
	at := 0
	drawn.Draws(far, func(p *mat.Dense) {
		errors[0][at] += p.At(2, 0)
		errors[1][at] += p.At(9, 0)
		at++
	})
	if r := stat.Correlation(errors[0], errors[1], nil); math.Abs(r) > 4/math.Sqrt(float64(at)) {
		t.Errorf("errors of two rows have a correlation of %.3f over %d draws", r, at)
	}

	raw, err := drawn.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Load(raw)
	if err != nil {
		t.Fatal(err)
	}
	alone := mat.NewDense(1, 3, nil)
	again.Predict(alone, far.Slice(7, 8, 0, d).(*mat.Dense))
	if !mat.Equal(alone, got.Slice(7, 8, 0, 3)) {
		t.Errorf("alone and from a file %v, among others %v", alone.RawRowView(0), got.RawRowView(7))
	}
}
