package likelihood

import (
	"math"
	"testing"
)

// The reference values of this file are from mpmath with 40 digits.

func TestCloglogLogProbInTheTails(t *testing.T) {
	for _, c := range []struct{ f, value, first, second float64 }{
		{-800, -800, 1, 0},
		{-40, -40, 1, -2.1241771276457945e-18},
		{-4.7, -4.7045441917171592, 0.99545925511177729, -0.0045338512446065299},
		{-4.5, -4.5055493561992391, 0.99445578586006672, -0.0055339300530506657},
		{-1, -1.1783070964207178, 0.82731286298958016, -0.16148510398898845},
		{0, -0.45867514538708189, 0.58197670686932642, -0.33869688733846589},
		{1, -0.068266031247876686, 0.19204687479175581, -0.36687265728430384},
		{3, -1.8921786966284627e-9, 3.8005425112356633e-8, -7.2535394570773867e-7},
		{6, -6.2101364865660676e-176, 2.5053478702005617e-173, -1.0082241206844056e-170},
		{800, 0, 0, 0},
	} {
		value, first, second := Cloglog{}.LogProb(1, c.f)
		relative(t, "log p(+1)", value, c.value, 1e-13)
		relative(t, "first", first, c.first, 1e-13)
		relative(t, "second", second, c.second, 1e-12)
		value, first, second = Cloglog{}.LogProb(-1, c.f)
		if want := -math.Exp(c.f); value != want || first != want || second != want {
			t.Errorf("log p(-1) at %v: %v, %v, %v", c.f, value, first, second)
		}
	}
}

func TestCloglogUnderGaussians(t *testing.T) {
	for _, c := range []struct{ mean, variance, plus, minus, expected float64 }{
		{-30, 1e-6, -29.999999500000047, -9.3576276476528287e-14, -30.000000000000047},
		{-30, 1, -29.50000000000021, -1.5428112031916833e-13, -30.000000000000077},
		{-30, 9, -25.500000034122408, -8.4234634670752598e-12, -30.000000000004212},
		{-30, 100, -6.3319616267094371, -0.0017801249931939372, -30.004218900185189},
		{-30, 1e4, -0.95632916284578523, -0.48499708149226213, -56.678907562554129},
		{-2, 1e-6, -2.0669042027071162, -0.13533534174643929, -2.0669046387526253},
		{-2, 1, -1.7364732043331223, -0.193755295260907, -2.1061143901821407},
		{-2, 100, -0.81253179448388132, -0.58650724656652343, -5.0975358985587635},
		{0, 0.01, -0.45868231176478221, -0.99998768626335881, -0.46036755314295922},
		{0, 9, -0.56813803195735732, -0.83604668274707407, -1.2875263248418615},
		{0, 1e4, -0.688552959330305, -0.69776260611311432, -39.897134895939935},
		{1.5, 0.01, -0.012271867766434547, -4.4065754685842921, -0.012286916003546098},
		{1.5, 100, -0.5421794650009553, -0.87102953957777892, -3.3125466932685275},
		{5, 0.01, 0, -98.431931721084447, -1.7846581139646689e-43},
		{5, 1, -1.260890497915176e-5, -11.281113553701783, -1.3041919810297854e-5},
		{5, 9, -0.042634564654012349, -3.176331523560232, -0.079634043685310722},
		{5, 1e4, -0.6496350040436595, -0.73863913768616997, -37.446987900056527},
	} {
		plus, minus := Cloglog{}.LogPredict(c.mean, c.variance)
		near(t, "log E p(+1)", plus, c.plus, 1e-12)
		near(t, "log E p(-1)", minus, c.minus, 1e-12)
		near(t, "sum of both", math.Exp(plus)+math.Exp(minus), 1, 1e-14)
		e, _, _ := Cloglog{}.Expect(1, c.mean, c.variance)
		near(t, "E log p(+1)", e, c.expected, 1e-12)
		e, _, _ = Cloglog{}.Expect(-1, c.mean, c.variance)
		if want := -math.Exp(c.mean + c.variance/2); e != want {
			t.Errorf("E log p(-1): %v, want %v", e, want)
		}
	}
}

// The cost of a Gaussian does not grow with its width, beyond a standard deviation of 100.
func TestCloglogUnderWideGaussians(t *testing.T) {
	for _, c := range []struct{ mean, variance, plus, minus, expected float64 }{
		{0, 20000, -0.68989613623367869, -0.69640882865812578, -56.421013887281818},
		{-30, 1e+06, -0.71689962935508985, -0.66994584559423082, -414.12208154492249},
		{300, 100000, -0.1874493916078667, -1.7665074525837286, -29.024344886459223},
		{-500, 40000, -5.0733598726832697, -0.0062810318758945017, -500.40089172590614},
		{7, 1e+12, -0.69314113483482791, -0.69315322632161373, -398938.78041149747},
		{-1e+06, 1e+12, -1.8410207646761701, -0.17275394503095657, -1083315.4705878626},
		{0, 1e24, -math.Ln2, -math.Ln2, -398942280401.43270},
	} {
		plus, minus := Cloglog{}.LogPredict(c.mean, c.variance)
		near(t, "log E p(+1)", plus, c.plus, 1e-11)
		near(t, "log E p(-1)", minus, c.minus, 1e-11)
		e, dMean, dVariance := Cloglog{}.Expect(1, c.mean, c.variance)
		near(t, "E log p(+1)", e, c.expected, 1e-12*math.Abs(c.expected))
		step := 1e-3 * math.Sqrt(c.variance)
		at := func(mean, variance float64) float64 {
			e, _, _ := Cloglog{}.Expect(1, mean, variance)
			return e
		}
		near(t, "by the mean", dMean, (at(c.mean+step, c.variance)-at(c.mean-step, c.variance))/(2*step), 1e-6)
		relative(t, "by the variance", dVariance, (at(c.mean, 1.001*c.variance)-at(c.mean, 0.999*c.variance))/(2e-3*c.variance), 1e-5)
	}
}

// A latent value without variance, and numbers that are none.
func TestCloglogOfPoints(t *testing.T) {
	for _, f := range []float64{-50, -1, 0, 2} {
		value, _, _ := Cloglog{}.LogProb(1, f)
		plus, _ := Cloglog{}.LogPredict(f, 0)
		relative(t, "log p(+1)", plus, value, 1e-15)
		e, dMean, dVariance := Cloglog{}.Expect(1, f, 0)
		_, first, second := Cloglog{}.LogProb(1, f)
		if e != value || dMean != first || dVariance != second/2 {
			t.Errorf("at %v: %v, %v, %v", f, e, dMean, dVariance)
		}
	}
	if plus, minus := (Cloglog{}).Predict(math.NaN(), 1); !math.IsNaN(plus) || !math.IsNaN(minus) {
		t.Errorf("of no number: %v and %v", plus, minus)
	}
}
