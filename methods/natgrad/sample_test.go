package natgrad

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// LocalDrawn is the local step of some of the functions, which here do not depend on the
// others.
func (o oneVersusRest) LocalDrawn(drawn []int, shift, precision [][]float64, class []int, mean, variance [][]float64) {
	for _, k := range drawn {
		oneVersusRest{o[k]}.Local(shift[k:k+1], precision[k:k+1], class, mean[k:k+1], variance[k:k+1])
	}
}

// sampling returns the run of four classes, of which so many are drawn, before its first iteration.
func sampling(t testing.TB, draw int, share []string, options map[string]any, rec method.Recorder) *Fit {
	t.Helper()
	o := Defaults()
	if err := method.Decode(&o, options); err != nil {
		t.Fatal(err)
	}
	l := oneVersusRest{0, 1, 2, 3}
	task := methodtest.Task(methodtest.Blobs(60, 2, 4, rand.New(rand.NewPCG(1, 2))), 4, 7)
	f, err := Start(t.Context(), &o, Method{
		Name: "test", Functions: 4, Sharing: method.Sharing{Share: share}, Likelihood: l, Draw: draw, LocalDrawn: l.LocalDrawn,
		Predictor: func(*Posterior) (method.Predictor, error) { return anyModel{}, nil },
	}, task, rec)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// iterate does iterations from one to another.
func iterate(t *testing.T, f *Fit, from, to int) {
	t.Helper()
	for i := from; i <= to; i++ {
		if err := f.Iterate(i); err != nil {
			t.Fatal(err)
		}
	}
}

// All sets of the wanted size are drawn equally often, and an iteration's set is its own.
func TestDrawsAreUniform(t *testing.T) {
	const n, size, draws = 6, 3, 20000
	s := newSample(n, size, 1, 1, 1, rand.New(rand.NewPCG(5, 8)))
	counts := map[string]int{}
	for i := range draws {
		s.drawFor(i + 1)
		counts[fmt.Sprint(s.drawn)]++
	}
	if len(counts) != 20 {
		t.Errorf("%d sets of 20", len(counts))
	}
	for set, c := range counts {
		if math.Abs(float64(c)-draws/20) > 4.5*math.Sqrt(draws/20) {
			t.Errorf("%s comes %d times of %d", set, c, draws)
		}
	}
	s.drawFor(77)
	first := slices.Clone(s.drawn)
	s.drawFor(3)
	s.drawFor(77)
	if !slices.Equal(first, s.drawn) {
		t.Error("a set depends on those asked for before")
	}
}

// An iteration leaves the functions that are not drawn as they are, and their priors too
// unless they share something.
func TestOthersStayPut(t *testing.T) {
	for _, share := range sharings {
		f := sampling(t, 2, share, map[string]any{"inducing": 5, "batch": 20, "hyper_every": 1, "rate": "fixed", "noise": 0.01}, &methodtest.Recorder{})
		iterate(t, f, 1, 4)
		var mu []mat.VecDense
		var sigma []mat.Dense
		var theta []*mat.Dense
		for _, fn := range f.functions {
			m, s := inU(fn)
			mu, sigma, theta = append(mu, m), append(sigma, s), append(theta, mat.DenseCopyOf(fn.prior.L))
		}
		iterate(t, f, 5, 5)
		for k, fn := range f.functions {
			m, s := inU(fn)
			drawn := slices.Contains(f.sample.drawn, k)
			if same := mat.EqualApprox(&m, &mu[k], 1e-9) && mat.EqualApprox(&s, &sigma[k], 1e-9); same == drawn {
				t.Errorf("share %v: function %d, drawn %v, has the same q(u): %v", share, k, drawn, same)
			}
			if same := mat.Equal(fn.prior.L, theta[k]); same != (!drawn && len(share) == 0) {
				t.Errorf("share %v: function %d, drawn %v, has the same prior: %v", share, k, drawn, same)
			}
		}
	}
}

// Where a row's class is not drawn its function has the mean and the variance there that
// it has when it is.
func TestOwnMarginals(t *testing.T) {
	for _, share := range sharings {
		f := sampling(t, 2, share, map[string]any{"inducing": 5, "batch": 20, "noise": 0.01}, &methodtest.Recorder{})
		iterate(t, f, 1, 9)
		f.draw(10)
		f.load(10)
		f.local()
		var mean, variance []float64
		for i, y := range f.class {
			mean, variance = append(mean, f.mean[y][i]), append(variance, f.variance[y][i])
		}
		f.activate(f.every)
		f.project()
		f.marginals()
		for i, y := range f.class {
			if math.Abs(mean[i]-f.mean[y][i]) > 1e-12 || math.Abs(variance[i]-f.variance[y][i]) > 1e-12 {
				t.Errorf("share %v, row %d of class %d: %v, %v, want %v, %v", share, i, y, mean[i], variance[i], f.mean[y][i], f.variance[y][i])
			}
		}
	}
}

// Over all sets of drawn functions the mean gradient is the full one, for what is shared as
// it stands and for what is not |K|/C of it; so is the mean natural gradient, and a drawn
// function's own is the full one.
func TestDrawnGradientsAreUnbiased(t *testing.T) {
	for _, share := range sharings {
		f := sampling(t, 2, share, map[string]any{"inducing": 5, "batch": 20, "noise": 0.01, "kernel": "se-ard"}, &methodtest.Recorder{})
		iterate(t, f, 1, 3)
		gradients := func(drawn []int) (all [][]float64, shift []float64) {
			f.activate(drawn)
			f.project()
			f.local()
			shift = make([]float64, 4)
			for _, fn := range f.active {
				f.setTarget(fn, f.work[0])
				shift[fn.number] = f.work[0].target.Shift[0] - fn.q.Shift[0]
			}
			f.kernelStep()
			for _, a := range slices.Concat(f.hyper.kernel, f.hyper.inputs) {
				all = append(all, slices.Clone(a.grad))
				clear(a.grad)
			}
			return all, shift
		}
		whole := f.sample
		f.sample = nil
		want, wantShift := gradients(f.every)
		f.sample = whole
		var mean [][]float64
		for _, w := range want {
			mean = append(mean, make([]float64, len(w)))
		}
		meanShift, sets := make([]float64, 4), 0
		for i := range 4 {
			for j := range i {
				f.sample.drawn = []int{j, i}
				got, shift := gradients(f.sample.drawn)
				for k, part := range got {
					for e, v := range part {
						mean[k][e] += v / 6
					}
				}
				for k, v := range shift {
					meanShift[k] += v / 6
					if slices.Contains(f.sample.drawn, k) && math.Abs(v-wantShift[k]) > 1e-10*(1+math.Abs(v)) {
						t.Errorf("share %v: function %d moves by %v, all drawn by %v", share, k, v, wantShift[k])
					}
				}
				sets++
			}
		}
		for k, v := range meanShift {
			if math.Abs(v-wantShift[k]/2) > 1e-10*(1+math.Abs(v)) {
				t.Errorf("share %v: mean natural gradient of %d is %v, of all %v", share, k, v, wantShift[k])
			}
		}
		for part, w := range want {
			shared := len(f.hyper.kernel) == 1 && part == 0 || len(f.hyper.inputs) == 1 && part == len(want)-1
			for e, v := range w {
				if !shared {
					v /= 2
				}
				if math.Abs(mean[part][e]-v) > 1e-9*(1+math.Abs(v)) {
					t.Errorf("share %v, part %d: mean gradient %v, of all %v", share, part, mean[part][e], w[e])
				}
			}
		}
	}
}

// A fit that draws functions goes on from a checkpoint with the same bits.
func TestResumeDraws(t *testing.T) {
	for _, share := range sharings {
		options := map[string]any{"inducing": 5, "batch": 20, "iterations": 9, "tolerance": 1e-9, "rate_warmup": 3}
		rec := &methodtest.Recorder{Every: 3, States: map[int][]byte{}}
		whole := sampling(t, 2, share, options, rec)
		if _, err := whole.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		part := sampling(t, 2, share, options, rec.Interrupted(4))
		if _, err := part.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(stateOf(t, whole), stateOf(t, part)) {
			t.Errorf("share %v: a fit resumed after iteration 4 differs", share)
		}
	}
}

// Steps of rate 1 on all rows leave nothing to average.
func TestDrawsWantMinibatches(t *testing.T) {
	o := Defaults()
	o.Batch, o.Inducing = 0, method.Inputs(5)
	_, err := Start(t.Context(), &o, Method{Name: "test", Functions: 3, Draw: 2, Likelihood: oneVersusRest{0, 1, 2}}, toy(90), &methodtest.Recorder{})
	if err == nil || !strings.Contains(err.Error(), "minibatches") {
		t.Errorf("drawing functions with all rows: %v", err)
	}
}

// Both averages take a step of rate 1 to the target; on minibatches they go apart, each by
// what it averages.
func TestAverages(t *testing.T) {
	for _, moments := range []bool{false, true} {
		f := after(t, 3, nil, map[string]any{"inducing": 5, "batch": 20, "noise": 0.01, "learn": []string{}}, toy(60))
		f.method.Moments = moments
		f.load(4)
		f.local()
		fn := f.functions[1]
		f.setTarget(fn, f.work[0])
		before := inverse(fn.q.Precision)
		mean, precision := slices.Clone(fn.q.Mean), mat.DenseCopyOf(fn.q.Precision)
		if err := f.work[0].target.Refresh(); err != nil {
			t.Fatal(err)
		}
		to, toMean := inverse(f.work[0].target.Precision), slices.Clone(f.work[0].target.Mean)
		if err := f.step(fn, 0.25, f.work[0]); err != nil {
			t.Fatal(err)
		}
		after, from, goal := fn.q.Precision, precision, f.work[0].target.Precision
		if moments {
			after, from, goal = inverse(fn.q.Precision), before, to
			for i, m := range mean {
				if want := 0.75*m + 0.25*toMean[i]; math.Abs(fn.q.Mean[i]-want) > 1e-10 {
					t.Errorf("moments: mean %d is %v, want %v", i, fn.q.Mean[i], want)
				}
			}
		}
		for i := range mean {
			for j := range mean {
				if want := 0.75*from.At(i, j) + 0.25*goal.At(i, j); math.Abs(after.At(i, j)-want) > 1e-9*(1+math.Abs(want)) {
					t.Errorf("moments %v: [%d, %d] is %v, want %v", moments, i, j, after.At(i, j), want)
				}
			}
		}
		if err := f.step(fn, 1, f.work[0]); err != nil {
			t.Fatal(err)
		}
		if !mat.EqualApprox(fn.q.Precision, f.work[0].target.Precision, 1e-9) {
			t.Errorf("moments %v: a step of rate 1 does not lead to the target", moments)
		}
	}
}

// inverse returns the inverse of a matrix.
func inverse(a *mat.Dense) *mat.Dense {
	var inv mat.Dense
	if err := inv.Inverse(a); err != nil {
		panic(err)
	}
	return &inv
}
