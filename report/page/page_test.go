package page

import (
	"strings"
	"testing"

	"gpcbench/report/figures"
	"gpcbench/report/format"
	"gpcbench/report/replication"
)

// read makes what sections read of an experiment.
func read(t *testing.T, in replication.Input) *Context {
	t.Helper()
	c, err := NewContext(in)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// markdown is the report on an experiment.
func markdown(t *testing.T, in replication.Input) string {
	t.Helper()
	return string(format.Markdown(Write(read(t, in))))
}

// svgOf is a figure as a text.
func svgOf(t *testing.T, f figures.Figure) string {
	t.Helper()
	svg, err := f.Drawing.Encode("svg")
	if err != nil {
		t.Fatal(err)
	}
	return string(svg)
}

// onTerminal is what a terminal shows of a report.
func onTerminal(t *testing.T, in replication.Input) string {
	t.Helper()
	var text strings.Builder
	if err := format.Terminal(&text, Write(read(t, in)), format.Style{}); err != nil {
		t.Fatal(err)
	}
	return text.String()
}
