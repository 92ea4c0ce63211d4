package work

import (
	"testing"
	"time"
)

func TestStepsAreOffTheClock(t *testing.T) {
	r := newRecorder(testRows(), "", 0)
	told := false
	r.tell = func(Step) {
		told = true
		before := r.Elapsed()
		time.Sleep(time.Millisecond)
		if passed := r.Elapsed() - before; passed != 0 {
			t.Errorf("%v on the clock", passed)
		}
	}
	r.clock.start()
	r.Due(1)
	if !told || !r.clock.running {
		t.Errorf("a step was told: %v; the clock runs again: %v", told, r.clock.running)
	}
}
