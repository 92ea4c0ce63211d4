package format

import (
	"fmt"
	"strings"

	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// ranksText says in a paragraph what a critical-difference diagram shows.
func ranksText(r document.Ranks) string {
	text := fmt.Sprintf("**%s**, %s: Friedman's test gives %s.", document.Escape(r.Title), wording.Plural(r.Sets, "data set"), wording.PIs(r.P))
	var groups []string
	for _, g := range r.Groups {
		var names []string
		for _, m := range r.Methods[g[0] : g[1]+1] {
			names = append(names, m.Name)
		}
		groups = append(groups, document.Escape(strings.Join(names, ", ")))
	}
	said := "not told apart are " + strings.Join(groups, "; ")
	switch {
	case len(groups) == 0:
		said = "all do"
	case len(r.Groups) == 1 && r.Groups[0] == [2]int{0, len(r.Methods) - 1}:
		said = "none do"
	}
	return text + fmt.Sprintf(" Methods differ where their mean ranks lie more than %.2f apart (Nemenyi, 5%%): %s.", r.Critical, said)
}

// Measures of a critical-difference diagram, in pixels.
const (
	ranksWidth = 600.0
	ranksSide  = 170.0 // left and right of the axis, for names
	ranksAxis  = 56.0  // from above
	ranksGroup = 8.0   // between bars of groups
	ranksLine  = 20.0  // between names
)

// diagramView is a critical-difference diagram as lines and texts.
type diagramView struct {
	document.Ranks
	Said          string
	Width, Height float64
	Left, Right   float64 // ends of the axis
	Axis          float64 // its height
	Critical      float64 // where the bar of the critical difference ends, from Left
	Ticks         []tickView
	Names         []nameView
	Bars          []barView
}

type tickView struct {
	X    float64
	Text string
}

// nameView is a name with the line from its mean rank.
type nameView struct {
	X, Y   float64 // of the rank on the axis, and of the name
	Side   float64 // where the name stands
	Anchor string
	Text   string
}

type barView struct{ From, To, Y float64 }

// newDiagram lays a diagram out: the better half of the methods stands to the left, the
// best above, the other half to the right.
func newDiagram(r document.Ranks) diagramView {
	k := len(r.Methods)
	v := diagramView{Ranks: r, Said: ranksText(r), Width: ranksWidth, Left: ranksSide, Right: ranksWidth - ranksSide, Axis: ranksAxis}
	at := func(rank float64) float64 { return pixel(v.Left + (v.Right-v.Left)*(rank-1)/float64(k-1)) }
	v.Critical = min(v.Right, at(1+r.Critical))
	for i := range k {
		v.Ticks = append(v.Ticks, tickView{at(float64(i + 1)), fmt.Sprint(i + 1)})
	}
	for i, g := range r.Groups {
		v.Bars = append(v.Bars, barView{at(r.Methods[g[0]].Rank) - 3, at(r.Methods[g[1]].Rank) + 3, v.Axis + ranksGroup*float64(i+1)})
	}
	top := v.Axis + ranksGroup*float64(len(r.Groups)) + ranksLine
	left := (k + 1) / 2
	for i, m := range r.Methods {
		n := nameView{X: at(m.Rank), Y: top + ranksLine*float64(i), Side: v.Left - 10, Anchor: "end", Text: fmt.Sprintf("%s %.2f", m.Name, m.Rank)}
		if i >= left {
			n.Y, n.Side, n.Anchor = top+ranksLine*float64(k-1-i), v.Right+10, "start"
		}
		v.Names = append(v.Names, n)
	}
	v.Height = top + ranksLine*float64(left)
	return v
}

// pixel rounds to a tenth of a pixel.
func pixel(x float64) float64 { return float64(int(10*x+0.5)) / 10 }
