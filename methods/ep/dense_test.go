package ep

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// small is a problem of 12 rows, two attributes and three classes with a kernel
// each, and four inducing inputs a class.
const smallM = 4

var (
	smallVariance = []float64{1.7, 0.8, 1.2}
	smallScales   = [][]float64{{0.9, 1.4}, {1.1, 0.7}, {1.5, 1.2}}
	smallNoise    = []float64{0.3, 0.15, 0.05}
)

// small returns its run, with q still the prior.
func small(t *testing.T, tie tying) *run {
	t.Helper()
	x, y := mat.NewDense(12, 2, nil), make([]int, 12)
	for i := range y {
		v := float64(i)
		x.SetRow(i, []float64{math.Sin(1.3*v+0.4) + 0.1*v, math.Cos(2.1 * v)})
		y[i] = (i*i + i/3) % 3
	}
	cfg := New()
	options := map[string]any{"inducing": smallM, "inducing_init": "first-by-class", "kernel": "se-ard", "noise": 1.0}
	if err := method.Decode(cfg, options); err != nil {
		t.Fatal(err)
	}
	f, err := cfg.start(t.Context(), methodtest.Task(data.NewMemory(x, y), 3, 1), &methodtest.Recorder{}, variant{tie: tie, alpha: cfg.Alpha.Of()})
	if err != nil {
		t.Fatal(err)
	}
	for k, c := range f.classes {
		for i, v := range []float64{smallVariance[k], smallScales[k][0], smallScales[k][1], smallNoise[k]} {
			f.layout.Theta(f.x, c.index)[i] = math.Log(v)
		}
	}
	if _, err := f.moveTo(f.x); err != nil {
		t.Fatal(err)
	}
	f.load(0)
	f.project()
	return f
}

// Figures of a program in numpy that works with M x M matrices in u, one factor
// after the other (tied ones together), moments by (43) to (46), log Z_q by (9)
// and predictions by adaptive quadrature of (68), to a change of 1e-13.
func TestAgainstNumpy(t *testing.T) {
	for _, c := range []struct {
		tie   tying
		logZ  float64
		probs []float64
	}{
		{"", -19.104174602383, []float64{0.551382215463, 0.251440451100, 0.197177333437, 0.442861918990, 0.221888566188, 0.335249514822}},
		{tiedAll, -16.175702050656, []float64{0.542573261745, 0.266294636840, 0.191132101414, 0.435696969185, 0.241390885906, 0.322912144909}},
		{tiedByClass, -16.168036511096, []float64{0.542844441335, 0.266300372523, 0.190855186142, 0.435893949753, 0.241594301428, 0.322511748819}},
	} {
		f := small(t, c.tie)
		f.sweep(t, 400, 0.5)
		if err := f.evaluate(false); err != nil {
			t.Fatal(err)
		}
		if math.Abs(f.value-c.logZ) > 1e-9 {
			t.Errorf("tie %q: log Z %.12f, want %.12f", c.tie, f.value, c.logZ)
		}
		p, err := f.predictor()
		if err != nil {
			t.Fatal(err)
		}
		probs := mat.NewDense(2, 3, nil)
		p.Predict(probs, mat.NewDense(2, 2, []float64{0.3, -0.2, 1.5, 0.8}))
		for i, want := range c.probs {
			if got := probs.At(i/3, i%3); math.Abs(got-want) > 1e-9 {
				t.Errorf("tie %q, row %d, class %d: %.12f, want %.12f", c.tie, i/3, i%3, got, want)
			}
		}
	}
}

// dense is EP in u with whole matrices: the factors' natural parameters by slot
// and side, and what q is made of them anew for every factor.
type dense struct {
	f     *run
	prec  []*mat.SymDense // of the prior
	u     []*mat.Dense    // rows upsilon_i
	sites map[[3]int]*dist
}

// dist is a Gaussian by its natural parameters.
type dist struct {
	prec  *mat.SymDense
	shift *mat.VecDense
}

func newDist(m int) *dist { return &dist{mat.NewSymDense(m, nil), mat.NewVecDense(m, nil)} }

func (d *dist) add(alpha float64, e *dist) {
	m := d.shift.Len()
	for i := range m {
		for j := i; j < m; j++ {
			d.prec.SetSym(i, j, d.prec.At(i, j)+alpha*e.prec.At(i, j))
		}
	}
	d.shift.AddScaledVec(d.shift, alpha, e.shift)
}

// moments returns mean and covariance, and the log normaliser (59) but for 2 pi.
func (d *dist) moments(t *testing.T) (*mat.VecDense, *mat.SymDense, float64) {
	t.Helper()
	var chol mat.Cholesky
	if !chol.Factorize(d.prec) {
		t.Fatal("a precision is not positive definite")
	}
	var m mat.VecDense
	var v mat.SymDense
	if err := chol.SolveVecTo(&m, d.shift); err != nil {
		t.Fatal(err)
	}
	if err := chol.InverseTo(&v); err != nil {
		t.Fatal(err)
	}
	return &m, &v, 0.5*mat.Dot(&m, d.shift) - 0.5*chol.LogDet()
}

// posterior returns q of class c, without the factor of row i and class k if
// k >= 0.
func (d *dense) posterior(c, i, k int) *dist {
	q := newDist(smallM)
	q.add(1, &dist{d.prec[c], mat.NewVecDense(smallM, nil)})
	for at, s := range d.sites {
		if at[2] == c && !(at[0] == i && at[1] == k) {
			q.add(1, s)
		}
	}
	return q
}

// tilted returns log Z of a factor and the Gaussians with the moments of the
// product of cavity and factor, of its two sides.
func (d *dense) tilted(t *testing.T, i, k int, cavity [sides]*dist) (float64, [sides]*dist) {
	y := d.f.factors.y[i]
	var mean [sides]*mat.VecDense
	var cov [sides]*mat.SymDense
	var a, b [sides]float64
	for side, c := range [sides]int{k, y} {
		mean[side], cov[side], _ = cavity[side].moments(t)
		u := d.u[c].RowView(i)
		a[side] = mat.Dot(u, mean[side])
		b[side] = d.f.classes[c].pr.Residual[i] + mat.Inner(u, cov[side], u)
	}
	root := math.Sqrt(b[own] + b[other])
	alpha := (a[own] - a[other]) / root
	z := 0.5 * math.Erfc(-alpha/math.Sqrt2)
	beta := math.Exp(-alpha*alpha/2) / math.Sqrt(2*math.Pi) / z
	var out [sides]*dist
	for side, c := range [sides]int{k, y} {
		sign := float64(2*side - 1)
		var vu, m mat.VecDense
		vu.MulVec(cov[side], d.u[c].RowView(i))
		m.AddScaledVec(mean[side], sign*beta/root, &vu)
		var v, prec mat.SymDense
		v.SymRankOne(cov[side], -(beta*beta+alpha*beta)/(root*root), &vu)
		var chol mat.Cholesky
		if !chol.Factorize(&v) {
			t.Fatal("a matched covariance is not positive definite")
		}
		if err := chol.InverseTo(&prec); err != nil {
			t.Fatal(err)
		}
		out[side] = newDist(smallM)
		out[side].prec.CopySym(&prec)
		out[side].shift.MulVec(&prec, &m)
	}
	return math.Log(z), out
}

// EP one factor after the other, in u and with whole matrices, has the same
// fixed point, the same log Z_q by (9) and the same q.
func TestAgainstDenseEP(t *testing.T) {
	f := small(t, "")
	f.sweep(t, 400, 0.5)
	if err := f.evaluate(false); err != nil {
		t.Fatal(err)
	}
	d := &dense{f: f, sites: map[[3]int]*dist{}}
	for _, c := range f.classes {
		var k, u mat.Dense
		k.Mul(c.prior.L, c.prior.L.T())
		sym := mat.NewSymDense(smallM, nil)
		for i := range smallM {
			for j := range i + 1 {
				sym.SetSym(i, j, k.At(i, j))
			}
		}
		var chol mat.Cholesky
		var prec mat.SymDense
		chol.Factorize(sym)
		if err := chol.InverseTo(&prec); err != nil {
			t.Fatal(err)
		}
		u.Mul(c.pr.Kfu, &prec)
		d.prec, d.u = append(d.prec, &prec), append(d.u, &u)
	}
	each := func(do func(i, k, y int)) {
		for i, y := range f.factors.y {
			for k := range f.classes {
				if k != y {
					do(i, k, y)
				}
			}
		}
	}
	each(func(i, k, y int) {
		d.sites[[3]int{i, k, k}], d.sites[[3]int{i, k, y}] = newDist(smallM), newDist(smallM)
	})
	for range 64 {
		each(func(i, k, y int) {
			cavity := [sides]*dist{d.posterior(k, i, k), d.posterior(y, i, k)}
			_, match := d.tilted(t, i, k, cavity)
			for side, c := range [sides]int{k, y} {
				match[side].add(-1, cavity[side])
				d.sites[[3]int{i, k, c}] = match[side]
			}
		})
	}
	var logZ float64
	for c := range f.classes {
		_, _, g := d.posterior(c, -1, -1).moments(t)
		_, _, g0 := (&dist{d.prec[c], mat.NewVecDense(smallM, nil)}).moments(t)
		logZ += g - g0
	}
	each(func(i, k, y int) {
		cavity := [sides]*dist{d.posterior(k, i, k), d.posterior(y, i, k)}
		z, _ := d.tilted(t, i, k, cavity)
		logZ += z
		for side, c := range [sides]int{k, y} {
			_, _, g := cavity[side].moments(t)
			_, _, whole := d.posterior(c, -1, -1).moments(t)
			logZ += g - whole
		}
	})
	if math.Abs(logZ-f.value) > 1e-8 {
		t.Errorf("log Z %.10f, dense EP %.10f", f.value, logZ)
	}
	for c, class := range f.classes {
		m, v, _ := d.posterior(c, -1, -1).moments(t)
		var mean mat.VecDense
		mean.MulVec(class.prior.L, mat.NewVecDense(smallM, class.q.Mean))
		var lv, cov mat.Dense
		lv.Mul(class.prior.L, class.q.Cov)
		cov.Mul(&lv, class.prior.L.T())
		for i := range smallM {
			if math.Abs(mean.AtVec(i)-m.AtVec(i)) > 1e-7 {
				t.Errorf("class %d: mean %g, dense EP %g", c, mean.AtVec(i), m.AtVec(i))
			}
			for j := range smallM {
				if math.Abs(cov.At(i, j)-v.At(i, j)) > 1e-7 {
					t.Errorf("class %d: covariance %g, dense EP %g", c, cov.At(i, j), v.At(i, j))
				}
			}
		}
	}
}
