package natgrad

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gpcbench/methods/methodtest"
)

// The Robbins-Monro rate of iteration t is (t + delay)^-power, and a step takes it.
func TestRobbinsMonro(t *testing.T) {
	for _, c := range []struct {
		delay, power float64
		t            int
		want         float64
	}{
		{0, 1, 1, 1},
		{0, 1, 4, 0.25},
		{100, 1, 1, 1. / 101},
		{15, 0.75, 1, 0.125},
		{15, 0.75, 66, 1. / 27},
	} {
		f := started(t, oneVersusRest{0}, nil, map[string]any{"inducing": 4, "batch": 10, "rate": "robbins-monro", "rate_delay": c.delay, "rate_power": c.power}, toy(30), &methodtest.Recorder{})
		if got := f.rate(f.functions[0], c.t, f.work[0]); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("iteration %d, delay %v, power %v: rate %v, want %v", c.t, c.delay, c.power, got, c.want)
		}
	}
}

// The averages that the adaptive rate starts from are plain ones: of the gradients of the first
// minibatches at the starting q, or of those that drew the function, with as many as the
// weight they have.
func TestWarmUp(t *testing.T) {
	const warm, m = 7, 5
	for _, draw := range []int{0, 2} {
		begin := func() *Fit {
			return sampling(t, draw, nil, map[string]any{"inducing": m, "batch": 9, "rate_warmup": warm}, &methodtest.Recorder{})
		}
		f, alone := begin(), begin()
		f.warmUp()
		mean, squared, count := make([][]float64, 4), make([]float64, 4), make([]float64, 4)
		for k := range mean {
			mean[k] = make([]float64, m+m*m)
		}
		for s := range warm {
			alone.draw(s + 1)
			alone.load(s + 1)
			alone.local()
			for _, fn := range alone.active {
				alone.setTarget(fn, alone.work[0])
				to := &alone.work[0].target.Natural
				var g []float64
				for i, v := range to.Shift {
					g = append(g, v-fn.q.Shift[i])
				}
				for i := range m {
					for j := range m {
						g = append(g, -0.5*(to.Precision.At(i, j)-fn.q.Precision.At(i, j)))
					}
				}
				floats.Add(mean[fn.number], g)
				squared[fn.number] += floats.Dot(g, g)
				count[fn.number]++
			}
		}
		for k, fn := range f.functions {
			if count[k] < 2 {
				t.Fatalf("draw %d: function %d has %v gradients", draw, k, count[k])
			}
			floats.Scale(1/count[k], mean[k])
			if !floats.EqualApprox(fn.rate.Mean, mean[k], 1e-12) || math.Abs(fn.rate.Squared/(squared[k]/count[k])-1) > 1e-12 || fn.rate.Tau != warm {
				t.Errorf("draw %d, function %d: averages %v and %v with weight %v, want %v, %v and %v",
					draw, k, fn.rate.Mean, fn.rate.Squared, fn.rate.Tau, mean[k], squared[k]/count[k], warm)
			}
		}
	}
}
