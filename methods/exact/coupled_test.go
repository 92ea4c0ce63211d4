package exact

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/linalg"
	"gpcbench/methods/methodtest"
)

// T of a coupled frame against I + L'W L of all functions at once, its determinant, and the variances.
func TestCoupling(t *testing.T) {
	const n, classes = 7, 3
	rng := rand.New(rand.NewPCG(5, 6))
	x, y := mat.NewDense(n, 2, nil), make([]int, n)
	x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, x)
	for i := range y {
		y[i] = rng.IntN(classes)
	}
	k, err := kernel.New("se", 2, kernel.Start{Variance: 30, Lengthscale: 1, Noise: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	l, err := likelihood.NewMulticlass("robust-max", classes, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	p := newPosterior(l, x, y, newHyperprior(k, false, 1, 1))
	if err := p.couple(); err != nil {
		t.Fatal(err)
	}
	fr := p.newFrame()
	if err := p.lay(fr, k); err != nil || !fr.tied {
		t.Fatal(err, fr.tied)
	}
	const all = n * classes
	full := mat.NewDense(all, all, nil) // K^-1 + W, whitened
	for a := range classes {
		for b := range classes {
			w := mat.NewDense(n, n, nil)
			for i := range n {
				w.Set(i, i, -p.u.At(i, a)*p.u.At(i, b))
				if a == b {
					w.Set(i, i, p.d.At(i, a)+w.At(i, i))
				}
			}
			var block mat.Dense
			block.Product(fr.l.T(), w, fr.l)
			full.Slice(a*n, (a+1)*n, b*n, (b+1)*n).(*mat.Dense).Copy(&block)
		}
	}
	for i := range all {
		full.Set(i, i, 1+full.At(i, i))
	}
	var inverse, product mat.Dense
	if err := inverse.Inverse(full); err != nil {
		t.Fatal(err)
	}
	colour, whiten, back := mat.NewDense(all, all, nil), mat.NewDense(all, all, nil), mat.NewDense(all, all, nil)
	undone := func(x [][]float64, work []float64) { // of coordinates, without the mean
		for c := range x {
			floats.Add(x[c], fr.mean[c])
		}
		fr.coordinates(x, x, work)
	}
	for j := range all {
		for dst, apply := range map[*mat.Dense]func([][]float64, []float64){colour: fr.colour, whiten: fr.whiten, back: undone} {
			unit := vectors(classes, n)
			unit[j/n][j%n] = 1
			apply(unit, make([]float64, n))
			for i := range all {
				dst.Set(i, j, unit[i/n][i%n])
			}
		}
	}
	product.Mul(colour, colour.T())
	if d := maxDiff(&product, &inverse); d > 1e-10 {
		t.Errorf("T^-T T^-1 is off by %g", d)
	}
	if d := maxDiff(whiten, mat.DenseCopyOf(colour.T())); d > 1e-10 {
		t.Errorf("T^-1 is not the transpose of T^-T: %g", d)
	}
	product.Mul(back, colour)
	for i := range all {
		product.Set(i, i, product.At(i, i)-1)
	}
	if d := mat.Norm(&product, math.Inf(1)); d > 1e-9 {
		t.Errorf("T' T^-T is off from I by %g", d)
	}
	if want, _ := mat.LogDet(full); math.Abs(fr.logDet-want/2) > 1e-9 {
		t.Errorf("log|T| %v, want %v", fr.logDet, want/2)
	}
	to := make([]float64, n)
	for c := range classes {
		p.variances(to, fr, c)
		var cov mat.Dense
		cov.Product(fr.l, inverse.Slice(c*n, (c+1)*n, c*n, (c+1)*n), fr.l.T())
		for i, v := range to {
			if math.Abs(v-cov.At(i, i)) > 1e-9 {
				t.Errorf("variance of function %d at row %d: %v, want %v", c, i, v, cov.At(i, i))
			}
		}
	}
	if d := stationary(p, fr); d > 0.1 {
		t.Errorf("Newton's method ends where the gradient is %g", d)
	}
}

// stationary returns the norm of the gradient of the smoothed posterior at the mean of a frame, by v.
func stationary(p *posterior, fr *frame) float64 {
	p.smoothed(fr.l, fr.mean)
	sum := 0.0
	for c, m := range fr.mean {
		r := append([]float64(nil), m...)
		mat.Col(p.row, c, p.g)
		linalg.MulVec(r, true, 1, fr.l, p.row, -1)
		sum += linalg.Dot(r, r)
	}
	return math.Sqrt(sum)
}

// A likelihood of one function has no coupled frame.
func TestNothingToCouple(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(20, 2, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
	cfg := New()
	cfg.CoupledFrame, cfg.Likelihood = true, "logit"
	if _, err := cfg.Fit(t.Context(), task, &methodtest.Recorder{Every: 1 << 30}); err == nil {
		t.Error("no error")
	}
}
