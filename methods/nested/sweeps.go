package nested

import (
	"math"

	"gpcbench/gp/optim"
)

const (
	// accelerateBelow is the largest move of a site below which sweeps are accelerated. Further away combinations of
	// sweeps do not help.
	accelerateBelow = 0.5
	// shortest is the fraction of the way below which the effect of a sweep is taken to be rounding.
	shortest = 1.0 / (1 << 20)
	// meanTolerance times the first step of the means is where further ones end: the next variances will move the
	// means by that much anyway.
	meanTolerance = 0.1
)

// MostMeanSteps is the largest number of steps of the means in a sweep.
const MostMeanSteps = 3

// Sweeps move all sites of an inner loop at once to where its bound is largest. The method proposes where the sites move:
// by natural gradients that is to the sites that the slopes of the expectations give.
type Sweeps struct {
	Sites []float64 // of the inner loop: of each function lambda, then nu
	Moves []float64 // the whole way to the proposed sites
	Unit  []float64 // the weight of a move: var f_i for lambda, its root for nu

	from     []float64 // the sites before a sweep
	size     float64   // fraction of the way that plain sweeps go
	anderson *optim.Anderson
}

// NewSweeps returns the sweeps of sites, which it keeps.
func NewSweeps(sites []float64) *Sweeps {
	n := len(sites)
	return &Sweeps{
		Sites: sites, Moves: make([]float64, n), Unit: make([]float64, n),
		from: make([]float64, n), anderson: optim.NewAnderson(n),
	}
}

// Restart forgets earlier sweeps, and begins at the sites as they are: see Begin.
func (s *Sweeps) Restart(of Sites) error {
	s.anderson.Forget()
	s.size = 1
	return Begin(of)
}

// Sweep moves the sites along Moves, of which the largest has the size change in its unit: by Anderson's combination of the
// last sweeps if that is small, unless the bound then falls; otherwise part of the way, halved until the bound is
// finite and does not fall. It returns false, with the sites where they were and q as it may be, if the shortest part
// lowers the bound.
func (s *Sweeps) Sweep(of Sites, change float64) bool {
	least := of.Bound() - of.Slack()
	rises := func() bool { return of.RefreshMeans() == nil && of.Bound() >= least && IsFinite(of.Bound()) }
	s.Keep()
	if change <= accelerateBelow {
		s.anderson.Step(s.Sites, s.Moves, s.Unit, 1)
		if rises() {
			return true
		}
		s.anderson.Forget()
	}
	for ; s.size >= shortest; s.size /= 2 {
		s.goPart()
		if rises() {
			s.size = min(1, 2*s.size)
			return true
		}
	}
	s.Restore()
	return false
}

// Nudge moves the sites by less than the shortest part, after a Sweep that did not move them.
func (s *Sweeps) Nudge() {
	s.goPart()
	s.size *= 2
}

func (s *Sweeps) goPart() {
	for i, from := range s.from {
		s.Sites[i] = from + s.size*s.Moves[i]
	}
}

// Keep saves the sites for Restore.
func (s *Sweeps) Keep() { copy(s.from, s.Sites) }

// Restore makes the sites those that were saved.
func (s *Sweeps) Restore() { copy(s.Sites, s.from) }

// Distance returns the largest element of a change of the sites, in the units of the last proposal.
func (s *Sweeps) Distance(change []float64) (size float64) {
	for i, v := range change {
		size = max(size, math.Abs(v)*s.Unit[i])
	}
	return size
}

// MoveMeans takes at most so many steps of the means at fixed variances, until one would move no mean by more than a tenth
// of the first one, or of tolerance. Without these, a sweep would move means and variances each by the other's previous
// values. residual returns the largest move of a step, in units of the mean's sd; move takes it, and returns false if the
// bound falls.
func MoveMeans(most int, tolerance float64, residual func() float64, move func() bool) {
	first := 0.0
	for step := range most {
		size := residual()
		if step == 0 {
			first = size
		}
		if size < meanTolerance*max(first, tolerance) || !move() {
			return
		}
	}
}
