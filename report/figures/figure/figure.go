// Package figure has what the kinds of figures share: the definition of a kind, the words of figures over data
// sets, the styles of series and the axes of time.
package figure

import (
	"fmt"
	"strings"

	"gpcbench/analysis"
	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/drawing"
	"gpcbench/wording"
)

// Kind is a kind of figure: its keys, and how it is drawn.
type Kind struct {
	spec.FigureKind
	// Draw draws the figure of a specification at some coordinates, nil where no record has what it shows.
	Draw func(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates) (*drawing.Figure, Words)
	// From is what a cell needs for it; it completes "no cell has".
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

// And has a sentence more in the guide, unless it is empty.
func (w Words) And(sentence string) Words {
	if sentence != "" {
		w.Guide = append(w.Guide, sentence)
	}
	return w
}

// ReadOverSets reads the keys of a kind that has all labels and data sets in one figure.
func ReadOverSets(t *spec.FigureTable, f *spec.Figure) {
	t.OneForAllPanels()
	for _, key := range []string{"panels", "series"} {
		if t.Has(key) {
			t.Problemf(key, "a figure of kind %s shows all labels over all data sets; remove %s", f.Kind, key)
		}
	}
}

// OverSets is what is said of a figure over data sets: what it shows, how it is read, and which they are.
func OverSets(what string, sets []string, guide string, args ...any) Words {
	n := wording.Plural(len(sets), "data set")
	return Words{Guide: []string{fmt.Sprintf(guide, args...)}, Of: what + ", over " + n, Caption: fmt.Sprintf("%s: %s.", n, strings.Join(sets, ", "))}
}
