package exact

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/mcmc"
	"gpcbench/linalg"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// Where the kernel's variance is so large that a label is all but the sign of a function, or the largest of several, class
// probabilities against those of draws from the prior that have the labels.
func TestTruncatedWhereVarianceIsLarge(t *testing.T) {
	for _, c := range []struct {
		likelihood string
		classes    int
		y          []int
		noise      float64 // of the likelihood
	}{
		{"probit", 2, []int{1, 0, 0}, 1},
		{"argmax", 3, []int{0, 1, 2}, 0.5},
	} {
		t.Run(c.likelihood, func(t *testing.T) {
			const variance, lengthscale = 1e5, 1.3
			at := []float64{0.2, 1.1, 2, 0.6, -1} // three rows, and two that are predicted
			m, _ := sample(t, methodtest.Task(data.NewMemory(mat.NewDense(3, 1, at[:3]), c.y), c.classes, 3), map[string]any{
				"likelihood": c.likelihood, "standardise": false, "variance": variance, "lengthscale": lengthscale, "noise": 0.5, "learn": []any{},
				"iterations": 4000, "thinning": 1, "latent_moves": 1, "prior_frame": true, "truncated_gaussian": true,
			})
			got := mat.NewDense(2, c.classes, nil)
			m.Predict(got, mat.NewDense(2, 1, at[3:]))

			// Latent values with noise at all five rows, from the prior.
			k, err := kernel.New("se", 1, kernel.Start{Variance: variance, Lengthscale: lengthscale, Noise: 0.5})
			if err != nil {
				t.Fatal(err)
			}
			gram, factor := mat.NewDense(5, 5, nil), mat.NewDense(5, 5, nil)
			k.Gram(gram, mat.NewDense(5, 1, at))
			if c.classes == 2 { // of which the kernel has noise besides the likelihood's
				for i := range 5 {
					gram.Set(i, i, gram.At(i, i)+c.noise)
				}
			}
			if err := linalg.Cholesky(factor, gram); err != nil {
				t.Fatal(err)
			}
			rng, functions := rand.New(rand.NewPCG(4, 5)), m.Functions()
			h, label := vectors(functions, 5), func(h [][]float64, i int) int {
				if functions == 1 {
					if h[0][i] > 0 {
						return 1
					}
					return 0
				}
				best := 0
				for k := range h {
					if h[k][i] > h[best][i] {
						best = k
					}
				}
				return best
			}
			want, kept := mat.NewDense(2, c.classes, nil), 0.0
		draws:
			for range 1_000_000 {
				normal(rng, h...)
				for _, v := range h {
					mulLower(factor, v, make([]float64, 5))
				}
				for i, y := range c.y {
					if label(h, i) != y {
						continue draws
					}
				}
				kept++
				for i := range 2 {
					y := label(h, 3+i)
					want.Set(i, y, want.At(i, y)+1)
				}
			}
			want.Scale(1/kept, want)
			limit, d := 4*math.Sqrt(0.25/kept+0.25/4000), 0.0
			for i, v := range got.RawMatrix().Data {
				d = max(d, math.Abs(v-want.RawMatrix().Data[i]))
			}
			if d > limit {
				t.Errorf("%v, want %v", mat.Formatted(got), mat.Formatted(want))
			} else {
				t.Logf("off by %.4f of %.4f, %v draws", d, limit, kept)
			}
			if m.diagnosis.RHat > 1.01 {
				t.Errorf("%+v", m.diagnosis)
			}
		})
	}
}

// Of two classes a variance of any number of times the noise is that of a step: no chain refuses to start, and chains that move
// are not called stuck because every likelihood of a label rounds to the same number. Those that stand still are.
func TestNoNoiseToSpeakOf(t *testing.T) {
	at := mat.NewDense(2, 1, []float64{0.5, 3})
	var got [2]*mat.Dense
	for i, noise := range []float64{1e-20, 1e-100} {
		task := methodtest.Task(data.NewMemory(mat.NewDense(4, 1, []float64{0.2, 1.1, 2, -0.5}), []int{1, 0, 0, 1}), 2, 3)
		m, _ := sample(t, task, map[string]any{
			"likelihood": "argmax", "standardise": false, "variance": 4.0, "lengthscale": 1.0, "noise": noise, "learn": []any{},
			"iterations": 4000, "thinning": 1, "latent_moves": 1, "prior_frame": true, "truncated_gaussian": true,
		})
		got[i] = mat.NewDense(2, 2, nil)
		m.Predict(got[i], at)
		for s := range m.Count() {
			if _, logLikelihood := m.Parameters(s); logLikelihood != 0 {
				t.Fatalf("noise %g: a log-likelihood of %g does not round to 0", noise, logLikelihood)
			}
		}
		if d := m.diagnosis; !(d.RHat < mcmc.RHatLimit) || d.ESS < mcmc.ESSLimit {
			t.Errorf("noise %g: %+v", noise, d)
		}
		for s := range m.Count() {
			copy(m.all(s), m.all(0))
		}
		if d := worst(m.quantities()); !math.IsInf(d.RHat, 1) {
			t.Errorf("noise %g: of chains that stand still %+v", noise, d)
		}
	}
	if d := maxDiff(got[0], got[1]); d > 0.03 {
		t.Errorf("probabilities differ by %.3f", d)
	}
}

// Chains that have found no point where the labels have a probability that can be written have not converged, and their model can
// be loaded. A cloglog of 1000 says -1 with the logarithm -e^1000.
func TestChainsFarFromThePosterior(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(120, 8, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
	m, rec := sample(t, task, map[string]any{
		"likelihood": "cloglog", "prior_frame": true, "lengthscale": 0.1, "variance": 1e6, "learn": []any{},
	})
	if m.draws.LogLikelihood[0] > -1e200 {
		t.Fatal("the first draw is not far out: the test tests nothing")
	}
	if len(m.Diagnostics()) > 0 || rec.Events[method.EventNotConverged] == 0 {
		t.Errorf("%v, events %v", m.Diagnostics(), rec.Events)
	}
	raw, err := m.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Load(raw); err != nil {
		t.Error(err)
	}
}

// truncatedChain is a chain of generated rows that moves as a truncated Gaussian, of probit or argmax, at a variance of the kernel.
func truncatedChain(t testing.TB, rows, classes int, variance float64) *chain {
	t.Helper()
	x, y, _ := synthetic(t, rows, 2, classes, 1)
	k, err := kernel.New("se", 2, kernel.Start{Variance: variance, Lengthscale: 0.7})
	if err != nil {
		t.Fatal(err)
	}
	l, err := likelihood.New(likelihood.State{Name: "probit", Outputs: 2})
	observed := likelihood.Observation(l)
	if classes > 2 {
		observed, err = likelihood.NewNoisy("argmax", classes, 0.5)
	}
	if err != nil {
		t.Fatal(err)
	}
	p := newPosterior(observed, x, y, newHyperprior(k, false, 1, 1))
	p.frames = priorFrame
	if err := p.truncate(); err != nil {
		t.Fatal(err)
	}
	c, err := newChain(p, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A bounce keeps |A^-1 h|^2 + |A^-1 speed|^2, the energy of h and its speed under N(0, A A'), and leaves the row with a speed
// back into the region. A path that is given up leaves h where it was.
func TestBounce(t *testing.T) {
	for _, classes := range []int{2, 3} {
		c := truncatedChain(t, 12, classes, 50)
		y := c.y
		if err := c.layNoisy(); err != nil {
			t.Fatal(err)
		}
		c.addNoise()
		of := c.noisy
		normal(c.rng, of.speed...)
		for _, w := range of.speed {
			mulLower(of.factor, w, c.row)
		}
		energy := func() (sum float64) {
			for _, all := range [][][]float64{of.h, of.speed} {
				for _, v := range all {
					white := slices.Clone(v)
					linalg.SolveVec(of.factor, white)
					sum += linalg.Dot(white, white)
				}
			}
			return sum
		}
		before := energy()
		for n := range 40 {
			row, other, ratio := of.next(y)
			if ratio >= 0 && n > 5 {
				break // all rows move into the region
			}
			of.turn(math.Atan(ratio) + math.Pi/2)
			of.bounce(y[row], row, other)
			if now := energy(); math.Abs(now/before-1) > 1e-9 {
				t.Fatalf("%d classes: the energy is %v after bounce %d, and was %v", classes, now, n+1, before)
			}
			back := of.speed[0][row] * float64(2*y[row]-1)
			if classes > 2 {
				back = of.speed[y[row]][row] - of.speed[other][row]
			}
			if back <= 0 {
				t.Fatalf("%d classes: row %d goes on out of the region", classes, row)
			}
		}

		c.addNoise()
		was := slices.Clone(of.h[0])
		of.bounces = 1
		c.travel()
		if !slices.Equal(of.h[0], was) {
			t.Errorf("%d classes: a path that is given up moves h", classes)
		}
	}
}

// A logit is no Gaussian with noise.
func TestNothingToTruncate(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(20, 2, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
	cfg := New()
	cfg.PriorFrame, cfg.Truncated, cfg.Likelihood = true, true, "logit"
	if _, err := cfg.Fit(t.Context(), task, &methodtest.Recorder{Every: 1 << 30}); !errors.Is(err, errNotTruncated) {
		t.Errorf("error %v", err)
	}
}

// Of 500 rows of two classes, on one core: a move takes
//
//	variance    4      0.6 ms, 180 bounces
//	variance  100      1.3 ms, 650 bounces
//	variance 2600      4.3 ms, 2600 bounces
func BenchmarkTruncatedMove(b *testing.B) {
	for _, variance := range []float64{4, 100, 2600} {
		c := truncatedChain(b, 500, 2, variance)
		c.sweep(1, 5)
		b.Run(fmt.Sprintf("variance %g", variance), func(b *testing.B) {
			for b.Loop() {
				c.sweep(1, 1)
			}
		})
	}
}
