package record

import "testing"

func TestStalled(t *testing.T) {
	for _, c := range []struct {
		timing  Timing
		load    float64
		stalled bool
	}{
		{Timing{WallSeconds: 4, CPUSeconds: 1}, 4, true},
		{Timing{WallSeconds: 3, CPUSeconds: 1}, 3, false},
		{Timing{WallSeconds: 0.8, CPUSeconds: 0.2}, 4, false},
		{Timing{WallSeconds: 4}, 1, false}, // where the system does not tell CPU time
	} {
		if c.timing.Load() != c.load || c.timing.Stalled() != c.stalled {
			t.Errorf("%+v: load %v, stalled %v", c.timing, c.timing.Load(), c.timing.Stalled())
		}
	}
}
