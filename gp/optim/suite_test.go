package optim

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
)

// testFunction is a function of the literature to be minimised, from its standard
// start (More, Garbow & Hillstrom, Testing unconstrained optimization software,
// 1981, where no other source is named).
type testFunction struct {
	name   string
	start  []float64
	minima [][]float64 // all of them
	f      func(x, g []float64) float64
	within float64 // how near to a minimum a search should come
	least  float64 // a constant that is added to f, whose own least value is 0
}

var testFunctions = []testFunction{
	{"Booth", []float64{0, 0}, [][]float64{{1, 3}}, booth, 1e-7, 0},
	{"Himmelblau", []float64{0, 0}, [][]float64{
		{3, 2}, {-2.805118086952745, 3.131312518250573}, {-3.779310253377747, -3.283185991286170}, {3.584428340330492, -1.848126526964404},
	}, himmelblau, 1e-7, 0},
	{"Rosenbrock", []float64{-1.2, 1}, [][]float64{{1, 1}}, extendedRosenbrock, 1e-7, 0},
	{"Beale", []float64{1, 1}, [][]float64{{3, 0.5}}, beale, 1e-7, 0},
	{"helical valley", []float64{-1, 0, 0}, [][]float64{{1, 0, 0}}, helicalValley, 1e-7, 0},
	{"Powell singular", []float64{3, -1, 0, 1}, [][]float64{{0, 0, 0, 0}}, powellSingular, 2e-3, 0},
	{"Wood", []float64{-3, -1, -3, -1}, [][]float64{{1, 1, 1, 1}}, wood, 1e-7, 0},
	{"extended Rosenbrock, n = 20", repeated(10, -1.2, 1), [][]float64{repeated(20, 1)}, extendedRosenbrock, 1e-7, 0},
	{"quadratic of condition 1e8, n = 9", repeated(9, 0), [][]float64{repeated(9, 1)}, quadratic(1e-4, 1e4), 1e-3, 0},
}

func repeated(n int, v ...float64) []float64 {
	var out []float64
	for range n {
		out = append(out, v...)
	}
	return out
}

// booth is (x + 2y - 7)^2 + (2x + y - 5)^2.
func booth(x, g []float64) float64 {
	a, b := x[0]+2*x[1]-7, 2*x[0]+x[1]-5
	g[0], g[1] = 2*a+4*b, 4*a+2*b
	return a*a + b*b
}

// himmelblau is (x^2 + y - 11)^2 + (x + y^2 - 7)^2 (Himmelblau, Applied nonlinear
// programming, 1972).
func himmelblau(x, g []float64) float64 {
	a, b := x[0]*x[0]+x[1]-11, x[0]+x[1]*x[1]-7
	g[0], g[1] = 4*a*x[0]+2*b, 2*a+4*b*x[1]
	return a*a + b*b
}

// extendedRosenbrock is the sum of 100 (y - x^2)^2 + (1 - x)^2 over the pairs (x, y).
func extendedRosenbrock(x, g []float64) float64 {
	var f float64
	for i := 0; i < len(x); i += 2 {
		a, b := x[i+1]-x[i]*x[i], 1-x[i]
		g[i], g[i+1] = -400*a*x[i]-2*b, 200*a
		f += 100*a*a + b*b
	}
	return f
}

// beale is the sum of (c_k - x (1 - y^k))^2 over k = 1, 2, 3.
func beale(x, g []float64) float64 {
	g[0], g[1] = 0, 0
	var f float64
	for k, c := range []float64{1.5, 2.25, 2.625} {
		power := math.Pow(x[1], float64(k)) // y^(k-1) of the formula
		r := c - x[0]*(1-power*x[1])
		g[0] -= 2 * r * (1 - power*x[1])
		g[1] += 2 * r * x[0] * float64(k+1) * power
		f += r * r
	}
	return f
}

// helicalValley is 100 (z - 10 t)^2 + 100 (sqrt(x^2 + y^2) - 1)^2 + z^2, where t is
// the angle of (x, y) in turns, from -1/4 to 3/4.
func helicalValley(x, g []float64) float64 {
	turns, radius := math.Atan(x[1]/x[0])/(2*math.Pi), math.Hypot(x[0], x[1])
	if x[0] < 0 {
		turns += 0.5
	}
	a, b := x[2]-10*turns, radius-1
	turn := -2000 * a / (2 * math.Pi * radius * radius)
	g[0] = turn*-x[1] + 200*b*x[0]/radius
	g[1] = turn*x[0] + 200*b*x[1]/radius
	g[2] = 200*a + 2*x[2]
	return 100*(a*a+b*b) + x[2]*x[2]
}

// powellSingular is (a + 10b)^2 + 5 (c - d)^2 + (b - 2c)^4 + 10 (a - d)^4. Its Hessian
// at the minimum is singular.
func powellSingular(x, g []float64) float64 {
	p, q, r, s := x[0]+10*x[1], x[2]-x[3], x[1]-2*x[2], x[0]-x[3]
	r3, s3 := 4*r*r*r, 40*s*s*s
	g[0], g[1], g[2], g[3] = 2*p+s3, 20*p+r3, 10*q-2*r3, -10*q-s3
	return p*p + 5*q*q + r*r*r*r + 10*s*s*s*s
}

// wood is 100 (b - a^2)^2 + (1 - a)^2 + 90 (d - c^2)^2 + (1 - c)^2 + 10 (b + d - 2)^2
// + (b - d)^2 / 10.
func wood(x, g []float64) float64 {
	p, q, r, s := x[1]-x[0]*x[0], 1-x[0], x[3]-x[2]*x[2], 1-x[2]
	t, u := x[1]+x[3]-2, x[1]-x[3]
	g[0], g[1] = -400*p*x[0]-2*q, 200*p+20*t+u/5
	g[2], g[3] = -360*r*x[2]-2*s, 180*r+20*t-u/5
	return 100*p*p + q*q + 90*r*r + s*s + 10*t*t + u*u/10
}

// quadratic is the sum of c_i (x_i - 1)^2 / 2, with c from least to most in equal
// factors.
func quadratic(least, most float64) func(x, g []float64) float64 {
	return func(x, g []float64) float64 {
		var f float64
		for i, v := range x {
			c := least * math.Pow(most/least, float64(i)/float64(len(x)-1))
			g[i] = c * (v - 1)
			f += c * (v - 1) * (v - 1) / 2
		}
		return f
	}
}

// objective is minus the function, as a search wants it; calls counts.
func (t *testFunction) objective(calls *int) func(x, g []float64) (float64, error) {
	return func(x, g []float64) (float64, error) {
		*calls++
		v := t.f(x, g)
		for i := range g {
			g[i] = -g[i]
		}
		return -v - t.least, nil
	}
}

// distance is from x to the nearest minimum, in the largest coordinate.
func (t *testFunction) distance(x []float64) float64 {
	least := math.Inf(1)
	for _, at := range t.minima {
		var d float64
		for i := range x {
			d = max(d, math.Abs(x[i]-at[i]))
		}
		least = min(least, d)
	}
	return least
}

// The functions are what their documentation says: gradients are difference
// quotients, minima have value and gradient 0.
func TestTestFunctions(t *testing.T) {
	for _, c := range testFunctions {
		n := len(c.start)
		g := make([]float64, n)
		for _, x := range c.minima {
			if v := c.f(x, g); math.Abs(v) > 1e-20 {
				t.Errorf("%s: the value at %v is %v", c.name, x, v)
			}
			for i := range g {
				if math.Abs(g[i]) > 1e-9 {
					t.Errorf("%s: the gradient at %v is %v", c.name, x, g)
				}
			}
		}
		x := append([]float64(nil), c.start...)
		c.f(x, g)
		checkDerivatives(t, c.name, c.f, x, g, 1e-5)
	}
}

// checkDerivatives compares the gradient g of f at x with difference quotients of width 2h.
func checkDerivatives(t *testing.T, name string, f func(x, g []float64) float64, x, g []float64, h float64) {
	t.Helper()
	space := make([]float64, len(x))
	for i, at := range x {
		x[i] = at + h
		up := f(x, space)
		x[i] = at - h
		down := f(x, space)
		x[i] = at
		if want := (up - down) / (2 * h); !(math.Abs(g[i]-want) < 1e-5*(1+math.Abs(want))) {
			t.Errorf("%s: derivative %d is %v, difference quotient %v", name, i, g[i], want)
		}
	}
}

// searches are the methods of Search.
var searches = []string{"lbfgs", "lbfgsb", "scg"}

// All searches find a minimum of every function: by its gradient, and, of the function
// and 1, where rounding ends all progress. Every point they accept is better than the
// one before.
func TestSearchesFindTheMinima(t *testing.T) {
	for _, method := range searches {
		for _, c := range testFunctions {
			t.Run(method+"/"+c.name, func(t *testing.T) {
				findsTheMinimum(t, method, &c, 1e-9)
				c.least = 1
				findsTheMinimum(t, method, &c, 0)
			})
		}
	}
}

func findsTheMinimum(t *testing.T, method string, c *testFunction, tolerance float64) {
	x, g, calls := append([]float64(nil), c.start...), make([]float64, len(c.start)), 0
	objective := c.objective(&calls)
	last, _ := objective(x, g)
	accepted := 0
	search := &Search{Objective: objective, Tolerance: tolerance, Accepted: func(n int, x []float64, value float64) (bool, error) {
		accepted++
		if n != accepted || value <= last {
			t.Errorf("iteration %d, call %d: value %v after %v", n, accepted, value, last)
		}
		last = value
		return false, nil
	}}
	r, err := search.Maximise(context.Background(), method, x)
	t.Logf("tolerance %g: %.2g below the maximum after %d iterations, %d evaluations", tolerance, -c.least-r.Value, r.Iterations, calls)
	if at, _ := objective(x, g); err != nil || !r.Converged || r.Iterations != accepted || r.Value != last || r.Value != at {
		t.Errorf("%+v, %v after %d iterations, value %v", r, err, accepted, at)
	}
	if d := c.distance(x); d > c.within || r.Value < -c.least-1e-10 {
		t.Errorf("ends at %v, value %v, %v from a minimum", x, r.Value, d)
	}
}

// Every optimiser climbs a quadratic with a condition of 100; the steps of Adam and
// ADADELTA, whose rates do not fall, stay around the maximum.
func TestAllClimbAQuadratic(t *testing.T) {
	c := testFunction{least: 1, start: repeated(5, 0), minima: [][]float64{repeated(5, 1)}, f: quadratic(0.1, 10)}
	for _, method := range searches {
		x, calls := append([]float64(nil), c.start...), 0
		if _, err := (&Search{Objective: c.objective(&calls)}).Maximise(context.Background(), method, x); err != nil || c.distance(x) > 1e-7 {
			t.Errorf("%s: ends at %v, %v", method, x, err)
		}
	}
	for _, step := range []struct {
		stepper
		within float64
	}{{NewAdam(5, 0.01), 1e-3}, {NewAdadelta(5, 0.1), 1e-2}, {NewSignRate(5, 0.01), 1e-9}} {
		t.Run(fmt.Sprintf("%T", step.stepper), func(t *testing.T) {
			x, g, calls := append([]float64(nil), c.start...), make([]float64, 5), 0
			objective := c.objective(&calls)
			for range 4000 {
				objective(x, g)
				step.Ascend(x, g)
			}
			if c.distance(x) > step.within {
				t.Errorf("is at %v after 4000 steps", x)
			}
			t.Logf("within %.2g", c.distance(x))
		})
	}
}

// rosenbrock is minus Rosenbrock's function, with its maximum 0 at (1, 1).
func rosenbrock(x, g []float64) (float64, error) {
	v := extendedRosenbrock(x, g)
	g[0], g[1] = -g[0], -g[1]
	return -v, nil
}

func TestSearchesStop(t *testing.T) {
	for _, method := range searches {
		run := func(ctx context.Context, s *Search) ([]float64, Result, error) {
			x := []float64{-1.2, 1}
			s.Objective = rosenbrock
			r, err := s.Maximise(ctx, method, x)
			return x, r, err
		}
		x, r, err := run(context.Background(), &Search{Iterations: 4})
		if err != nil || r.Iterations != 4 || r.Converged {
			t.Errorf("%s, limit: %+v, %v", method, r, err)
		}
		if v, _ := rosenbrock(x, make([]float64, 2)); v != r.Value {
			t.Errorf("%s, limit: x has the value %v, the result says %v", method, v, r.Value)
		}

		_, r, err = run(context.Background(), &Search{Accepted: func(n int, _ []float64, _ float64) (bool, error) { return n == 3, nil }})
		if err != nil || r.Iterations != 3 || r.Converged {
			t.Errorf("%s, stop: %+v, %v", method, r, err)
		}

		boom := errors.New("boom")
		_, r, err = run(context.Background(), &Search{Accepted: func(int, []float64, float64) (bool, error) { return false, boom }})
		if !errors.Is(err, boom) || r.Iterations != 1 {
			t.Errorf("%s, error of Accepted: %+v, %v", method, r, err)
		}

		ctx, cancel := context.WithCancel(context.Background())
		_, r, err = run(ctx, &Search{Accepted: func(n int, _ []float64, _ float64) (bool, error) {
			if n == 2 {
				cancel()
			}
			return false, nil
		}})
		if !errors.Is(err, context.Canceled) || r.Iterations != 2 {
			t.Errorf("%s, cancelled: %+v, %v", method, r, err)
		}
	}
}

// Where an objective has no value the searches keep away, however it says so:
// -(1 - x)^2 / x, which has its maximum at 1, for x > 0 only.
func TestSearchesKeepAwayFromWhereThereIsNoValue(t *testing.T) {
	outside := map[string]func(g []float64) (float64, error){
		"an error":       func([]float64) (float64, error) { return 0, errors.New("no value") },
		"NaN":            func([]float64) (float64, error) { return math.NaN(), nil },
		"infinity":       func([]float64) (float64, error) { return math.Inf(1), nil },
		"minus infinity": func([]float64) (float64, error) { return math.Inf(-1), nil },
		"no gradient":    func(g []float64) (float64, error) { g[0] = math.NaN(); return 5, nil },
	}
	for _, method := range searches {
		for name, outside := range outside {
			search := &Search{Tolerance: 1e-9, Objective: func(x, g []float64) (float64, error) {
				if x[0] <= 0 {
					return outside(g)
				}
				g[0] = 1/(x[0]*x[0]) - 1
				return -(1 - x[0]) * (1 - x[0]) / x[0], nil
			}}
			x := []float64{60}
			r, err := search.Maximise(context.Background(), method, x)
			if err != nil || !r.Converged || math.Abs(x[0]-1) > 1e-8 {
				t.Errorf("%s, %s: found %v, %+v, %v", method, name, x, r, err)
			}
			x = []float64{-1}
			if _, err := search.Maximise(context.Background(), method, x); err == nil || x[0] != -1 {
				t.Errorf("%s: no error at a starting point with %s, or x moved to %v", method, name, x)
			}
		}
	}
}

// Where an iteration may go so far only, and the slope up to there is what it was, a line search is not to be
// had by its conditions: -log(1 + exp(30 - x)) has its slope of 1 until 30.
func TestLBFGSGoesOnBeyondALimit(t *testing.T) {
	from := 0.0
	search := &Search{
		Tolerance: 1e-6,
		Objective: func(x, g []float64) (float64, error) {
			if math.Abs(x[0]-from) > 2 {
				return 0, ErrFar
			}
			g[0] = 1 / (1 + math.Exp(x[0]-30))
			return -math.Log1p(math.Exp(30 - x[0])), nil
		},
		Accepted: func(_ int, x []float64, _ float64) (bool, error) {
			from = x[0]
			return false, nil
		},
	}
	x := []float64{0}
	r, err := search.Maximise(context.Background(), "lbfgs", x)
	if err != nil || !r.Converged || x[0] < 40 || r.Iterations > 50 {
		t.Errorf("found %v, %+v, %v", x, r, err)
	}
	search.Iterations = 3
	from, x[0] = 0, 0
	if r, err = search.Maximise(context.Background(), "lbfgs", x); err != nil || r.Converged || r.Iterations != 3 || x[0] < 5 {
		t.Errorf("three iterations: found %v, %+v, %v", x, r, err)
	}
}

// Steps from 0 can be halved a thousand times before rounding makes them none.
func TestSearchesGiveUpWhereOnlyTheStartHasAValue(t *testing.T) {
	for _, method := range searches {
		calls := 0
		search := &Search{Tolerance: 1e-9, Iterations: 50, Objective: func(x, g []float64) (float64, error) {
			calls++
			if x[0] != 0 {
				return 0, errors.New("no value")
			}
			g[0] = 1
			return 0, nil
		}}
		x := []float64{0}
		if _, err := search.Maximise(context.Background(), method, x); err != nil || x[0] != 0 || calls > 4*maxHalvings {
			t.Errorf("%s: %d evaluations, x = %v, %v", method, calls, x, err)
		}
	}
}

// On a quadratic of n variables n conjugate directions lead to the maximum, but for
// lambda, and each takes two evaluations.
func TestSCGTakesConjugateDirections(t *testing.T) {
	const n = 5
	c, calls := testFunction{start: repeated(n, 0), minima: [][]float64{repeated(n, 1)}, f: quadratic(1, 4)}, 0
	x := append([]float64(nil), c.start...)
	r, err := (&Search{Objective: c.objective(&calls), Iterations: n}).Maximise(context.Background(), "scg", x)
	if err != nil || c.distance(x) > 1e-4 {
		t.Errorf("is at %v after %d iterations, %v", x, r.Iterations, err)
	}
	if calls != 1+2*n {
		t.Errorf("%d evaluations in %d iterations", calls, n)
	}
}

// Where "scg" cannot measure the curvature, nearer to the edge of what has values than its
// sigma, it still gets to the edge.
func TestSCGAtAnEdge(t *testing.T) {
	search := &Search{Iterations: 100, Objective: func(x, g []float64) (float64, error) {
		if x[0] > 1 {
			return 0, errors.New("no value")
		}
		g[0] = 1
		return x[0], nil
	}}
	x := []float64{1 - 5e-7}
	if r, err := search.Maximise(context.Background(), "scg", x); err != nil || 1-x[0] > 1e-8 {
		t.Errorf("ends %v from the edge, %+v, %v", 1-x[0], r, err)
	}
}

// A gradient whose square is beyond the numbers is no trouble.
func TestSearchesTakeSteepSlopes(t *testing.T) {
	const steep = 1e180
	for _, method := range searches {
		search := &Search{Objective: func(x, g []float64) (float64, error) {
			g[0] = -2 * steep * (x[0] - 3)
			return -steep * (x[0] - 3) * (x[0] - 3), nil
		}}
		x := []float64{1}
		if r, err := search.Maximise(context.Background(), method, x); err != nil || math.Abs(x[0]-3) > 1e-7 {
			t.Errorf("%s: found %v, %+v, %v", method, x, r, err)
		}
	}
}

func TestSearchesAtTheMaximum(t *testing.T) {
	for _, method := range searches {
		search := &Search{Objective: rosenbrock, Tolerance: 1e-8}
		r, err := search.Maximise(context.Background(), method, []float64{1, 1})
		if err != nil || !r.Converged || r.Iterations != 0 {
			t.Errorf("%s: %+v, %v", method, r, err)
		}
	}
}
