package gfitc

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// trapezium integrates h(f) N(f | mean, variance) exp(nu f - tau f^2 / 2) over 14 standard
// deviations to either side.
func trapezium(mean, variance, tau, nu float64, h func(f float64) float64) float64 {
	const n = 40001
	sd := math.Sqrt(variance)
	var sum float64
	for i := range n {
		u := 14 * (2*float64(i)/(n-1) - 1)
		f := mean + sd*u
		sum += h(f) * math.Exp(-0.5*u*u+nu*f-0.5*tau*f*f)
	}
	return sum * 28 / (n - 1) / math.Sqrt(2*math.Pi)
}

func TestIntegralAgainstQuadrature(t *testing.T) {
	for _, c := range [][4]float64{{0.7, 1.3, 0, 0}, {-1.2, 0.4, 2.5, -0.8}, {0.3, 2, 30, 4}, {2, 0, 3, 1}} {
		want := -0.5*c[2]*c[0]*c[0] + c[3]*c[0]
		if c[1] > 0 {
			want = math.Log(trapezium(c[0], c[1], c[2], c[3], func(float64) float64 { return 1 }))
		}
		if got := integral(c[0], c[1], c[2], c[3]); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v: %.12f, quadrature %.12f", c, got, want)
		}
	}
}

// The cavity times the proposed site has the moments of the tilted distribution:
// of N(m_y, v_y) N(m_k, v_k) Theta(f_y - f_k), with f_k integrated out of the one
// and f_y out of the other, and of N(m, v) Phi(y f).
func TestProposalsMatchMoments(t *testing.T) {
	cdf := func(z float64) float64 { return 0.5 * math.Erfc(-z/math.Sqrt2) }
	check := func(name string, m, v, tau, nu float64, rest func(f float64) float64) {
		t.Helper()
		z := trapezium(m, v, 0, 0, rest)
		mean := trapezium(m, v, 0, 0, func(f float64) float64 { return f * rest(f) }) / z
		variance := trapezium(m, v, 0, 0, func(f float64) float64 { return (f - mean) * (f - mean) * rest(f) }) / z
		gotMean, gotVariance := times(m, v, tau, nu)
		if math.Abs(gotMean-mean) > 1e-8 || math.Abs(gotVariance-variance) > 1e-8 {
			t.Errorf("%s, N(%v, %v): moments %.9f, %.9f, quadrature %.9f, %.9f", name, m, v, gotMean, gotVariance, mean, variance)
		}
	}
	for _, c := range [][4]float64{{0.4, 1.1, -0.3, 0.6}, {-2, 0.5, 1.5, 0.8}, {3, 2, -1, 0.1}} {
		my, vy, mk, vk := c[0], c[1], c[2], c[3]
		l := newArgmax([]int{1}, 2, 1) // y = 1 against class 0
		tau, nu := make([]float64, 2), make([]float64, 2)
		l.propose(tau, nu, [][]float64{{mk}, {my}}, [][]float64{{vk}, {vy}})
		check("own", my, vy, tau[0], nu[0], func(f float64) float64 { return cdf((f - mk) / math.Sqrt(vk)) })
		check("rival", mk, vk, tau[1], nu[1], func(f float64) float64 { return cdf((my - f) / math.Sqrt(vy)) })
		for class, y := range []float64{-1, 1} {
			b := newProbit([]int{class}, 1)
			b.propose(tau[:1], nu[:1], [][]float64{{my}}, [][]float64{{vy}})
			check("probit", my, vy, tau[0], nu[0], func(f float64) float64 { return cdf(y * f) })
		}
	}
}

// dense is sequential EP of the multi-class factors with N x N matrices, as
// textbooks write it: an independent computation of the same approximation.
type dense struct {
	y    []int
	k    []*mat.Dense // prior covariance of each function
	tau  [][]float64  // by factor: on f_y, on f_k
	nu   [][]float64
	row  []int
	pair [][2]int
}

func newDense(y []int, k []*mat.Dense) *dense {
	d := &dense{y: y, k: k}
	for i, c := range y {
		for o := range k {
			if o != c {
				d.row, d.pair = append(d.row, i), append(d.pair, [2]int{c, o})
				d.tau, d.nu = append(d.tau, make([]float64, 2)), append(d.nu, make([]float64, 2))
			}
		}
	}
	return d
}

// posterior returns mean and covariance of function c, and log|I + K T|.
func (d *dense) posterior(c int) (mean []float64, cov *mat.Dense, logDet, quadratic float64) {
	n := len(d.y)
	t, v := make([]float64, n), mat.NewVecDense(n, nil)
	for f, p := range d.pair {
		for side, on := range p {
			if on == c {
				t[d.row[f]] += d.tau[f][side]
				v.SetVec(d.row[f], v.AtVec(d.row[f])+d.nu[f][side])
			}
		}
	}
	b := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			b.Set(i, j, d.k[c].At(i, j)*t[j])
		}
		b.Set(i, i, 1+b.At(i, i))
	}
	logDet, _ = mat.LogDet(b)
	cov = mat.NewDense(n, n, nil)
	if err := cov.Solve(b, d.k[c]); err != nil {
		panic(err)
	}
	var m mat.VecDense
	m.MulVec(cov, v)
	return m.RawVector().Data, cov, logDet, mat.Dot(v, &m)
}

// cavity returns precision and shift of factor f's cavity on one side.
func (d *dense) cavity(f, side int, mean []float64, cov *mat.Dense) (precision, shift float64) {
	i := d.row[f]
	return 1/cov.At(i, i) - d.tau[f][side], mean[i]/cov.At(i, i) - d.nu[f][side]
}

// run sweeps over the factors one by one until nothing changes.
func (d *dense) run(sweeps int) (change float64) {
	for range sweeps {
		change = 0
		for f, p := range d.pair {
			var m, v [2]float64
			for side, c := range p {
				mean, cov, _, _ := d.posterior(c)
				precision, shift := d.cavity(f, side, mean, cov)
				m[side], v[side] = shift/precision, 1/precision
			}
			s := math.Sqrt(v[0] + v[1])
			z := (m[0] - m[1]) / s
			ratio := math.Exp(-0.5*z*z) / math.Sqrt(2*math.Pi) / (0.5 * math.Erfc(-z/math.Sqrt2))
			for side, sign := range []float64{1, -1} {
				newMean := m[side] + sign*v[side]*ratio/s
				newVariance := v[side] - v[side]*v[side]*ratio*(z+ratio)/(s*s)
				tau, nu := 1/newVariance-1/v[side], newMean/newVariance-m[side]/v[side]
				change = max(change, math.Abs(tau-d.tau[f][side]), math.Abs(nu-d.nu[f][side]))
				d.tau[f][side], d.nu[f][side] = tau, nu
			}
		}
		if change < 1e-12 {
			return change
		}
	}
	return change
}

// logZ is (57) and (58) of the sites on f.
func (d *dense) logZ() float64 {
	g := func(precision, shift float64) float64 {
		return 0.5*shift*shift/precision - 0.5*math.Log(precision)
	}
	var sum float64
	mean, cov := make([][]float64, len(d.k)), make([]*mat.Dense, len(d.k))
	for c := range d.k {
		var logDet, quadratic float64
		mean[c], cov[c], logDet, quadratic = d.posterior(c)
		sum += 0.5 * (quadratic - logDet)
	}
	for f, p := range d.pair {
		var m, v [2]float64
		for side, c := range p {
			i := d.row[f]
			precision, shift := d.cavity(f, side, mean[c], cov[c])
			m[side], v[side] = shift/precision, 1/precision
			sum += g(precision, shift) - g(1/cov[c].At(i, i), mean[c][i]/cov[c].At(i, i))
		}
		sum += math.Log(0.5 * math.Erfc(-(m[0]-m[1])/math.Sqrt(2*(v[0]+v[1]))))
	}
	return sum
}

// covariance returns the FITC covariance of a function at the training rows.
func covariance(pr *sparse.Projection) *mat.Dense {
	n, _ := pr.A.Dims()
	k := mat.NewDense(n, n, nil)
	k.Mul(pr.A, pr.A.T())
	for i, r := range pr.Residual {
		k.Set(i, i, k.At(i, i)+r)
	}
	return k
}

// Against dense EP, on inputs of four classes, with noise that is large or small.
func TestAgainstDenseEP(t *testing.T) {
	for _, noise := range []float64{0.5, 0.01} {
		task := methodtest.Task(methodtest.Blobs(14, 2, 4, rand.New(rand.NewPCG(2, 3))), 4, 1)
		cfg := New()
		cfg.Inducing, cfg.InducingInit, cfg.Noise, cfg.Variance = method.Inputs(5), "random", noise, 1.5
		cfg.Inference = exact
		f, e, err := cfg.start(t.Context(), task, &methodtest.Recorder{})
		if err != nil {
			t.Fatal(err)
		}
		value, _ := at(t, f, f.X())
		_, y := task.Train.ReadAll()
		var ks []*mat.Dense
		for _, fn := range e.fs {
			ks = append(ks, covariance(fn.(*fitc).pr))
		}
		d := newDense(y, ks)
		if change := d.run(500); change > 1e-10 {
			t.Fatalf("dense EP still moves by %g", change)
		}
		if want := d.logZ(); math.Abs(value-want) > 1e-9*math.Abs(want) {
			t.Errorf("noise %v: log Z_EP %.12f, dense EP %.12f", noise, value, want)
		}
		for c, fn := range e.fs {
			gotMean, gotVariance := moments(fn.(*fitc))
			mean, cov, _, _ := d.posterior(c)
			for i := range y {
				if math.Abs(gotMean[i]-mean[i]) > 1e-8 || math.Abs(gotVariance[i]-cov.At(i, i)) > 1e-8 {
					t.Errorf("noise %v, f^%d at row %d: %.9f, %.9f, dense EP %.9f, %.9f", noise, c, i, gotMean[i], gotVariance[i], mean[i], cov.At(i, i))
				}
			}
		}
	}
}

// Without sites the posterior is worked out by itself: as the limit of tiny ones.
func TestWithoutSites(t *testing.T) {
	prior := smallPriors(t)[0]
	f := newFITC(prior, prior.Training(smallX), 1)
	var got [2][][]float64
	for i, tau := range []float64{1e-300, 0} {
		f.tau[4] = tau
		if err := f.refresh(mat.NewDense(9, 3, nil)); err != nil {
			t.Fatal(err)
		}
		mean, factor, err := f.whitened()
		if err != nil {
			t.Fatal(err)
		}
		got[i] = [][]float64{slices.Clone(f.g), slices.Clone(f.q), slices.Clone(f.w), slices.Clone(mean), factor.RawMatrix().Data, slices.Clone(f.half.RawMatrix().Data), {f.evidence()}}
		got[i][2][4] = 0
	}
	for k, want := range got[0] {
		if !slices.EqualFunc(got[1][k], want, func(a, b float64) bool { return math.Abs(a-b) <= 1e-15 }) {
			t.Errorf("quantity %d: %v, with a tiny site %v", k, got[1][k], want)
		}
	}
}
