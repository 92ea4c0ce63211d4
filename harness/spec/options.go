package spec

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// Setting is the value of one option, and its position in the file.
type Setting struct {
	Value any
	Where Position
	// Own says that the value is stated for a single method, by its label. A value
	// for several methods, such as an experiment's, may concern only some of them.
	Own bool
}

// settings are the options of one level, by name.
type settings map[string]Setting

// layers are the options of all levels except those of methods, data sets and variants, which hold
// their own. A later level overrides an earlier one; the grid comes between a variant's options and
// the profile's.
type layers struct {
	experiment     settings
	grid           map[string][]Setting
	profile        settings
	profileMethod  map[string]settings // by label
	profileDataset map[string]settings // by name
}

// Settings returns the options of a method on a data set in a variant, one set for
// each point of the grid (one without a grid), with the last axis varying fastest.
// Later levels override earlier ones: [experiment] options, the method's, the data set's,
// [dataset.method.LABEL] options, the variant's, [variant.method.LABEL] options, the grid, [profile.X] options,
// [profile.X.method.LABEL] options, [profile.X.dataset.NAME] options.
func (s *Spec) Settings(d Dataset, m Method, v Variant) []settings {
	points := []settings{{}}
	apply := func(level settings) {
		for _, p := range points {
			maps.Copy(p, level)
		}
	}
	apply(s.layers.experiment)
	apply(m.settings)
	apply(d.settings)
	apply(d.ofMethod[m.Label])
	apply(v.settings)
	apply(v.ofMethod[m.Label])
	for _, axis := range s.Grid {
		var next []settings
		for _, p := range points {
			for _, v := range s.layers.grid[axis.Option] {
				q := maps.Clone(p)
				q[axis.Option] = v
				next = append(next, q)
			}
		}
		points = next
	}
	apply(s.layers.profile)
	apply(s.layers.profileMethod[m.Label])
	apply(s.layers.profileDataset[d.Name])
	return points
}

// MethodNames returns the sorted registry names of all methods in the file,
// including those that the profile leaves out.
func (s *Spec) MethodNames() []string { return slices.Sorted(maps.Keys(s.declared)) }

// Declared returns the keys of the options stated for any method in the file with a registry name, including
// methods that the profile leaves out.
func (s *Spec) Declared(name string) []string { return s.declared[name] }

// Where returns the place of a path of keys and array indices.
func (s *Spec) Where(path ...any) Position { return s.where.Of(path...) }

// WhereMethod returns the place of a method's name.
func (s *Spec) WhereMethod(m Method) Position { return s.Where("method", m.at, "name") }

// WhereCurve returns the place of a method's key curve.
func (s *Spec) WhereCurve(m Method) Position { return s.Where("method", m.at, "curve") }

// WhereDataset returns the place of a key of a data set.
func (s *Spec) WhereDataset(d Dataset, key string) Position { return s.Where("dataset", d.at, key) }

// WhereStated returns the place that states the value of a key for a data set: in the profile, with the data
// set, or under [experiment]. For a default it is the place of the data set.
func (s *Spec) WhereStated(d Dataset, key string) Position {
	for _, path := range [][]any{{"profile", s.Profile, "dataset", d.Name, key}, {"profile", s.Profile, key}, {"dataset", d.at, key}, {"experiment", key}} {
		if at, stated := s.where.Stated(path...); stated {
			return at
		}
	}
	return s.WhereDataset(d, key)
}

// options reads the table of options.
func (t *table) options(own bool) settings {
	options := t.table("options", "options")
	if options == nil {
		return nil
	}
	out := settings{}
	for _, name := range options.keys() {
		v := options.get(name)
		if problem := optionProblem(v); problem != "" {
			options.Problemf(name, "%s: %s", name, problem)
			continue
		}
		out[name] = Setting{Value: v, Where: t.r.where.at(options.at(name)), Own: own}
	}
	return out
}

// grid reads the table of axes at key.
func (t *table) grid(key string) (axes []Axis, values map[string][]Setting) {
	grid := t.table(key, "[grid]")
	if grid == nil {
		return nil, nil
	}
	values = map[string][]Setting{}
	for _, option := range grid.keys() {
		list, ok := grid.get(option).([]any)
		if !ok || len(list) == 0 {
			grid.wrong(option, "a list of the values that the option takes")
			continue
		}
		axis := Axis{Option: option}
		for i, v := range list {
			path := element(grid.at(option), i)
			if problem := optionProblem(v); problem != "" {
				t.r.problemf(path, "%s: %s", option, problem)
				continue
			}
			if slices.ContainsFunc(axis.Values, func(w any) bool { return show(v) == show(w) }) {
				t.r.problemf(path, "%s: %s is listed twice", option, show(v))
				continue
			}
			axis.Values = append(axis.Values, v)
			values[option] = append(values[option], Setting{Value: v, Where: t.r.where.at(path)})
		}
		axes = append(axes, axis)
	}
	return axes, values
}

// optionsOf reads the table at key, which holds options for some methods by label.
func (t *table) optionsOf(key string, labels []string) map[string]settings {
	out := map[string]settings{}
	for label, sub := range t.each(key, "method with the label", labels) {
		out[label] = sub.options(true)
		sub.close()
	}
	return out
}

// optionProblem says why v cannot be an option, "" if it can.
func optionProblem(v any) string {
	if !isOption(v) {
		return "want text, a number, true or false, or a list of texts or of numbers, got " + show(v)
	}
	if isEndless(v) {
		return fmt.Sprintf("want a finite number, got %s; a program can take it as text: \"inf\", \"-inf\" or \"nan\" in quotes", show(v))
	}
	return ""
}

// isEndless says whether v is NaN or an infinity, or a list with one.
func isEndless(v any) bool {
	if list, ok := v.([]any); ok {
		return slices.ContainsFunc(list, isEndless)
	}
	number, ok := v.(float64)
	return ok && (math.IsNaN(number) || math.IsInf(number, 0))
}

// isOption says whether v has a type that some option may have. Which type an
// option has is up to its method.
func isOption(v any) bool {
	switch v := v.(type) {
	case string, int64, float64, bool:
		return true
	case []any:
		return !slices.ContainsFunc(v, func(e any) bool { return !isText(e) }) ||
			!slices.ContainsFunc(v, func(e any) bool { return !isNumber(e) })
	}
	return false
}

func isText(v any) bool { _, ok := v.(string); return ok }

func isNumber(v any) bool {
	switch v.(type) {
	case int64, float64:
		return true
	}
	return false
}
