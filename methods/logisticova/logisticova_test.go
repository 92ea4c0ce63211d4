package logisticova

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/logistic"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

const (
	rows, dim, labels = 150, 6, 40 // more labels than step side by side
)

func fit(t *testing.T, c *Config, task method.Task) (*Model, *methodtest.Recorder) {
	t.Helper()
	rec := &methodtest.Recorder{}
	p, err := c.Fit(t.Context(), task, rec)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*Model), rec
}

// Each label is the binary problem that the method logistic solves by other code.
func TestEachLabelIsLogisticRegression(t *testing.T) {
	dense, _ := methodtest.LabelBlobs(rows, dim, labels, rand.New(rand.NewPCG(1, 2)))
	task := methodtest.LabelTask(dense, labels, 1)
	config := New()
	config.C, config.InnerFolds = 0.7, 0
	m, rec := fit(t, config, task)
	x, _ := task.Train.ReadAll()
	got := mat.NewDense(rows, labels, nil)
	m.Predict(got, x)
	sets := data.NewLabelSets()
	dense.AppendLabels(sets, all(rows))
	objective := 0.0
	for l := range labels {
		y := make([]int, rows)
		for i := range rows {
			for _, k := range sets.Row(i) {
				if int(k) == l {
					y[i] = 1
				}
			}
		}
		one := logistic.New()
		one.C, one.InnerFolds = 0.7, 0
		alone := &methodtest.Recorder{}
		p, err := one.Fit(t.Context(), methodtest.Task(data.NewMemory(x, y), 2, 1), alone)
		if err != nil {
			t.Fatal(err)
		}
		objective += alone.Objectives[alone.Last]
		want := mat.NewDense(rows, 2, nil)
		p.Predict(want, x)
		for i := range rows {
			if math.Abs(got.At(i, l)-want.At(i, 1)) > 1e-7 {
				t.Fatalf("label %d, row %d: %v, the method logistic has %v", l, i, got.At(i, l), want.At(i, 1))
			}
		}
	}
	if v := rec.Objectives[rec.Last]; math.Abs(v-objective) > 1e-9*math.Abs(objective) {
		t.Errorf("objective %v, the sum of those of the method logistic is %v", v, objective)
	}
	for at := 2; at <= rec.Last; at++ {
		if rec.Objectives[at] < rec.Objectives[at-1]-1e-12*math.Abs(objective) {
			t.Errorf("the objective falls in iteration %d", at)
		}
	}
}

// Where the time is over every label has taken one step, a shorter one than with time.
func TestStepEndsWithTheTime(t *testing.T) {
	table, _ := methodtest.LabelBlobs(rows, dim, labels, rand.New(rand.NewPCG(1, 2)))
	task := methodtest.LabelTask(table, labels, 1)
	whole, cut := newSearch(task, 1, 0, methodtest.Never), newSearch(task, 1, 0, func() bool { return true })
	for _, s := range []*search{whole, cut} {
		if err := s.step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if cut.objective() >= whole.objective() {
		t.Errorf("%v with one product, %v with all", cut.objective(), whole.objective())
	}
	for _, l := range cut.open {
		if cut.weights.RawRowView(l)[0] == 0 {
			t.Errorf("label %d has taken no step", l)
		}
	}
}

func all(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func TestSparseRowsGiveTheSameFit(t *testing.T) {
	dense, sparse := methodtest.LabelBlobs(rows, dim, labels, rand.New(rand.NewPCG(1, 2)))
	a, _ := fit(t, New(), methodtest.LabelTask(dense, labels, 1))
	b, _ := fit(t, New(), methodtest.LabelTask(sparse, labels, 1))
	if !mat.EqualApprox(a.weights, b.weights, 1e-7) {
		t.Error("sparse rows have other weights")
	}
}

// With a tolerance a fit ends sooner, and near the optimum.
func TestTolerance(t *testing.T) {
	_, sparse := methodtest.LabelBlobs(rows, dim, labels, rand.New(rand.NewPCG(1, 2)))
	task := methodtest.LabelTask(sparse, labels, 1)
	exact, whole := fit(t, New(), task)
	config := New()
	config.Tolerance = 1e-3
	near, rec := fit(t, config, task)
	if rec.Last >= whole.Last || !mat.EqualApprox(exact.weights, near.weights, 0.1) || mat.Equal(exact.weights, near.weights) {
		t.Errorf("%d iterations, %d with a tolerance", whole.Last, rec.Last)
	}
}

// Labels that no row has, or every one, have no optimum.
func TestLabelsOfNoRowAndOfEvery(t *testing.T) {
	x, sets := data.NewCSR(1), data.NewLabelSets()
	for i := range 9 {
		x.Append([]int{0}, []float64{float64(i + 1)})
		sets.Append([]int{1})
	}
	m, _ := fit(t, New(), methodtest.LabelTask(data.NewSparseMemory(x, sets), 2, 1))
	p := mat.NewDense(1, 2, nil)
	m.Predict(p, mat.NewDense(1, 1, []float64{7}))
	if math.Abs(p.At(0, 0)-0.05) > 1e-12 || math.Abs(p.At(0, 1)-0.95) > 1e-12 {
		t.Errorf("probabilities %v", p.RawRowView(0))
	}
}

func TestFitRefuses(t *testing.T) {
	dense, _ := methodtest.LabelBlobs(9, 2, 3, rand.New(rand.NewPCG(1, 2)))
	task := methodtest.LabelTask(dense, 3, 1)
	task.Kind = data.Binary
	if _, err := New().Fit(t.Context(), task, &methodtest.Recorder{}); err == nil {
		t.Error("a binary task is no error")
	}
	large := methodtest.LabelTask(data.NewSparseMemory(data.NewCSR(203_882), data.NewLabelSets()), 13_330, 1)
	if _, err := New().Fit(t.Context(), large, &methodtest.Recorder{}); err == nil || !strings.Contains(err.Error(), "13330 labels and 203882 attributes take 21.7 GB, and at most 2.1 GB") {
		t.Errorf("21.7 GB of weights: %v", err)
	}
}

func TestLoadRefuses(t *testing.T) {
	for _, m := range []*Model{{Intercepts: []float64{1}, weights: mat.NewDense(1, 2, nil)}} {
		raw, err := m.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Load(raw); err == nil {
			t.Error("weights and intercepts that do not fit together are no error")
		}
	}
	if _, err := Load([]byte("x")); err == nil {
		t.Error("nonsense is no error")
	}
}
