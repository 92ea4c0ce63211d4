package svgp

import (
	"errors"
	"math"
	"testing"

	"gpcbench/methods/method"
)

// Derivatives against differences, and both classes together have probability 1.
func TestTiltedProbit(t *testing.T) {
	at := func(class int, m, v float64) (value, first, second float64) {
		var a, b, c [1]float64
		tiltedProbit(a[:], b[:], c[:], []int{class}, []float64{m}, []float64{v})
		return a[0], b[0], c[0]
	}
	const step = 1e-5
	for _, c := range [][2]float64{{0.3, 1}, {-4, 0.2}, {2, 30}} {
		sum := 0.0
		for class := range 2 {
			value, first, second := at(class, c[0], c[1])
			up, slopeUp, _ := at(class, c[0]+step, c[1])
			down, slopeDown, _ := at(class, c[0]-step, c[1])
			if want := (up - down) / (2 * step); math.Abs(first-want) > 1e-8 {
				t.Errorf("class %d at %v: slope %g, differences %g", class, c, first, want)
			}
			if want := (slopeDown - slopeUp) / (2 * step); math.Abs(second-want) > 1e-8 {
				t.Errorf("class %d at %v: curvature %g, differences %g", class, c, second, want)
			}
			sum += math.Exp(value)
		}
		if math.Abs(sum-1) > 1e-14 {
			t.Errorf("at %v both classes have %v", c, sum)
		}
	}
}

// EP's energy is of natural gradients and probit alone.
func TestEnergyRefuses(t *testing.T) {
	for _, options := range []map[string]any{
		{"ep_energy": true},
		{"ep_energy": true, "optimiser": "lbfgs"},
		{"ep_energy": true, "optimiser": "natural", "likelihood": "logit"},
		{"ep_energy": true, "optimiser": "natural", "decoupled": true},
	} {
		c := New()
		if err := method.Decode(c, options); err != nil {
			t.Fatal(err)
		}
		var wrong *method.OptionError
		if err := c.Validate(); !errors.As(err, &wrong) || wrong.Key != "ep_energy" {
			t.Errorf("%v: error %v", options, err)
		}
	}
}
