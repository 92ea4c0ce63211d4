package collapsed

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/likelihood"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
	"gpcbench/methods/nested"
)

// r_k times the sum of the other r is w_k.
func TestCouplings(t *testing.T) {
	for _, w := range [][]float64{{0.2, 0.2}, {0, 0}, {0.25, 0.1, 0.2}, {0.25, 0.15, 0.11}, {0.2, 0.2, 0, 0}, {1e-8, 2e-8, 1.5e-8}, {0.1, 0.1, 0.1, 0.1, 0.1}} {
		r, sum := make([]float64, len(w)), 0.0
		couplings(r, w)
		for _, v := range r {
			sum += v
		}
		for k, v := range r {
			if got := v * (sum - v); math.Abs(got-w[k]) > 1e-6*(w[k]+1e-12) {
				t.Errorf("%v: class %d has %v", w, k, got)
			}
		}
	}
}

// The step is that of a dense system, to what conjugate gradients leave.
func TestJointStep(t *testing.T) {
	for _, classes := range []int{2, 4} {
		a := wideStart(t, classes)
		a.joint.solve()
		var size int
		var from []int
		for _, f := range a.functions {
			from = append(from, size)
			size += len(f.q.Mean)
		}
		system, rhs := mat.NewDense(size, size, nil), mat.NewVecDense(size, nil)
		for k, f := range a.functions {
			for m := range f.q.Mean {
				system.Set(from[k]+m, from[k]+m, 1)
				sum := -f.q.Mean[m]
				for i := range a.class {
					sum += f.group.Projection.A.At(i, m) * f.g[i]
				}
				rhs.SetVec(from[k]+m, sum)
			}
			for l, other := range a.functions {
				for i := range a.class {
					w := -a.joint.r[i*classes+k] * a.joint.r[i*classes+l]
					if k == l {
						w = f.lambda[i]
					}
					x, y := f.group.Projection.A.RawRowView(i), other.group.Projection.A.RawRowView(i)
					for m, xm := range x {
						for n, yn := range y {
							system.Set(from[k]+m, from[l]+n, system.At(from[k]+m, from[l]+n)+w*xm*yn)
						}
					}
				}
			}
		}
		at, left := mat.NewVecDense(size, nil), mat.NewVecDense(size, nil)
		for k, step := range a.joint.step {
			for m, v := range step {
				at.SetVec(from[k]+m, v)
			}
		}
		left.MulVec(system, at)
		left.SubVec(rhs, left)
		for k, f := range a.functions {
			for m, got := range a.joint.rest[k] {
				if want := left.AtVec(from[k] + m); math.Abs(got-want) > 1e-8*mat.Norm(rhs, 2) {
					t.Errorf("%d classes: the residual is %v, of a dense system %v", classes, got, want)
				}
			}
			before := slices.Clone(f.q.Mean)
			f.jump(a.joint.pull[k])
			for m, got := range f.q.Mean {
				if want := before[m] + a.joint.step[k][m] + a.joint.scaled[k][m]; math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
					t.Errorf("%d classes: mean %d of function %d is %v, not %v", classes, m, k, got, want)
				}
			}
		}
	}
}

// q of rows that a line separates is found under wide priors.
func TestSeparatedRowsConverge(t *testing.T) {
	a := wideStart(t, 2)
	counted := &counting{of: a.rows}
	a.rows = counted
	events := 0
	a.event = func(string, int) { events++ }
	if err := a.converge(); err != nil {
		t.Fatal(err)
	}
	if change := a.propose(); events > 0 || change > a.tolerance || counted.calls > 80 {
		t.Errorf("a site would move by %.1e after %d calls", change, counted.calls)
	}
}

// counting counts calls.
type counting struct {
	of    Expectations
	calls int
}

func (c *counting) Expectations(dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense, scale float64) float64 {
	c.calls++
	return c.of.Expectations(dMean, dVariance, y, mean, variance, scale)
}

// wideStart is an ascent of rows that lines separate, whose priors have a variance of 1000, after one sweep.
func wideStart(t *testing.T, classes int) *ascent {
	t.Helper()
	l, err := likelihood.NewMulticlass("softmax", classes, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := settings(l.(likelihood.Wide).Unbounded())
	s.Prior.Variance = 1000
	s.Sparse.Inducing = method.Inputs(20)
	rng := rand.New(rand.NewPCG(1, 2))
	x, y := mat.NewDense(100, 2, nil), make([]int, 100)
	for i := range y {
		x.Set(i, 0, rng.NormFloat64())
		x.Set(i, 1, rng.NormFloat64())
		y[i] = int(float64(classes) * 0.5 * math.Erfc(-(x.At(i, 0)+x.At(i, 1))/2))
	}
	run, _ := begun(t, methodtest.Task(data.NewMemory(x, y), classes, 7), s)
	if _, err := run.Objective(run.X(), make([]float64, len(run.X()))); err != nil {
		t.Fatal(err)
	}
	a := run.Inner.(*inner).ascent
	clear(a.sites)
	if err := nested.Begin(a); err != nil {
		t.Fatal(err)
	}
	a.propose()
	if !a.sweep(math.Inf(1)) {
		t.Fatal("no sweep")
	}
	return a
}
