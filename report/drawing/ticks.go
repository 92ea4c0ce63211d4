package drawing

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"gpcbench/report/wording"
)

// fewLabels is the number of labels that an axis has at least.
const fewLabels = 4

// LinearTicks labels round values, about as many as wanted, and at least four.
func LinearTicks(low, high, wanted float64) []plot.Tick {
	ticks := SparseTicks(low, high, wanted)
	for ; len(ticks) < fewLabels && high > low; wanted *= 1.5 {
		ticks = SparseTicks(low, high, wanted)
	}
	return ticks
}

// SparseTicks labels the multiples of 1, 2 or 5 times a power of ten of which
// there are at most as many as wanted, and one.
func SparseTicks(low, high, wanted float64) []plot.Tick {
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

// LogTicks marks 1 to 9 times every power of ten. It labels the powers; where
// they are fewer than four, 1, 2 and 5 times a power, only every second of them on
// an axis of more than two powers; where these are too few, other digits beside,
// or even steps. Ticks lie at the logarithms to base
// 10: gonum centres the label of an axis by its values, so that its own log axes
// leave an empty margin.
func LogTicks(low, high float64) []plot.Tick {
	ticks := logMarks(low, high)
	labelled := slices.DeleteFunc(slices.Clone(ticks), func(t plot.Tick) bool { return t.Label == "" })
	if len(labelled) >= fewLabels {
		return ticks
	}
	at, powers := among(ticks, 1, 2, 5), math.Log10(high/low)
	second := everySecond(at)
	switch {
	case powers > 2+1e-9 && len(second) >= fewLabels:
		at = second
	case len(at) < fewLabels:
		at = withRoom(at, among(ticks, 3, 7, 4, 6, 8, 9), powers)
	}
	if len(at) < fewLabels {
		return roundTicks(low, high)
	}
	for i, t := range ticks {
		ticks[i].Label = ""
		if slices.Contains(at, t.Value) {
			ticks[i].Label = strconv.FormatFloat(math.Pow(10, t.Value), 'g', 6, 64)
		}
	}
	return ticks
}

// logMarks marks 1 to 9 times every power of ten and labels the powers, every
// second one where there are more than seven.
func logMarks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	first, last := int(math.Floor(math.Log10(low))), int(math.Ceil(math.Log10(high)))
	powers := math.Floor(math.Log10(high)+1e-9) - math.Ceil(math.Log10(low)-1e-9) + 1
	every := 1
	if powers > 7 {
		every = 2
	}
	for e := first; e <= last; e++ {
		for d := 1.0; d < 10; d++ {
			v := d * math.Pow10(e)
			if v < low*(1-1e-9) || v > high*(1+1e-9) {
				continue
			}
			t := plot.Tick{Value: math.Log10(v)}
			if d == 1 && e%every == 0 {
				t.Label = power(e)
			}
			ticks = append(ticks, t)
		}
	}
	return ticks
}

// power writes a power of ten with an exponent; the dash is a minus that every
// font has.
func power(e int) string { return "10" + raise + strings.Replace(strconv.Itoa(e), "-", "–", 1) }

// among returns the positions of the ticks at some digits times a power of ten,
// in the order of the ticks.
func among(ticks []plot.Tick, digits ...float64) []float64 {
	var out []float64
	for _, t := range ticks {
		digit := math.Round(math.Pow(10, t.Value-math.Floor(t.Value+1e-9)))
		if slices.Contains(digits, digit) {
			out = append(out, t.Value)
		}
	}
	return out
}

// everySecond returns every second position, from the first on.
func everySecond(at []float64) []float64 {
	var out []float64
	for i := 0; i < len(at); i += 2 {
		out = append(out, at[i])
	}
	return out
}

// labelRoom is the room that an additional label needs, as a share of the axis.
const labelRoom = 0.1

// withRoom adds positions that are not too near to one that is there, on an axis
// of some powers of ten.
func withRoom(at, more []float64, powers float64) []float64 {
	for _, x := range more {
		near := func(y float64) bool { return math.Abs(x-y) < labelRoom*powers }
		if !slices.ContainsFunc(at, near) {
			at = append(at, x)
		}
	}
	return at
}

// roundTicks labels values with even steps on a logarithmic axis that is too
// short for digits.
func roundTicks(low, high float64) []plot.Tick {
	ticks := LinearTicks(low, high, 5)
	for i, t := range ticks {
		ticks[i].Value = math.Log10(t.Value)
	}
	return ticks
}

// besideLabels is what a panel's width has beside its horizontal axis and the labels of the vertical
// one: title, ticks and margins.
const besideLabels = vg.Length(31)

// AxisWidth is the width of the horizontal axis of a panel that is so wide and has those ticks along
// the vertical one.
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
