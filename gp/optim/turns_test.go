package optim

import "testing"

// Steps are Anderson's once the residual is small, until it rests; then kinds take turns,
// until neither has made it fall, and from then on steps are plain.
func TestTurns(t *testing.T) {
	turns := NewTurns()
	if !turns.Observe(0.5) || turns.Observe(0.1) {
		t.Error("a large residual has an accelerated step, or a small one a plain one")
	}
	kinds := make(map[bool]int)
	steps := 0
	for ; !turns.Exhausted(); steps++ {
		kinds[turns.Observe(0.1)]++
	}
	if steps != turnsAtMost*stepsPerTurn || kinds[true] != 2*stepsPerTurn || kinds[false] != 2*stepsPerTurn {
		t.Errorf("%d steps, by kind %v", steps, kinds)
	}
	if !turns.Observe(0.05) {
		t.Error("a step is accelerated although those were of no use")
	}
}
