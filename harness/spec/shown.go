package spec

import "gpcbench/harness/metrics"

// known notes the metrics of tables and figures that are worked out from what there is not: a
// reference, or what records do not keep.
func (r *reader) known(s *Spec) {
	s.shown(func(path string, m metrics.Metric) {
		if m.Reference && s.Reference == "" {
			r.needsReference(path, m.Name)
		}
		if !s.Keeps(m) {
			r.problemf(path, "%s needs records to keep more: state %s = true in [experiment]", m.Name, m.Kept)
		}
	})
}

// Keeps says whether records have what a metric is worked out from, as far as the specification
// decides it.
func (s *Spec) Keeps(m metrics.Metric) bool {
	switch m.Kept {
	case "map":
		return s.Map
	case "parameters":
		return s.Parameters
	}
	return true
}

// shown calls a function with the place and the metric of everything that tables and figures show.
func (s *Spec) shown(of func(path string, m metrics.Metric)) {
	each := func(path string, names []string) {
		for i, name := range names {
			of(element(path, i), metrics.Get(name))
		}
	}
	for i, t := range s.Tables {
		each(join(element(join(root, "table"), i), "metric"), t.Metrics)
	}
	for i, f := range s.Figures {
		each(join(element(join(root, "figure"), i), "y"), f.Y)
	}
}
