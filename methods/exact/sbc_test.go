package exact

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/linalg"
)

// Simulation-based calibration (Talts et al., Validating Bayesian inference algorithms with
// simulation-based calibration, 2018): the rank of the parameter that a data set was drawn with among draws
// of its posterior is uniform. 400 data sets of 8 rows, ten bins, chi-squared at a level of 1 in 10,000.
func TestCalibration(t *testing.T) {
	const sets, n, kept, apart, bins = 400, 8, 19, 4, 10
	rng := rand.New(rand.NewPCG(1, 9))
	k, err := kernel.New("se", 1, kernel.Start{Variance: 2, Lengthscale: 1, Noise: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	l, err := likelihood.New(likelihood.State{Name: "logit", Outputs: 2})
	if err != nil {
		t.Fatal(err)
	}
	prior := newHyperprior(k, true, 1, 1)
	counts := make([][bins]float64, len(prior.free)+1) // of each parameter, and of f at the first row
	for range sets {
		x := mat.NewDense(n, 1, nil)
		x.Apply(func(int, int, float64) float64 { return 2 * rng.NormFloat64() }, x)
		z, v, f := make([]float64, len(prior.free)), make([]float64, n), make([]float64, n)
		normal(rng, z, v)
		gram, factor := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
		prior.kernelAt(z).Gram(gram, x)
		if _, err := linalg.JitterCholesky(factor, gram); err != nil {
			t.Fatal(err)
		}
		linalg.MulVec(f, false, 1, factor, v, 0)
		y := make([]int, n)
		for i := range y {
			if p, _ := (likelihood.Logit{}).Predict(f[i], 0); rng.Float64() < p {
				y[i] = 1
			}
		}
		c, err := newChain(newPosterior(l, x, y, prior), rng)
		if err != nil {
			t.Fatal(err)
		}
		truth, below := append(z, f[0]), make([]int, len(counts))
		for s := range 5 + kept*apart {
			c.sweep(1, 2)
			if s < 5 || (s-5)%apart != 0 {
				continue
			}
			for q, value := range append(append([]float64(nil), c.z...), c.moved.At(0, 0)) {
				if value < truth[q] {
					below[q]++
				}
			}
		}
		for q, b := range below {
			counts[q][b*bins/(kept+1)]++
		}
	}
	limit := distuv.ChiSquared{K: bins - 1}.Quantile(1 - 1e-4)
	for q, of := range counts {
		chi := 0.0
		for _, seen := range of {
			chi += (seen - sets/bins) * (seen - sets/bins) / (sets / bins)
		}
		if chi > limit {
			t.Errorf("quantity %d: ranks %v, chi-squared %.1f above %.1f", q, of, chi, limit)
		}
		t.Logf("quantity %d: chi-squared %.1f", q, chi)
	}
}

// A frame is a function of the kernel and the data: a chain that starts again where it was goes on with the same bits.
func TestRestart(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	x, y := mat.NewDense(30, 2, nil), make([]int, 30)
	x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, x)
	for i := range y {
		y[i] = i % 3
	}
	l, err := likelihood.NewMulticlass("softmax", 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	k, err := kernel.New("se-ard", 2, kernel.Start{Variance: 2, Lengthscale: 1, Noise: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	c, err := newChain(newPosterior(l, x, y, newHyperprior(k, true, 1, 1)), rng)
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		c.sweep(2, 3)
	}
	value, v := c.value, append([]float64(nil), c.v[0]...)
	if err := c.restart(); err != nil {
		t.Fatal(err)
	}
	if c.value != value || !mat.Equal(mat.NewVecDense(30, c.v[0]), mat.NewVecDense(30, v)) {
		t.Errorf("value %v becomes %v", value, c.value)
	}
}
