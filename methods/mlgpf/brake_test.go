package mlgpf

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// The brake leaves noise alone, halves at every fall that noise does not explain, and lets go.
func TestBrake(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	b, halved := &brake{Factor: 1}, 0
	for i := range 5000 {
		if b.follow(100 + 0.01*float64(i) + 2*rng.NormFloat64()) {
			halved++
		}
	}
	if halved > 25 || b.Factor < 0.25 {
		t.Errorf("noise: halved %d times in 5000, factor %g", halved, b.Factor)
	}
	b.Factor = 1
	for i, fall := range []float64{30, 60, 120, 240} {
		if want := math.Pow(0.5, float64(i+1)); !b.follow(150-fall) || math.Abs(b.Factor-want) > 0.02 {
			t.Errorf("fall %g: factor %g, want %g", fall, b.Factor, want)
		}
	}
	for _, v := range []float64{math.NaN(), math.Inf(-1)} {
		if before := b.Factor; !b.follow(v) || b.Factor != before/2 || math.IsNaN(b.Mean+b.Variance) {
			t.Errorf("a bound of %g: %+v", v, b)
		}
	}
	for range 2000 {
		b.follow(150 + 2*rng.NormFloat64())
	}
	if b.Factor < 0.5 {
		t.Errorf("2000 iterations later the factor is %g", b.Factor)
	}
}

// A step after a fall of the bound is shorter, and the record counts it.
func TestFallShortensAStep(t *testing.T) {
	moved := func(mean float64) (float64, int) {
		rec := &methodtest.Recorder{}
		f := naturalFit(t, nil)
		f.rec, f.bound = rec, f.look(t)
		f.brake = &brake{Mean: f.bound + mean, Variance: 1, Factor: 1, Seen: 2 * brakeFrom}
		from := mat.DenseCopyOf(f.at.mu)
		f.naturalStep(1)
		from.Sub(f.at.mu, from)
		return mat.Norm(from, 2), rec.Events[method.EventNaturalShortened]
	}
	long, none := moved(0)
	short, one := moved(100)
	if !(short < 0.8*long) || none != 0 || one != 1 {
		t.Errorf("steps of %g and, after a fall, %g; %d and %d events", long, short, none, one)
	}
}
