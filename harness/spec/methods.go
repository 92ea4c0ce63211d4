package spec

import (
	"maps"
	"slices"
	"strings"
)

// methods reads [[method]].
func (r *reader) methods(top *table, s *Spec) {
	labels := []string{}
	s.declared = map[string][]string{}
	for i, t := range top.tables("method") {
		m := Method{at: i, Name: t.line("name"), Label: t.line("label"), Published: t.text("published"), settings: t.options(true), Curve: t.OneOf("curve", "", CurveOfRefits), Budget: t.text("budget"), MostRows: t.count("most_rows")}
		if m.Budget != "" && m.Curve == "" {
			t.Problemf("budget", "budget names the option of which refits use parts: say curve = %q too", CurveOfRefits)
		}
		if t.Has("kernel_of") {
			if m.KernelOf = t.textOrTexts("kernel_of"); m.KernelOf != nil && len(m.KernelOf) == 0 {
				t.Problemf("kernel_of", "kernel_of is empty")
			}
		}
		m.settings = t.program(m.settings)
		t.close()
		if !t.Has("name") {
			r.problemf(t.path, "a method needs a name; runexp list methods shows them")
			continue
		}
		if !t.Has("label") {
			m.Label = m.Name
		} else if m.Label != "" && strings.TrimSpace(m.Label) == "" {
			t.Problemf("label", "the label is empty: it is the method's name in tables and figures")
		}
		if slices.Contains(labels, m.Label) {
			t.Problemf("label", "there are two methods called %q: give each its own label", m.Label)
		}
		labels = append(labels, m.Label)
		s.Methods = append(s.Methods, m)
		s.declared[m.Name] = slices.Compact(slices.Sorted(slices.Values(slices.AppendSeq(s.declared[m.Name], maps.Keys(m.settings)))))
	}
	if list, ok := top.values["method"].([]any); !top.Has("method") || ok && len(list) == 0 {
		r.problemf(root, "there is no method: add [[method]] with a name")
	}
	r.kernelsOf(s)
}

// kernelsOf notes the methods that take their kernel from a method that does not exist, or from one that
// itself takes it from another. A method that the profile leaves out can still provide a kernel.
func (r *reader) kernelsOf(s *Spec) {
	s.kernels = map[string]Method{}
	for _, m := range s.Methods {
		s.kernels[m.Label] = m
	}
	for _, m := range s.Methods {
		at := join(element(join(root, "method"), m.at), "kernel_of")
		for _, label := range m.KernelOf {
			switch of, known := s.kernels[label]; {
			case !known:
				r.problemf(at, "there is no method called %q%s", label, Suggest(label, s.Labels()))
			case len(of.KernelOf) > 0:
				r.problemf(at, "method %q itself takes its kernel from another method: name that one", label)
			}
		}
	}
}

// Called returns the method with a label, even if the profile leaves it out.
func (s *Spec) Called(label string) Method { return s.kernels[label] }

// program adds to the options of a method those stated beside its name if it is the user's own program, such as
// run and inputs, which a program needs.
func (t *table) program(options settings) settings {
	for _, key := range []string{"run", "inputs", "environment"} {
		list := t.get(key)
		if list == nil {
			continue
		}
		if words, ok := list.([]any); !ok || slices.ContainsFunc(words, func(e any) bool { return !isText(e) }) {
			t.wrong(key, "a list of texts")
			continue
		}
		if options == nil {
			options = settings{}
		}
		if _, twice := options[key]; twice {
			t.Problemf(key, "%s is also stated under options: state it once", key)
		}
		options[key] = Setting{Value: list, Where: t.r.where.at(t.at(key)), Own: true}
	}
	return options
}

// Declares says whether the method's own options have a key.
func (m Method) Declares(key string) bool { _, ok := m.settings[key]; return ok }

// Labels returns the labels of the methods.
func (s *Spec) Labels() []string {
	var out []string
	for _, m := range s.Methods {
		out = append(out, m.Label)
	}
	return out
}
