package work

import (
	"testing"
	"time"

	"gpcbench/harness/record"
)

func TestStepsAreOffTheClock(t *testing.T) {
	r := newRecorder(testRows(), Request{Cell: record.Cell{ID: "a"}})
	written := false
	r.tell = func(Step) {
		written = true
		before := r.Elapsed()
		time.Sleep(time.Millisecond)
		if passed := r.Elapsed() - before; passed != 0 {
			t.Errorf("%v on the clock", passed)
		}
	}
	r.clock.start()
	r.Iterated(1)
	if !written || !r.clock.running {
		t.Errorf("a step was written: %v; the clock runs again: %v", written, r.clock.running)
	}
}
