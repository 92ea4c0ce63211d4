package methods

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/methodtest"
)

// observation is p(y | f) of a model as the sampler of the exact posterior takes it.
type observation struct {
	functions int
	probs     func(dst, f []float64) // of every class
}

// sigmoid observes the sign of one function through a link.
func sigmoid(link func(f float64) float64) observation {
	return observation{1, func(dst, f []float64) {
		dst[1] = link(f[0])
		dst[0] = 1 - dst[1]
	}}
}

func logit(f float64) float64     { return 1 / (1 + math.Exp(-f)) }
func normalCDF(f float64) float64 { return 0.5 * math.Erfc(-f/math.Sqrt2) }

// shares observes one of C functions with probability weight(f_c) over their sum.
func shares(classes int, weight func(f float64) float64) observation {
	return observation{classes, func(dst, f []float64) {
		sum := 0.0
		for c, v := range f {
			dst[c] = weight(v)
			sum += dst[c]
		}
		for c := range dst {
			dst[c] /= sum
		}
	}}
}

// noisyLargest observes which of C functions is the largest, each with noise of variance 1:
// p(c) = integral of phi(e) prod_{k != c} Phi(f_c + e - f_k).
func noisyLargest(classes int) observation {
	return observation{classes, func(dst, f []float64) {
		sum := 0.0
		for c := range dst {
			dst[c] = 0
			for e := -4.0; e <= 4; e += 0.8 { // the trapezoidal rule, good to 1e-4 here
				product := math.Exp(-e * e / 2)
				for k, v := range f {
					if k != c {
						product *= normalCDF(f[c] + e - v)
					}
				}
				dst[c] += product
			}
			sum += dst[c]
		}
		for c := range dst {
			dst[c] /= sum
		}
	}}
}

// robustLargest observes which of C functions is the largest, with labels at random.
func robustLargest(classes int, epsilon float64) observation {
	return observation{classes, func(dst, f []float64) {
		most := 0
		for c, v := range f {
			dst[c] = epsilon / float64(classes)
			if v > f[most] {
				most = c
			}
		}
		dst[most] += 1 - epsilon
	}}
}

// exactProbabilities returns class probabilities at the test rows under the exact posterior, the
// averages over an elliptical slice sampler of f at all rows (Murray, Adams & MacKay, Elliptical
// slice sampling, 2010), with k(x, x') = 4 exp(-|x - x'|^2 / 2) for each function.
func exactProbabilities(o observation, x *mat.Dense, y []int, tests, sweeps int) *mat.Dense {
	all, _ := x.Dims()
	classes := 1 + maxOf(y)
	rng := rand.New(rand.NewPCG(8, 9))
	k := mat.NewSymDense(all, nil)
	for i := range all {
		for j := range i + 1 {
			diff := 0.0
			for d := range x.RawRowView(i) {
				diff += math.Pow(x.At(i, d)-x.At(j, d), 2)
			}
			k.SetSym(i, j, 4*math.Exp(-diff/2))
		}
		k.SetSym(i, i, 4*(1+1e-8))
	}
	var chol mat.Cholesky
	if !chol.Factorize(k) {
		panic("the covariance has no Cholesky factor")
	}
	var l mat.TriDense
	chol.LTo(&l)
	draw := func() [][]float64 {
		out := make([][]float64, o.functions)
		for c := range out {
			white, f := mat.NewVecDense(all, nil), mat.NewVecDense(all, nil)
			for i := range all {
				white.SetVec(i, rng.NormFloat64())
			}
			f.MulVec(&l, white)
			out[c] = f.RawVector().Data
		}
		return out
	}
	row, p := make([]float64, o.functions), make([]float64, classes)
	at := func(f [][]float64, i int) {
		for c := range row {
			row[c] = f[c][i]
		}
		o.probs(p, row)
	}
	logp := func(f [][]float64) float64 {
		sum := 0.0
		for i, class := range y {
			at(f, i)
			sum += math.Log(p[class])
		}
		return sum
	}
	out := mat.NewDense(tests, classes, nil)
	f, burn := draw(), sweeps/10
	value := logp(f)
	for sweep := range sweeps + burn {
		other, level := draw(), value+math.Log(rng.Float64())
		angle := 2 * math.Pi * rng.Float64()
		low, high := angle-2*math.Pi, angle
		for {
			next := make([][]float64, len(f))
			for c := range next {
				next[c] = make([]float64, all)
				for i := range next[c] {
					next[c][i] = f[c][i]*math.Cos(angle) + other[c][i]*math.Sin(angle)
				}
			}
			if v := logp(next); v > level {
				f, value = next, v
				break
			}
			if angle < 0 {
				low = angle
			} else {
				high = angle
			}
			angle = low + (high-low)*rng.Float64()
		}
		if sweep < burn {
			continue
		}
		for i := range tests {
			at(f, len(y)+i)
			for c, v := range p {
				out.Set(i, c, out.At(i, c)+v/float64(sweeps))
			}
		}
	}
	return out
}

func maxOf(y []int) int {
	most := 0
	for _, c := range y {
		most = max(most, c)
	}
	return most
}

// TestDistanceToTheExactPosterior holds the class probabilities of every method to those of its own
// model's exact posterior: at a given kernel, with the training rows as inducing inputs. Most is the
// mean difference that was found, and a quarter more. Some 0.01 of it is the sampler's own error,
// which is all that gibbs has. Dirichlet's model is a regression of targets made of the classes: it stands
// beside the softmax with the same kernel.
func TestDistanceToTheExactPosterior(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const rows, tests, sweeps = 30, 20, 3000
	exp := math.Exp
	for _, classes := range []int{2, 3} {
		rng := rand.New(rand.NewPCG(21, uint64(classes)))
		table := methodtest.Blobs(rows+tests, 2, classes, rng)
		task := methodtest.Task(table, classes, 1)
		all, labels := task.Train.ReadAll()
		y := labels[:rows]
		task.Train = data.NewExamples(table, data.Range{From: 0, To: rows}, nil)
		held := mat.DenseCopyOf(all.Slice(rows, rows+tests, 0, 2))
		exact := map[string]*mat.Dense{}
		for _, c := range []struct {
			name, model string
			of          observation
			options     map[string]any
			most        map[int]float64 // by the number of classes
		}{
			{"xgpc", "logit", sigmoid(logit), nil, map[int]float64{2: 0.015}},
			{"xgpc-corrected", "logit", sigmoid(logit), nil, map[int]float64{2: 0.015}},
			{"svgp", "logit", sigmoid(logit), map[string]any{"likelihood": "logit"}, map[int]float64{2: 0.015}},
			{"kl", "probit", sigmoid(normalCDF), map[string]any{"likelihood": "probit"}, map[int]float64{2: 0.02}},
			{"ep-full", "probit", sigmoid(normalCDF), nil, map[int]float64{2: 0.02}},
			{"ep-fitc", "probit", sigmoid(normalCDF), nil, map[int]float64{2: 0.02}},
			{"ep-full", "probit", sigmoid(normalCDF), map[string]any{"alpha": 0.5}, map[int]float64{2: 0.02}},
			{"ep-fitc", "probit", sigmoid(normalCDF), map[string]any{"alpha": 0.5}, map[int]float64{2: 0.02}},
			{"laplace-full", "probit", sigmoid(normalCDF), map[string]any{"likelihood": "probit", "choose_prediction": false}, map[int]float64{2: 0.06}},
			{"laplace-fitc", "probit", sigmoid(normalCDF), map[string]any{"likelihood": "probit", "choose_prediction": false}, map[int]float64{2: 0.06}},
			{"laplace-full", "softmax", shares(classes, exp), map[string]any{"choose_prediction": false}, map[int]float64{3: 0.066}},
			{"laplace-fitc", "softmax", shares(classes, exp), map[string]any{"choose_prediction": false}, map[int]float64{3: 0.066}},
			{"dirichlet", "softmax", shares(classes, exp), nil, map[int]float64{2: 0.19, 3: 0.175}},
			{"dirichlet-full", "softmax", shares(classes, exp), nil, map[int]float64{2: 0.19, 3: 0.175}},
			{"mfsp", "probit", sigmoid(normalCDF), nil, map[int]float64{2: 0.02}},
			{"ep", "largest", noisyLargest(classes), map[string]any{"noise": 1.0}, map[int]float64{2: 0.03, 3: 0.03}},
			{"sep", "largest", noisyLargest(classes), map[string]any{"noise": 1.0}, map[int]float64{2: 0.07, 3: 0.06}},
			{"gfitc", "largest", noisyLargest(classes), map[string]any{"noise": 1.0}, map[int]float64{2: 0.03, 3: 0.03}},
			{"gfitc", "largest", noisyLargest(classes), map[string]any{"noise": 1.0, "alpha": 0.5}, map[int]float64{2: 0.026, 3: 0.028}},
			{"vi", "robust", robustLargest(classes, 0.1), map[string]any{"epsilon": 0.1}, map[int]float64{2: 0.035, 3: 0.08}},
			{"svi-mgpc", "softmax", shares(classes, exp), map[string]any{"iterations": 150}, map[int]float64{2: 0.01, 3: 0.025}},
			{"scmgpc", "logistic-softmax", shares(classes, logit), nil, map[int]float64{2: 0.015, 3: 0.015}},
			{"gibbs", map[int]string{2: "logit", 3: "logistic-softmax"}[classes], gibbsModel(classes), map[string]any{"fit_kernel": false, "chains": 2, "iterations": 500}, map[int]float64{2: 0.015, 3: 0.015}},
		} {
			most, asked := c.most[classes]
			if !asked {
				continue
			}
			if exact[c.model] == nil {
				exact[c.model] = exactProbabilities(c.of, all, y, tests, sweeps)
			}
			name := c.name
			if alpha, ok := c.options["alpha"]; ok {
				name = fmt.Sprintf("%s, power %v", name, alpha)
			}
			t.Run(fmt.Sprintf("%s/%d classes", name, classes), func(t *testing.T) {
				options := map[string]any{"inducing": "all", "learn": []any{}, "kernel": "se", "lengthscale": 1.0, "variance": 4.0, "noise": 1e-6, "batch": 0}
				for key, v := range c.options {
					options[key] = v
				}
				for key := range options {
					if !hasAll(c.name, map[string]any{key: nil}) {
						delete(options, key)
					}
				}
				cfg, _, err := New(c.name, options)
				if err != nil {
					t.Fatal(err)
				}
				p, err := cfg.Fit(t.Context(), task, &methodtest.Recorder{Every: 100000})
				if err != nil {
					t.Fatal(err)
				}
				got, off := probabilities(p, classes, held), 0.0
				for i, v := range got.RawMatrix().Data {
					off += math.Abs(v-exact[c.model].RawMatrix().Data[i]) / float64(tests*classes)
				}
				t.Logf("of %s: probabilities are %.4f off in the mean", c.model, off)
				if off > most {
					t.Errorf("probabilities are %.4f off in the mean, known are %.4f", off, most)
				}
			})
		}
	}
}

// gibbsModel is that of the Gibbs sampler.
func gibbsModel(classes int) observation {
	if classes == 2 {
		return sigmoid(logit)
	}
	return shares(classes, logit)
}
