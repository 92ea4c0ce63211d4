package spec

import (
	"slices"
	"strings"
)

// methods reads [[method]].
func (r *reader) methods(top *table, s *Spec) {
	labels := []string{}
	for i, t := range top.tables("method") {
		m := Method{at: i, Name: t.line("name"), Label: t.line("label"), Published: t.text("published"), settings: t.options("options", true)}
		t.close()
		if !t.Has("name") {
			r.problemf(t.path, "a method needs a name; runexp list methods shows them")
			continue
		}
		if !t.Has("label") {
			m.Label = m.Name
		} else if strings.TrimSpace(m.Label) == "" {
			t.Problemf("label", "a label is what tables and figures call the method: this one is empty")
		}
		if slices.Contains(labels, m.Label) {
			t.Problemf("label", "there are two methods called %q: give each its own label", m.Label)
		}
		labels = append(labels, m.Label)
		s.Methods = append(s.Methods, m)
		s.methodNames = append(s.methodNames, m.Name)
	}
	if list, ok := top.values["method"].([]any); !top.Has("method") || ok && len(list) == 0 {
		r.problemf(root, "there is no method: add [[method]] with a name")
	}
	slices.Sort(s.methodNames)
	s.methodNames = slices.Compact(s.methodNames)
}

// Labels returns the labels of the methods.
func (s *Spec) Labels() []string {
	var out []string
	for _, m := range s.Methods {
		out = append(out, m.Label)
	}
	return out
}
