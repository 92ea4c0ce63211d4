package spec

import "slices"

// reference checks the label that predictions are compared with, and that
// there is one where something is compared. labels are those of the file.
func (r *reader) reference(s *Spec, labels []string) {
	at := join(join(root, "experiment"), "reference")
	switch {
	case s.Reference == "":
	case !slices.Contains(labels, s.Reference):
		r.problemf(at, "reference: there is no method with the label %q%s", s.Reference, Suggest(s.Reference, labels))
	case !slices.ContainsFunc(s.Methods, func(m Method) bool { return m.Label == s.Reference }):
		r.problemf(at, "reference: the profile %s leaves out the method %q, with which the others are compared", s.Profile, s.Reference)
	}
	if s.Reference != "" {
		return
	}
	const needs = "%s is a comparison with a reference: name the method in [experiment], such as reference = \"Gibbs\""
	for i, t := range s.Tables {
		for _, m := range t.Metrics {
			if slices.Contains(Deltas, m) {
				r.problemf(join(element(join(root, "table"), i), "metric"), needs, m)
			}
		}
	}
	for i, f := range s.Figures {
		path := element(join(root, "figure"), i)
		if f.Kind == "scatter" {
			r.problemf(join(path, "kind"), needs, "scatter")
		}
		for _, m := range f.Y {
			if slices.Contains(Deltas, m) {
				r.problemf(join(path, "y"), needs, m)
			}
		}
	}
}
