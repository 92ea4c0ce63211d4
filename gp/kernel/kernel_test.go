package kernel

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

var tested = []string{"se", "se-ard", "matern32-ard", "linear-ard", "se-ard+linear-ard", "se + matern32-ard + se"}

// naive is the covariance of two rows, straight from the documentation of New.
func naive(name string, theta, x, z []float64) float64 {
	var s float64
	if name == "linear-ard" {
		for d := range x {
			s += math.Exp(theta[d]) * x[d] * z[d]
		}
		return s
	}
	for d := range x {
		l := math.Exp(theta[1])
		if name != "se" {
			l = math.Exp(theta[1+d])
		}
		s += (x[d] - z[d]) * (x[d] - z[d]) / (l * l)
	}
	if name == "matern32-ard" {
		a := math.Sqrt(3 * s)
		return math.Exp(theta[0]) * (1 + a) * math.Exp(-a)
	}
	return math.Exp(theta[0]) * math.Exp(-s/2)
}

// naiveSum is naive for an expression, with the numbers of parameters on R^3.
func naiveSum(expr string, theta, x, z []float64) float64 {
	parts := map[string][]string{
		"se-ard+linear-ard":      {"se-ard", "linear-ard"},
		"se + matern32-ard + se": {"se", "matern32-ard", "se"},
	}[expr]
	if parts == nil {
		parts = []string{expr}
	}
	size := map[string]int{"se": 2, "se-ard": 4, "matern32-ard": 4, "linear-ard": 3}
	var s float64
	for _, name := range parts {
		s += naive(name, theta[:size[name]], x, z)
		theta = theta[size[name]:]
	}
	return s
}

// example returns a kernel at uneven parameters, and inputs that lie away from
// the origin, some of them equal.
func example(t *testing.T, expr string, noise float64) (k Kernel, theta []float64, x, z *mat.Dense) {
	t.Helper()
	k, err := New(expr, 3, Start{Variance: 1, Lengthscale: 1, Noise: noise})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	theta = make([]float64, k.NumParams())
	for i := range theta {
		theta[i] = 0.5 * rng.NormFloat64()
	}
	x, z = normal(rng, 5, 3), normal(rng, 4, 3)
	x.SetRow(2, z.RawRowView(1))
	x.SetRow(4, x.RawRowView(3))
	return k.With(theta), theta, x, z
}

func normal(rng *rand.Rand, r, c int) *mat.Dense {
	out := mat.NewDense(r, c, nil)
	for i := range r {
		for j := range c {
			out.Set(i, j, 1+rng.NormFloat64())
		}
	}
	return out
}

func TestValuesAgreeWithTheDefinition(t *testing.T) {
	for _, expr := range tested {
		k, theta, x, z := example(t, expr, 0.1)
		noise := math.Exp(theta[len(theta)-1])
		cov, gram, diagonal := mat.NewDense(5, 4, nil), mat.NewDense(5, 5, nil), make([]float64, 5)
		k.Cov(cov, x, z)
		k.Gram(gram, x)
		k.Var(diagonal, x)
		for i := range 5 {
			for j := range 4 {
				if want := naiveSum(expr, theta, x.RawRowView(i), z.RawRowView(j)); math.Abs(cov.At(i, j)-want) > 1e-13*(1+math.Abs(want)) {
					t.Errorf("%s: Cov(%d, %d) = %v, want %v", expr, i, j, cov.At(i, j), want)
				}
			}
			for j := range 5 {
				want := naiveSum(expr, theta, x.RawRowView(i), x.RawRowView(j))
				if i == j {
					want += noise
				}
				if math.Abs(gram.At(i, j)-want) > 1e-13*(1+math.Abs(want)) {
					t.Errorf("%s: Gram(%d, %d) = %v, want %v", expr, i, j, gram.At(i, j), want)
				}
				if gram.At(i, j) != gram.At(j, i) {
					t.Errorf("%s: Gram is not symmetric at (%d, %d)", expr, i, j)
				}
			}
			if math.Abs(diagonal[i]-gram.At(i, i)) > 1e-13*diagonal[i] {
				t.Errorf("%s: Var(%d) = %v, the diagonal of Gram %v", expr, i, diagonal[i], gram.At(i, i))
			}
		}
	}
}

func TestInputsFarFromTheOriginKeepTheirDigits(t *testing.T) {
	for _, expr := range []string{"se-ard", "matern32-ard"} {
		k, _, x, z := example(t, expr, 0)
		near, far := mat.NewDense(5, 4, nil), mat.NewDense(5, 4, nil)
		k.Cov(near, x, z)
		for _, m := range []*mat.Dense{x, z} {
			m.Apply(func(_, _ int, v float64) float64 { return v + 1<<20 }, m)
		}
		k.Cov(far, x, z)
		if !mat.EqualApprox(near, far, 1e-8) {
			t.Errorf("%s: covariances change when inputs are moved", expr)
		}
	}
}

func TestARowDoesNotDependOnItsNeighbours(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x, z := normal(rng, 300, 70), normal(rng, 300, 70)
	for _, expr := range []string{"se", "matern32-ard", "linear-ard"} {
		k, err := New(expr, 70, Start{Variance: 1, Lengthscale: 8})
		if err != nil {
			t.Fatal(err)
		}
		all, one := mat.NewDense(300, 300, nil), mat.NewDense(1, 300, nil)
		k.Cov(all, x, z)
		for _, i := range []int{0, 77, 299} {
			k.Cov(one, x.Slice(i, i+1, 0, 70).(*mat.Dense), z)
			if !mat.Equal(one, all.Slice(i, i+1, 0, 300)) {
				t.Errorf("%s: row %d alone differs", expr, i)
			}
		}
	}
}

// TestPullbacks compares every derivative of a weighted sum of Cov, Gram and
// Var with a central difference, and checks that the derivatives are added and
// that a nil is left out.
func TestPullbacks(t *testing.T) {
	for _, expr := range tested {
		for _, noise := range []float64{0, 0.1} {
			k, theta, x, z := example(t, expr, noise)
			rng := rand.New(rand.NewPCG(5, 6))
			w, wg, wv := normal(rng, 5, 4), normal(rng, 5, 5), normal(rng, 1, 5).RawRowView(0)
			cov, gram, diagonal := mat.NewDense(5, 4, nil), mat.NewDense(5, 5, nil), make([]float64, 5)

			objective := map[string]func(k Kernel) float64{
				"Cov":  func(k Kernel) float64 { k.Cov(cov, x, z); return inner(w, cov) },
				"Gram": func(k Kernel) float64 { k.Gram(gram, x); return inner(wg, gram) },
				"Var": func(k Kernel) float64 {
					k.Var(diagonal, x)
					return inner(mat.NewDense(1, 5, wv), mat.NewDense(1, 5, diagonal))
				},
			}
			back := map[string]func(dTheta []float64, dX, dZ *mat.Dense){
				"Cov":  func(dTheta []float64, dX, dZ *mat.Dense) { k.CovBack(dTheta, dX, dZ, x, z, cov, w) },
				"Gram": func(dTheta []float64, dX, _ *mat.Dense) { k.GramBack(dTheta, dX, x, gram, wg) },
				"Var":  func(dTheta []float64, dX, _ *mat.Dense) { k.VarBack(dTheta, dX, x, wv) },
			}
			for _, name := range []string{"Cov", "Gram", "Var"} {
				f := objective[name]
				f(k)
				dTheta, dX, dZ := constant(len(theta), 7), mat.NewDense(5, 3, constant(15, 7)), mat.NewDense(4, 3, constant(12, 7))
				back[name](dTheta, dX, dZ)
				for i := range theta {
					compare(t, expr+" "+name+" theta", dTheta[i]-7, difference(&theta[i], func() float64 { return f(k.With(theta)) }))
				}
				for i := range 15 {
					compare(t, expr+" "+name+" x", dX.RawMatrix().Data[i]-7, difference(&x.RawMatrix().Data[i], func() float64 { return f(k) }))
				}
				for i := range 12 {
					compare(t, expr+" "+name+" z", dZ.RawMatrix().Data[i]-7, difference(&z.RawMatrix().Data[i], func() float64 { return f(k) }))
				}

				f(k)
				only := mat.NewDense(5, 3, constant(15, 7))
				back[name](nil, only, nil)
				if !mat.EqualApprox(only, dX, 1e-12) {
					t.Errorf("%s %s: dX alone differs", expr, name)
				}
				only = mat.NewDense(4, 3, constant(12, 7))
				back[name](nil, nil, only)
				if !mat.EqualApprox(only, dZ, 1e-12) {
					t.Errorf("%s %s: dZ alone differs", expr, name)
				}
				own := constant(len(theta), 7)
				back[name](own, nil, nil)
				for i := range own {
					if math.Abs(own[i]-dTheta[i]) > 1e-12*(1+math.Abs(own[i])) {
						t.Errorf("%s %s: dTheta alone differs", expr, name)
					}
				}
			}
		}
	}
}

func inner(a, b *mat.Dense) float64 {
	var s float64
	n, m := a.Dims()
	for i := range n {
		for j := range m {
			s += a.At(i, j) * b.At(i, j)
		}
	}
	return s
}

// difference returns the central difference of f in *v.
func difference(v *float64, f func() float64) float64 {
	const h = 1e-5
	at := *v
	*v = at + h
	up := f()
	*v = at - h
	down := f()
	*v = at
	return (up - down) / (2 * h)
}

func compare(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 2e-8*(1+math.Abs(want)) {
		t.Errorf("%s: got %v, difference quotient %v", what, got, want)
	}
}

func TestParamsNamesAndState(t *testing.T) {
	for _, expr := range tested {
		for _, noise := range []float64{0, 0.1} {
			k, theta, x, z := example(t, expr, noise)
			if len(k.Names()) != len(theta) || k.NumParams() != len(theta) {
				t.Errorf("%s: %d names, %d parameters, want %d", expr, len(k.Names()), k.NumParams(), len(theta))
			}
			got := make([]float64, len(theta))
			k.Params(got)
			for i := range got {
				if got[i] != theta[i] {
					t.Errorf("%s: parameter %d is %v, want %v", expr, i, got[i], theta[i])
				}
			}
			back, err := StateOf(k).Kernel()
			if err != nil {
				t.Fatal(err)
			}
			a, b := mat.NewDense(5, 4, nil), mat.NewDense(5, 4, nil)
			k.Cov(a, x, z)
			back.Cov(b, x, z)
			if !mat.Equal(a, b) {
				t.Errorf("%s: the kernel of its state differs", expr)
			}
		}
	}
}

func TestNewRefuses(t *testing.T) {
	good := Start{Variance: 1, Lengthscale: 1}
	for _, c := range []struct {
		expr  string
		dim   int
		start Start
	}{
		{"rbf", 2, good}, {"", 2, good}, {"se+", 2, good}, {"se", 0, good},
		{"se", 2, Start{Variance: 0, Lengthscale: 1}}, {"se", 2, Start{Variance: 1, Lengthscale: math.NaN()}},
		{"se", 2, Start{Variance: 1, Lengthscale: math.Inf(1)}}, {"se", 2, Start{Variance: 1, Lengthscale: 1, Noise: -1}},
	} {
		if _, err := New(c.expr, c.dim, c.start); err == nil {
			t.Errorf("New(%q, %d, %v) gave no error", c.expr, c.dim, c.start)
		}
	}
}
