package mlgpf

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/methods/methodtest"
)

// naturalFit returns a run away from its start, its bound and derivatives worked out on a batch.
func naturalFit(t *testing.T, options map[string]any) *fit {
	t.Helper()
	all := map[string]any{"kernel": "se", "latents": 2, "inducing": 6, "batch": 9, "variance": 1.3, "inducing_init": "random", "natural": true}
	for name, v := range options {
		all[name] = v
	}
	f, err := newFit(t.Context(), configured(t, all), sampleTask(25, 12, 5), &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	away(f.at)
	f.load(1)
	f.look(t)
	return f
}

// look works out the bound and its derivatives where the run is.
func (f *fit) look(t *testing.T) float64 {
	t.Helper()
	v, err := f.elbo.value(f.slope, f.at, &f.batch, f.scale())
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// byInverses returns the covariance S of q(u_p) with those xi, and S into the derivatives by mu, both by
// inverses.
func (f *fit) byInverses(t *testing.T, p int, xi []float64) (s mat.Dense, mu mat.VecDense) {
	t.Helper()
	var kInverse, precision mat.Dense
	if err := kInverse.Inverse(f.elbo.q.k); err != nil {
		t.Fatal(err)
	}
	precision.CloneFrom(&kInverse)
	for j, v := range xi {
		precision.Set(j, j, precision.At(j, j)+1/(leastSigma+math.Exp(v)))
	}
	if err := s.Inverse(&precision); err != nil {
		t.Fatal(err)
	}
	var byMean, mean mat.VecDense
	byMean.MulVec(&kInverse, f.slope.mu.ColView(p)) // m = K mu
	mean.MulVec(&s, &byMean)
	mu.MulVec(&kInverse, &mean)
	return s, mu
}

// A step is the Fisher information of q(u), by inverses, into the derivatives that are checked by
// differences: of the mean S^-1, of lambda = 1/Sigma half of S o S, with its damping.
func TestNaturalStepByDefinition(t *testing.T) {
	f := naturalFit(t, nil)
	const rate, m = 1e-6, 6
	before := f.at.like()
	before.copyFrom(f.at)
	if _, err := f.natural.step(f.elbo, f.slope, f.at, rate); err != nil {
		t.Fatal(err)
	}
	for p := range 2 {
		s, mu := f.byInverses(t, p, before.xi.RawRowView(p))
		sigma := make([]float64, m)
		for j, xi := range before.xi.RawRowView(p) {
			sigma[j] = leastSigma + math.Exp(xi)
		}
		fisher, byLambda := mat.NewDense(m, m, nil), mat.NewVecDense(m, nil)
		for i := range m {
			for j := range m {
				fisher.Set(i, j, 0.5*s.At(i, j)*s.At(i, j))
			}
			fisher.Set(i, i, (1+damped)*fisher.At(i, i))
			byLambda.SetVec(i, -sigma[i]*sigma[i]*f.slope.xi.At(p, i)/(sigma[i]-leastSigma))
		}
		var lambda mat.VecDense
		if err := lambda.SolveVec(fisher, byLambda); err != nil {
			t.Fatal(err)
		}
		for j := range m {
			if got, want := (f.at.mu.At(j, p)-before.mu.At(j, p))/rate, mu.AtVec(j); math.Abs(got-want) > 1e-5*(1+math.Abs(want)) {
				t.Errorf("function %d, mean %d: step %g, by definition %g", p, j, got, want)
			}
			now := 1 / (leastSigma + math.Exp(f.at.xi.At(p, j)))
			if got, want := (now-1/sigma[j])/rate, lambda.AtVec(j); math.Abs(got-want) > 1e-3*(1+math.Abs(want)) {
				t.Errorf("function %d, lambda %d: step %g, by definition %g", p, j, got, want)
			}
		}
	}
}

// A long step of mu has the S of the Sigma after it, and with limit_steps = false of that before.
func TestMeanMovesWithSigma(t *testing.T) {
	for _, limit := range []bool{true, false} {
		f := naturalFit(t, map[string]any{"limit_steps": limit})
		const rate, m = 0.3, 6
		before := f.at.like()
		before.copyFrom(f.at)
		if _, err := f.natural.step(f.elbo, f.slope, f.at, rate); err != nil {
			t.Fatal(err)
		}
		of := before
		if limit {
			of = f.at
		}
		for p := range 2 {
			_, mu := f.byInverses(t, p, of.xi.RawRowView(p))
			for j := range m {
				if got, want := f.at.mu.At(j, p)-before.mu.At(j, p), rate*mu.AtVec(j); math.Abs(got-want) > 1e-8*(1+math.Abs(want)) {
					t.Errorf("limit %t, function %d, mean %d: step %g, want %g", limit, p, j, got, want)
				}
			}
		}
	}
}

// On all rows, with all else held, steps end where the search of another program does.
func TestNaturalStepsEndAtTheOptimum(t *testing.T) {
	for _, kernel := range []string{"se", "linear"} {
		f := naturalFit(t, map[string]any{"batch": 0, "learn": []any{}, "keep_best": false, "kernel": kernel})
		for range 200 {
			if _, err := f.natural.step(f.elbo, f.slope, f.at, fullRate); err != nil {
				t.Fatal(err)
			}
			f.look(t)
		}
		got := f.look(t)
		if want := optimum(t, f); math.Abs(got-want) > 1e-4 {
			t.Errorf("%s: bound %.8f, optimum %.8f", kernel, got, want)
		}
	}
}

// Steps follow the schedule, and are at most 1/P unless the option says otherwise.
func TestNaturalRate(t *testing.T) {
	for _, c := range []struct {
		limit   bool
		latents int
		t       int
		full    bool
		want    float64
	}{
		{false, 30, 1, false, math.Pow(2, -0.7)}, {false, 30, 1000, false, 0.05}, {false, 30, 1, true, 0.5},
		{true, 30, 1, false, 1.0 / 30}, {true, 30, 1000, false, 1.0 / 30}, {true, 30, 1, true, 1.0 / 30},
		{true, 4, 1, false, 0.25}, {true, 4, 1000, false, 0.05}, {true, 4, 1, true, 0.25},
		{true, 1, 1, false, math.Pow(2, -0.7)}, {true, 1, 1, true, 0.5},
	} {
		cfg := New()
		cfg.Latents, cfg.LimitSteps = c.latents, c.limit
		if got := cfg.naturalRate(c.t, c.full); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("limit %t, P = %d, iteration %d, full %t: %g, want %g", c.limit, c.latents, c.t, c.full, got, c.want)
		}
	}
}

// Beside natural gradients an inducing input moves by at most hyper_rate lengthscales, or lengths of rows, in a step,
// free or in a subspace; with limit_steps = false and by Adam alone by so many lengths of rows in each of its coordinates.
func TestInducingInputsMoveByLengths(t *testing.T) {
	for _, c := range []struct {
		options map[string]any
		want    func(s *start, coordinates float64) float64
	}{
		{nil, func(s *start, _ float64) float64 { return min(s.lengthscale, s.scale) }},
		{map[string]any{"subspace": 4}, func(s *start, _ float64) float64 { return min(s.lengthscale, s.scale) }},
		{map[string]any{"lengthscale": 0.8}, func(*start, float64) float64 { return 0.8 }},
		{map[string]any{"kernel": "linear"}, func(s *start, _ float64) float64 { return s.scale }},
		{map[string]any{"limit_steps": false}, func(s *start, n float64) float64 { return s.scale * math.Sqrt(n) }},
		{map[string]any{"natural": false}, func(s *start, n float64) float64 { return s.scale * math.Sqrt(n) }},
	} {
		f := naturalFit(t, c.options)
		before := mat.DenseCopyOf(f.at.inducing)
		coordinates, m := before.Dims()
		if err := f.iterate(1); err != nil {
			t.Fatal(err)
		}
		before.Sub(f.at.inducing, before)
		for j := range m {
			got, want := mat.Norm(before.ColView(j), 2), f.HyperRate*c.want(f.start, float64(coordinates))
			if math.Abs(got-want) > 1e-3*want {
				t.Errorf("%v: inducing input %d moved by %g, want %g", c.options, j, got, want)
			}
		}
	}
}
