package spec

import "slices"

// Setting is the value of one option, and where it stands.
type Setting struct {
	Value any
	Where Position
	// Own says that the value is given to one method by its label. A value for
	// several methods, such as an experiment's, may concern only some of them.
	Own bool
}

// layers are the options of every level. A later level overrides an earlier
// one; the grid lies between a variant's options and the profile's.
type layers struct {
	experiment     map[string]Setting
	method         map[int]map[string]Setting // by number in the file
	dataset        map[int]map[string]Setting
	datasetMethod  map[int]map[string]map[string]Setting // by number in the file and label
	variant        map[int]map[string]Setting            // by number in the file
	variantMethod  map[int]map[string]map[string]Setting // by number in the file and label
	grid           map[string][]Setting
	profile        map[string]Setting
	profileMethod  map[string]map[string]Setting // by label
	profileDataset map[string]map[string]Setting // by name
}

// Settings returns the options of a method on a data set in a variant, one set for
// each point of the grid (one without a grid), the last axis fastest. From weak to
// strong: [experiment] options, the method's, the data set's,
// [dataset.method.LABEL] options, the variant's, [variant.method.LABEL] options, the grid, [profile.X] options,
// [profile.X.method.LABEL] options, [profile.X.dataset.NAME] options.
func (s *Spec) Settings(d Dataset, m Method, v Variant) []map[string]Setting {
	points := []map[string]Setting{{}}
	apply := func(level map[string]Setting) {
		for _, p := range points {
			for key, v := range level {
				p[key] = v
			}
		}
	}
	apply(s.layers.experiment)
	apply(s.layers.method[m.at])
	apply(s.layers.dataset[d.at])
	apply(s.layers.datasetMethod[d.at][m.Label])
	apply(s.layers.variant[v.at])
	apply(s.layers.variantMethod[v.at][m.Label])
	for _, axis := range s.Grid {
		var next []map[string]Setting
		for _, p := range points {
			for _, v := range s.layers.grid[axis.Option] {
				q := map[string]Setting{axis.Option: v}
				for key, w := range p {
					if key != axis.Option {
						q[key] = w
					}
				}
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

// MethodNames returns the registry names of all methods in the file, also of
// those that the profile leaves out, sorted.
func (s *Spec) MethodNames() []string { return s.methodNames }

// WhereMethod returns the place of a method's name.
func (s *Spec) WhereMethod(m Method) Position {
	return s.where.at(join(element(join(root, "method"), m.at), "name"))
}

// WhereDataset returns the place of a key of a data set.
func (s *Spec) WhereDataset(d Dataset, key string) Position {
	return s.where.at(join(element(join(root, "dataset"), d.at), key))
}

// WhereTable returns the place of a key of the i-th table.
func (s *Spec) WhereTable(i int, key string) Position {
	return s.where.at(join(element(join(root, "table"), i), key))
}

// WhereFigure returns the place of a key of the i-th figure.
func (s *Spec) WhereFigure(i int, key string) Position {
	return s.where.at(join(element(join(root, "figure"), i), key))
}

// WhereGrid returns the place of [grid].
func (s *Spec) WhereGrid() Position { return s.where.at(join(root, "grid")) }

// options reads the table of options at key.
func (t *table) options(key string, own bool) map[string]Setting {
	options := t.table(key, key)
	if options == nil {
		return nil
	}
	out := map[string]Setting{}
	for _, name := range options.keys() {
		v := options.get(name)
		if !isOption(v) {
			options.wrong(name, "text, a number, true or false, or a list of texts or of numbers")
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
			if !isOption(v) {
				t.r.problemf(path, "%s: want text, a number, true or false, or a list of texts or of numbers, got %s", option, show(v))
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

// isOption says whether v is something that an option can be; which it is, its
// method says.
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

// plain returns the values alone.
func plain(level map[string]Setting) map[string]any {
	if level == nil {
		return nil
	}
	out := map[string]any{}
	for key, v := range level {
		out[key] = v.Value
	}
	return out
}
