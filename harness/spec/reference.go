package spec

import "slices"

// reference checks the label that predictions are compared with. labels are all labels of the file,
// including those of methods that the profile leaves out.
func (r *reader) reference(s *Spec, labels []string) {
	at := join(join(root, "experiment"), "reference")
	switch {
	case s.Reference == "":
	case !slices.Contains(labels, s.Reference):
		r.problemf(at, "reference: there is no method with the label %q%s", s.Reference, Suggest(s.Reference, labels))
	case !slices.ContainsFunc(s.Methods, func(m Method) bool { return m.Label == s.Reference }):
		r.problemf(at, "reference: the profile %s leaves out the method %q, but the others are compared with it", s.Profile, s.Reference)
	}
}

// needsReference notes that what compares with a reference, but there is none.
func (r *reader) needsReference(path, what string) {
	r.problemf(path, "%s compares with a reference: name the method in [experiment], such as reference = \"Gibbs\"", what)
}
