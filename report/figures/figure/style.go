package figure

import (
	"gpcbench/analysis"
	"gpcbench/harness/spec"
	"gpcbench/report/drawing"
)

// SeriesStyles gives the values of the series dimension their styles.
func SeriesStyles(p *analysis.Experiment, series analysis.Dimension) map[string]drawing.Style {
	if series.Key == spec.LabelKey {
		return stylesOf(p.Spec.Methods)
	}
	return drawing.Ordered(series.Values)
}

// stylesOf gives every label of an experiment its style: the first label of a method that of
// the method, the others ones that their hashes choose among the spare styles that are still
// free. It does not depend on which records there are.
func stylesOf(methods []spec.Method) map[string]drawing.Style {
	out := map[string]drawing.Style{}
	styled := map[string]bool{} // methods whose style a label has
	var others []string
	for _, m := range methods {
		if s, ok := drawing.OfMethod(m.Name); ok && !styled[m.Name] {
			out[m.Label], styled[m.Name] = s, true
			continue
		}
		others = append(others, m.Label)
	}
	drawing.Assign(out, others)
	return out
}
