package kl

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/methods/methodtest"
)

// converged returns the ascent for a link, covariance and classes at its end.
func converged(t *testing.T, link likelihood.Link, k *mat.Dense, y []int) *ascent {
	t.Helper()
	a := newAscent(newPosterior(link, y, k), 1e-10, 200, methodtest.Never, func(string, int) { t.Error("not converged") })
	if err := a.converge(); err != nil {
		t.Fatal(err)
	}
	return a
}

// covariance returns K and classes of n rows.
func covariance(t *testing.T, n int, lengthscale, variance float64) (*mat.Dense, []int) {
	t.Helper()
	x, y := methodtest.Task(methodtest.Blobs(n, 2, 2, rand.New(rand.NewPCG(1, 2))), 2, 7).Train.ReadAll()
	kern, err := kernel.New("se", 2, kernel.Start{Variance: variance, Lengthscale: lengthscale})
	if err != nil {
		t.Fatal(err)
	}
	k := mat.NewDense(n, n, nil)
	kern.Gram(k, x)
	return k, y
}

// Bounds of an independent program, and evidence in closed form.
func TestFewRows(t *testing.T) {
	probit, logit := likelihood.Probit{}, likelihood.Logit{}
	one, two := []float64{1}, []float64{1, 0.5, 0.5, 1}
	three, diagonal := []float64{2, 1.6, 0.8, 1.6, 2, 1.2, 0.8, 1.2, 2}, []float64{2, 0, 0, 0, 2, 0, 0, 0, 2}
	for _, c := range []struct {
		k               []float64
		y               []int
		link            likelihood.Link
		bound, evidence float64
	}{
		{one, []int{1}, probit, -0.694651714108, -0.693147180560},
		{two, []int{1, 1}, probit, -1.240130439329, -1.237132177596},
		{two, []int{1, 0}, probit, -1.563719358091, -1.561673567702},
		{three, []int{1, 1, 0}, probit, -2.168442421438, -2.158162960926},
		{diagonal, []int{1, 0, 1}, probit, -2.096964411230, -3 * math.Ln2},
		{one, []int{1}, logit, -0.693225474273, -0.693147180560},
		{two, []int{1, 1}, logit, -1.304257921528, -1.304057168451},
		{two, []int{1, 0}, logit, -1.476009178059, -1.475905444449},
		{three, []int{1, 1, 0}, logit, -2.132373932710, 0},
		{diagonal, []int{1, 0, 1}, logit, -2.080965369006, -3 * math.Ln2},
	} {
		n := len(c.y)
		a := converged(t, c.link, mat.NewDense(n, n, c.k), c.y)
		if math.Abs(a.value-c.bound) > 1e-8 || a.value >= c.evidence {
			t.Errorf("%s, %v: bound %.12f, want %.12f, evidence %.12f", c.link.Name(), c.k, a.value, c.bound, c.evidence)
		}
	}
	a := converged(t, probit, mat.NewDense(2, 2, two), []int{1, 1})
	for i := range 2 {
		if math.Abs(a.alpha[i]-0.48548572) > 1e-8 || math.Abs(a.lambda[i]-0.44016737) > 1e-7 {
			t.Errorf("alpha %.9f, lambda %.9f", a.alpha[i], a.lambda[i])
		}
	}
}

// At the end alpha_n = E (log p)' and lambda_n = -E (log p)”, by the trapezoidal rule.
func TestStationary(t *testing.T) {
	for _, link := range []likelihood.Link{likelihood.Probit{}, likelihood.Logit{}} {
		k, y := covariance(t, 40, 1, 2)
		a := converged(t, link, k, y)
		for i := range y {
			var first, second float64
			const step = 1e-3
			for u := -9.0; u <= 9; u += step {
				_, d, dd := link.LogProb(a.y[i], a.mean[i]+u*math.Sqrt(a.s[i]))
				w := step * math.Exp(-u*u/2) / math.Sqrt(2*math.Pi)
				first += w * d
				second += w * dd
			}
			if math.Abs(a.alpha[i]-first) > 1e-6 || math.Abs(a.lambda[i]+second) > 1e-5 {
				t.Errorf("%s, row %d: alpha %.8f, lambda %.8f, expectations %.8f, %.8f", link.Name(), i, a.alpha[i], a.lambda[i], first, -second)
			}
		}
	}
}

// bound is F of N(m, v) by plain inverses.
func bound(t *testing.T, link likelihood.Link, k *mat.Dense, y []int, m *mat.VecDense, v *mat.Dense) float64 {
	t.Helper()
	var inverse, product mat.Dense
	if err := inverse.Inverse(k); err != nil {
		t.Fatal(err)
	}
	product.Mul(&inverse, v)
	logK, _ := mat.LogDet(k)
	logV, _ := mat.LogDet(v)
	sum := -0.5 * (mat.Trace(&product) + mat.Inner(m, &inverse, m) - float64(len(y)) + logK - logV)
	for i, class := range y {
		e, _, _ := link.Expect(float64(2*class-1), m.AtVec(i), v.At(i, i))
		sum += e
	}
	return sum
}

// F, means and variances are those of the dense q(f), and every other q has a lower bound.
func TestDense(t *testing.T) {
	const n = 12
	rng := rand.New(rand.NewPCG(5, 6))
	for _, link := range []likelihood.Link{likelihood.Probit{}, likelihood.Logit{}} {
		k, y := covariance(t, n, 1, 3)
		for i := range n {
			k.Set(i, i, k.At(i, i)+0.1)
		}
		a := converged(t, link, k, y)
		var v mat.Dense
		if err := v.Inverse(k); err != nil {
			t.Fatal(err)
		}
		for i, l := range a.lambda {
			v.Set(i, i, v.At(i, i)+l)
		}
		if err := v.Inverse(&v); err != nil {
			t.Fatal(err)
		}
		m := mat.NewVecDense(n, nil)
		m.MulVec(&v, mat.NewVecDense(n, a.nu))
		for i := range n {
			if math.Abs(m.AtVec(i)-a.mean[i]) > 1e-9 || math.Abs(v.At(i, i)-a.s[i]) > 1e-9 {
				t.Errorf("%s, row %d: %.10f, %.10f, dense %.10f, %.10f", link.Name(), i, a.mean[i], a.s[i], m.AtVec(i), v.At(i, i))
			}
		}
		if got := bound(t, link, k, y, m, &v); math.Abs(got-a.value) > 1e-9 {
			t.Errorf("%s: F %.10f, dense %.10f", link.Name(), a.value, got)
		}
		for range 20 {
			other, spread := mat.VecDenseCopyOf(m), mat.NewDense(n, n, nil)
			for i := range n {
				other.SetVec(i, other.AtVec(i)+1e-3*rng.NormFloat64())
				for j := range n {
					spread.Set(i, j, 1e-3*rng.NormFloat64())
				}
				spread.Set(i, i, 1+spread.At(i, i))
			}
			spread.Product(spread, &v, spread.T())
			if got := bound(t, link, k, y, other, spread); got >= a.value {
				t.Errorf("%s: another q has %.10f, the best %.10f", link.Name(), got, a.value)
			}
		}
	}
}

// Variances do not lose their digits where sites are weak.
func TestWeakSites(t *testing.T) {
	const n = 10
	k, y := covariance(t, n, 1, 4)
	p := newPosterior(likelihood.Probit{}, y, k)
	for i := range n {
		p.lambda[i] = math.Pow(10, -3*float64(i)) // 1 to 1e-27
	}
	p.lambda[n-1] = 0
	if err := p.refresh(); err != nil {
		t.Fatal(err)
	}
	var v mat.Dense
	if err := v.Inverse(k); err != nil {
		t.Fatal(err)
	}
	for i, l := range p.lambda {
		v.Set(i, i, v.At(i, i)+l)
	}
	if err := v.Inverse(&v); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if want := v.At(i, i); math.Abs(p.s[i]-want) > 1e-9*want {
			t.Errorf("lambda %g: variance %.12f, dense %.12f", p.lambda[i], p.s[i], want)
		}
	}
}

// Small, middling and large variances, short and long lengthscales: the inner loop
// converges from the prior, and to the same bound from the sites of another kernel. In the
// third the first step of the means is ten times too long.
func TestConvergesEverywhere(t *testing.T) {
	for _, link := range []likelihood.Link{likelihood.Probit{}, likelihood.Logit{}} {
		for _, c := range [][2]float64{{1, 2}, {0.1, 200}, {3, 0.1}, {3, 400}, {0.5, 100}} {
			k, y := covariance(t, 100, c[0], c[1])
			a := converged(t, link, k, y)
			first := a.value
			other, _ := covariance(t, 100, 2*c[0], 2*c[1])
			a.k.Copy(other)
			if err := a.converge(); err != nil {
				t.Fatal(err)
			}
			back, _ := covariance(t, 100, c[0], c[1])
			a.k.Copy(back)
			if err := a.converge(); err != nil {
				t.Fatal(err)
			}
			if math.Abs(a.value-first) > 1e-8*(1+math.Abs(first)) {
				t.Errorf("%s, lengthscale %v, variance %v: bound %.10f from other sites, %.10f from none", link.Name(), c[0], c[1], a.value, first)
			}
		}
	}
}

// Sweeps that do not suffice are counted, and leave a bound.
func TestNotConverged(t *testing.T) {
	k, y := covariance(t, 50, 1, 2)
	counted := 0
	a := newAscent(newPosterior(likelihood.Probit{}, y, k), 1e-10, 2, methodtest.Never, func(name string, n int) {
		if name == eventNotConverged {
			counted += n
		}
	})
	if err := a.converge(); err != nil {
		t.Fatal(err)
	}
	if best := converged(t, likelihood.Probit{}, k, y).value; counted != 1 || a.value >= best {
		t.Errorf("counted %d times; bound %.8f after two sweeps, %.8f at the end", counted, a.value, best)
	}
}

// The cloglog link at priors so wide that its slopes there say sites without digits. Bounds of one row are by an
// optimiser of mean and variance, with a trapezoidal rule for the expectation.
func TestWidePriorsOfCloglog(t *testing.T) {
	for _, c := range []struct {
		variance float64
		y        int
		bound    float64
	}{
		{100, 1, -0.761180}, {100, 0, -1.060690}, {1000, 1, -0.922736}, {1000, 0, -1.434971},
	} {
		a := converged(t, likelihood.Cloglog{}, mat.NewDense(1, 1, []float64{c.variance}), []int{c.y})
		if math.Abs(a.value-c.bound) > 2e-4 {
			t.Errorf("variance %g, class %d: bound %.6f, want %.6f", c.variance, c.y, a.value, c.bound)
		}
	}
	for _, variance := range []float64{100, 1e4} {
		k, y := covariance(t, 30, 1, variance)
		a := newAscent(newPosterior(likelihood.Cloglog{}, y, k), 1e-4, 2000, methodtest.Never, func(string, int) {}) // rounding of so wide a prior may leave more
		if err := a.converge(); err != nil {
			t.Fatal(err)
		}
		if left := a.propose(); !(a.value > -30*math.Ln2) || left > 1e-3 {
			t.Errorf("variance %g: bound %g, that of no model is %g; a sweep would move sites by %g", variance, a.value, -30*math.Ln2, left)
		}
	}
}
