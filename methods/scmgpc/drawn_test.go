package scmgpc

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
	"gpcbench/methods/natgrad"
)

// sets returns all sets of k of the numbers below n.
func sets(n, k int) (all [][]int) {
	if k == 0 {
		return [][]int{nil}
	}
	for last := k - 1; last < n; last++ {
		for _, s := range sets(last, k-1) {
			all = append(all, append(slices.Clone(s), last))
		}
	}
	return all
}

// Over all sets of drawn classes the mean estimate of the sum of terms is that sum.
func TestEstimateIsUnbiased(t *testing.T) {
	const classes, y = 6, 4
	rng := rand.New(rand.NewPCG(8, 1))
	mean, variance := make([]float64, classes), make([]float64, classes)
	for c := range mean {
		mean[c], variance[c] = 2*rng.NormFloat64(), rng.ExpFloat64()
	}
	for _, update := range []string{"derived", "paper", "joint"} {
		a := newAugmented(classes, update, 0)
		want := 0.0
		for c := range classes {
			want += a.term(c, mean[c], variance[c])
		}
		for size := 2; size <= classes; size++ {
			got, all := 0.0, sets(classes, size)
			for _, drawn := range all {
				got += a.estimate(0, y, drawn, columns(mean), columns(variance)) / float64(len(all))
			}
			if math.Abs(got-want) > 1e-12 {
				t.Errorf("%s, %d drawn: the mean estimate is %v, want %v", update, size, got, want)
			}
		}
	}
}

// With all classes drawn the sites are those of the whole local step.
func TestAllClassesDrawn(t *testing.T) {
	const classes = 5
	rng := rand.New(rand.NewPCG(8, 2))
	block := func() (all [][]float64) {
		for range classes {
			row := make([]float64, 20)
			for i := range row {
				row[i] = rng.ExpFloat64()
			}
			all = append(all, row)
		}
		return all
	}
	y := make([]int, 20)
	for i := range y {
		y[i] = rng.IntN(classes)
	}
	mean, variance := block(), block()
	for _, update := range []string{"derived", "paper", "joint"} {
		a := newAugmented(classes, update, 0)
		shift, precision, shift2, precision2 := block(), block(), block(), block()
		a.Local(shift, precision, y, mean, variance)
		a.LocalDrawn(a.all, shift2, precision2, y, mean, variance)
		for c := range classes {
			for i := range y {
				if math.Abs(shift[c][i]-shift2[c][i]) > 1e-12 || math.Abs(precision[c][i]-precision2[c][i]) > 1e-12 {
					t.Errorf("%s: row %d, class %d: %v, %v, want %v, %v", update, i, c, shift2[c][i], precision2[c][i], shift[c][i], precision[c][i])
				}
			}
		}
	}
}

// A row as a fit has it: its class stands out. gamma is not linear in what is estimated, so
// that it is off by some percent, which go as classes are added. With the sum of (12), which
// leaves out the row's own class, the derived gamma would be off by ten times as much, and the
// printed one hardly at all.
func TestBiasOfGamma(t *testing.T) {
	const classes, y = 10, 3
	mean, variance := make([]float64, classes), make([]float64, classes)
	for c := range mean {
		mean[c], variance[c] = -3-0.2*float64(c), 0.5
	}
	mean[y] = 2
	off := func(size int, sum, update string) float64 {
		a := newAugmented(classes, update, 0)
		a.row(0, columns(mean), columns(variance))
		want := a.gamma[0]
		total, n := 0.0, 0
		for _, drawn := range sets(classes, size) {
			if drawn[0] != 0 {
				continue
			}
			a.ownLeftOut = sum == updatePaper
			a.counts(a.estimate(0, y, drawn, columns(mean), columns(variance)), drawn)
			total += a.gamma[0]
			n++
		}
		return total/float64(n)/want - 1
	}
	for _, size := range []int{2, 3, 5, 9} {
		derived, mixed, printed := off(size, "derived", "derived"), off(size, "paper", "derived"), off(size, "paper", "paper")
		t.Logf("%d of %d classes: gamma is %.3f off, %.3f with the sum of (12), %.4f as printed", size, classes, derived, mixed, printed)
		if math.Abs(derived) > 0.2/float64(size) {
			t.Errorf("%d classes: gamma is off by %v with the row's own class known", size, derived)
		}
		if mixed < 8*math.Abs(derived) {
			t.Errorf("%d classes: gamma is off by %v with the sum of (12)", size, mixed)
		}
		if math.Abs(printed) > 0.003 {
			t.Errorf("%d classes: gamma as printed is off by %v", size, printed)
		}
	}
}

// blobs returns a task of that many classes in four dimensions, each around a centre of its
// own, and rows to test on. Every class has as many rows, but for one.
func blobs(classes, rows int) (method.Task, *data.Examples) {
	rng := rand.New(rand.NewPCG(3, 9))
	centre, x, y := mat.NewDense(classes, 4, nil), mat.NewDense(2*rows, 4, nil), make([]int, 2*rows)
	for i := range centre.RawMatrix().Data {
		centre.RawMatrix().Data[i] = 2 * rng.NormFloat64()
	}
	var halves [2]data.Rows
	for i := range y {
		y[i] = i % classes
		for j, c := range centre.RawRowView(y[i]) {
			x.Set(i, j, c+rng.NormFloat64())
		}
		halves[i/rows] = append(halves[i/rows], i)
	}
	all := data.NewMemory(x, y)
	task := methodtest.Task(all, classes, 7)
	task.Train = data.NewExamples(all, halves[0], nil)
	return task, data.NewExamples(all, halves[1], nil)
}

// after returns the run after some iterations.
func after(t *testing.T, task method.Task, iterations int, options map[string]any) *natgrad.Fit {
	t.Helper()
	f := started(t, task, options)
	for i := range iterations {
		if err := f.Iterate(i + 1); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// nllAfter returns the NLL of a fit after some iterations.
func nllAfter(t *testing.T, task method.Task, test *data.Examples, iterations int, options map[string]any) float64 {
	t.Helper()
	f := after(t, task, iterations, options)
	p, err := f.Posterior().Model(softmaxOf(t, task.Classes, "quadrature"))
	if err != nil {
		t.Fatal(err)
	}
	nll, _ := methodtest.Score(p, task.Classes, test)
	return nll
}

// Fits that see three of ten classes at a time end near the fit that sees all, with either
// rate, and so do steps that average moments.
func TestFitOfDrawnClasses(t *testing.T) {
	task, test := blobs(10, 400)
	options := map[string]any{
		"inducing": 30, "inducing_init": "first", "lengthscale": 2.0, "batch": 100, "rate": "robbins-monro",
		"rate_delay": 20.0, "rate_power": 0.6, "learn": []any{}, "noise": 0.0, "share": []any{"kernel", "inducing"},
	}
	full := nllAfter(t, task, test, 250, options)
	for _, c := range []struct {
		name       string
		iterations int
		other      map[string]any
	}{
		{"three drawn", 750, map[string]any{"class_batch": 3}},
		{"three drawn, adaptive rate", 750, map[string]any{"class_batch": 3, "rate": "ranganath"}},
		{"moments", 250, map[string]any{"average": "moments"}},
	} {
		all := maps.Clone(options)
		maps.Copy(all, c.other)
		nll := nllAfter(t, task, test, c.iterations, all)
		t.Logf("%s: NLL %.4f, of all classes %.4f", c.name, nll, full)
		if math.Abs(nll/full-1) > 0.02 {
			t.Errorf("%s: NLL %v, of all classes %v", c.name, nll, full)
		}
	}
}

// A thousand classes, of which an iteration sees twenty.
func TestThousandClasses(t *testing.T) {
	task, _ := blobs(1000, 1500)
	for _, update := range []string{"derived", "paper"} {
		f := after(t, task, 40, map[string]any{
			"inducing": 5, "inducing_init": "first", "batch": 50, "class_batch": 20, "rate_warmup": 5, "hyper_every": 1, "update": update,
		})
		if bound := f.Bound(); math.IsNaN(bound) || math.IsInf(bound, 0) {
			t.Errorf("%s: bound %v", update, bound)
		}
	}
}

// As many classes as there are, or more, are all of them: a full batch is possible then.
func TestAllClassesAreDrawnFromNone(t *testing.T) {
	task, _ := blobs(3, 60)
	want := after(t, task, 2, map[string]any{"inducing": 5}).Bound()
	for _, drawn := range []int{3, 5} {
		if got := after(t, task, 2, map[string]any{"inducing": 5, "class_batch": drawn}).Bound(); got != want {
			t.Errorf("%d classes: bound %v, of all %v", drawn, got, want)
		}
	}
	cfg := New()
	cfg.ClassBatch, cfg.Inducing = 2, method.Inputs(5)
	if _, err := begin(t, cfg, task); err == nil || !strings.Contains(err.Error(), "set batch") {
		t.Errorf("two of three classes on the full batch: error %v", err)
	}
}

// As many drawn classes as there are, or more, are all: the fit is that without.
func TestSearchWithAllClassesDrawn(t *testing.T) {
	x := mat.NewDense(2, 2, []float64{0, 0.5, -1, 1})
	var want *mat.Dense
	for _, drawn := range []int{0, 3, 9} {
		c := New()
		if err := method.Decode(c, map[string]any{"inducing": 8, "iterations": 5, "batch": 0, "class_batch": drawn}); err != nil {
			t.Fatal(err)
		}
		p, err := c.Fit(t.Context(), methodtest.Task(methodtest.Blobs(40, 2, 3, rand.New(rand.NewPCG(1, 2))), 3, 7), &methodtest.Recorder{})
		if err != nil {
			t.Fatal(err)
		}
		got := mat.NewDense(2, 3, nil)
		p.Predict(got, x)
		if want == nil {
			want = got
		}
		if !mat.Equal(got, want) {
			t.Errorf("class_batch = %d of 3: %v, without %v", drawn, got, want)
		}
	}
}
