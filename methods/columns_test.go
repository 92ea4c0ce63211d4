package methods

import (
	"fmt"
	"maps"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/methodtest"
)

// TestColumnsInAnyOrder: neither the order of the columns, nor the scale of one, nor a constant one
// more changes what is predicted after 30 iterations. The objective that a search sees is smooth:
// an inner loop that ended early would move probabilities by percents. Long searches along
// inducing inputs amplify rounding itself until they converge, for their objective is flat there.
func TestColumnsInAnyOrder(t *testing.T) {
	forEach(t, func(t *testing.T, name string, classes int) {
		moves(t, name, 90, classes, map[string]any{"iterations": 30}, 1e-4)
	})
}

// TestColumnsAtTheEnd is the same of long searches. Those that converge move no probability by more, either. That of
// SC-MGPC for three classes does not, nor do most with little memory, and of GFITC's two functions rows see the
// difference alone: most is then the largest move that was found, and a quarter more.
func TestColumnsAtTheEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	before := map[string]any{"implicit": false, "lbfgs_memory": 0}
	for _, of := range []struct {
		name    string
		classes int
		options map[string]any
		most    float64
	}{
		{"ep-fitc", 2, nil, 1e-4}, {"gfitc", 2, nil, 1e-3}, {"gfitc", 3, nil, 1e-4}, {"scmgpc", 2, nil, 1e-4},
		{"scmgpc", 2, before, 0.0075}, {"scmgpc", 3, before, 0.0075},
	} {
		t.Run(fmt.Sprintf("%s/%d classes, %v", of.name, of.classes, of.options), func(t *testing.T) {
			t.Parallel()
			options := map[string]any{"iterations": 1000}
			maps.Copy(options, of.options)
			moves(t, of.name, 90, of.classes, options, of.most)
		})
	}
}

// TestColumnsOfManyRows is the same of so many rows that searches begin with a coarse inner loop, and of those that end
// by what an iteration gains. That of EPFitc ends along a flat valley: most is then the largest move that was found, and
// a quarter more.
func TestColumnsOfManyRows(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, of := range []struct {
		name string
		rows int
		most float64
	}{{"ep-full", 500, 1e-4}, {"kl", 500, 1e-4}, {"laplace-full", 500, 1e-4}, {"laplace-fitc", 500, 1e-4}, {"ep-fitc", 600, 7e-4}} {
		t.Run(of.name, func(t *testing.T) {
			t.Parallel()
			moves(t, of.name, of.rows, 2, map[string]any{"iterations": 1000}, of.most)
		})
	}
}

// moves holds what changes of columns do to probabilities to the largest move.
func moves(t *testing.T, name string, rows, classes int, options map[string]any, most float64) {
	t.Helper()
	plain := columns(t, name, rows, classes, options, func(row []float64) []float64 { return row })
	for what, change := range map[string]func(row []float64) []float64{
		"another order":     func(row []float64) []float64 { return []float64{row[2], row[0], row[1]} },
		"a column in mm":    func(row []float64) []float64 { return []float64{row[0], 1000.0 / 3 * row[1], row[2]} },
		"a constant column": func(row []float64) []float64 { return []float64{row[0], row[1], row[2], 7} },
	} {
		p, far := columns(t, name, rows, classes, options, change), 0.0
		for i, v := range p.RawMatrix().Data {
			far = max(far, math.Abs(v-plain.RawMatrix().Data[i]))
		}
		t.Logf("%s moves probabilities by %.2g", what, far)
		if !(far <= most) {
			t.Errorf("%s moves probabilities by %.2g", what, far)
		}
	}
}

// columns returns the probabilities of a fit to so many rows whose columns were changed.
func columns(t *testing.T, name string, n, classes int, more map[string]any, change func([]float64) []float64) *mat.Dense {
	t.Helper()
	task, x := blobsOf(n, classes)
	raw, y := task.Train.ReadAll()
	rows, _ := x.Dims()
	d := len(change([]float64{0, 0, 0}))
	all, classOf := mat.NewDense(n+rows, d, nil), make([]int, n+rows)
	copy(classOf, y)
	for i := range n + rows {
		if i < n {
			all.SetRow(i, change(raw.RawRowView(i)))
		} else {
			all.SetRow(i, change(x.RawRowView(i-n)))
		}
	}
	set := &data.Dataset{Kind: task.Kind, Table: data.NewMemory(all, classOf), ClassNames: make([]string, classes)}
	task, held := methodtest.Standardised(set, data.Range{From: 0, To: n}, data.Range{From: n, To: n + rows}, 5)
	options := map[string]any{"inducing": 20, "batch": 0, "chains": 1, "burn_in": 10}
	maps.Copy(options, more)
	p, err := build(t, name, options).Fit(t.Context(), task, &methodtest.Recorder{Every: 1000})
	if err != nil {
		t.Fatal(err)
	}
	at, _ := held.ReadAll()
	return probabilities(p, classes, at)
}
