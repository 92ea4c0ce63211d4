package nested

import (
	"errors"
	"math"
	"slices"
	"testing"
)

// hill is one site lambda with the bound -(lambda - top)^2; an error lies beyond the cliff.
type hill struct {
	sites      []float64 // lambda, nu
	top, cliff float64
	bound      float64
	looks      int
}

func newHill(lambda, top, cliff float64) (*hill, *Sweeps) {
	h := &hill{sites: []float64{lambda, 0}, top: top, cliff: cliff}
	s := NewSweeps(h.sites)
	s.Unit[0], s.Unit[1] = 1, 1
	return h, s
}

func (h *hill) RefreshMeans() error {
	h.looks++
	if h.sites[0] > h.cliff {
		return errors.New("no density")
	}
	h.bound = -(h.sites[0] - h.top) * (h.sites[0] - h.top)
	return nil
}

func (h *hill) Bound() float64              { return h.bound }
func (h *hill) Slack() float64              { return 0 }
func (h *hill) SetPrecision(lambda float64) { h.sites[0], h.sites[1] = lambda, 0 }
func (h *hill) Proposed() float64           { return h.sites[0] }

// A sweep goes the whole way if the bound rises there, else the largest of a half, a quarter and so on at which it does,
// and next time begins with twice that part.
func TestSweepIsHalved(t *testing.T) {
	h, s := newHill(0, 1, 3)
	if err := s.Restart(h); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ move, from, to float64 }{
		{1, 0, 1},    // the whole way
		{7, 0, 1.75}, // 7 has no density, at 3.5 neither
		{1, 0, 0.5},  // a half is what is tried first
	} {
		h.sites[0] = c.from
		if err := h.RefreshMeans(); err != nil {
			t.Fatal(err)
		}
		s.Moves[0] = c.move
		if !s.Sweep(h, math.Inf(1)) || h.sites[0] != c.to {
			t.Errorf("a move of %v from %v ends at %v, want %v", c.move, c.from, h.sites[0], c.to)
		}
	}
}

// overflowing is a hill whose bound overflows beyond the cliff.
type overflowing struct{ *hill }

func (o overflowing) RefreshMeans() error {
	if o.hill.RefreshMeans() != nil {
		o.bound = math.Inf(1)
	}
	return nil
}

// A bound that is not finite does not rise.
func TestSweepToABoundThatOverflows(t *testing.T) {
	h, s := newHill(0, 1, 3)
	of := overflowing{h}
	if err := s.Restart(of); err != nil {
		t.Fatal(err)
	}
	s.Moves[0] = 7
	if !s.Sweep(of, math.Inf(1)) || h.sites[0] != 1.75 {
		t.Errorf("the sites end at %v, where the bound is %v", h.sites[0], h.bound)
	}
}

// Where no part of the way rises, the sites stay, and a nudge moves them by less than a millionth of the way.
func TestSweepThatLowersTheBound(t *testing.T) {
	h, s := newHill(1, 1, 3)
	if err := s.Restart(h); err != nil {
		t.Fatal(err)
	}
	s.Moves[0] = 1
	if s.Sweep(h, math.Inf(1)) || !slices.Equal(h.sites, []float64{1, 0}) {
		t.Errorf("the sites moved from the top to %v", h.sites)
	}
	s.Nudge()
	if by := h.sites[0] - 1; !(by > 0 && by < shortest) {
		t.Errorf("a nudge moves by %v", by)
	}
}

// Small moves are combined: on a linear map the second combination is the fixed point, where plain sweeps of a tenth of the
// way each are far from it.
func TestSweepsAreAccelerated(t *testing.T) {
	h, s := newHill(0.9, 1, 3)
	if err := s.Restart(h); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s.Moves[0] = 0.1 * (h.top - h.sites[0])
		if !s.Sweep(h, math.Abs(s.Moves[0])) {
			t.Fatal("no sweep")
		}
	}
	if math.Abs(h.sites[0]-h.top) > 1e-12 {
		t.Errorf("two accelerated sweeps end at %v", h.sites[0])
	}
	if d := s.Distance([]float64{-0.3, 0.2}); d != 0.3 {
		t.Errorf("a distance of %v", d)
	}
}

// Steps of the means end where one is short beside the first, where the bound falls, and at their largest number.
func TestMoveMeans(t *testing.T) {
	for _, c := range []struct {
		sizes []float64
		falls int // the step at which the bound falls, 0 for none
		steps int
	}{
		{[]float64{1, 0.5, 0.2, 0.1}, 0, 3}, {[]float64{1, 0.05}, 0, 1}, {[]float64{1, 0.5, 0.2}, 2, 2}, {[]float64{1e-9}, 0, 0},
	} {
		steps := 0
		MoveMeans(MostMeanSteps, 1e-4, func() float64 { return c.sizes[steps] }, func() bool { steps++; return steps != c.falls })
		if steps != c.steps {
			t.Errorf("%v: %d steps, want %d", c.sizes, steps, c.steps)
		}
	}
}
