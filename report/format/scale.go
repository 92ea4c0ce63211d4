package format

import (
	"fmt"
	"math"
	"strings"

	"gpcbench/report/document"
)

// scaleColumns are those of a claim's scale on a terminal on each side of the threshold.
const scaleColumns = 10

// ScaleHead is the line above scales.
const ScaleHead = "   not so | as claimed"

// ScaleText draws a claim as a line of characters: the threshold in the middle, the 95% interval, and the
// sign of the outcome at the value. The side where the claim is true is at the right.
// It is a line of the forest plot for a terminal.
func ScaleText(scale *document.Scale, outcome string, s Style) string {
	line := []rune(strings.Repeat(" ", 2*scaleColumns+1))
	bar, threshold, mark := '─', '│', outcomeSigns[outcome].mark
	if s.ASCII {
		bar, threshold, mark = '-', '|', outcomeSigns[outcome].ascii
	}
	at := func(v float64) int { return scaleColumns + int(math.Round(v*scaleColumns)) }
	if scale != nil && scale.Low != nil && scale.High != nil {
		for j := at(*scale.Low); j <= at(*scale.High); j++ {
			line[j] = bar
		}
	}
	line[scaleColumns] = threshold
	if scale == nil {
		return string(line)
	}
	value := at(scale.Value)
	line[value] = mark
	return string(line[:value]) + s.coloured(string(line[value]), outcome) + string(line[value+1:])
}

// coloured is a text in the colour of an outcome, where the terminal has colours.
func (s Style) coloured(text, outcome string) string {
	if !s.Colour {
		return text
	}
	return fmt.Sprintf("\x1b[%dm%s\x1b[0m", outcomeSigns[outcome].colour, text)
}

// Outcome is an outcome as a terminal shows it.
func (s Style) Outcome(outcome string) string { return s.coloured(outcome, outcome) }
