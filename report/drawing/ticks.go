package drawing

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"gpcbench/wording"
)

// An axis has at least fewLabels labels, and one of powers or digits about manyLabels at most.
const (
	fewLabels  = 4
	manyLabels = 7
)

// LinearTicks labels round values, about as many as wanted, and at least four.
func LinearTicks(low, high, wanted float64) []plot.Tick {
	ticks := sparseTicks(low, high, wanted)
	for ; len(ticks) < fewLabels && high > low; wanted *= 1.5 {
		ticks = sparseTicks(low, high, wanted)
	}
	return ticks
}

// sparseTicks labels the multiples of 1, 2 or 5 times a power of ten of which
// there are at most as many as wanted, and one.
func sparseTicks(low, high, wanted float64) []plot.Tick {
	raw := (high - low) / wanted
	unit := math.Pow10(int(math.Floor(math.Log10(raw))))
	step := 10 * unit
	for _, m := range []float64{1, 2, 5} {
		if m*unit >= raw*(1-1e-9) {
			step = m * unit
			break
		}
	}
	places := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	var ticks []plot.Tick
	for k := math.Ceil(low/step - 1e-9); k*step <= high*(1+1e-12)+1e-12; k++ {
		ticks = append(ticks, plot.Tick{Value: k * step, Label: wording.Fixed(k*step, places)})
	}
	return ticks
}

// LogTicks marks 1 to 9 times every power of ten. It labels the powers, or 1, 2 and 5 times them,
// or more digits, until at least four are labelled, every second where they are many; on an axis
// that is too short for digits it labels even steps. Ticks lie at the logarithms to base 10: gonum
// centres the label of an axis by its values, so that its own log axes leave an empty margin.
func LogTicks(low, high float64) []plot.Tick {
	marks := logMarks(low, high)
	for _, digits := range [][]float64{{1}, {1, 2, 5}, {1, 2, 3, 5, 7}, {1, 2, 3, 4, 5, 6, 7, 8, 9}} {
		var at []int
		for i, m := range marks {
			if slices.Contains(digits, m.digit) {
				at = append(at, i)
			}
		}
		if len(at) < fewLabels {
			continue
		}
		ticks := make([]plot.Tick, len(marks))
		for i, m := range marks {
			ticks[i].Value = math.Log10(m.value())
		}
		step := 1
		if len(at) > manyLabels {
			step = 2
		}
		for i := 0; i < len(at); i += step {
			ticks[at[i]].Label = strconv.FormatFloat(marks[at[i]].value(), 'g', 6, 64)
		}
		return ticks
	}
	ticks := LinearTicks(low, high, 5)
	for i, t := range ticks {
		ticks[i].Value = math.Log10(t.Value)
	}
	return ticks
}

// mark is a digit times a power of ten.
type mark struct {
	digit float64
	power int
}

func (m mark) value() float64 { return m.digit * math.Pow10(m.power) }

// logMarks returns the marks between two values.
func logMarks(low, high float64) []mark {
	var out []mark
	for e := int(math.Floor(math.Log10(low))); e <= int(math.Ceil(math.Log10(high))); e++ {
		for d := 1.0; d < 10; d++ {
			if m := (mark{d, e}); m.value() >= low*(1-1e-9) && m.value() <= high*(1+1e-9) {
				out = append(out, m)
			}
		}
	}
	return out
}

// besideLabels is what a panel's width has beside its horizontal axis and the labels of the vertical
// one: title, ticks and margins.
const besideLabels = vg.Length(31)

// AxisWidth is the width of the horizontal axis of a panel that is so wide and has those ticks along the vertical one.
func AxisWidth(panel vg.Length, vertical []plot.Tick) vg.Length {
	widest := vg.Length(0)
	for _, t := range vertical {
		widest = max(widest, TextStyle(tickSize).Width(t.Label))
	}
	return panel - besideLabels - widest
}

// Untouched returns ticks in their order along a horizontal axis, from low to high on a width,
// without the labels that would touch the one before or the last; ticks without a label touch none.
func Untouched(ticks []plot.Tick, low, high float64, width vg.Length) []plot.Tick {
	const gap = 2
	out := slices.SortedFunc(slices.Values(ticks), func(a, b plot.Tick) int { return cmp.Compare(a.Value, b.Value) })
	ends := func(t plot.Tick) (left, right vg.Length) {
		at, half := vg.Length((t.Value-low)/(high-low))*width, TextStyle(tickSize).Width(t.Label)/2
		return at - half, at + half
	}
	last := len(out) - 1
	for last >= 0 && out[last].Label == "" {
		last--
	}
	if last < 0 {
		return out
	}
	lastLeft, _ := ends(out[last])
	end := vg.Length(math.Inf(-1))
	for i, t := range out[:last] {
		if t.Label == "" {
			continue
		}
		left, right := ends(t)
		if left < end+gap || right+gap > lastLeft {
			out[i].Label = ""
			continue
		}
		end = right
	}
	return out
}
