package optim

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// boxedFunction is a function to be minimised in a box. HS numbers are those of Hock and
// Schittkowski, Test examples for nonlinear programming codes, 1981.
type boxedFunction struct {
	name         string
	start        []float64
	lower, upper []float64
	f            func(x, g []float64) float64
	minima       [][]float64 // within rounding of their digits
	within       float64
}

var inf = math.Inf(1)

var boxedFunctions = []boxedFunction{
	{"HS1", []float64{-2, 1}, []float64{-inf, -1.5}, nil, extendedRosenbrock, [][]float64{{1, 1}}, 1e-7},
	{"HS2", []float64{-2, 1}, []float64{-inf, 1.5}, nil, extendedRosenbrock,
		[][]float64{{valley(1.5, 0), 1.5}, {valley(1.5, 2), 1.5}}, 1e-7},
	{"HS3", []float64{10, 1}, []float64{-inf, 0}, nil, hs3, [][]float64{{0, 0}}, 1e-7},
	{"HS4", []float64{1.125, 0.125}, []float64{1, 0}, nil, hs4, [][]float64{{1, 0}}, 0},
	{"HS5", []float64{0, 0}, []float64{-1.5, -3}, []float64{4, 3}, hs5,
		[][]float64{{0.5 - math.Pi/3, -0.5 - math.Pi/3}, {0.5 + 2*math.Pi/3, -0.5 + 2*math.Pi/3}}, 1e-7},
	{"HS25, not from its start, where nothing slopes", []float64{60, 24, 1.4}, []float64{0.1, 0, 0}, []float64{100, 25.6, 5}, hs25, [][]float64{{50, 25, 1.5}}, 1e-4},
	{"HS38", []float64{-3, -1, -3, -1}, repeated(4, -10), repeated(4, 10), wood, [][]float64{{1, 1, 1, 1}}, 1e-7},
	{"HS45", []float64{2, 2, 2, 2, 2}, repeated(5, 0), []float64{1, 2, 3, 4, 5}, hs45, [][]float64{{1, 2, 3, 4, 5}}, 0},
	{"HS110", repeated(10, 9), repeated(10, 2.001), repeated(10, 9.999), hs110, [][]float64{repeated(10, 9.35026583)}, 1e-6},
	{"Rosenbrock below the parabola", []float64{-1.2, 1}, []float64{-1.5, -1}, []float64{0.5, inf}, extendedRosenbrock, [][]float64{{0.5, 0.25}}, 1e-8},
	{"from outside", []float64{-5, 20}, []float64{-1.5, -1}, []float64{0.5, 10}, extendedRosenbrock, [][]float64{{0.5, 0.25}}, 1e-8},
	{"from a corner", []float64{-1.5, -1}, []float64{-1.5, -1}, []float64{0.5, 10}, extendedRosenbrock, [][]float64{{0.5, 0.25}}, 1e-8},
	{"one variable fixed", []float64{-1.2, 1}, []float64{-inf, 0.25}, []float64{0, 0.25}, extendedRosenbrock, [][]float64{{valley(0.25, 2), 0.25}}, 1e-7},
	{"all variables fixed", []float64{3, 3}, []float64{1, 2}, []float64{1, 2}, extendedRosenbrock, [][]float64{{1, 2}}, 0},
	{"only upper bounds", repeated(9, 0), nil, repeated(3, 0.5, 2, 3), quadratic(1e-2, 1e2), [][]float64{repeated(3, 0.5, 1, 1)}, 1e-7},
}

// valley returns a root x of 400 x^3 - (400 y - 2) x = 2, where Rosenbrock's function has
// no slope in x: the global minimum at k = 0, the local one at k = 2.
func valley(y float64, k int) float64 {
	a := math.Sqrt((400*y - 2) / 1200)
	return 2 * a * math.Cos((math.Acos(1/(400*a*a*a))-2*math.Pi*float64(k))/3)
}

// hs3 is y + (y - x)^2 / 100000.
func hs3(x, g []float64) float64 {
	d := 1e-5 * (x[1] - x[0])
	g[0], g[1] = -2*d, 1+2*d
	return x[1] + d*(x[1]-x[0])
}

// hs4 is (x + 1)^3 / 3 + y.
func hs4(x, g []float64) float64 {
	a := x[0] + 1
	g[0], g[1] = a*a, 1
	return a*a*a/3 + x[1]
}

// hs5 is McCormick's function, sin(x + y) + (x - y)^2 - 1.5 x + 2.5 y + 1.
func hs5(x, g []float64) float64 {
	c, d := math.Cos(x[0]+x[1]), 2*(x[0]-x[1])
	g[0], g[1] = c+d-1.5, c-d+2.5
	return math.Sin(x[0]+x[1]) + d*d/4 - 1.5*x[0] + 2.5*x[1] + 1
}

// hs25 is the sum over i = 1 .. 99 of (exp(-(u_i - y)^z / x) - i/100)^2,
// u_i = 25 + (-50 log(i/100))^(2/3).
func hs25(x, g []float64) float64 {
	clear(g)
	var f float64
	for i := 1; i < 100; i++ {
		share := float64(i) / 100
		d := 25 + math.Pow(-50*math.Log(share), 2.0/3) - x[1]
		if d <= 0 {
			return math.NaN()
		}
		power := math.Pow(d, x[2])
		e := math.Exp(-power / x[0])
		r := e - share
		f += r * r
		g[0] += 2 * r * e * power / (x[0] * x[0])
		g[1] += 2 * r * e * x[2] * power / (d * x[0])
		g[2] -= 2 * r * e * power * math.Log(d) / x[0]
	}
	return f
}

// hs45 is 2 - x1 x2 x3 x4 x5 / 120.
func hs45(x, g []float64) float64 {
	product := 1.0
	for _, v := range x {
		product *= v
	}
	for i, v := range x {
		g[i] = -product / v / 120
	}
	return 2 - product/120
}

// hs110 is the sum of log(x - 2)^2 + log(10 - x)^2, less the fifth root of the product.
func hs110(x, g []float64) float64 {
	product := 1.0
	for _, v := range x {
		product *= v
	}
	root, f := math.Pow(product, 0.2), 0.0
	for i, v := range x {
		a, b := math.Log(v-2), math.Log(10-v)
		f += a*a + b*b
		g[i] = 2*a/(v-2) - 2*b/(10-v) - 0.2*root/v
	}
	return f - root
}

// The gradients are difference quotients, away from the start too, and the minima are where
// the projected gradient is 0.
func TestBoxedFunctions(t *testing.T) {
	for _, c := range boxedFunctions {
		n := len(c.start)
		g, projected := make([]float64, n), make([]float64, n)
		within, err := newBox(c.lower, c.upper, n)
		if err != nil {
			t.Fatal(err)
		}
		for _, minimum := range c.minima {
			c.f(minimum, g)
			within.projected(projected, minimum, g)
			for i, v := range projected {
				if math.Abs(v) > max(1e-3*c.within/1e-6, 1e-9) {
					t.Errorf("%s: projected derivative %d at %v is %v", c.name, i, minimum, v)
				}
			}
		}
		x := slices.Clone(c.start)
		for i := range x {
			x[i] += 1e-2
		}
		within.project(x)
		if value := c.f(x, g); math.IsNaN(value) {
			continue
		}
		checkDerivatives(t, c.name, c.f, x, g, 1e-6)
	}
}

// L-BFGS-B finds a minimum in the box of every function, by its projected gradient and where
// rounding ends all progress; no point at which it looks is outside.
func TestLBFGSBFindsTheMinimaInABox(t *testing.T) {
	for _, c := range boxedFunctions {
		for _, tolerance := range []float64{1e-9, 0} {
			free, calls := testFunction{f: c.f, minima: c.minima}, 0
			objective := free.objective(&calls)
			within, _ := newBox(c.lower, c.upper, len(c.start))
			x, last := slices.Clone(c.start), math.Inf(-1)
			search := &Search{Lower: c.lower, Upper: c.upper, Tolerance: tolerance, Iterations: 10_000,
				Objective: func(x, g []float64) (float64, error) {
					for i, v := range x {
						if v < within.lower[i] || v > within.upper[i] {
							t.Fatalf("%s: looks at %v, outside", c.name, x)
						}
					}
					return objective(x, g)
				},
				Accepted: func(_ int, _ []float64, value float64) (bool, error) {
					if !(value > last) {
						t.Errorf("%s: value %v after %v", c.name, value, last)
					}
					last = value
					return false, nil
				},
			}
			r, err := search.Maximise(context.Background(), "lbfgsb", x)
			t.Logf("%s, tolerance %g: %d iterations, %d evaluations, %v", c.name, tolerance, r.Iterations, calls, -r.Value)
			if d := free.distance(x); err != nil || !r.Converged || d > c.within {
				t.Errorf("%s, tolerance %g: ends at %v, %v from a minimum, %+v, %v", c.name, tolerance, x, d, r, err)
			}
		}
	}
}

// Minima of random convex quadratics in random boxes are those that trying every set of
// variables on bounds finds.
func TestLBFGSBAgainstEveryActiveSet(t *testing.T) {
	const n = 5
	rng := rand.New(rand.NewPCG(3, 4))
	onBounds := 0
	for trial := range 60 {
		a, b := mat.NewDense(n, n, nil), make([]float64, n)
		for i := range n {
			b[i] = 3 * rng.NormFloat64()
			for j := range n {
				a.Set(i, j, rng.NormFloat64())
			}
		}
		h := mat.NewDense(n, n, nil)
		h.Mul(a, a.T())
		for i := range n {
			h.Set(i, i, h.At(i, i)+0.1)
		}
		lower, upper, x := make([]float64, n), make([]float64, n), make([]float64, n)
		for i := range n {
			lower[i] = rng.NormFloat64()
			upper[i] = lower[i] + rng.ExpFloat64()
			x[i] = 2 * rng.NormFloat64()
			switch rng.IntN(5) {
			case 0:
				lower[i] = -inf
			case 1:
				upper[i] = inf
			}
		}
		want := everyActiveSet(h, b, lower, upper)
		search := &Search{Lower: lower, Upper: upper, Tolerance: 1e-10, Objective: func(x, g []float64) (float64, error) {
			var value float64
			for i := range x {
				hx := mat.Dot(h.RowView(i), mat.NewVecDense(n, x))
				g[i] = b[i] - hx
				value += x[i] * (b[i] - hx/2)
			}
			return value, nil
		}}
		if r, err := search.Maximise(context.Background(), "lbfgsb", x); err != nil || !r.Converged {
			t.Fatalf("trial %d: %+v, %v", trial, r, err)
		}
		for i := range x {
			if math.Abs(x[i]-want[i]) > 1e-6 {
				t.Errorf("trial %d: ends at %v, want %v", trial, x, want)
				break
			}
			if x[i] == lower[i] || x[i] == upper[i] {
				onBounds++
			}
		}
	}
	if onBounds < 60 {
		t.Errorf("only %d variables end on bounds", onBounds)
	}
}

// everyActiveSet returns the minimum of x'Hx/2 - b'x in a box, H positive definite: of all
// choices of variables that are on their lower, on their upper or on no bound, the one that
// meets the first-order conditions.
func everyActiveSet(h *mat.Dense, b, lower, upper []float64) []float64 {
	n := len(b)
	choices := int(math.Pow(3, float64(n)))
	for choice := range choices {
		x, free, possible := make([]float64, n), []int(nil), true
		for i, rest := 0, choice; i < n; i, rest = i+1, rest/3 {
			switch rest % 3 {
			case 0:
				free = append(free, i)
			case 1:
				x[i] = lower[i]
			case 2:
				x[i] = upper[i]
			}
			possible = possible && !math.IsInf(x[i], 0)
		}
		if !possible {
			continue
		}
		if k := len(free); k > 0 {
			system, right, solution := mat.NewDense(k, k, nil), mat.NewVecDense(k, nil), mat.NewVecDense(k, nil)
			for p, i := range free {
				right.SetVec(p, b[i]-mat.Dot(h.RowView(i), mat.NewVecDense(n, x)))
				for q, j := range free {
					system.Set(p, q, h.At(i, j))
				}
			}
			if solution.SolveVec(system, right) != nil {
				continue
			}
			for p, i := range free {
				x[i] = solution.AtVec(p)
			}
		}
		if meetsConditions(h, b, lower, upper, x) {
			return x
		}
	}
	return nil
}

func meetsConditions(h *mat.Dense, b, lower, upper, x []float64) bool {
	for i, v := range x {
		g := mat.Dot(h.RowView(i), mat.NewVecDense(len(x), x)) - b[i]
		down, up := v-lower[i] > 1e-12, upper[i]-v > 1e-12
		if v < lower[i]-1e-12 || v > upper[i]+1e-12 || down && g > 1e-9 || up && g < -1e-9 {
			return false
		}
	}
	return true
}

// The generalised Cauchy point and the subspace minimum, with pairs in memory, against the
// path and the model worked out from the dense matrix B.
func TestModelAgainstADenseMatrix(t *testing.T) {
	const n = 6
	rng := rand.New(rand.NewPCG(5, 6))
	for trial := range 40 {
		model := curvature{theta: 1}
		dense := denseBFGS(&model, n, 1+trial%4, rng)
		x, g := make([]float64, n), make([]float64, n)
		within := box{make([]float64, n), make([]float64, n)}
		for i := range n {
			x[i], g[i] = rng.NormFloat64(), 2*rng.NormFloat64()
			within.lower[i], within.upper[i] = x[i]-rng.Float64(), x[i]+rng.Float64()
			if i == 0 {
				within.upper[i] = inf
			}
		}
		value := func(p []float64) float64 {
			d := mat.NewVecDense(n, nil)
			d.SubVec(mat.NewVecDense(n, p), mat.NewVecDense(n, x))
			return mat.Dot(mat.NewVecDense(n, g), d) + mat.Inner(d, dense, d)/2
		}

		point := make([]float64, n)
		change := model.cauchyPoint(point, x, g, within)
		cauchy := value(point)
		along := func(t float64) float64 { // the model along the path
			p := make([]float64, n)
			for i := range p {
				p[i] = within.nearest(i, x[i]-t*g[i])
			}
			return value(p)
		}
		first := along(0)
		for at := 0.0; at < 20; at += 1e-4 {
			next := along(at + 1e-4)
			if next > first {
				break
			}
			first = next
		}
		if math.Abs(cauchy-first) > 2e-4*(1+math.Abs(first)) || cauchy > first+1e-12 {
			t.Errorf("trial %d: the model is %v at the Cauchy point, %v at the first minimum of the path", trial, cauchy, first)
		}

		on := make([]bool, n)
		for i, v := range point {
			on[i] = !within.inside(i, v)
		}
		model.subspaceMinimum(point, change, x, g, within)
		if v := value(point); v > cauchy+1e-12 {
			t.Errorf("trial %d: the model rises from %v to %v over the free variables", trial, cauchy, v)
		}
		ended := false // on a bound that was not there before
		slope := mat.NewVecDense(n, nil)
		slope.SubVec(mat.NewVecDense(n, point), mat.NewVecDense(n, x))
		slope.MulVec(dense, slope)
		for i, v := range point {
			ended = ended || !on[i] && !within.inside(i, v)
		}
		for i := range point {
			if d := slope.AtVec(i) + g[i]; !ended && !on[i] && math.Abs(d) > 1e-8 {
				t.Errorf("trial %d: derivative %d of the model at its minimum over the free variables is %v", trial, i, d)
			}
		}
	}
}

// denseBFGS gives the model pairs of a convex quadratic, and returns B by the recursion of
// BFGS from theta I.
func denseBFGS(model *curvature, n, pairs int, rng *rand.Rand) *mat.Dense {
	s, y := make([]*mat.VecDense, pairs), make([]*mat.VecDense, pairs)
	for k := range pairs {
		s[k], y[k] = mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
		for i := range n {
			s[k].SetVec(i, rng.NormFloat64())
			y[k].SetVec(i, s[k].AtVec(i)*float64(i+1))
		}
		model.add(s[k].RawVector().Data, y[k].RawVector().Data, 5)
	}
	b := mat.NewDense(n, n, nil)
	for i := range n {
		b.Set(i, i, model.theta)
	}
	for k := range pairs {
		bs := mat.NewVecDense(n, nil)
		bs.MulVec(b, s[k])
		b.RankOne(b, -1/mat.Dot(s[k], bs), bs, bs)
		b.RankOne(b, 1/mat.Dot(s[k], y[k]), y[k], y[k])
	}
	return b
}

// Trajectories agree with another implementation of the algorithm: minus the objective after
// each iteration as the L-BFGS-B of R 4.2.2 (optim, 5 pairs, factr = 0) prints it.
func TestLBFGSBTakesTheStepsOfAnotherProgram(t *testing.T) {
	for _, c := range []struct {
		name         string
		start        []float64
		lower, upper []float64
		f            func(x, g []float64) float64
		values       []float64
	}{
		{"Rosenbrock", []float64{-1.2, 1}, nil, nil, extendedRosenbrock,
			[]float64{4.225209, 4.127276, 4.120517, 4.115575, 4.087545, 4.032007, 3.917829, 3.775253, 3.451302, 2.743645, 2.314771, 2.206918}},
		{"Rosenbrock in a box", []float64{-1.2, 1}, []float64{-1.5, -1}, []float64{0.5, inf}, extendedRosenbrock,
			[]float64{4.804301, 4.214908, 3.909649, 3.420002, 3.164699, 2.825167, 2.294744, 2.098501, 1.870136, 1.555381, 1.245287, 1.155894}},
		{"Wood in a box", []float64{-3, -1, -3, -1}, []float64{-10, -10, -10, -0.5}, []float64{-1, 10, inf, 0.7}, wood,
			[]float64{11965.368117, 1427.495058, 784.758065, 401.460158, 130.309923, 31.867062, 15.552663, 13.065759, 11.449618, 10.636580, 9.234183, 8.074141}},
		{"quadratic in a box", repeated(9, 0), nil, append(repeated(2, 0.5, 2, 3), 0.3, 0.4, 0.5), quadratic(1e-4, 1e4),
			[]float64{4002.363598, 1468.712761, 1463.509519, 1457.586487, 1454.706856, 1454.672762, 1454.536298, 1454.530635, 1454.517197, 1454.516617, 1454.515136, 1454.513257}},
	} {
		calls := 0
		free := testFunction{f: c.f}
		search := &Search{Lower: c.lower, Upper: c.upper, Objective: free.objective(&calls), Iterations: len(c.values),
			Accepted: func(n int, _ []float64, value float64) (bool, error) {
				if math.Abs(-value-c.values[n-1]) > 1e-6 {
					t.Errorf("%s: %.6f after iteration %d, want %.6f", c.name, -value, n, c.values[n-1])
				}
				return false, nil
			},
		}
		if r, err := search.Maximise(context.Background(), "lbfgsb", slices.Clone(c.start)); err != nil || r.Iterations != len(c.values) {
			t.Errorf("%s: %+v, %v", c.name, r, err)
		}
	}
}

// Inside a box too the search keeps away from where there is no value.
func TestLBFGSBInABoxWithoutValues(t *testing.T) {
	search := &Search{Lower: []float64{-10}, Upper: []float64{0.5}, Tolerance: 1e-9, Objective: func(x, g []float64) (float64, error) {
		if x[0] <= 0 {
			return 0, errors.New("no value")
		}
		g[0] = 1/x[0] - 100
		return math.Log(x[0]) - 100*x[0], nil
	}}
	for _, start := range []float64{0.5, 0.4, 1e-6, 1e-12} {
		x := []float64{start}
		if r, err := search.Maximise(context.Background(), "lbfgsb", x); err != nil || !r.Converged || math.Abs(x[0]-0.01) > 1e-8 {
			t.Errorf("from %v: found %v, %+v, %v", start, x, r, err)
		}
	}
}

func TestLBFGSBRefusesBoundsWithNothingBetween(t *testing.T) {
	for _, c := range []struct{ lower, upper []float64 }{
		{[]float64{1}, []float64{0.5}},
		{[]float64{math.NaN()}, nil},
		{nil, []float64{math.NaN()}},
		{[]float64{inf}, nil},
		{nil, []float64{-inf}},
		{[]float64{0, 0}, nil},
	} {
		x := []float64{0.7}
		_, err := (&Search{Objective: hs1, Lower: c.lower, Upper: c.upper}).Maximise(context.Background(), "lbfgsb", x)
		if err == nil || x[0] != 0.7 {
			t.Errorf("%v: %v, x is %v", c, err, x)
		}
	}
}

func hs1(x, g []float64) (float64, error) {
	g[0] = -2 * x[0]
	return -x[0] * x[0], nil
}

func TestOnlyLBFGSBTakesBounds(t *testing.T) {
	for _, method := range []string{"lbfgs", "scg"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s takes bounds that it does not keep", method)
				}
			}()
			(&Search{Objective: hs1, Lower: []float64{0}}).Maximise(context.Background(), method, []float64{1})
		}()
	}
}

// The line search meets the strong Wolfe conditions on functions of more1994, section 5,
// and others, from steps that are far too short and far too long, or is within a tenth of a
// minimum.
func TestWolfe(t *testing.T) {
	functions := map[string]func(a float64) (f, g float64){
		"(5.1)": func(a float64) (float64, float64) {
			const b = 2
			return -a / (a*a + b), (a*a - b) / ((a*a + b) * (a*a + b))
		},
		"(5.2)": func(a float64) (float64, float64) {
			const b = 0.004
			return math.Pow(a+b, 5) - 2*math.Pow(a+b, 4), 5*math.Pow(a+b, 4) - 8*math.Pow(a+b, 3)
		},
		"cosh": func(a float64) (float64, float64) { return math.Cosh(a - 3), math.Sinh(a - 3) },
		"wavy": func(a float64) (float64, float64) {
			return a*a/2 - 2*a + math.Sin(6*a)/6, a - 2 + math.Cos(6*a)
		},
	}
	for name, f := range functions {
		for _, first := range []float64{1e-3, 1e-1, 1, 10, 100} {
			value, slope := f(0)
			line := newWolfe(value, slope, first, 1e10)
			done, calls := false, 0
			for ; !done && calls < 40; calls++ {
				done = line.done(f(line.step))
			}
			at, g := f(line.step)
			narrow := line.bracketed && line.high-line.low <= narrowest*line.high
			if !done || at > value+enoughDecrease*line.step*slope || math.Abs(g) > -enoughCurvature*slope && !narrow {
				t.Errorf("%s from %v: step %v after %d evaluations, f %v from %v, slope %v from %v", name, first, line.step, calls, at, value, g, slope)
			}
		}
	}
}

// A function that falls as far as the largest step is taken that far.
func TestWolfeGoesToTheLargestStep(t *testing.T) {
	line := newWolfe(0, -1, 0.5, 3)
	for calls := 1; !line.done(-line.step, -1); calls++ {
		if calls == 10 {
			t.Fatalf("is at %v", line.step)
		}
	}
	if line.step != 3 {
		t.Errorf("ends at %v, want 3", line.step)
	}
}

func BenchmarkLBFGSB(b *testing.B) {
	for _, n := range []int{1_000, 20_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c, calls := testFunction{f: extendedRosenbrock}, 0
			for b.Loop() {
				search := &Search{Objective: c.objective(&calls), Iterations: 20, Upper: repeated(n/2, 0.5, 10)}
				if _, err := search.Maximise(context.Background(), "lbfgsb", repeated(n/2, -1.2, 1)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
