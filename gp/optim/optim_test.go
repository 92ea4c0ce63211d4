package optim

import (
	"bytes"
	"encoding/gob"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// Two steps on one variable, worked out by hand from the papers' recursions.
func TestAdamByHand(t *testing.T) {
	a := NewAdam(1, 0.1)
	x := []float64{1}
	a.Ascend(x, []float64{2})
	// m/(1-b1) = 2, sqrt(v/(1-b2)) = 2.
	want := 1 + 0.1*2/(2+1e-8)
	if math.Abs(x[0]-want) > 1e-15 {
		t.Errorf("first step: %v, want %v", x[0], want)
	}
	a.Ascend(x, []float64{-1})
	m := (0.9*0.1*2 + 0.1*-1) / (1 - 0.81)
	v := (0.999*0.001*4 + 0.001*1) / (1 - 0.999*0.999)
	want += 0.1 * m / (math.Sqrt(v) + 1e-8)
	if math.Abs(x[0]-want) > 1e-14 {
		t.Errorf("second step: %v, want %v", x[0], want)
	}
}

func TestAdadeltaByHand(t *testing.T) {
	a := NewAdadelta(1, 0.5)
	x := []float64{1}
	a.Ascend(x, []float64{2})
	d := 0.5 * math.Sqrt(1e-4/(0.4+1e-4)) * 2
	want := 1 + d
	if math.Abs(x[0]-want) > 1e-15 {
		t.Errorf("first step: %v, want %v", x[0], want)
	}
	s, v := 0.1*d*d, 0.9*0.4+0.1*9
	a.Ascend(x, []float64{-3})
	want -= 0.5 * math.Sqrt((s+1e-4)/(v+1e-4)) * 3
	if math.Abs(x[0]-want) > 1e-15 {
		t.Errorf("second step: %v, want %v", x[0], want)
	}
}

func TestSignRateByHand(t *testing.T) {
	s := NewSignRate(2, 0.5)
	x, want := []float64{1, -1}, []float64{1, -1}
	for i, step := range []struct{ g, rate [2]float64 }{
		{[2]float64{2, -1}, [2]float64{0.5, 0.5}}, // no step before
		{[2]float64{1, 3}, [2]float64{0.51, 0.25}},
		{[2]float64{0, 1}, [2]float64{0.51, 0.255}},
		{[2]float64{-4, 1}, [2]float64{0.51, 0.2601}}, // after a 0
		{[2]float64{5, -1}, [2]float64{0.255, 0.13005}},
	} {
		s.Ascend(x, step.g[:])
		for k := range want {
			want[k] += step.rate[k] * step.g[k]
			if math.Abs(x[k]-want[k]) > 1e-14 {
				t.Errorf("step %d: x[%d] = %v, want %v", i, k, x[k], want[k])
			}
		}
	}
	for range 200 {
		s.Ascend(x, []float64{1, 1})
	}
	if s.Rates[0] != 1 || s.Rates[1] != 1 {
		t.Errorf("rates grow to %v, want 1", s.Rates)
	}
}

// Variables 0 and 1 are summed: the second disagrees with the sum, and freezes though its
// gradient never changes sign.
func TestSignRateOfASum(t *testing.T) {
	s := NewSignRate(3, 0.5)
	s.Summed = []int{0, 1}
	x := make([]float64, 3)
	for range 3 {
		s.Ascend(x, []float64{3, -1, -1})
	}
	for i, want := range []float64{0.5 * 1.02 * 1.02, 0.5 * 0.5 * 0.5, 0.5 * 1.02 * 1.02} {
		if math.Abs(s.Rates[i]-want) > 1e-15 {
			t.Errorf("rate %d is %v, want %v", i, s.Rates[i], want)
		}
	}
	if want := -(0.5 + 0.25 + 0.125); x[1] != want {
		t.Errorf("x[1] = %v, want %v", x[1], want)
	}
}

// Without noise the rates find the scale of every variable.
func TestSignRateGoesUphill(t *testing.T) {
	s, x := NewSignRate(2, 0.01), []float64{3, -2}
	for range 2000 {
		s.Ascend(x, []float64{-0.1 * (x[0] - 1), -50 * (x[1] - 2)})
	}
	if math.Abs(x[0]-1) > 1e-6 || math.Abs(x[1]-2) > 1e-6 {
		t.Errorf("settles at %v, want (1, 2)", x)
	}
}

type stepper interface{ Ascend(x, g []float64) bool }

func TestStepsGoUphillOnNoisyGradients(t *testing.T) {
	for name, s := range map[string]stepper{"Adam": NewAdam(2, 0.02), "ADADELTA": NewAdadelta(2, 0.5)} {
		rng := rand.New(rand.NewPCG(1, 2))
		x := []float64{3, -2}
		var mean [2]float64
		for i := range 6000 {
			s.Ascend(x, []float64{-(x[0] - 1) + 0.3*rng.NormFloat64(), -5*(x[1]-2) + 0.3*rng.NormFloat64()})
			if i >= 4000 {
				mean[0] += x[0] / 2000
				mean[1] += x[1] / 2000
			}
		}
		if math.Abs(mean[0]-1) > 0.15 || math.Abs(mean[1]-2) > 0.15 {
			t.Errorf("%s: settles at %v, want (1, 2)", name, mean)
		}
	}
}

func TestBadGradientsChangeNothing(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for name, s := range map[string]stepper{"Adam": NewAdam(2, 0.1), "ADADELTA": NewAdadelta(2, 1), "SignRate": NewSignRate(2, 0.1)} {
			x, clean := []float64{1, 2}, []float64{1, 2}
			if s.Ascend(x, []float64{1, bad}) || x[0] != 1 || x[1] != 2 {
				t.Errorf("%s: a gradient with %v moved x to %v", name, bad, x)
			}
			fresh := map[string]stepper{"Adam": NewAdam(2, 0.1), "ADADELTA": NewAdadelta(2, 1), "SignRate": NewSignRate(2, 0.1)}[name]
			if !s.Ascend(x, []float64{1, 1}) || !fresh.Ascend(clean, []float64{1, 1}) || x[0] != clean[0] {
				t.Errorf("%s: a gradient with %v left a trace", name, bad)
			}
		}
	}
}

// A state that went through a checkpoint takes the same steps, to the last bit.
func TestStateSurvivesACheckpoint(t *testing.T) {
	for _, pair := range [][2]stepper{{NewAdam(2, 0.1), new(Adam)}, {NewAdadelta(2, 1), new(Adadelta)}, {NewSignRate(2, 0.1), new(SignRate)}} {
		before, after := pair[0], pair[1]
		x := []float64{1, 2}
		for i := range 5 {
			before.Ascend(x, []float64{float64(i), -1})
		}
		var buf bytes.Buffer
		if err := errors.Join(gob.NewEncoder(&buf).Encode(before), gob.NewDecoder(&buf).Decode(after)); err != nil {
			t.Fatal(err)
		}
		x2 := []float64{x[0], x[1]}
		before.Ascend(x, []float64{-0.3, 0.4})
		after.Ascend(x2, []float64{-0.3, 0.4})
		if x[0] != x2[0] || x[1] != x2[1] {
			t.Errorf("%T: the steps differ after a checkpoint", before)
		}
	}
}

// On a quadratic function of as many scales as variables L-BFGS takes more than twice as long where it remembers fewer
// steps than there are variables.
func TestMemory(t *testing.T) {
	const n = 60
	iterations := func(memory int) int {
		x := make([]float64, n)
		for i := range x {
			x[i] = 1
		}
		s := &Search{Memory: memory, Tolerance: 1e-8, Iterations: 10_000, Objective: func(x, grad []float64) (value float64, err error) {
			for i, v := range x {
				scale := math.Pow(10, 4*float64(i)/n)
				grad[i] = -scale * v
				value -= scale * v * v / 2
			}
			return value, nil
		}}
		result, err := s.Maximise(t.Context(), LBFGS, x)
		if err != nil || !result.Converged {
			t.Fatalf("memory %d: %+v, %v", memory, result, err)
		}
		return result.Iterations
	}
	little, stated, much := iterations(0), iterations(15), iterations(100)
	t.Log(little, "iterations with 15 pairs,", much, "with 100")
	if little != stated {
		t.Errorf("%d iterations with the memory that is not stated, %d with 15", little, stated)
	}
	if little < 2*much {
		t.Errorf("%d iterations with 15 pairs, %d with 100", little, much)
	}
}
