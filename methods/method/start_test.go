package method_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// numbered is a task of n rows whose only input is their number; row i is of
// class i mod 2.
func numbered(n int) method.Task {
	x, y := mat.NewDense(n, 1, nil), make([]int, n)
	for i := range n {
		x.Set(i, 0, float64(i))
		y[i] = i % 2
	}
	return methodtest.Task(data.NewMemory(x, y), 2, 3)
}

// inputs returns the starting inducing inputs of a task of numbered rows.
func inputs(t *testing.T, task method.Task, inducing any, init string, functions int) [][]float64 {
	t.Helper()
	var s method.Sparse
	if err := method.Decode(&s, map[string]any{"inducing": inducing, "inducing_init": init}); err != nil {
		t.Fatal(err)
	}
	k, err := method.DefaultPrior().Start(task)
	if err != nil {
		t.Fatal(err)
	}
	zs, err := s.Start(t.Context(), task, k, functions)
	if err != nil {
		t.Fatal(err)
	}
	out := make([][]float64, functions)
	for k, z := range zs {
		out[k] = mat.Col(nil, 0, z)
	}
	return out
}

func TestStartingInputs(t *testing.T) {
	task := numbered(7)
	for _, c := range []struct {
		init string
		want [2][]float64
	}{
		{"first", [2][]float64{{0, 1, 2}, {0, 1, 2}}},
		{"first-by-class", [2][]float64{{0, 1, 2}, {3, 4, 5}}},
	} {
		got := inputs(t, task, 3, c.init, 2)
		for k, want := range c.want {
			for j, v := range want {
				if got[k][j] != v {
					t.Errorf("%s, function %d: %v, want %v", c.init, k, got[k], want)
					break
				}
			}
		}
	}
	if got := inputs(t, task, 4, "first-by-class", 2)[1]; got[2] != 6 || got[3] != 0 {
		t.Errorf("first-by-class does not wrap: %v", got)
	}
	for _, init := range []string{"kmeans", "random", "first", "first-by-class", "greedy"} {
		for i, v := range inputs(t, task, "all", init, 1)[0] {
			if v != float64(i) {
				t.Errorf("all with %s: input %d is row %v", init, i, v)
			}
		}
	}
}

// A method with one latent function starts where the first of several does,
// every time.
func TestStartIsTheSameForAll(t *testing.T) {
	task := numbered(50)
	for _, init := range []string{"kmeans", "random", "greedy"} {
		one, three := inputs(t, task, 6, init, 1), inputs(t, task, 6, init, 3)
		seen := map[float64]bool{}
		for j, v := range one[0] {
			if v != three[0][j] {
				t.Errorf("%s: input %d is %v and %v", init, j, v, three[0][j])
			}
			if seen[v] {
				t.Errorf("%s: %v twice", init, v)
			}
			seen[v] = true
		}
		if init == "random" && mat.Equal(mat.NewVecDense(6, three[0]), mat.NewVecDense(6, three[1])) {
			t.Error("random: two functions have the same inputs")
		}
	}
}

func TestStartingKernel(t *testing.T) {
	task := numbered(4) // distances 1, 1, 1, 2, 2, 3: median squared (1 + 4) / 2
	for rule, lengthscale := range map[method.Lengthscale]float64{method.Median: math.Sqrt(2.5), method.MedianSquared: math.Pow(2.5, 0.25), 7: 7} {
		k, err := method.Prior{Kernel: "se", Lengthscale: rule, Variance: 2, Noise: 0.1}.Start(task)
		if err != nil {
			t.Fatal(err)
		}
		theta := make([]float64, k.NumParams())
		k.Params(theta)
		for i, want := range []float64{2, lengthscale, 0.1} {
			if math.Abs(math.Exp(theta[i])-want) > 1e-12 {
				t.Errorf("%v, %s: %v, want the logarithm of %v", rule, k.Names()[i], theta[i], want)
			}
		}
	}
}

func TestMedianOfHugeInputs(t *testing.T) {
	x := mat.NewDense(3, 1, []float64{1e200, -1e200, 3e200})
	task := methodtest.Task(data.NewMemory(x, []int{0, 1, 0}), 2, 1)
	_, err := method.Prior{Kernel: "se", Lengthscale: method.Median, Variance: 1}.Start(task)
	if err == nil || !strings.Contains(err.Error(), "median squared distance") {
		t.Errorf("error %v", err)
	}
}

// Large tables are drawn from, not read whole.
func TestStartOfALargeTable(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(30_000, 2, 2, rand.New(rand.NewPCG(1, 1))), 2, 1)
	var s method.Sparse
	if err := method.Decode(&s, map[string]any{"inducing": 5, "inducing_init": "kmeans"}); err != nil {
		t.Fatal(err)
	}
	zs, err := s.Start(t.Context(), task, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	for j := range 5 {
		if math.Abs(zs[0].At(j, 0)) > 4 || math.IsNaN(zs[0].At(j, 1)) {
			t.Errorf("centre %d at %v", j, zs[0].RawRowView(j))
		}
	}
}

func TestTooManyInducingInputs(t *testing.T) {
	s := method.Sparse{Inducing: method.Inputs(8), InducingInit: "kmeans"}
	if _, err := s.Start(t.Context(), numbered(7), nil, 1); err == nil || !strings.Contains(err.Error(), "8 inducing inputs are more than the 7 training rows") {
		t.Errorf("error %v", err)
	}
}

// What is shared is the same value, and the first class starts where a method with
// one latent function does.
func TestStartPriors(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(60, 2, 3, rand.New(rand.NewPCG(1, 1))), 3, 1)
	s := method.Sparse{Inducing: method.Inputs(5), InducingInit: "random"}
	one, err := method.StartPrior(t.Context(), task, s, method.DefaultPrior(), method.Learning{}, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	for _, share := range [][]string{nil, {"kernel"}, {"inducing"}, {"inducing", "kernel"}} {
		rec := &methodtest.Recorder{}
		priors, err := method.StartPriors(t.Context(), task, s, method.DefaultPrior(), method.Learning{}, method.Sharing{Share: share}, 3, rec)
		if err != nil {
			t.Fatal(err)
		}
		if len(priors) != 3 || rec.M != 5 {
			t.Fatalf("%v: %d priors, M = %d", share, len(priors), rec.M)
		}
		if !mat.Equal(priors[0].Z, one.Z) || !mat.Equal(priors[0].L, one.L) {
			t.Errorf("%v: the first class has a start of its own", share)
		}
		equal, same := mat.Equal(priors[1].Z, priors[2].Z), priors[1] == priors[2]
		if shared := len(share) > 0 && share[0] == "inducing"; equal != shared {
			t.Errorf("%v: equal %v", share, equal)
		}
		if !same && priors[1].Z == priors[2].Z {
			t.Errorf("%v: two priors have one matrix, which each would move", share)
		}
		if same != (len(share) == 2) {
			t.Errorf("%v: one prior: %v", share, same)
		}
	}
	off := &methodtest.Recorder{}
	s.SetUpOffClock = true
	if prior, err := method.StartPrior(t.Context(), task, s, method.DefaultPrior(), method.Learning{}, off); err != nil || off.SetUps != 1 || !mat.Equal(prior.L, one.L) {
		t.Errorf("off the clock: %d set-ups, %v", off.SetUps, err)
	}
	s.SetUpOffClock = false
	for _, c := range []struct {
		rec  *methodtest.Recorder
		want int
	}{{&methodtest.Recorder{}, 0}, {&methodtest.Recorder{From: 7}, 1}} {
		if _, err := method.StartPrior(t.Context(), task, s, method.DefaultPrior(), method.Learning{}, c.rec); err != nil || c.rec.OffClocks != c.want || c.rec.SetUps > 0 {
			t.Errorf("from iteration %d on: off the clock %d times, want %d; %v", c.rec.From, c.rec.OffClocks, c.want, err)
		}
	}
	s.Inducing = method.Inputs(61)
	if _, err := method.StartPriors(t.Context(), task, s, method.DefaultPrior(), method.Learning{}, method.Sharing{}, 3, &methodtest.Recorder{}); err == nil {
		t.Error("61 inducing inputs of 60 rows")
	}
}

// TestStartEndsWithItsContext: k-means, which takes seconds with many rows, does not hold up
// a fit that is cancelled.
func TestStartEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := method.Sparse{Inducing: method.Inputs(3), InducingInit: "kmeans"}
	if _, err := method.StartPrior(ctx, numbered(7), s, method.DefaultPrior(), method.Learning{}, &methodtest.Recorder{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled start: %v", err)
	}
}
