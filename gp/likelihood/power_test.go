package likelihood

import (
	"math"
	"testing"
)

// powerMoments returns log Z and the first two derivatives of it by mean, the second with the other
// sign, from mean and variance of the tilted distribution by the trapezoidal rule: log Z' = (E~z - m)/v, -log Z” = (1 - var~/v)/v.
func powerMoments(alpha, mean, variance float64) (value, first, second float64) {
	sd := math.Sqrt(variance)
	from, to := mean-12*sd, math.Max(mean, 0)+12*sd
	n := max(4000, int((to-from)/0.2))
	h := (to - from) / float64(n)
	log := func(z float64) float64 {
		psi, _, _ := logNormalCDF(z)
		return alpha*psi - 0.5*(z-mean)*(z-mean)/variance
	}
	top := math.Inf(-1)
	for i := 0; i <= n; i += 100 {
		top = math.Max(top, log(from+h*float64(i)))
	}
	var sum, one, two float64
	for i := range n + 1 {
		d := from + h*float64(i) - mean
		w := math.Exp(log(mean+d) - top)
		sum += w
		one += w * d
		two += w * d * d
	}
	one, two = one/sum, two/sum
	return math.Log(sum*h/sd) - logSqrt2Pi + top, one / variance, (1 - (two-one*one)/variance) / variance
}

func TestPowerProbitAgainstQuadrature(t *testing.T) {
	for _, alpha := range []float64{1, 0.5, 0.02, 1e-3} {
		p := &PowerProbit{Alpha: alpha}
		for _, c := range [][2]float64{{0.3, 1}, {-2, 0.5}, {-50, 1}, {40, 900}, {-30, 400}, {-1000, 1e4}, {3, 1e6}, {0.1, 0.01}, {-6, 30}} {
			value, first, second := p.expect(c[0], c[1], true)
			v, f, s := powerMoments(alpha, c[0], c[1])
			if math.Abs(value-v) > 1e-11*(1+math.Abs(v)) || math.Abs(first-f) > 1e-8*math.Abs(f) || math.Abs(second-s) > 1e-6*math.Abs(s)+1e-9*alpha {
				t.Errorf("alpha %v, N(%v, %v): %.14g, %.10g, %.10g; quadrature %.14g, %.10g, %.10g", alpha, c[0], c[1], value, first, second, v, f, s)
			}
		}
	}
}

// With alpha = 1 there is a closed form, Phi(m / sqrt(1 + v)), in the tails too.
func TestPowerProbitOfOne(t *testing.T) {
	p := &PowerProbit{Alpha: 1}
	for _, m := range []float64{-1000, -40, -9, -2, 0, 0.5, 4, 6} {
		for _, v := range []float64{0, 1e-20, 1e-6, 0.3, 1, 25, 1e4, 1e8} {
			value, first, second := p.expect(m, v, true)
			s := math.Sqrt(1 + v)
			want, slope, curvature := logNormalCDF(m / s)
			if math.Abs(value-want) > 1e-11*math.Abs(want)+1e-16 || math.Abs(first-slope/s) > 1e-11*slope/s+1e-16 || math.Abs(second+curvature/(s*s)) > 1e-9*math.Abs(curvature/(s*s))+1e-12/(s*s) {
				t.Errorf("N(%v, %v): %.14g, %.14g, %.14g, closed form %.14g, %.14g, %.14g", m, v, value, first, second, want, slope/s, -curvature/(s*s))
			}
		}
	}
}

// As alpha goes to 0 log Z / alpha goes to E log Phi, and the derivatives with it.
func TestPowerProbitOfLittle(t *testing.T) {
	const alpha = 1e-10
	p := &PowerProbit{Alpha: alpha}
	for _, c := range [][2]float64{{0.3, 1}, {-5, 0.2}, {2, 9}, {0, 1e-14}} {
		value, first, second := p.expect(c[0], c[1], true)
		psi := func(z float64) (float64, float64, float64) { return logNormalCDF(z) }
		want, slope, half := trapezoid(psi, c[0], c[1], min(0.05, 0.1*math.Sqrt(c[1])))
		if math.Abs(value/alpha-want) > 1e-8*math.Abs(want) || math.Abs(first/alpha-slope) > 1e-8*slope || math.Abs(second/alpha+2*half) > 1e-8 {
			t.Errorf("N(%v, %v): %.12g, %.12g, %.12g, want %.12g, %.12g, %.12g", c[0], c[1], value/alpha, first/alpha, second/alpha, want, slope, -2*half)
		}
	}
}

func BenchmarkPowerProbit(b *testing.B) {
	p := &PowerProbit{Alpha: 0.5}
	const n = 1000
	mean, variance, first, second := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range mean {
		mean[i], variance[i] = 4*math.Sin(float64(i)), math.Exp(3*math.Cos(float64(3*i)))
	}
	for b.Loop() {
		p.Expect(nil, first, second, mean, variance)
	}
}
