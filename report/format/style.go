package format

import (
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"

	"gpcbench/report/document"
)

// Style is what a terminal can show.
type Style struct {
	Width  int  // columns; 0: any number
	ASCII  bool // nothing else
	Colour bool
}

var inASCII = strings.NewReplacer("±", "+-", "–", "-", "−", "-", "†", "!", "‡", "#", "↓", "v", "∞", "inf", "×", "x", "≤", "<=", "≥", ">=", "…", "...")

// Plain returns a text of ours as the terminal can show it. Names that a user gave stay as they
// are, but for what would act on the terminal.
func (s Style) Plain(text string) string {
	text = document.Visible(text)
	if s.ASCII {
		return inASCII.Replace(text)
	}
	return text
}

// Fold breaks a text into lines of at most so many columns, between words where it can.
func Fold(text string, columns int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && twwidth.Width(line+" "+word) <= columns {
			line += " " + word
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for twwidth.Width(word) > columns {
			head := twwidth.Truncate(word, columns)
			lines = append(lines, head)
			word = strings.TrimPrefix(word, head)
		}
		line = word
	}
	return append(lines, line)
}
