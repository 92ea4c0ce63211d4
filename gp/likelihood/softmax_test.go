package likelihood

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/quad"
	"gpcbench/linalg/engine"
)

// logisticSoftmax returns the likelihood with a prediction.
func logisticSoftmax(t testing.TB, classes int, predict Prediction) Softmax {
	t.Helper()
	l, err := NewSoftmax("logistic-softmax", classes, predict)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// predicted returns the probabilities of a row.
func predicted(l Softmax, mean, variance []float64) []float64 {
	p := make([]float64, len(mean))
	l.Predict(mat.NewDense(1, len(p), p), mat.NewDense(1, len(p), mean), mat.NewDense(1, len(p), variance))
	return p
}

// A row whose values an independent program worked out.
func TestLogisticSoftmaxOfARow(t *testing.T) {
	mean, variance := []float64{1, -.5, .2}, []float64{.3, .8, .5}
	for name, want := range map[string][]float64{
		"quadrature": {0.44064995, 0.23176753, 0.32758251},
		"taylor":     {0.44137011, 0.23217681, 0.32645308},
	} {
		p := predicted(logisticSoftmax(t, 3, Prediction{Name: name}), mean, variance)
		for k := range want {
			if math.Abs(p[k]-want[k]) > 1e-8 {
				t.Errorf("%s: class %d has %.9f, want %.8f", name, k, p[k], want[k])
			}
		}
	}
	l, space := logisticSoftmax(t, 3, Prediction{Name: "quadrature"}), mat.NewDense(1, 3, nil)
	e := l.Expectations(mat.NewDense(1, 3, nil), space, []int{0}, mat.NewDense(1, 3, mean), mat.NewDense(1, 3, variance), 1)
	if math.Abs(e+0.83491169) > 1e-8 {
		t.Errorf("E log p is %.9f, want -0.83491169", e)
	}
}

// The same row with the softmax.
func TestSoftmaxOfARow(t *testing.T) {
	mean, variance := []float64{1, -.5, .2}, []float64{.3, .8, .5}
	l, err := NewSoftmax("softmax", 3, Prediction{Name: "quadrature"})
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []float64{0.55811403, 0.16109822, 0.28078775} {
		if p := predicted(l, mean, variance); math.Abs(p[k]-want) > 1e-8 {
			t.Errorf("class %d has %.9f, want %.8f", k, p[k], want)
		}
	}
	dMean, dVariance := mat.NewDense(1, 3, nil), mat.NewDense(1, 3, nil)
	e := l.Expectations(dMean, dVariance, []int{0}, mat.NewDense(1, 3, mean), mat.NewDense(1, 3, variance), 1)
	if math.Abs(e+0.64246617) > 1e-8 {
		t.Errorf("E log p is %.9f, want -0.64246617", e)
	}
	// dE log p/dv_k = -1/2 E p_k (1 - p_k).
	for k, want := range []float64{0.21640838, 0.11886617, 0.17764083} {
		if got := dVariance.At(0, k); math.Abs(got+0.5*want) > 1e-8 {
			t.Errorf("by variance %d: %.9f, want %.8f", k, got, -0.5*want)
		}
	}
}

// tensor returns E[s_k / S] of two or three classes and E log S by a trapezoidal sum over all
// latent values. Along each of them the integrands are analytic for imaginary parts below pi, so
// that steps of 0.6, and of 0.7 standard deviations where they are small, leave at most 1e-11.
func tensor(s func(f float64) float64, mean, variance []float64) (p []float64, logSum float64) {
	at, weight := [3][]float64{2: {0}}, [3][]float64{2: {1}} // a third class that is not there has s = 0
	for k, m := range mean {
		at[k], weight[k] = []float64{s(m)}, []float64{1}
		total := 1.0
		sd := math.Sqrt(variance[k])
		step := min(0.6, 0.7*sd)
		for f := step; sd > 0 && f < 9*sd; f += step {
			w := math.Exp(-0.5 * f * f / variance[k])
			at[k], weight[k] = append(at[k], s(m+f), s(m-f)), append(weight[k], w, w)
			total += 2 * w
		}
		for i := range weight[k] {
			weight[k][i] /= total
		}
	}
	p = make([]float64, 3)
	for i, a := range at[0] {
		for j, b := range at[1] {
			for l, c := range at[2] {
				sum := a + b + c
				w := weight[0][i] * weight[1][j] * weight[2][l]
				share := w / sum
				p[0] += share * a
				p[1] += share * b
				p[2] += share * c
				logSum += w * math.Log(sum)
			}
		}
	}
	return p[:len(mean)], logSum
}

// TestSoftmaxAgainstATensorProduct: -log p is good to 1e-9 for all that a fit may bring, from
// variances next to 0 up to the largest that is told from a larger one.
func TestSoftmaxAgainstATensorProduct(t *testing.T) {
	for _, c := range []struct{ mean, variance []float64 }{
		{[]float64{0, 0}, []float64{1e-6, 1e-6}},
		{[]float64{1, -1}, []float64{1e-3, 1}},
		{[]float64{3, 0}, []float64{100, 1}},
		{[]float64{0, 20}, []float64{2000, 0}},
		{[]float64{-5, 7}, []float64{400, 900}},
		{[]float64{40, -60}, []float64{2500, 2500}},
		{[]float64{0, 30}, []float64{4, 4}},
		{[]float64{0, 0, 0}, []float64{1, 1, 1}},
		{[]float64{1, -.5, .2}, []float64{.3, .8, .5}},
		{[]float64{2, -1, .5}, []float64{1e-6, 3, .05}},
		{[]float64{-4, -6, -5}, []float64{.3, .02, 2}},
		{[]float64{8, 3, -9}, []float64{4, .5, 1}},
		{[]float64{0, 1, -3}, []float64{100, 40, 10}},
		{[]float64{-20, -5, 10}, []float64{100, 100, 100}},
		{[]float64{0, 1, 2}, []float64{2500, 9, 1}},
	} {
		n := len(c.mean)
		for name, s := range map[string]func(f float64) float64{"softmax": math.Exp, "logistic-softmax": func(f float64) float64 { return 1 / (1 + math.Exp(-f)) }} {
			l, err := NewSoftmax(name, n, Prediction{Name: "quadrature"})
			if err != nil {
				t.Fatal(err)
			}
			want, wantLog := tensor(s, c.mean, c.variance)
			for k, p := range predicted(l, c.mean, c.variance) {
				if !(math.Abs(math.Log(p)-math.Log(want[k])) <= 1e-9) {
					t.Errorf("%s, means %v, variances %v: class %d has %.12g, want %.12g", name, c.mean, c.variance, k, p, want[k])
				}
			}
			r := newLaplace(l.rate, n, fine)
			if e := r.logSum(make([]float64, n), make([]float64, n), c.mean, c.variance); math.Abs(e-wantLog) > 1e-8*(1+math.Abs(wantLog)) {
				t.Errorf("%s, means %v, variances %v: E log S is %.12g, want %.12g", name, c.mean, c.variance, e, wantLog)
			}
		}
	}
}

// Without variance there is nothing to integrate, at any size of the latent values.
func TestLogisticSoftmaxOfPoints(t *testing.T) {
	l := logisticSoftmax(t, 3, Prediction{Name: "quadrature"})
	for _, mean := range [][]float64{{0, 1, -1}, {40, 30, -30}, {-300, -301, -303}, {-50, 50, 0}} {
		got := predicted(l, mean, make([]float64, 3))
		logs, sum := make([]float64, 3), 0.0
		for k, m := range mean {
			logs[k], _, _ = Logit{}.LogProb(1, m)
			sum += math.Exp(logs[k] - logs[0])
		}
		for k := range got {
			relative(t, "probability", got[k], math.Exp(logs[k]-logs[0])/sum, 1e-9)
		}
	}
}

func TestLogisticSoftmaxAgainstDraws(t *testing.T) {
	const classes, draws = 100, 100_000
	rng := rand.New(rand.NewPCG(4, 2))
	mean, variance := make([]float64, classes), make([]float64, classes)
	for k := range mean {
		mean[k], variance[k] = 2*rng.NormFloat64()-3, 2*rng.ExpFloat64()
	}
	exact := predicted(logisticSoftmax(t, classes, Prediction{Name: "quadrature"}), mean, variance)
	sum := 0.0
	for _, p := range exact {
		sum += p
	}
	near(t, "sum", sum, 1, 1e-9)
	drawn := predicted(logisticSoftmax(t, classes, Prediction{Name: "monte-carlo", Draws: draws, Seed: 3}), mean, variance)
	for k, p := range exact {
		// A probability between 0 and 1 has at most the variance p (1 - p).
		if se := math.Sqrt(p * (1 - p) / draws); math.Abs(drawn[k]-p) > 5*se {
			t.Errorf("class %d has %v, by draws %v (s.e. below %v)", k, p, drawn[k], se)
		}
	}
}

// Two classes, of which the second's value is minus the first's, are the logit link: here
// by the rule of Gauss and Hermite over the one value, for points of which the expansion
// and the exact form are held to (1).
func TestLogisticSoftmaxOfTwoOppositeValues(t *testing.T) {
	l := logisticSoftmax(t, 2, Prediction{Name: "quadrature"})
	rule := quad.GaussHermite(60)
	got := 0.0
	for i, x := range rule.X {
		f := 0.7 + 1.2*x
		got += rule.W[i] * predicted(l, []float64{f, -f}, []float64{0, 0})[0]
	}
	want, _ := Logit{}.Predict(0.7, 1.44)
	near(t, "sigma", got, want, 1e-8)
}

// The expansion is exact to second order: a tenth of the variance leaves a hundredth of
// the difference.
func TestTaylorIsOfSecondOrder(t *testing.T) {
	taylor, exact := logisticSoftmax(t, 4, Prediction{Name: "taylor"}), logisticSoftmax(t, 4, Prediction{Name: "quadrature"})
	mean := []float64{.5, -1, 2, 0}
	differ := func(scale float64) (worst float64) {
		variance := []float64{.3 * scale, .2 * scale, .4 * scale, .1 * scale}
		a, b := predicted(taylor, mean, variance), predicted(exact, mean, variance)
		for k := range a {
			worst = max(worst, math.Abs(a[k]-b[k]))
		}
		return worst
	}
	if wide, small := differ(1), differ(0.1); small > 0.015*wide || wide < 1e-5 {
		t.Errorf("differences %v and %v", wide, small)
	}
}

// The other two forms of the expansion: its order 0, and with the second derivatives as the
// paper prints them.
func TestExpansionsAsPrinted(t *testing.T) {
	mean, variance := []float64{.5, -1, 2, 0}, []float64{.3, .2, .4, .1}
	plug := predicted(logisticSoftmax(t, 4, Prediction{Name: "plug-in"}), mean, variance)
	paper := predicted(logisticSoftmax(t, 4, Prediction{Name: "taylor-paper"}), mean, variance)
	s, sum := make([]float64, 4), 0.0
	for c, m := range mean {
		s[c] = 1 / (1 + math.Exp(-m))
		sum += s[c]
	}
	for k := range s {
		near(t, "order 0", plug[k], s[k]/sum, 1e-15)
		second := 0.0
		for c, v := range variance {
			slope := s[c] - s[c]*s[c]
			bracket := (1-2*s[c])*sum*sum - 2*slope*sum
			if c == k {
				second += v * (sum - s[k]) * slope * bracket / (2 * sum * sum * sum)
			} else {
				second -= v * s[k] * slope * bracket / (2 * sum * sum * sum)
			}
		}
		near(t, "as printed", paper[k], s[k]/sum+0.5*second, 1e-15)
	}
	if _, err := NewSoftmax("softmax", 3, Prediction{Name: "taylor-paper"}); err == nil {
		t.Error("the softmax is expanded as the paper prints the logistic softmax's expansion")
	}
}

func BenchmarkLogisticSoftmax(b *testing.B) {
	const rows = 100
	for _, classes := range []int{3, 10, 100} {
		rng := rand.New(rand.NewPCG(4, 2))
		mean, variance := mat.NewDense(rows, classes, nil), mat.NewDense(rows, classes, nil)
		for i := range rows {
			for k := range classes {
				mean.Set(i, k, 2*rng.NormFloat64())
				variance.Set(i, k, rng.ExpFloat64())
			}
		}
		for _, predict := range []Prediction{{Name: "quadrature"}, {Name: "monte-carlo", Draws: 1000, Seed: 1}, {Name: "taylor"}} {
			b.Run(predict.Name+"/"+map[int]string{3: "3", 10: "10", 100: "100"}[classes], func(b *testing.B) {
				l, dst := logisticSoftmax(b, classes, predict), mat.NewDense(rows, classes, nil)
				for b.Loop() {
					l.Predict(dst, mean, variance)
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*rows), "us/row")
			})
		}
	}
}

// What is 1 or 0 to the last bit is not worked out: no bit is another.
func TestExponentials(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 3))
	for _, of := range rates {
		for _, variance := range []float64{0, 0.01, 1, 30, 1000, MaxVariance, 1e6} {
			mean, spread := rowsOfSpread(1, 3, 3*math.Sqrt(variance), variance, rng)
			r := newLaplace(of, 3, fine)
			r.start(mean.RawRowView(0), spread.RawRowView(0), false)
			for b, last := 0, 0.0; last < 1e3; b++ {
				r.block(b)
				last = r.t[atOnce-1]
				for k := range r.transform {
					c := &r.transform[k]
					c.exponentials(r.t)
					want := make([]float64, len(c.term))
					for j, tj := range r.t {
						floats.ScaleTo(want[j*len(c.minus):(j+1)*len(c.minus)], tj, c.minus)
					}
					engine.Exp(want, want)
					if !slices.Equal(c.term, want) {
						t.Fatalf("%T, variances of %v: exp(-t s) at t = %v differs", of, variance, r.t)
					}
				}
			}
		}
	}
}

// Microseconds a row of three classes on one busy core of an AMD EPYC: by quadrature, before exp(-t s) that are 1 or 0
// were left out and since, and by clocks:
//
//	variances of 1     40     45   28
//	           100   1900    950   12
//	          1000  20000   5200   16
func BenchmarkWideSoftmax(b *testing.B) {
	const rows, classes = 20, 3
	for _, variance := range []float64{1, 100, 1000} {
		for _, by := range []string{"quadrature", NameClocks} {
			b.Run(fmt.Sprint(variance, "/", by), func(b *testing.B) {
				mean, of := rowsOfSpread(rows, classes, math.Sqrt(variance), variance, rand.New(rand.NewPCG(1, 2)))
				l, err := NewSoftmax("softmax", classes, Prediction{Name: by})
				if err != nil {
					b.Fatal(err)
				}
				dst := mat.NewDense(rows, classes, nil)
				l.Predict(dst, mean, of) // makes tables
				for b.Loop() {
					l.Predict(dst, mean, of)
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*rows), "us/row")
			})
		}
	}
}

// Draws whose s are all too small for a number, or too large, have probabilities too: those of draws of the
// difference alone.
func TestAverageOfDrawsFarOut(t *testing.T) {
	const draws = 4000
	for _, c := range []struct {
		name           string
		mean, variance []float64
		want, sd       float64 // of the first class
		within         float64 // four standard errors
	}{
		{"logistic-softmax", []float64{-750, -750}, []float64{1, 1}, 0.5, 0.2616, 0.018},
		{"logistic-softmax", []float64{-720, -720}, []float64{100, 100}, 0.5, 0.4712, 0.031},
		{"logistic-softmax", []float64{-800, -801}, []float64{0, 0}, 0.7310585786, 0, 1e-9},
		{"softmax", []float64{0, 0}, []float64{2e5, 2e5}, 0.5, 0.4994, 0.032},
		{"softmax", []float64{0, 2000}, []float64{4e6, 4e6}, 0.2398, 0.4266, 0.028},
	} {
		l, err := NewSoftmax(c.name, 2, Prediction{Name: "monte-carlo", Draws: draws, Seed: 7})
		if err != nil {
			t.Fatal(err)
		}
		p := predicted(l, c.mean, c.variance)
		if !(math.Abs(p[0]-c.want) < c.within) || math.Abs(p[0]+p[1]-1) > 1e-12 {
			t.Errorf("%s at %v, %v: %v, want %v", c.name, c.mean, c.variance, p, c.want)
		}
		if sd := deviations(l, c.mean, c.variance); !(math.Abs(sd[0]-c.sd) < 0.02) {
			t.Errorf("%s at %v, %v: standard deviation %v, want %v", c.name, c.mean, c.variance, sd[0], c.sd)
		}
	}
}
