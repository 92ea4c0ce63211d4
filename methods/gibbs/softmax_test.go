package gibbs

import (
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
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// softmaxTarget returns the target of three classes, with chains at draws of the prior. Not
// every class needs a row.
func softmaxTarget(t *testing.T, x []float64, class []int, start kernel.Start, z []float64) (*sparse.Prior, *target, []*chain) {
	t.Helper()
	k, err := kernel.New("se", 1, start)
	if err != nil {
		t.Fatal(err)
	}
	inputs := z
	if z == nil {
		inputs = x
	}
	prior, _, err := sparse.NewPrior(k, mat.NewDense(len(inputs), 1, inputs))
	if err != nil {
		t.Fatal(err)
	}
	prior.Own = z == nil
	task := methodtest.Task(data.NewMemory(mat.NewDense(len(x), 1, x), class), 3, 3)
	var chains []*chain
	for i := range 4 {
		c := &chain{rng: rand.New(rand.NewPCG(uint64(i), 7)), v: make([]float64, 3*prior.M())}
		normal(c.v, c.rng)
		chains = append(chains, c)
	}
	return prior, newTarget(task, prior), chains
}

// Geweke's test (Getting it right, 2004): where classes are drawn given f, and f is moved by
// a sweep given the classes, in turn, f keeps its prior. The first two moments of v are
// compared with those of N(0, I).
func TestPriorFromPosterior(t *testing.T) {
	const sweeps = 15_000
	class := []int{0, 1}
	prior, target, all := softmaxTarget(t, []float64{0.2, 1.1}, class, kernel.Start{Lengthscale: 1, Variance: 3}, nil)
	names := statistics(all[0].v, nil)
	chains := make([][][]float64, len(names)) // by statistic and chain
	for _, c := range all {
		for j := range chains {
			chains[j] = append(chains[j], nil)
		}
		for range sweeps {
			for i := range class {
				target.model.(*logisticSoftmax).class[i] = drawClass(prior.L, c.v, i, c.rng)
			}
			if err := target.sweep(c.v, c.rng); err != nil {
				t.Fatal(err)
			}
			statistics(c.v, func(j int, value float64) {
				last := len(chains[j]) - 1
				chains[j][last] = append(chains[j][last], value)
			})
		}
	}
	for j, name := range names {
		s := mcmc.Summarise(chains[j])
		want := 0.0
		if name.square {
			want = 1
		}
		if s.MCSEMean > 0.04 {
			t.Errorf("%s: standard error %.3f: the test says too little", name.text, s.MCSEMean)
		}
		if math.Abs(s.Mean-want) > 4.5*s.MCSEMean {
			t.Errorf("%s: %.4f +- %.4f, want %v", name.text, s.Mean, s.MCSEMean, want)
		}
	}
}

// statistic is a moment of v, whose expectation under N(0, I) is 1 if it is a square.
type statistic struct {
	text   string
	square bool
}

// statistics calls each, if not nil, with every element of v and every product of two.
func statistics(v []float64, each func(j int, value float64)) []statistic {
	var out []statistic
	add := func(s statistic, value float64) {
		if each != nil {
			each(len(out), value)
		}
		out = append(out, s)
	}
	for i, a := range v {
		add(statistic{fmt.Sprintf("v%d", i), false}, a)
		for j, b := range v[:i+1] {
			add(statistic{fmt.Sprintf("v%d v%d", i, j), i == j}, a*b)
		}
	}
	return out
}

// drawClass draws a class of row i from the logistic softmax at f = A v.
func drawClass(a *mat.Dense, v []float64, i int, rng *rand.Rand) int {
	_, m := a.Dims()
	classes := len(v) / m
	s, total := make([]float64, classes), 0.0
	for c := range s {
		f := mat.Dot(a.RowView(i), mat.NewVecDense(m, v[c*m:(c+1)*m]))
		s[c] = 1 / (1 + math.Exp(-f))
		total += s[c]
	}
	u := rng.Float64() * total
	for c, e := range s {
		if u -= e; u < 0 {
			return c
		}
	}
	return classes - 1
}

// softmaxTruth works out moments and probabilities at the rows of aNew by the trapezoidal
// rule over v, all functions, which is exact to rounding here: p(v) times, with the latent
// means A v, the package's p(y_i | v).
type softmaxTruth struct {
	mean, variance, probability *mat.Dense // new rows x C
}

func newSoftmaxTruth(class []int, a *mat.Dense, residual []float64, aNew *mat.Dense, rNew []float64, step, reach float64) softmaxTruth {
	const classes = 3
	n, m := a.Dims()
	fresh, _ := aNew.Dims()
	out := softmaxTruth{mat.NewDense(fresh, classes, nil), mat.NewDense(fresh, classes, nil), mat.NewDense(fresh, classes, nil)}
	l, err := likelihood.NewSoftmax("logistic-softmax", classes, likelihood.Prediction{Name: "quadrature"})
	if err != nil {
		panic(err)
	}
	// The points of one function, and of each its weight, its latent means and what it adds
	// to rows: a term of S, and the factor of the row's own class.
	type point struct{ weight, rest, own, at []float64 }
	var points []point
	var v []float64
	var lay func(k int)
	lay = func(k int) {
		if k < m {
			for x := -reach; x <= reach+1e-9; x += step {
				v = append(v[:k], x)
				lay(k + 1)
			}
			return
		}
		p := point{weight: []float64{1}, rest: make([]float64, n), own: make([]float64, n), at: make([]float64, fresh)}
		for _, e := range v {
			p.weight[0] *= math.Exp(-0.5 * e * e)
		}
		for i := range n {
			g := mat.Dot(a.RowView(i), mat.NewVecDense(m, v))
			b := math.Sqrt(residual[i] + g*g)
			p.own[i] = math.Exp(0.5*g) / (2 * math.Cosh(0.5*b))
			p.rest[i] = 1 - math.Exp(-0.5*g)/(2*math.Cosh(0.5*b))
		}
		for i := range fresh {
			p.at[i] = mat.Dot(aNew.RowView(i), mat.NewVecDense(m, v))
		}
		points = append(points, p)
	}
	lay(0)

	total, chosen := 0.0, make([]point, classes)
	mean, variance, p := mat.NewDense(fresh, classes, nil), mat.NewDense(fresh, classes, nil), mat.NewDense(fresh, classes, nil)
	for i, r := range rNew {
		for c := range classes {
			variance.Set(i, c, r)
		}
	}
	var walk func(c int, weight float64)
	walk = func(c int, weight float64) {
		if c < classes {
			for _, chosen[c] = range points {
				walk(c+1, weight*chosen[c].weight[0])
			}
			return
		}
		for i, y := range class {
			sum := 0.0
			for _, q := range chosen {
				sum += q.rest[i]
			}
			weight *= chosen[y].own[i] / sum
		}
		if weight < 1e-10 { // nothing, of a sum that is above 1
			return
		}
		total += weight
		for i := range fresh {
			for c, q := range chosen {
				f := q.at[i]
				mean.Set(i, c, f)
				out.mean.Set(i, c, out.mean.At(i, c)+weight*f)
				out.variance.Set(i, c, out.variance.At(i, c)+weight*f*f)
			}
		}
		if slices.Max(rNew) > 1e-6 {
			l.Predict(p, mean, variance)
		} else {
			plugIn(p, mean)
		}
		p.Scale(weight, p)
		out.probability.Add(out.probability, p)
	}
	walk(0, 1)
	out.mean.Scale(1/total, out.mean)
	out.variance.Scale(1/total, out.variance)
	out.probability.Scale(1/total, out.probability)
	for i, r := range rNew {
		for c := range classes {
			out.variance.Set(i, c, out.variance.At(i, c)-out.mean.At(i, c)*out.mean.At(i, c)+r)
		}
	}
	return out
}

// plugIn writes p(y | f).
func plugIn(p, f *mat.Dense) {
	n, _ := f.Dims()
	for i := range n {
		row, total := p.RawRowView(i), 0.0
		for c, e := range f.RawRowView(i) {
			row[c] = 1 / (1 + math.Exp(-e))
			total += row[c]
		}
		for c := range row {
			row[c] /= total
		}
	}
}

// compare holds a model against the truth at x, within 4.5 of its own standard errors.
func (want softmaxTruth) compare(t *testing.T, m *Model, x *mat.Dense) {
	t.Helper()
	n, classes := want.mean.Dims()
	matrix := func() *mat.Dense { return mat.NewDense(n, classes, nil) }
	mean, variance, probability, seMean, seVariance, seProbability := matrix(), matrix(), matrix(), matrix(), matrix(), matrix()
	m.Latents(mean, variance, x)
	m.Predict(probability, x)
	if !m.StandardErrors(seMean, seVariance, seProbability, x) {
		t.Fatal("too few draws for standard errors")
	}
	for _, q := range []struct {
		name          string
		got, want, se *mat.Dense
		least, most   float64 // of the standard error
	}{
		{"mean", mean, want.mean, seMean, 1e-4, 0.03},
		{"variance", variance, want.variance, seVariance, 1e-4, 0.08},
		{"probability", probability, want.probability, seProbability, 1e-6, 0.01},
	} {
		for i := range n {
			for c := range classes {
				got, want, se := q.got.At(i, c), q.want.At(i, c), q.se.At(i, c)
				if se < q.least || se > q.most {
					t.Errorf("row %d, class %d: standard error of the %s %.2g: the test says too little", i, c, q.name, se)
				}
				if math.Abs(got-want) > 4.5*se {
					t.Errorf("row %d, class %d: %s %.4f +- %.4f, truth %.4f", i, c, q.name, got, se, want)
				}
			}
		}
	}
}

// The full form on one row and on two, and the sparse form on three.
func TestSoftmaxAgainstQuadrature(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, c := range []struct {
		name        string
		x           []float64
		class       []int
		start       kernel.Start
		z           []float64
		at          []float64 // where moments and probabilities are compared
		step, reach float64
	}{
		{"one row", []float64{0.2}, []int{1}, kernel.Start{Lengthscale: 1, Variance: 9, Noise: 0.1}, nil, []float64{0.6, -2}, 0.5, 7},
		{"two rows", []float64{0.2, 1.1}, []int{0, 2}, kernel.Start{Lengthscale: 1, Variance: 1}, nil, []float64{0.2, 1.1}, 1, 5},
		{"one inducing input", []float64{0.2, 1.1, -0.9}, []int{0, 2, 0}, kernel.Start{Lengthscale: 1, Variance: 6, Noise: 0.1}, []float64{0.3}, []float64{0.6, -2}, 0.5, 7},
	} {
		t.Run(c.name, func(t *testing.T) {
			prior, target, chains := softmaxTarget(t, c.x, c.class, c.start, c.z)
			r := &run{cfg: New(), prior: prior, target: target, chains: chains}
			for range 10_000 {
				if err := r.sweep(); err != nil {
					t.Fatal(err)
				}
				r.keep()
			}
			at := mat.NewDense(len(c.at), 1, c.at)
			aNew, rNew := projected(prior, at)
			newSoftmaxTruth(c.class, target.a, target.residual, aNew, rNew, c.step, c.reach).compare(t, r.model(), at)
		})
	}
}

// Latent values that no prior gives, far below 0 in all classes, end in no NaN and in no
// loop of 10^300 draws.
func TestSoftmaxFarBelowZero(t *testing.T) {
	_, target, chains := softmaxTarget(t, []float64{0.2, 1.1}, []int{0, 2}, kernel.Start{Lengthscale: 1, Variance: 1e6}, nil)
	c := chains[0]
	for _, at := range []float64{-0.03, -0.5, -5} {
		for i := range c.v {
			c.v[i] = at
		}
		for range 10 {
			if err := target.sweep(c.v, c.rng); err != nil {
				t.Fatal(err)
			}
		}
		for _, v := range c.v {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("from %v: v is %v", at, c.v)
			}
		}
	}
}

// A sweep at 160 rows, which nine folds of ten of the set wine have.
func BenchmarkSweep(b *testing.B) {
	for _, classes := range []int{2, 3, 10} {
		for _, inducing := range []any{"all", 40} {
			b.Run(fmt.Sprintf("N=160,C=%d,M=%v", classes, inducing), func(b *testing.B) {
				cfg := New()
				cfg.FitKernel = false
				if err := method.Decode(cfg, map[string]any{"inducing": inducing, "variance": 4.0, "chains": 1}); err != nil {
					b.Fatal(err)
				}
				task := methodtest.Task(methodtest.Blobs(160, 4, classes, rand.New(rand.NewPCG(1, 2))), classes, 7)
				r, err := cfg.start(b.Context(), task, &methodtest.Recorder{})
				if err != nil {
					b.Fatal(err)
				}
				for range 100 {
					if err := r.sweep(); err != nil {
						b.Fatal(err)
					}
				}
				methodtest.Fastest(b, func() {
					if err := r.sweep(); err != nil {
						b.Fatal(err)
					}
				})
			})
		}
	}
}

var _ method.Sampled = (*Model)(nil)
