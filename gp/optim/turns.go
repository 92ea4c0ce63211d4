package optim

import "math"

const (
	// stepsPerTurn is the number of steps in which the residual has to fall by a tenth. In fits
	// that converge it may stay for a few tens.
	stepsPerTurn = 50
	// accelerateBelow is the residual below which steps are accelerated. Further from the fixed point
	// combinations of steps can run away where plain ones do not.
	accelerateBelow = 0.2
	// turnsAtMost is the number of turns without a lower residual after which there is
	// none to be found: two of each kind.
	turnsAtMost = 4
)

// Turns says which steps to a fixed point are plain and which Anderson's. Combinations of
// steps can go round and round where plain steps arrive, and plain ones crawl where
// combinations arrive: whenever the residual has not fallen by a tenth in 50 steps it is the
// other's turn, and in the end that of plain steps. Residuals are relative to the scale of
// what is iterated.
type Turns struct {
	Least  float64 `saved:"infinite"` // residual so far
	Waited int     // steps since then, or since the last turn
	Taken  int     // turns since the least residual
	Plain  bool    // whether it is the turn of plain steps
}

// NewTurns begins with Anderson's.
func NewTurns() *Turns { return &Turns{Least: math.Inf(1)} }

// Observe takes note of the residual before a step, and says whether the step is to be plain.
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

// Exhausted says that turns of both kinds have come no nearer. From then on steps are plain.
func (t *Turns) Exhausted() bool { return t.Taken >= turnsAtMost }
