package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"

	"gpcbench/report/format"
)

// leastLast is the fewest columns of a terminal that the last field of a line is folded to.
const leastLast = 20

// belowIndent is the indent of a last field that is printed below the others.
const belowIndent = 4

// printColumns writes lines with equal numbers of fields, in columns two blanks apart. On a terminal
// the last field is folded into the width that is left, or printed below the others if that is too
// narrow.
func printColumns(w io.Writer, lines [][]string, s format.Style) error {
	if len(lines) == 0 {
		return nil
	}
	last := len(lines[0]) - 1
	before := make([]string, len(lines)) // all fields except the last
	indent := 0
	for j := range last {
		wide := 0
		for _, line := range lines {
			wide = max(wide, twwidth.Width(line[j]))
		}
		indent += wide + 2
		for i, line := range lines {
			before[i] += line[j] + strings.Repeat(" ", wide+2-twwidth.Width(line[j]))
		}
	}
	if s.Width > 0 && indent+leastLast > s.Width {
		return below(w, before, lines, s)
	}
	for i, line := range lines {
		folded := []string{line[last]}
		if s.Width > 0 && indent+twwidth.Width(line[last]) > s.Width {
			folded = format.Fold(line[last], s.Width-indent)
		}
		if _, err := fmt.Fprintln(w, before[i]+strings.Join(folded, "\n"+strings.Repeat(" ", indent))); err != nil {
			return err
		}
	}
	return nil
}

// below writes lines with the last field below the others.
func below(w io.Writer, before []string, lines [][]string, s format.Style) error {
	margin := "\n" + strings.Repeat(" ", belowIndent)
	for i, line := range lines {
		text := strings.TrimRight(before[i], " ")
		if last := line[len(line)-1]; last != "" {
			text += margin + strings.Join(format.Fold(last, max(leastLast, s.Width-belowIndent)), margin)
		}
		if _, err := fmt.Fprintln(w, text); err != nil {
			return err
		}
	}
	return nil
}
