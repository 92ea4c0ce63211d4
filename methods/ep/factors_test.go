package ep

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/methodtest"
)

// plane integrates g(u, v) Phi((u - v) / root) N(u | my, vy) N(v | mk, vk) over
// both by a rectangle rule of 400 x 400 points over +-10 standard deviations.
func plane(my, vy, mk, vk, root float64, g func(u, v float64) float64) float64 {
	const n = 400
	var sum float64
	step := 20.0 / n
	for i := range n {
		s := -10 + (float64(i)+0.5)*step
		u := my + s*math.Sqrt(vy)
		for j := range n {
			r := -10 + (float64(j)+0.5)*step
			v := mk + r*math.Sqrt(vk)
			sum += math.Exp(-0.5*(s*s+r*r)) * 0.5 * math.Erfc(-(u-v)/(root*math.Sqrt2)) * g(u, v)
		}
	}
	return sum * step * step / (2 * math.Pi)
}

// A cavity times its new approximate factor has the moments of the cavity times
// the exact factor, and log Z is right: (34), (43) to (53).
func TestFactorMatchesMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 5 {
		q := make([]marginals, 2)
		for k := range q {
			q[k] = marginals{mean: []float64{rng.NormFloat64()}, variance: []float64{0.2 + rng.Float64()}, residual: []float64{0.1 + rng.Float64()}}
		}
		f := newFactors(1, 2, 1)
		f.y[0] = 1
		f.remove(q, nil)
		s := newSites(2)
		f.update(s, 1)

		root := math.Sqrt(q[0].residual[0] + q[1].residual[0])
		expect := func(g func(u, v float64) float64) float64 {
			return plane(q[1].mean[0], q[1].variance[0], q[0].mean[0], q[0].variance[0], root, g)
		}
		z := expect(func(u, v float64) float64 { return 1 })
		if math.Abs(math.Log(z)-f.logZ[0]) > 1e-9 {
			t.Errorf("log Z %.12f, quadrature %.12f", f.logZ[0], math.Log(z))
		}
		for side, at := range [sides]func(u, v float64) float64{
			func(_, v float64) float64 { return v },
			func(u, _ float64) float64 { return u },
		} {
			mean := expect(at) / z
			variance := expect(func(u, v float64) float64 { return (at(u, v) - mean) * (at(u, v) - mean) }) / z
			k := side // class 0 is the other side, class 1 the row's own
			prec := 1/q[k].variance[0] + s.Prec[side][0]
			shift := q[k].mean[0]/q[k].variance[0] + s.Shift[side][0]
			if math.Abs(1/prec-variance) > 1e-9 || math.Abs(shift/prec-mean) > 1e-9 {
				t.Errorf("side %d: mean %.12f and variance %.12f, quadrature %.12f and %.12f", side, shift/prec, 1/prec, mean, variance)
			}
		}
	}
}

// Removing a factor from q and putting it back is nothing, also at C1 = 0,
// where (29) to (32) are singular.
func TestRemove(t *testing.T) {
	for _, c1 := range []float64{0, 0.3, -0.2} {
		const h, mu, c2 = 0.7, -0.4, 0.9
		q := []marginals{
			{mean: []float64{mu}, variance: []float64{h}, residual: []float64{0.1}},
			{mean: []float64{1}, variance: []float64{0.5}, residual: []float64{0.2}},
		}
		s := newSites(2)
		s.Prec[other][0], s.Shift[other][0] = c1, c2
		f := newFactors(1, 2, 1)
		f.y[0] = 1
		f.remove(q, s)
		prec := 1/f.variance[other][0] + c1
		shift := f.mean[other][0]/f.variance[other][0] + c2
		if math.Abs(1/prec-h) > 1e-14 || math.Abs(shift/prec-mu) > 1e-14 {
			t.Errorf("C1 = %v: mean %v and variance %v, want %v and %v", c1, shift/prec, 1/prec, mu, h)
		}
	}
}

// A factor whose cavity has no positive variance is left as it is, and out of
// everything else.
func TestSkippedFactor(t *testing.T) {
	q := make([]marginals, 2)
	for k := range q {
		q[k] = marginals{mean: []float64{0.1, 0.2}, variance: []float64{1, 1}, residual: []float64{1, 1}}
	}
	s := newSites(4)
	s.Prec[own][0], s.Shift[own][0] = 1.5, 0.3 // row 0 is of class 1: slot 0
	f := newFactors(2, 2, 1)
	f.y = []int{1, 1}
	f.remove(q, s)
	if f.skipped != 1 || f.ok[0] || !f.ok[1] {
		t.Fatalf("%d skipped, %v", f.skipped, f.ok)
	}
	f.update(s, 1)
	if s.Prec[own][0] != 1.5 || s.Shift[own][0] != 0.3 || s.Prec[own][1] == 0 {
		t.Error("the wrong factor was updated")
	}
	w := []weights{{make([]float64, 2), make([]float64, 2), make([]float64, 2)}, {make([]float64, 2), make([]float64, 2), make([]float64, 2)}}
	f.derivatives(w, q, s, 1)
	if w[1].g[0] != 0 || w[1].g[1] == 0 || math.IsNaN(f.value(q, s)) {
		t.Error("a factor without a cavity counts")
	}
}

// With one inducing input, and a second function that is 0, the posterior of u
// is an integral over a line. EP has its mean, variance and evidence closely.
func TestOneDimensionAgainstQuadrature(t *testing.T) {
	x, y := mat.NewDense(6, 1, []float64{-1.2, -0.5, 0.3, 0.8, 1.4, 0.1}), []int{0, 0, 1, 1, 1, 0}
	f := begunOn(t, methodtest.Task(data.NewMemory(x, y), 2, 1), untied, map[string]any{
		"inducing": 1, "inducing_init": "first-by-class", "kernel": "se", "lengthscale": 1.0, "noise": 0.5})
	zero, c := f.classes[0], f.classes[1]
	theta := f.layout.Theta(f.x, zero.index)
	theta[0], theta[2] = math.Log(1e-12), math.Log(1e-12)
	if _, err := f.moveTo(f.x); err != nil {
		t.Fatal(err)
	}
	f.load(0)
	f.project()
	f.sweep(t, 300, 0.5)
	if err := f.evaluate(false); err != nil {
		t.Fatal(err)
	}
	const n = 4000
	var z, mean, square float64
	for i := range n {
		v := -10 + (float64(i)+0.5)*20/n
		p := math.Exp(-0.5*v*v) / math.Sqrt(2*math.Pi) * 20 / n
		for r, class := range f.factors.y {
			d := float64(2*class-1) * c.pr.A.At(r, 0) * v / math.Sqrt(c.pr.Residual[r])
			p *= 0.5 * math.Erfc(-d/math.Sqrt2)
		}
		z += p
		mean += p * v
		square += p * v * v
	}
	mean /= z
	variance := square/z - mean*mean
	if math.Abs(f.value-math.Log(z)) > 1e-3 || math.Abs(c.q.Mean[0]-mean) > 1e-3 || math.Abs(c.q.Cov.At(0, 0)-variance) > 2e-3 {
		t.Errorf("log Z, mean and variance %.5f, %.5f, %.5f, quadrature %.5f, %.5f, %.5f",
			f.value, c.q.Mean[0], c.q.Cov.At(0, 0), math.Log(z), mean, variance)
	}
}
