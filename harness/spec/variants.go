package spec

import "slices"

// Variant is one of several settings of the methods, each of which is compared
// with the same published table.
type Variant struct {
	Name   string
	Title  string   // completes "reproduced ...", such as "as the text says"
	Labels []string // labels of the methods that it applies to; nil: all
	// Datasets are the names of the data sets that it applies to; nil: all.
	Datasets []string
	Repeats  int // 0: as the data set says
	Seeds    int // 0: as the data set says

	settings settings
	ofMethod map[string]settings // by label
}

// Has says whether the variant applies to the method with a label.
func (v Variant) Has(label string) bool { return v.Labels == nil || slices.Contains(v.Labels, label) }

// HasDataset says whether the variant applies to a data set.
func (v Variant) HasDataset(name string) bool {
	return v.Datasets == nil || slices.Contains(v.Datasets, name)
}

// VariantsOf returns the variants that apply to a method on a data set. If the file has
// no variants, it returns a single one without a name, which changes nothing.
func (s *Spec) VariantsOf(m Method, d Dataset) []Variant {
	if len(s.Variants) == 0 {
		return []Variant{{}}
	}
	return slices.DeleteFunc(slices.Clone(s.Variants), func(v Variant) bool {
		return !v.Has(m.Label) || !v.HasDataset(d.Name)
	})
}

// VariantNames returns the names of the variants.
func (s *Spec) VariantNames() []string {
	var names []string
	for _, v := range s.Variants {
		names = append(names, v.Name)
	}
	return names
}

// variants reads [[variant]]. labels are the labels of the methods, and sets the names
// of the data sets.
func (r *reader) variants(top *table, s *Spec, labels, sets []string) {
	all := top.tables("variant")
	for _, t := range all {
		v := Variant{Name: t.line("name"), Title: t.text("title"), Labels: t.chosen("methods", "method with the label", labels), Datasets: t.chosen("datasets", "data set", sets), Repeats: t.count("repeats"), Seeds: t.count("seeds")}
		v.settings, v.ofMethod = t.options(false), t.optionsOf("method", labels)
		for label := range v.ofMethod {
			if !v.Has(label) {
				r.problemf(join(t.at("method"), label), "the variant has no cells of %q: add it to methods, or remove these options", label)
			}
		}
		t.close()
		if !t.Has("name") {
			r.problemf(t.path, "a variant needs a name, such as name = \"text\"")
			continue
		}
		if v.Title == "" {
			v.Title = "in variant " + v.Name
		}
		if slices.Contains(s.VariantNames(), v.Name) {
			t.Problemf("name", "there are two variants called %q: give each its own name", v.Name)
		}
		s.Variants = append(s.Variants, v)
	}
	if len(all) == 1 {
		r.problemf(all[0].path, "a single variant has no other to compare with: add another [[variant]], or state its options in [experiment]")
	}
}
