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

// The CPU time of a part is what the record says, of an old record its wall time in the
// share that the CPU had of the whole.
func TestPartSeconds(t *testing.T) {
	for _, c := range []struct {
		timing Timing
		want   float64
		known  bool
	}{
		{Timing{WallSeconds: 8, CPUSeconds: 2, CPUParts: map[string]float64{"divergence": 1}}, 1, true},
		{Timing{WallSeconds: 8, CPUSeconds: 2, Parts: map[string]float64{"divergence": 6}}, 1.5, true},
		{Timing{WallSeconds: 8, CPUSeconds: 2}, 0, false},
	} {
		if got, known := c.timing.PartSeconds("divergence"); got != c.want || known != c.known {
			t.Errorf("%+v: %v, %v", c.timing, got, known)
		}
	}
}

// The options that are asked for tell cells of a grid apart.
func TestName(t *testing.T) {
	c := Cell{Dataset: "thirty", Label: "svgp", Repeat: 2, Options: map[string]any{"inducing": int64(10), "kernel": "se"}}
	if got, want := c.Name(), "thirty, svgp, repeat 2"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := c.Name("batch", "inducing"), "thirty, svgp, inducing = 10, repeat 2"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
