package likelihood

import (
	"math"
	"testing"

	"gpcbench/gp/quad"
)

// The reference values of this file are from mpmath with 40 digits.

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*(1+math.Abs(want))) {
		t.Errorf("%s: got %.17g, want %.17g", what, got, want)
	}
}

// relative is near for numbers whose size is what matters.
func relative(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s: got %.17g, want %.17g", what, got, want)
	}
}

// links returns every link.
func links(t *testing.T) []Link {
	t.Helper()
	var out []Link
	for _, name := range Links() {
		link, err := NewLink(name)
		if err != nil || link.Name() != name {
			t.Fatalf("NewLink(%q) = %v, %v", name, link, err)
		}
		out = append(out, link)
	}
	return out
}

func TestProbitLogProbInTheTails(t *testing.T) {
	for _, c := range []struct{ z, value, first, second float64 }{
		{-1000.0, -500007.82669481218, 1000.000999998, -0.99999900000599995},
		{-50.0, -1254.8313611394199, 50.01998403190564, -0.9996009568131961},
		{-31.0, -484.85396362717929, 31.032191276777725, -0.99896585841004661},
		{-29.0, -424.78741990973016, 29.034401237736326, -0.99881933951123252},
		{-8.0, -35.01343715991455, 8.1213681122361127, -0.98567511655665909},
		{-1.0, -1.8410216450092635, 1.5251352761609812, -0.80090233442965121},
		{0.0, -0.69314718055994531, 0.79788456080286536, -0.63661977236758134},
		{1.0, -0.17275377902344989, 0.28759997093917836, -0.3703137142233946},
		{6.0, -9.8658764552437573e-10, 6.0758828558176764e-9, -3.6455297171822411e-8},
	} {
		value, first, second := Probit{}.LogProb(1, c.z)
		relative(t, "log Phi", value, c.value, 1e-14)
		relative(t, "first", first, c.first, 1e-12)
		relative(t, "second", second, c.second, 1e-12)
	}
}

func TestLogitLogProbInTheTails(t *testing.T) {
	for _, z := range []float64{-800, -40, -1, 0, 2, 40, 700} {
		value, first, second := Logit{}.LogProb(1, z)
		switch {
		case z <= -40:
			relative(t, "log sigma", value, z, 1e-15)
			relative(t, "first", first, 1, 1e-15)
			relative(t, "second", second, -math.Exp(z), 1e-14)
		case z >= 40:
			relative(t, "log sigma", value, -math.Exp(-z), 1e-14)
			relative(t, "first", first, math.Exp(-z), 1e-14)
			relative(t, "second", second, -math.Exp(-z), 1e-14)
		default:
			p := 1 / (1 + math.Exp(-z))
			relative(t, "log sigma", value, math.Log(p), 1e-14)
			relative(t, "first", first, 1-p, 1e-14)
			relative(t, "second", second, -p*(1-p), 1e-14)
		}
	}
}

func TestDerivativesOfLogProb(t *testing.T) {
	for _, link := range links(t) {
		for _, y := range []float64{-1, 1} {
			for _, f := range []float64{-33, -8.001, -7.999, -4.606, -4.605, -3, -0.4, 0, 0.3, 5} {
				const h = 1e-5
				up, firstUp, secondUp := link.LogProb(y, f+h)
				down, firstDown, secondDown := link.LogProb(y, f-h)
				_, first, second := link.LogProb(y, f)
				near(t, link.Name()+" first", first, (up-down)/(2*h), 1e-7)
				near(t, link.Name()+" second", second, (firstUp-firstDown)/(2*h), 1e-7)
				near(t, link.Name()+" third", link.ThirdDerivative(y, f), (secondUp-secondDown)/(2*h), 1e-7)
			}
		}
	}
}

func TestLogitLogPredict(t *testing.T) {
	for _, c := range []struct{ mean, variance, want float64 }{
		{0, 1e-6, -0.69314718055994531},
		{-0.3, 1e-6, -0.85435520170560199},
		{-2, 1e-6, -2.126927675638097},
		{-11, 1e-6, -11.00001620158637},
		{-40, 1e-6, -39.9999995},
		{-300, 1e-6, -299.9999995},
		{0, 0.01, -0.69314718055994531},
		{-0.3, 0.01, -0.85392975872579852},
		{-2, 0.01, -2.1235817644114391},
		{-11, 0.01, -10.995016953968065},
		{-40, 0.01, -39.995},
		{-300, 0.01, -299.995},
		{0, 1, -0.69314718055994531},
		{-0.3, 1, -0.82486719405804789},
		{-2, 1, -1.8613506148087591},
		{-11, 1, -10.500074839408717},
		{-40, 1, -39.5},
		{-300, 1, -299.5},
		{0, 9, -0.69314718055994531},
		{-0.3, 9, -0.76444540254037817},
		{-2, 9, -1.2638076881147419},
		{-11, 9, -6.8320882799632588},
		{-40, 9, -35.500000000003099},
		{-300, 9, -295.5},
		{0, 24, -0.69314718055994531},
		{-0.3, 24, -0.74011955063203373},
		{-2, 24, -1.04797826187334},
		{-11, 24, -4.0342494796531277},
		{-40, 24, -28.001149777230867},
		{-300, 24, -288.0},
		{0, 26, -0.69314718055994531},
		{-0.3, 26, -0.73844000456876034},
		{-2, 26, -1.0338621088261472},
		{-11, 26, -3.8578508734554997},
		{-40, 26, -27.004935855654837},
		{-300, 26, -287.0},
		{0, 100, -0.69314718055994531},
		{-0.3, 100, -0.71698128331495232},
		{-2, 100, -0.86278544233493833},
		{-11, 100, -1.9694848428272585},
		{-40, 100, -10.079870841836146},
		{-300, 100, -250.0},
		{0, 1e4, -0.69314718055994531},
		{-0.3, 1e4, -0.69554330546513753},
		{-2, 1e4, -0.70922981960843417},
		{-11, 1e4, -0.78479797205382871},
		{-40, 1e4, -1.0653637533076261},
		{-300, 1e4, -6.6061062706638171},
	} {
		plus, minus := Logit{}.LogPredict(c.mean, c.variance)
		relative(t, "log E sigma(f)", plus, c.want, 1e-12)
		near(t, "complement", math.Exp(plus)+math.Exp(minus), 1, 1e-14)
		mirrored, other := Logit{}.LogPredict(-c.mean, c.variance)
		if mirrored != minus || other != plus {
			if c.mean != 0 {
				t.Errorf("mean %v, variance %v is not symmetric", c.mean, c.variance)
			}
		}
		p, q := Logit{}.Predict(c.mean, c.variance)
		relative(t, "Predict", p, math.Exp(plus), 1e-15)
		relative(t, "Predict", q, math.Exp(minus), 1e-15)
	}
	for _, m := range []float64{-900, -3, 0, 7} {
		value, _, _ := Logit{}.LogProb(1, m)
		plus, _ := Logit{}.LogPredict(m, 0)
		relative(t, "no variance", plus, value, 1e-15)
		close, _ := Logit{}.LogPredict(m, 1e-12)
		near(t, "hardly any variance", close, value, 1e-11)
	}
	// A variance without bound costs no more and gives 1/2.
	plus, minus := Logit{}.LogPredict(-2, 1e18)
	near(t, "huge variance", plus, -math.Ln2, 1e-8)
	near(t, "huge variance", minus, -math.Ln2, 1e-8)
}

// The two forms of the logit prediction hold on either side of their border.
func TestWideAndNarrowAgree(t *testing.T) {
	for _, v := range []float64{25, 49, 400} {
		for _, m := range []float64{0, -0.01 * v, -0.2 * v, -0.49 * v} {
			near(t, "wide", logSigmoidMeanWide(m, v), logSigmoidMeanNarrow(m, math.Sqrt(v)), 1e-11)
		}
	}
}

func TestProbitPredict(t *testing.T) {
	// The closed form against quadrature, where 100 nodes are enough.
	rule := quad.GaussHermite(100)
	for _, m := range []float64{-3, -0.2, 0, 1.5} {
		for _, v := range []float64{0.01, 0.5, 2} {
			var want float64
			for k, x := range rule.X {
				want += rule.W[k] * 0.5 * math.Erfc(-(m+math.Sqrt(v)*x)/math.Sqrt2)
			}
			plus, minus := Probit{}.Predict(m, v)
			near(t, "Predict", plus, want, 1e-12)
			near(t, "Predict", minus, 1-want, 1e-12)
			a, b := Probit{}.LogPredict(m, v)
			near(t, "LogPredict", a, math.Log(plus), 1e-14)
			near(t, "LogPredict", b, math.Log(minus), 1e-13)
		}
	}
}

func TestExpect(t *testing.T) {
	tolerance := map[float64]float64{0.01: 1e-13, 1: 1e-8, 9: 2e-4, 25: 1e-3, 100: 2e-2}
	for _, c := range []struct{ mean, variance, logit, probit float64 }{
		{0, 0.01, -0.69439562324080934, -0.69632884797025383},
		{-2, 0.01, -2.1274534628082297, -3.7876124449763955},
		{3, 0.01, -0.048813646404922944, -0.0014184914091601609},
		{0, 1, -0.80605918334743978, -1.0},
		{-2, 1, -2.1827369720664516, -4.2207481052381323},
		{3, 1, -0.075025980999293593, -0.01876690559953644},
		{0, 9, -1.3940780431585996, -3.2020494301143208},
		{-2, 9, -2.6175240658003721, -7.381990154468333},
		{3, 9, -0.38057655976255462, -0.6232373619628908},
		{0, 25, -2.1205474146828353, -7.362728611429413},
		{-2, 25, -3.2690788359371682, -12.899031766327081},
		{3, 25, -0.94995278409935516, -2.7275354344555512},
		{0, 100, -4.0543130311711487, -26.380328165808251},
		{-2, 100, -5.1325795888614783, -35.682545174640835},
		{3, 100, -2.7297086037333, -16.111154267386061},
	} {
		for _, y := range []float64{-1, 1} {
			got, _, _ := Logit{}.Expect(y, y*c.mean, c.variance)
			near(t, "logit", got, c.logit, tolerance[c.variance])
			got, _, _ = Probit{}.Expect(y, y*c.mean, c.variance)
			near(t, "probit", got, c.probit, tolerance[c.variance])
		}
	}
}

func TestDerivativesOfExpect(t *testing.T) {
	for _, link := range links(t) {
		for _, y := range []float64{-1, 1} {
			for _, m := range []float64{-4, 0.3, 2} {
				for _, v := range []float64{0.05, 1, 30} {
					const h = 1e-5
					_, dMean, dVariance := link.Expect(y, m, v)
					up, _, _ := link.Expect(y, m+h, v)
					down, _, _ := link.Expect(y, m-h, v)
					near(t, link.Name()+" dMean", dMean, (up-down)/(2*h), 1e-9)
					up, _, _ = link.Expect(y, m, v+h)
					down, _, _ = link.Expect(y, m, v-h)
					near(t, link.Name()+" dVariance", dVariance, (up-down)/(2*h), 1e-8)
				}
				// hensman2015 (20) as printed, E[g'']/2, where the sum is exact; and
				// on both sides of the switch at small variances.
				var half float64
				r := quad.GaussHermite(60)
				for k, x := range r.X {
					_, _, second := link.LogProb(y, m+0.5*x)
					half += 0.5 * r.W[k] * second
				}
				_, _, dVariance := link.Expect(y, m, 0.25)
				near(t, link.Name()+" (20)", dVariance, half, 1e-8)
				_, _, second := link.LogProb(y, m)
				for _, v := range []float64{0, 0.9e-10, 1.1e-10} {
					_, _, dVariance := link.Expect(y, m, v)
					near(t, link.Name()+" tiny variance", dVariance, 0.5*second, 1e-9)
				}
			}
		}
	}
}

func TestPolyaGamma(t *testing.T) {
	for _, c := range []float64{0, 1e-9, 0.00999, 0.01001, 0.3, 5, 800} {
		want := 0.25
		if c > 0 {
			want = math.Tanh(c/2) / (2 * c)
		}
		relative(t, "tanh(c/2)/(2c)", PolyaGammaMean(c), want, 1e-14)
		if PolyaGammaMean(-c) != PolyaGammaMean(c) {
			t.Errorf("PolyaGammaMean is not even at %v", c)
		}
	}
}

func TestNewLinkRefuses(t *testing.T) {
	if _, err := NewLink("cauchit"); err == nil {
		t.Error("an unknown likelihood gave no error")
	}
}

// Expectations is Expect of every row, whatever rows are with it.
func TestExpectations(t *testing.T) {
	for _, link := range links(t) {
		var y, mean, variance []float64
		for _, sign := range []float64{-1, 1} {
			for _, m := range []float64{-40, -3, 0, 0.3, 7, 50} {
				for _, v := range []float64{0, 1e-11, 0.01, 1, 400} {
					y, mean, variance = append(y, sign), append(mean, m), append(variance, v)
				}
			}
		}
		n := len(y)
		value, dMean, dVariance := make([]float64, n), make([]float64, n), make([]float64, n)
		link.Expectations(value, dMean, dVariance, y, mean, variance)
		for i := range y {
			a, b, c := link.Expect(y[i], mean[i], variance[i])
			relative(t, link.Name()+" value", value[i], a, 1e-13)
			relative(t, link.Name()+" dMean", dMean[i], b, 1e-13)
			if math.Abs(dVariance[i]-c) > 1e-13*math.Abs(c)+1e-14*math.Abs(b)/math.Sqrt(variance[i]) {
				t.Errorf("%s, y = %v, mean %v, variance %v: dVariance is %v, want %v", link.Name(), y[i], mean[i], variance[i], dVariance[i], c)
			}
			one := make([]float64, 3)
			link.Expectations(one[:1], one[1:2], one[2:], y[i:i+1], mean[i:i+1], variance[i:i+1])
			if one[0] != value[i] || one[1] != dMean[i] || one[2] != dVariance[i] {
				t.Errorf("%s: row %d alone has other expectations", link.Name(), i)
			}
		}
	}
}

// The variance against that of the infinite convolution of exponentials that
// defines PG(1, c): sum_k w_k^2, w_k = 1 / (2 pi^2 (k - 1/2)^2 + c^2 / 2).
func TestPolyaGammaVariance(t *testing.T) {
	for _, c := range []float64{0, 1e-9, 0.01, 0.0999, 0.1001, 0.5, 1, 5, 30, 200} {
		const terms = 20_000.
		want := 1 / (12 * math.Pow(math.Pi, 4) * terms * terms * terms) // the terms left out
		for k := terms; k > 0; k-- {
			h := math.Pi * (k - 0.5)
			w := 1 / (2*h*h + 0.5*c*c)
			want += w * w
		}
		relative(t, "Var[omega]", PolyaGammaVariance(c), want, 1e-12)
		if PolyaGammaVariance(-c) != PolyaGammaVariance(c) {
			t.Errorf("PolyaGammaVariance is not even at %v", c)
		}
	}
}
