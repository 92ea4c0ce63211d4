package logisticova

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inputs"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// moved are rows of three columns N(0, 1) with three labels, the first column times scale, and an offset added to all
// three; of a sparse table every third row lacks the last column.
func moved(scale float64, offset [3]float64, sparse bool) (*mat.Dense, data.Table) {
	const n = 300
	rng := rand.New(rand.NewPCG(9, 9))
	x, rows, sets := mat.NewDense(n, 3, nil), data.NewCSR(3), data.NewLabelSets()
	for i := range n {
		a, b, c := rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()
		var labels []int
		if a+0.5*rng.NormFloat64() > 0 {
			labels = append(labels, 0)
		}
		if b+0.5*rng.NormFloat64() > 0 {
			labels = append(labels, 1)
		}
		if a+b+c+0.5*rng.NormFloat64() > 0 {
			labels = append(labels, 2)
		}
		sets.Append(labels)
		row := []float64{scale*a + offset[0], b + offset[1], c + offset[2]}
		if sparse && i%3 == 0 {
			row[2] = 0
		}
		x.SetRow(i, row)
		rows.Append([]int{0, 1, 2}, row)
	}
	if sparse {
		return x, data.NewSparseMemory(rows, sets)
	}
	return x, data.NewLabelledMemory(x, sets)
}

// fitMoved returns the objective of a fit of moved rows, its predictions of them and what it tells.
func fitMoved(t *testing.T, scale float64, offset [3]float64, sparse bool) (objective float64, p *mat.Dense, events map[string]int) {
	t.Helper()
	x, table := moved(scale, offset, sparse)
	c := New()
	c.InnerFolds = 0
	m, rec := fit(t, c, methodtest.LabelTask(table, 3, 5))
	p = mat.NewDense(300, 3, nil)
	m.Predict(p, x)
	return rec.Objectives[rec.Last], p, rec.Events
}

// Columns far from 0 and of other sizes have the optimum of an independent program, Newton's method on centred and
// scaled columns with the same penalty.
func TestColumnsFarOff(t *testing.T) {
	got, _, events := fitMoved(t, 1e7, [3]float64{1.6e9}, false)
	if math.Abs(got+267.9710) > 1e-4 || len(events) > 0 {
		t.Errorf("a column of 1.6e9: objective %v, events %v; want -267.9710", got, events)
	}
	want, p, _ := fitMoved(t, 1, [3]float64{}, false)
	for _, by := range []float64{90, 110, 1e4, 1e6} {
		got, q, events := fitMoved(t, 1, [3]float64{by, -by, 0}, false)
		if math.Abs(got-want) > 1e-7 || !mat.EqualApprox(p, q, 1e-5) || len(events) > 0 {
			t.Errorf("columns at %v: objective %v, events %v, or other predictions; want %v", by, got, events, want)
		}
	}
}

// Sparse rows are scaled, not centred: a large column then has the optimum that it has among dense rows.
func TestSparseColumnsFarApart(t *testing.T) {
	want, p, _ := fitMoved(t, 1e9, [3]float64{}, true)
	x, table := moved(1e9, [3]float64{}, true)
	sets := data.NewLabelSets()
	table.(data.Multilabeled).AppendLabels(sets, all(300))
	c := New()
	c.InnerFolds = 0
	m, rec := fit(t, c, methodtest.LabelTask(data.NewLabelledMemory(x, sets), 3, 5))
	q := mat.NewDense(300, 3, nil)
	m.Predict(q, x)
	if got := rec.Objectives[rec.Last]; math.Abs(got-want) > 1e-7 || !mat.EqualApprox(p, q, 1e-5) {
		t.Errorf("dense rows: objective %v, or other predictions; sparse ones have %v", got, want)
	}
}

// What ends short of its optimum says so: here sparse columns far from 0, which are not centred.
func TestEndShortOfTheOptimumIsAnEvent(t *testing.T) {
	if _, _, events := fitMoved(t, 1, [3]float64{1e8, 1e8, 0}, true); events[method.EventSearchNotConverged] != 1 {
		t.Errorf("events %v", events)
	}
}

// Columns that are neither far apart nor far off stay as they are, and so do rare words and constants.
func TestColumnsStay(t *testing.T) {
	x, _ := moved(500, [3]float64{0, 90, 0}, false)
	for i := range 300 {
		x.Set(i, 2, 7)
	}
	words := data.NewCSR(2)
	for i := range 5000 {
		words.Append([]int{0, 1}, []float64{1, map[bool]float64{true: 0.01}[i == 77]})
	}
	for _, rows := range []inputs.Rows{inputs.Dense{Dense: x}, inputs.Sparse{CSR: words}} {
		if c := newColumns(rows, 1); !allAre(c.scale, 1) || !allAre(c.penalty, 1) || !allAre(c.centre, 0) {
			t.Errorf("%T are scaled by %v", rows, c.scale)
		}
	}
	if words.Values[0] != 1 || x.At(0, 2) != 7 {
		t.Error("values are others")
	}
}

func allAre(values []float64, want float64) bool {
	for _, v := range values {
		if v != want {
			return false
		}
	}
	return true
}
