// Package figure has what the kinds of figures share: what a kind is, the styles of series, axes of
// time and maps of models.
package figure

import (
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/drawing"
)

// Kind is a kind of figure: its keys, and how it is drawn.
type Kind struct {
	spec.FigureKind
	// Draw draws the figure of a specification at some coordinates, nil where no record has what
	// it shows.
	Draw func(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates) (*drawing.Figure, Words)
	// From is what a cell has to have for it, completing "no cell has".
	From string
}

// Words are what is said of a figure: sentences on how figures of its kind are read, which a
// section says once, and what is particular to it.
type Words struct {
	Guide   []string
	Of      string // over all data sets: which they are, for the figure itself
	Caption string
	Table   document.Table // its numbers, where reading them off a figure is not enough
	Gaps    []analysis.Gap // cells that it leaves out
}
