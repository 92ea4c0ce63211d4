package optim

import "math"

const (
	// stepsPerTurn is the number of steps in which the residual has to fall by a tenth. In fits
	// that converge it may stay for a few tens.
	stepsPerTurn = 50
	// accelerateBelow is the residual below which steps are accelerated. Further from the fixed point
	// combinations of steps can run away where plain ones do not.
	accelerateBelow = 0.2
	// turnsAtMost is the number of turns without a lower residual after which the
	// search for one ends: two of each kind.
	turnsAtMost = 4
)

// Turns says which steps to a fixed point are plain and which are Anderson's. Combined steps
// can cycle where plain steps converge, and plain steps can be slow where combined steps
// converge. So the two kinds take turns whenever the residual has not fallen by a tenth in
// 50 steps; in the end steps are plain. Residuals are relative to the scale of the iterated
// variables.
type Turns struct {
	Least  float64 `saved:"infinite"` // residual so far
	Waited int     // steps since then, or since the last turn
	Taken  int     // turns since the least residual
	Plain  bool    // whether it is the turn of plain steps
}

// NewTurns begins with Anderson's.
func NewTurns() *Turns { return &Turns{Least: math.Inf(1)} }

// Observe records the residual before a step, and says whether the step should be plain.
func (t *Turns) Observe(residual float64) (plain bool) {
	if t.Exhausted() {
		return true
	}
	t.Waited++
	if residual < 0.9*t.Least {
		t.Least, t.Waited, t.Taken = residual, 0, 0
	}
	if t.Waited >= stepsPerTurn {
		t.Waited, t.Plain = 0, !t.Plain
		t.Taken++
	}
	return t.Plain || residual > accelerateBelow
}

// Exhausted says that turns of both kinds have brought no lower residual. From then on steps
// are plain.
func (t *Turns) Exhausted() bool { return t.Taken >= turnsAtMost }
