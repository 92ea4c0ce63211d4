package format

import (
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"

	"gpcbench/report/document"
)

// Terminal writes tables for a terminal, one for each metric.
func Terminal(w io.Writer, t document.Results) error {
	fmt.Fprintf(w, "%s\n", t.Heading)
	for _, m := range t.Metrics {
		fmt.Fprintf(w, "%s\n", m.Title)
		out := tablewriter.NewTable(w,
			tablewriter.WithHeaderAutoFormat(tw.Off),
			tablewriter.WithHeaderAlignment(tw.AlignLeft),
			tablewriter.WithRowAlignment(tw.AlignLeft),
			tablewriter.WithRowAutoWrap(tw.WrapNone),
			tablewriter.WithRendition(tw.Rendition{Settings: tw.Settings{Separators: tw.Separators{BetweenRows: between(t)}}}),
		)
		out.Header(append([]string{t.RowTitle}, t.Columns...))
		for _, row := range m.Rows {
			line := []string{row.Name}
			for _, c := range row.Cells {
				value := c.Value
				if c.Best {
					value += "*"
				}
				line = append(line, strings.Join(append([]string{c.First(value, " ± ")}, c.Below()...), "\n"))
			}
			if err := out.Append(line); err != nil {
				return fmt.Errorf("table for the terminal: %w", err)
			}
		}
		if err := out.Render(); err != nil {
			return fmt.Errorf("table for the terminal: %w", err)
		}
	}
	return nil
}

// between says whether rows are set apart: where they have several lines.
func between(t document.Results) tw.State {
	if t.Compared {
		return tw.On
	}
	return tw.Off
}
