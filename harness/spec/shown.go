package spec

import "gpcbench/harness/metrics"

// known notes the metrics of tables and figures that cannot be computed, because there is no reference
// or because records do not keep what they need.
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

// Keeps says whether records keep what a metric is computed from, as far as the specification
// decides that.
func (s *Spec) Keeps(m metrics.Metric) bool {
	switch m.Kept {
	case "map":
		return s.Map
	case "parameters":
		return s.Parameters
	}
	return true
}

// shown calls of with the path and the metric of everything that tables and figures show.
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
