package plan

import (
	"slices"
	"strings"

	"gpcbench/harness/spec"
)

// checkLayout checks the keys and options by which tables and figures are laid out.
func (b *builder) checkLayout() {
	s := b.plan.Spec
	options := b.allOptions()
	check := func(at spec.Position, key, value string, names ...string) {
		if len(s.Variants) > 0 {
			names = append(names, spec.VariantKey)
		}
		if value == "" || slices.Contains(names, value) || slices.Contains(options, value) {
			return
		}
		not := "no"
		if len(names) > 0 {
			not = "neither " + strings.Join(names, " nor ") + " nor an"
		}
		b.problem(at, "%s: %q is %s option of a method of this file%s", key, value, not, spec.Suggest(value, slices.Concat(names, options)))
	}
	lines := slices.Concat([]string{spec.DatasetKey, spec.LabelKey}, spec.Sizes)
	for i, t := range s.Tables {
		check(s.Where("table", i, "rows"), "rows", t.Rows, lines...)
		check(s.Where("table", i, "columns"), "columns", t.Columns, lines...)
	}
	for i, f := range s.Figures {
		check(s.Where("figure", i, "panels"), "panels", f.Panels, spec.DatasetKey)
		check(s.Where("figure", i, "series"), "series", f.Series, spec.DatasetKey, spec.LabelKey)
		for _, d := range f.Layout {
			check(s.Where("figure", i, d.Key), d.Key, d.Value, d.Others...)
		}
	}
}

// checkSizes notes tables and figures laid out by N, D or K in which two data sets of equal size
// would share a place, as if one were a repeat of the other.
func (b *builder) checkSizes() {
	s := b.plan.Spec
	for i, d := range b.plan.Datasets {
		for _, e := range b.plan.Datasets[:i] {
			check := func(at spec.Position, key, by string) {
				if n := spec.SizeOf(by, d.Rows, d.Attributes, d.Classes); n > 0 && n == spec.SizeOf(by, e.Rows, e.Attributes, e.Classes) {
					what := map[string]string{spec.Size: "rows", spec.Width: "attributes", spec.Classes: "classes or labels"}[by]
					b.problem(at, "%s: data sets %s and %s both have %s = %d %s, so one would look like a repeat of the other; "+
						"leave one of them out, or use something other than %s", key, e.Name, d.Name, by, n, what, by)
				}
			}
			for k, t := range s.Tables {
				check(s.Where("table", k, "rows"), "rows", t.Rows)
				check(s.Where("table", k, "columns"), "columns", t.Columns)
			}
			for k, f := range s.Figures {
				check(s.Where("figure", k, "x"), "x", f.X)
			}
		}
	}
}
