package logistic

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// log is a Recorder that keeps the objectives.
type log struct {
	method.Silent
	objectives []float64
	iterations []int
	after      func()
}

func (l *log) Iterated(int) bool { return true }

func (l *log) Trace(t int, objective func() float64, predictor func() (method.Predictor, error)) error {
	l.objectives = append(l.objectives, objective())
	l.iterations = append(l.iterations, t)
	if l.after != nil {
		l.after()
	}
	_, err := predictor()
	return err
}

// task returns a task of rows that are on the scale of their own standard
// deviations if standardise says so.
func task(x *mat.Dense, y []int, classes int, standardise bool) method.Task {
	table := data.NewMemory(x, y)
	n, _ := x.Dims()
	var scaler *data.Scaler
	if standardise {
		scaler = data.FitScaler(table, data.All(n))
	}
	kind := data.Multiclass
	if classes == 2 {
		kind = data.Binary
	}
	return method.Task{Kind: kind, Classes: classes, Train: data.NewExamples(table, data.All(n), scaler), Stream: methodtest.Streams(1)}
}

// sample draws rows of three overlapping classes, or two.
func sample(n, d, classes int) (*mat.Dense, []int) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		y[i] = i % classes
		for j := range d {
			x.Set(i, j, rng.NormFloat64()+0.7*float64(y[i])*float64(j%2)-0.3*float64(y[i]))
		}
	}
	return x, y
}

func TestDerivatives(t *testing.T) {
	for _, classes := range []int{2, 3} {
		x, y := sample(40, 3, classes)
		l := newLoss(context.Background(), task(x, y, classes, false), 0.7)
		rng := rand.New(rand.NewPCG(3, 4))
		n := l.size()
		w, g, up, down := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		product, again := make([]float64, n), make([]float64, n)
		for j := range w {
			w[j] = 0.5 * rng.NormFloat64()
		}
		if _, err := l.gradient(g, w); err != nil {
			t.Fatal(err)
		}
		for j := range w {
			const h = 1e-5
			at := w[j]
			w[j] = at + h
			a, _ := l.gradient(up, w)
			w[j] = at - h
			b, _ := l.gradient(down, w)
			w[j] = at
			if want := (a - b) / (2 * h); math.Abs(g[j]-want) > 1e-7*(1+math.Abs(want)) {
				t.Errorf("%d classes, gradient %d: %v, difference quotient %v", classes, j, g[j], want)
			}
			unit := make([]float64, n)
			unit[j] = 1
			if _, err := l.gradient(again, w); err != nil { // curvature is at the last gradient
				t.Fatal(err)
			}
			if err := l.curvature(product, w, unit); err != nil {
				t.Fatal(err)
			}
			for i := range product {
				if want := (up[i] - down[i]) / (2 * h); math.Abs(product[i]-want) > 1e-7*(1+math.Abs(want)) {
					t.Errorf("%d classes, Hessian (%d, %d): %v, difference quotient %v", classes, i, j, product[i], want)
				}
			}
		}
	}
}

func TestBlocksGiveTheSameFit(t *testing.T) {
	x, y := sample(1300, 5, 3)
	held := newLoss(context.Background(), task(x, y, 3, true), 1)
	streamed := newLoss(context.Background(), task(x, y, 3, true), 1)
	streamed.held, streamed.classes, streamed.probs = nil, nil, nil
	streamed.x, streamed.y, streamed.pos = mat.NewDense(blockRows, 5, nil), make([]int, blockRows), make([]int, blockRows)
	var ends [2][]float64
	for i, l := range []*loss{held, streamed} {
		s, err := newSearch(l, nil, methodtest.Never)
		if err != nil {
			t.Fatal(err)
		}
		for progress := true; progress; {
			if progress, err = s.step(); err != nil {
				t.Fatal(err)
			}
		}
		ends[i] = s.w
		if largest(s.gradient) > 1e-8 {
			t.Errorf("gradient of %v at the end", largest(s.gradient))
		}
	}
	if !slices.Equal(ends[0], ends[1]) {
		t.Error("rows read in blocks give another fit")
	}
}

// Where the time is over a step goes along the first conjugate direction, and down.
func TestStepEndsWithTheTime(t *testing.T) {
	x, y := sample(600, 5, 3)
	l := newLoss(context.Background(), task(x, y, 3, true), 1)
	s, err := newSearch(l, nil, func() bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	first, before := make([]float64, l.size()), s.value
	s.stand.update()
	s.stand.solve(first, s.gradient)
	if progress, err := s.step(); err != nil || !progress || s.value >= before {
		t.Fatalf("progress %t from %v to %v, %v", progress, before, s.value, err)
	}
	if cosine := -dot(first, s.direction) / norm(first) / norm(s.direction); math.Abs(cosine-1) > 1e-12 {
		t.Errorf("the cosine of the step with the first direction is %v", cosine)
	}
}

func TestFit(t *testing.T) {
	for _, classes := range []int{2, 3} {
		x, y := sample(600, 4, classes)
		rec := &log{}
		p, err := New().Fit(context.Background(), task(x, y, classes, true), rec)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < len(rec.objectives); i++ {
			if rec.iterations[i] != i+1 || rec.objectives[i] < rec.objectives[i-1]-1e-9 {
				t.Errorf("%d classes: iteration %d: objective %v after %v", classes, rec.iterations[i], rec.objectives[i], rec.objectives[i-1])
			}
		}
		if n := len(rec.iterations); n < 3 || n > 20 {
			t.Errorf("%d classes: %d iterations", classes, n)
		}
		xs, _ := task(x, y, classes, true).Train.ReadAll()
		probs := mat.NewDense(600, classes, nil)
		p.Predict(probs, xs)
		right := 0
		for i := range y {
			row := probs.RawRowView(i)
			var sum, best float64
			for _, v := range row {
				sum += v
				best = max(best, v)
			}
			if math.Abs(sum-1) > 1e-14 {
				t.Fatalf("row %d sums to %v", i, sum)
			}
			if row[y[i]] == best {
				right++
			}
		}
		if right < 600*45/100 {
			t.Errorf("%d classes: %d of 600 right", classes, right)
		}

		raw, err := p.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		back, err := Load(raw)
		if err != nil {
			t.Fatal(err)
		}
		again, one := mat.NewDense(600, classes, nil), mat.NewDense(1, classes, nil)
		back.Predict(again, xs)
		back.Predict(one, xs.Slice(300, 301, 0, 4).(*mat.Dense))
		if !mat.Equal(probs, again) || !mat.Equal(one, probs.Slice(300, 301, 0, classes)) {
			t.Errorf("%d classes: a loaded model, or one row alone, predicts otherwise", classes)
		}
	}
}

func TestFitEnds(t *testing.T) {
	x, y := sample(300, 3, 2)
	cfg := New()
	cfg.Iterations = 2
	rec := &log{}
	if _, err := cfg.Fit(context.Background(), task(x, y, 2, true), rec); err != nil || len(rec.iterations) != 2 {
		t.Errorf("limit of 2: %v, %v", rec.iterations, err)
	}
	cfg = New()
	cfg.Tolerance = 1e-2
	rec = &log{}
	if _, err := cfg.Fit(context.Background(), task(x, y, 2, true), rec); err != nil || len(rec.iterations) > 3 {
		t.Errorf("loose tolerance: %v, %v", rec.iterations, err)
	}
	plain := New()
	plain.InnerFolds = 0
	ctx, cancel := context.WithCancel(context.Background())
	rec = &log{after: cancel}
	if _, err := plain.Fit(ctx, task(x, y, 2, true), rec); !errors.Is(err, context.Canceled) || len(rec.iterations) != 1 {
		t.Errorf("cancelled: %v, %v", rec.iterations, err)
	}
}

func TestFitRefuses(t *testing.T) {
	x, y := sample(30, 3, 2)
	if _, err := New().Fit(context.Background(), task(x, y, 3, true), &log{}); err == nil {
		t.Error("no error for a class without rows")
	}
	labels := task(x, y, 2, true)
	labels.Kind = data.Multilabel
	if _, err := New().Fit(context.Background(), labels, &log{}); err == nil {
		t.Error("no error for a multi-label task")
	}
}

// Separated classes and columns of unlike size have an optimum too.
func TestHardFits(t *testing.T) {
	x, y := mat.NewDense(20, 2, nil), make([]int, 20)
	for i := range 20 {
		y[i] = i / 10
		x.SetRow(i, []float64{float64(i), 1e4 * float64(i%7)})
	}
	cfg := New()
	cfg.C = 1e4
	l := newLoss(context.Background(), task(x, y, 2, false), cfg.C)
	s, err := newSearch(l, nil, methodtest.Never)
	if err != nil {
		t.Fatal(err)
	}
	for range 200 {
		progress, err := s.step()
		if err != nil {
			t.Fatal(err)
		}
		if !progress {
			break
		}
	}
	if s.value > 0.1 || math.IsNaN(s.value) {
		t.Errorf("separable rows: F = %v", s.value)
	}
}

func TestLoadRefuses(t *testing.T) {
	for _, raw := range []string{"", "{}", `{"classes":3,"weights":[[1]],"intercepts":[0]}`, `{"classes":3,"weights":[[1],[1,2],[1]],"intercepts":[0,0,0]}`, `{"classes":2,"weights":[[]],"intercepts":[0]}`} {
		if _, err := Load([]byte(raw)); err == nil {
			t.Errorf("Load(%s) gave no error", raw)
		}
	}
}

// The optimum that scikit-learn's lbfgs solver converges to, on two real sets.
// The digits are from scipy: L-BFGS-B, then Newton steps to a gradient of
// 1e-14. The multinomial intercepts are those of sum 0.
func TestOptimumOnRealData(t *testing.T) {
	for _, c := range []struct {
		folder, file string
		first        int // the least label
		classes      int
		c, objective float64
		weights      [][]float64
		intercepts   []float64
	}{
		{
			"diabetis", "pima-indians-diabetes.csv", 0, 2, 1, -362.78043205877697,
			[][]float64{{0.4086399493, 1.1071131462, -0.2508865361, 0.0090649492, -0.1308374565, 0.6963132760, 0.3088302061, 0.1765105455}},
			[]float64{-0.8667759173},
		},
		{
			"wine", "wine.data", 1, 3, 0.5, -17.351634071790766,
			[][]float64{
				{0.6895268808, 0.1483108629, 0.3956630974, -0.7036047877, 0.0441359218, 0.2270560765, 0.5386767092, -0.1870594087, 0.1119275345, 0.1371128019, 0.1236506064, 0.6023283969, 0.9079820215},
				{-0.8724474983, -0.3831632954, -0.6793123244, 0.4681645303, -0.1117204919, 0.0333288969, 0.2672364813, 0.1557275577, 0.2323529036, -0.8456522061, 0.5561750378, 0.0595961970, -0.9338025509},
				{0.1829206175, 0.2348524325, 0.2836492270, 0.2354402574, 0.0675845701, -0.2603849734, -0.8059131905, 0.0313318509, -0.3442804381, 0.7085394042, -0.6798256441, -0.6619245938, 0.0258205294},
			},
			[]float64{0.2986728969, 0.6446662660, -0.9433391628},
		},
	} {
		x, y := readCSV(t, c.folder, c.file, c.first)
		cfg := New()
		cfg.C, cfg.InnerFolds = c.c, 0
		rec := &log{}
		p, err := cfg.Fit(context.Background(), task(x, y, c.classes, true), rec)
		if err != nil {
			t.Fatal(err)
		}
		m := p.(*Model)
		for k, w := range m.Weights {
			for d, v := range w {
				if math.Abs(v-c.weights[k][d]) > 1e-9 {
					t.Errorf("%s: weight (%d, %d) is %.10f, want %.10f", c.folder, k, d, v, c.weights[k][d])
				}
			}
			if math.Abs(m.Intercepts[k]-c.intercepts[k]) > 1e-9 {
				t.Errorf("%s: intercept %d is %.10f, want %.10f", c.folder, k, m.Intercepts[k], c.intercepts[k])
			}
		}
		if got := rec.objectives[len(rec.objectives)-1]; math.Abs(got-c.objective) > 1e-10*math.Abs(c.objective) {
			t.Errorf("%s: objective %.12f, want %.12f", c.folder, got, c.objective)
		}
	}
}

// readCSV reads a file of a data set from the mirror: numbers, the label, a
// whole number, last.
func readCSV(t *testing.T, folder, file string, first int) (*mat.Dense, []int) {
	t.Helper()
	for _, mirror := range filepath.SplitList(os.Getenv("GPCBENCH_MIRROR")) {
		f, err := os.Open(filepath.Join(mirror, folder, file))
		if err != nil {
			continue
		}
		defer f.Close()
		return methodtest.Numbers(t, f, first)
	}
	t.Skipf("needs %s/%s, and GPCBENCH_MIRROR to name the folder that has it", folder, file)
	return nil, nil
}
