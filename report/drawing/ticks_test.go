package drawing

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot"
)

func TestTicks(t *testing.T) {
	labels := func(ticks []plot.Tick) (out []string) {
		for _, t := range ticks {
			if t.Label != "" {
				out = append(out, t.Label)
			}
		}
		return out
	}
	for _, c := range []struct {
		ticks []plot.Tick
		want  []string
	}{
		{LogTicks(0.03, 200), []string{"0.1", "1", "10", "100"}},
		{LogTicks(0.1, 10), []string{"0.1", "0.2", "0.5", "1", "2", "5", "10"}},
		{LogTicks(0.02, 90), []string{"0.02", "0.1", "0.5", "2", "10", "50"}},
		{LogTicks(1.5, 30), []string{"2", "5", "10", "20"}},
		{LogTicks(0.9, 6), []string{"1", "2", "3", "5"}},
		{LogTicks(1.5, 4), []string{"1.5", "2.0", "2.5", "3.0", "3.5", "4.0"}},
		{LogTicks(1, 1e7), []string{"1", "100", "10000", "1e+06"}},
		{LinearTicks(0, 1, 5), []string{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}},
		{LinearTicks(0.231, 0.262, 5), []string{"0.235", "0.240", "0.245", "0.250", "0.255", "0.260"}},
		{LinearTicks(-1500, 900, 5), []string{"-1500", "-1000", "-500", "0", "500"}},
	} {
		got := labels(c.ticks)
		if len(got) != len(c.want) {
			t.Errorf("got %q, want %q", got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("got %q, want %q", got, c.want)
				break
			}
		}
	}
}

// A label that would touch the one before is left out, whatever the order of the values.
func TestLabelsDoNotTouch(t *testing.T) {
	at := func(v float64, label string) plot.Tick { return plot.Tick{Value: math.Log10(v), Label: label} }
	sizes := []plot.Tick{at(500e3, "500k"), at(500, "500"), at(5e3, "5k"), at(50e3, "50k"), at(150e3, "150k")}
	got := Untouched(sizes, 2.5, 5.9, AxisWidth(PanelWidth, []plot.Tick{{Label: "10000"}}))
	var labels []string
	for _, tick := range got {
		labels = append(labels, tick.Label)
	}
	if want := []string{"500", "5k", "50k", "", "500k"}; !slices.Equal(labels, want) {
		t.Errorf("labels %q, want %q", labels, want)
	}
	labels = nil
	low, high := 0.0081, 0.062
	for _, tick := range Untouched(LogTicks(low, high), math.Log10(low), math.Log10(high), AxisWidth(PanelWidth, []plot.Tick{{Label: "0.75"}})) {
		if tick.Label != "" {
			labels = append(labels, tick.Label)
		}
	}
	if want := []string{"0.01", "0.02", "0.03", "0.05"}; !slices.Equal(labels, want) {
		t.Errorf("times %q, want %q", labels, want)
	}
	if got := Untouched([]plot.Tick{{Value: 1}, {Value: 2}}, 1, 2, PanelWidth); len(got) != 2 {
		t.Errorf("of two ticks without labels there are %d", len(got))
	}
}

// An axis of time has at least four labels, and they do not run into each other.
func TestLogTicksHaveLabels(t *testing.T) {
	for low := 0.0013; low < 20; low *= 1.37 {
		for _, width := range []float64{1.3, 2, 4, 9, 11, 40, 99, 101, 350, 999, 1001, 3e4, 2e6, 1e9} {
			var at []float64
			for _, tick := range LogTicks(low, low*width) {
				if tick.Label != "" {
					at = append(at, tick.Value)
				}
			}
			if len(at) < 4 {
				t.Errorf("%g to %g has %d labels", low, low*width, len(at))
			}
			for i := 1; i < len(at); i++ {
				if gap := (at[i] - at[i-1]) / math.Log10(width); gap < 0.05 {
					t.Errorf("%g to %g: labels %g and %g are %g of the axis apart", low, low*width, at[i-1], at[i], gap)
				}
			}
		}
	}
}
