package format

import (
	"math"
	"strings"

	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// scaleColumns are those of a claim's scale on a terminal on each side of the threshold.
const scaleColumns = 10

// asciiMarks are outcomeMarks without other characters.
var asciiMarks = map[string]rune{wording.Holds: '+', wording.HoldsOnce: '+', wording.MetByAny: 'o', wording.HoldsInPart: '~', wording.DoesNotHold: 'x', wording.CannotTell: '?'}

// colours are those of outcomes on a terminal, by the numbers of its own colours.
var colours = map[string]string{wording.Holds: "34", wording.HoldsOnce: "34", wording.MetByAny: "34", wording.HoldsInPart: "36", wording.DoesNotHold: "31", wording.CannotTell: "90"}

// ScaleHead stands above scales.
const ScaleHead = "   not so | as claimed"

// ScaleText draws where a claim stands in a line of characters: its 95% interval and, as the sign
// of the outcome, its value, beside the threshold in the middle; what is as claimed is at the right.
// It is a line of the forest plot for a terminal.
func ScaleText(scale *document.Scale, outcome string, s Style) string {
	line := []rune(strings.Repeat(" ", 2*scaleColumns+1))
	bar, threshold, mark := '─', '│', []rune(outcomeMarks[outcome])[0]
	if s.ASCII {
		bar, threshold, mark = '-', '|', asciiMarks[outcome]
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
	return "\x1b[" + colours[outcome] + "m" + text + "\x1b[0m"
}

// Outcome is an outcome as a terminal shows it.
func (s Style) Outcome(outcome string) string { return s.coloured(outcome, outcome) }
