package likelihood

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/quad"
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

// tensor returns E[s_k / S] of three classes and E log S by a trapezoidal sum over all
// three latent values.
func tensor(mean, variance []float64, nodes int) (p []float64, logSum float64) {
	var at [3][]float64
	var weight [3][]float64
	for k := range 3 {
		sd := math.Sqrt(variance[k])
		sum := 0.0
		for i := range nodes {
			u := 9 * (2*float64(i)/float64(nodes-1) - 1)
			at[k] = append(at[k], 1/(1+math.Exp(-mean[k]-sd*u)))
			weight[k] = append(weight[k], math.Exp(-0.5*u*u))
			sum += math.Exp(-0.5 * u * u)
		}
		for i := range weight[k] {
			weight[k][i] /= sum
		}
	}
	p = make([]float64, 3)
	for i, a := range at[0] {
		for j, b := range at[1] {
			for l, c := range at[2] {
				w, s := weight[0][i]*weight[1][j]*weight[2][l], a+b+c
				p[0] += w * a / s
				p[1] += w * b / s
				p[2] += w * c / s
				logSum += w * math.Log(s)
			}
		}
	}
	return p, logSum
}

func TestLogisticSoftmaxAgainstATensorProduct(t *testing.T) {
	l := logisticSoftmax(t, 3, Prediction{Name: "quadrature"})
	r := newRace(logistic{}, 3, fine)
	for _, c := range []struct {
		mean, variance []float64
		nodes          int
	}{
		{[]float64{0, 0, 0}, []float64{1, 1, 1}, 61},
		{[]float64{2, -1, .5}, []float64{1e-6, 3, .05}, 81},
		{[]float64{-4, -6, -5}, []float64{.3, .02, 2}, 81},
		{[]float64{8, 3, -9}, []float64{4, .5, 1}, 101},
		{[]float64{0, 1, -3}, []float64{100, 40, 10}, 361},
		{[]float64{-20, -5, 10}, []float64{100, 100, 100}, 361},
	} {
		want, wantLog := tensor(c.mean, c.variance, c.nodes)
		got := predicted(l, c.mean, c.variance)
		for k := range got {
			if math.Abs(got[k]-want[k]) > 1e-8*want[k] {
				t.Errorf("means %v, variances %v: class %d has %.12g, want %.12g", c.mean, c.variance, k, got[k], want[k])
			}
		}
		space := make([]float64, 6)
		if e := r.logSum(space[:3], space[3:], c.mean, c.variance); math.Abs(e-wantLog) > 1e-8*(1+math.Abs(wantLog)) {
			t.Errorf("means %v, variances %v: E log S is %.12g, want %.12g", c.mean, c.variance, e, wantLog)
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
			logs[k], _, _ = Logit{}.LogProb(m)
			sum += math.Exp(logs[k] - logs[0])
		}
		for k := range got {
			relative(t, "probability", got[k], math.Exp(logs[k]-logs[0])/sum, 1e-8)
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
