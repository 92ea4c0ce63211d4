package format

import (
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// leastLast is the fewest columns of a terminal that the last field of a line is folded to.
const leastLast = 20

// Columns writes lines of fields, of the same number each, in columns two blanks apart. On a
// terminal the last field is folded into what is left of its width.
func Columns(w io.Writer, lines [][]string, s Style) error {
	if len(lines) == 0 {
		return nil
	}
	last := len(lines[0]) - 1
	before := make([]string, len(lines)) // the fields but for the last
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
	for i, line := range lines {
		folded := []string{line[last]}
		if s.Width > 0 && indent+twwidth.Width(line[last]) > s.Width {
			folded = fold(line[last], max(leastLast, s.Width-indent))
		}
		if _, err := fmt.Fprintln(w, before[i]+strings.Join(folded, "\n"+strings.Repeat(" ", indent))); err != nil {
			return err
		}
	}
	return nil
}
