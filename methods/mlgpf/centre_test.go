package mlgpf

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inputs"
	"gpcbench/methods/methodtest"
)

// shiftedRows are rows near 0 with four labels, moved by offset and -offset. Values are multiples of 1/256, so
// that no offset of a test changes how they lie.
func shiftedRows(offset float64) (*mat.Dense, *data.LabelledMemory) {
	const n = 150
	rng := rand.New(rand.NewPCG(9, 9))
	x, sets := mat.NewDense(n, 2, nil), data.NewLabelSets()
	for i := range n {
		a, b := math.Round(256*rng.NormFloat64())/256, math.Round(256*rng.NormFloat64())/256
		x.SetRow(i, []float64{a + offset, b - offset})
		var labels []int
		for l, ok := range []bool{a > 0.2, b > 0, a*b > 0, a*a+b*b > 2} {
			if ok {
				labels = append(labels, l)
			}
		}
		sets.Append(labels)
	}
	return x, data.NewLabelledMemory(x, sets)
}

// With distances a fit is the same wherever the rows lie, and so is what it predicts.
func TestFitDoesNotDependOnTheOrigin(t *testing.T) {
	for _, of := range []struct {
		subspace int
		natural  bool
		batch    int
	}{{0, false, 0}, {2, false, 0}, {0, true, 0}, {2, true, 0}, {0, true, 20}, {2, true, 20}} {
		fit := func(offset float64) (objective float64, p *mat.Dense, m *Model, x *mat.Dense) {
			x, table := shiftedRows(offset)
			c := New()
			c.Kernel, c.Latents, c.Batch, c.Iterations, c.Subspace = "se", 4, of.batch, 100, of.subspace
			c.Natural = of.natural
			if err := c.Inducing.SetOption(int64(20)); err != nil {
				t.Fatal(err)
			}
			rec := &methodtest.Recorder{}
			model, err := c.Fit(t.Context(), methodtest.LabelTask(table, 4, 5), rec)
			if err != nil {
				t.Fatal(err)
			}
			raw, err := model.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			if m, err = Load(raw); err != nil {
				t.Fatal(err)
			}
			n, _ := x.Dims()
			p = mat.NewDense(n, 4, nil)
			m.Predict(p, x)
			return rec.Objectives[rec.Last], p, m, x
		}
		near, _, _, _ := fit(0)
		want, p, _, _ := fit(1000)
		if math.Abs(near-want) > 1 { // steps are on the scale of |x|, of centred rows by 1% another
			t.Errorf("%+v: objective %v near the origin, %v at 1000", of, near, want)
		}
		far, q, m, x := fit(1e8)
		if math.Abs(far-want) > 1e-5 || !mat.EqualApprox(p, q, 1e-6) {
			t.Errorf("%+v: objective %v at 1e8, %v at 1000, or other predictions", of, far, want)
		}
		n, _ := x.Dims()
		rows, sparse := data.NewCSR(2), mat.NewDense(n, 4, nil)
		for i := range n {
			rows.Append([]int{0, 1}, x.RawRowView(i))
		}
		m.PredictRows(sparse, inputs.Sparse{CSR: rows})
		if !mat.Equal(q, sparse) {
			t.Errorf("%+v: sparse rows are predicted otherwise", of)
		}
	}
}

// Rows that are no more than ten times as far from 0 as from one another stay as they are, and sparse ones do.
func TestRowsNearTheOriginStay(t *testing.T) {
	for offset, far := range map[float64]bool{0: false, 8: false, 12: true, 1e6: true} {
		_, table := shiftedRows(offset)
		if got := farCentre(methodtest.LabelTask(table, 4, 5)); (got != nil) != far {
			t.Errorf("offset %v: centre %v", offset, got)
		}
	}
	x, sets := data.NewCSR(1), data.NewLabelSets()
	for range 9 {
		x.Append([]int{0}, []float64{1e6})
		sets.Append([]int{0})
	}
	if got := farCentre(methodtest.LabelTask(data.NewSparseMemory(x, sets), 1, 5)); got != nil {
		t.Errorf("sparse rows: centre %v", got)
	}
}
