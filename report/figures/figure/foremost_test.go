package figure

import (
	"fmt"
	"testing"

	"gpcbench/report/drawing"
)

// Of ten curves the one that leads at first and the best five at the end are named, and the rest are others; nine are all
// named.
func TestForemost(t *testing.T) {
	var contenders []Contender
	styles := map[string]drawing.Style{}
	for i := range 10 {
		c := Contender{Name: fmt.Sprint(i), Worse: []float64{1, 1, float64(i)}}
		if i == 8 {
			c.Worse[1] = 0.5
		}
		contenders = append(contenders, c)
		styles[c.Name] = drawing.Style{Color: drawing.Blue}
	}
	names := ""
	legend, guide := DrawContenders(drawing.NewPanel("x", "y"), contenders, styles)
	for _, e := range legend {
		names += " " + e.Name
	}
	if names != " 0 1 2 3 4 8 others" || guide == "" {
		t.Errorf("legend%s, guide %q", names, guide)
	}
	if legend, guide := DrawContenders(drawing.NewPanel("x", "y"), contenders[:9], styles); len(legend) != 9 || guide != "" {
		t.Errorf("of nine curves: %v, guide %q", legend, guide)
	}
}
