package harness

import (
	"slices"
	"strings"

	"gpcbench/harness/spec"
)

// checkLayout checks what tables and figures are laid out by.
func (b *builder) checkLayout() {
	s := b.plan.Spec
	options := b.allOptions()
	check := func(at spec.Position, key, value string, names ...string) {
		if len(s.Variants) > 0 {
			names = append(names, spec.VariantKey)
		}
		if value != "" && !slices.Contains(names, value) && !slices.Contains(options, value) {
			b.problem(at, "%s: %q is neither %s nor an option of a method of this file%s", key, value,
				strings.Join(names, " nor "), spec.Suggest(value, slices.Concat(names, options)))
		}
	}
	for i, t := range s.Tables {
		check(s.WhereTable(i, "rows"), "rows", t.Rows, "dataset", "label", spec.Size)
		check(s.WhereTable(i, "columns"), "columns", t.Columns, "dataset", "label", spec.Size)
	}
	for i, f := range s.Figures {
		check(s.WhereFigure(i, "panels"), "panels", f.Panels, "dataset", "label")
		check(s.WhereFigure(i, "series"), "series", f.Series, "dataset", "label")
		check(s.WhereFigure(i, "shades"), "shades", f.Shades)
		switch f.Kind {
		case "line":
			check(s.WhereFigure(i, "x"), "x", f.X, spec.Size)
		case "boundaries":
			check(s.WhereFigure(i, "x"), "x", f.X, "dataset", "label")
		}
	}
}

// checkSizes notes tables and figures by N in which two data sets of equal N
// would share a place, as if one were a repeat of the other.
func (b *builder) checkSizes() {
	s := b.plan.Spec
	for i, d := range b.plan.Datasets {
		for _, e := range b.plan.Datasets[:i] {
			if d.Rows == 0 || d.Rows != e.Rows {
				continue
			}
			clash := func(at spec.Position, key string) {
				b.problem(at, "%s: data sets %s and %s both have N = %d rows, so that one would pass for a repeat of the other; leave one of them out, or use something else than N", key, e.Name, d.Name, d.Rows)
			}
			for k, t := range s.Tables {
				if t.Rows == spec.Size {
					clash(s.WhereTable(k, "rows"), "rows")
				}
				if t.Columns == spec.Size {
					clash(s.WhereTable(k, "columns"), "columns")
				}
			}
			for k, f := range s.Figures {
				if f.X == spec.Size {
					clash(s.WhereFigure(k, "x"), "x")
				}
			}
		}
	}
}
