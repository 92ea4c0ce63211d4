package ep

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
)

// At the fixed point the gradient is the derivative of log Z_q, and with "inner-exact" away from it.
func TestPowerGradient(t *testing.T) {
	for _, options := range []map[string]any{{"alpha": 0.7}, {"alpha": 0.05}, {"alpha": 0.5, "gradient": innerExact}} {
		for _, share := range sharings {
			all := map[string]any{"inducing": 4, "inducing_init": "random", "kernel": "se-ard", "noise": 0.3, "share": share}
			sweeps := 300
			for name, v := range options {
				all[name] = v
				if name == "gradient" {
					sweeps = 3
				}
			}
			f := begun(t, 14, 2, 3, untied, all)
			f.slopesAfter(t, sweeps, 0.7)
		}
	}
}

// log Z_q by definition: the integral of prior and factors' sites, and (log Z - log Z') / alpha of every
// factor's power, by quadrature, whose moments the site's power has.
func TestPowerEPByDefinition(t *testing.T) {
	for _, alpha := range []float64{1, 0.4} {
		f := begun(t, 8, 2, 3, untied, map[string]any{"inducing": 3, "inducing_init": "random", "kernel": "se-ard", "noise": 0.4, "alpha": alpha})
		f.load(0)
		f.disturb(t)
		f.project()
		f.sweep(t, 400, 0.7)
		if err := f.evaluate(false); err != nil {
			t.Fatal(err)
		}
		want := 0.0
		for _, c := range f.classes {
			want += c.q.LogNorm
		}
		for k := range f.classes {
			for i, y := range f.factors.y {
				if k != y {
					want += f.factorByHand(t, k, i, alpha)
				}
			}
		}
		if math.Abs(f.value-want) > 1e-9 {
			t.Errorf("alpha %v: log Z_q %.12f, by definition %.12f", alpha, f.value, want)
		}
	}
}

// factorByHand returns (log Z - log Z') / alpha of the factor of class k and row i, on a grid of both
// functions, and compares the moments of factor and site.
func (f *run) factorByHand(t *testing.T, k, i int, alpha float64) float64 {
	t.Helper()
	y := f.factors.y[i]
	at := k*f.b + i
	var mean, variance, prec, shift [sides]float64
	residual := 0.0
	for side, c := range [sides]int{k, y} {
		q := f.views[c]
		prec[side], shift[side] = f.sites.Prec[side][at], f.sites.Shift[side][at]
		p := 1/q.variance[i] - alpha*prec[side]
		mean[side], variance[side] = (q.mean[i]/q.variance[i]-alpha*shift[side])/p, 1/p
		residual += q.residual[i]
	}
	const n = 400
	var z, site float64
	var moment, siteMoment [2 * sides]float64
	grid := func(side, j int) (f, w float64) {
		u := 8 * (2*float64(j)/n - 1)
		return mean[side] + math.Sqrt(variance[side])*u, math.Exp(-0.5*u*u) * 16 / n / math.Sqrt(2*math.Pi)
	}
	for a := range n + 1 {
		fk, wk := grid(other, a)
		for b := range n + 1 {
			fy, wy := grid(own, b)
			value := wk * wy * math.Pow(0.5*math.Erfc(-(fy-fk)/math.Sqrt(2*residual)), alpha)
			gauss := wk * wy * math.Exp(alpha*(shift[other]*fk-0.5*prec[other]*fk*fk+shift[own]*fy-0.5*prec[own]*fy*fy))
			z += value
			site += gauss
			for m, v := range [...]float64{fk, fk * fk, fy, fy * fy} {
				moment[m] += v * value
				siteMoment[m] += v * gauss
			}
		}
	}
	for m := range moment {
		if math.Abs(moment[m]/z-siteMoment[m]/site) > 1e-8 {
			t.Errorf("alpha %v, row %d, class %d: moment %d of the factor %.10f, of the site %.10f", alpha, i, k, m, moment[m]/z, siteMoment[m]/site)
		}
	}
	return (math.Log(z) - math.Log(site)) / alpha
}

// As alpha goes to 0 log Z_q is the bound sum E_q log phi - KL(q || p), at its best q: no step of a mean
// raises it.
func TestPowerEPOfLittleIsABound(t *testing.T) {
	f := begun(t, 20, 2, 3, untied, map[string]any{"inducing": 4, "inducing_init": "random", "kernel": "se-ard", "noise": 0.5, "alpha": 1e-8})
	f.load(0)
	f.disturb(t)
	f.project()
	f.sweep(t, 400, 0.7)
	if err := f.evaluate(false); err != nil {
		t.Fatal(err)
	}
	mean, factor := make([][]float64, 3), make([]*mat.Dense, 3)
	for k, c := range f.classes {
		mean[k], factor[k] = c.q.Mean, mat.NewDense(4, 4, nil)
		if err := c.q.LowerFactor(factor[k]); err != nil {
			t.Fatal(err)
		}
	}
	best := f.boundByHand(mean, factor)
	if math.Abs(f.value-best) > 1e-6 {
		t.Errorf("log Z_q %.9f, bound %.9f", f.value, best)
	}
	for k := range f.classes {
		for j := range 4 {
			var moved [2]float64
			for side, by := range []float64{-1e-3, 1e-3} {
				mean[k][j] += by
				moved[side] = f.boundByHand(mean, factor)
				mean[k][j] -= by
			}
			if slope := (moved[1] - moved[0]) / 2e-3; math.Abs(slope) > 1e-6 || moved[0] > best || moved[1] > best {
				t.Errorf("class %d, mean %d: slope of the bound %g", k, j, slope)
			}
		}
	}
}

// boundByHand returns sum E_q log phi - KL(q || p) of whitened means and factors.
func (f *run) boundByHand(mean [][]float64, factor []*mat.Dense) float64 {
	bound := 0.0
	m, v := make([][]float64, 3), make([][]float64, 3)
	for k, c := range f.classes {
		bound -= sparse.Divergence(mean[k], factor[k])
		ac := mat.NewDense(f.b, 4, nil)
		linalg.MulFactor(ac, c.pr.A, factor[k])
		m[k], v[k] = make([]float64, f.b), make([]float64, f.b)
		linalg.MulVec(m[k], false, 1, c.pr.A, mean[k], 0)
		linalg.RowDots(v[k], ac, ac)
	}
	for k, c := range f.classes {
		for i, y := range f.factors.y {
			if k == y {
				continue
			}
			root := math.Sqrt(c.pr.Residual[i] + f.classes[y].pr.Residual[i])
			d, sd := (m[y][i]-m[k][i])/root, math.Sqrt(v[y][i]+v[k][i])/root
			const n = 2000
			for j := range n + 1 {
				u := 9 * (2*float64(j)/n - 1)
				bound += math.Log(0.5*math.Erfc(-(d+sd*u)/math.Sqrt2)) * math.Exp(-0.5*u*u) / math.Sqrt(2*math.Pi) * 18 / n
			}
		}
	}
	return bound
}
