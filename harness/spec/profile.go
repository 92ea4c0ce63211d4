package spec

import (
	"cmp"
	"slices"
	"strings"

	"gpcbench/data/split"
)

// overrides are the contents of a profile.
type overrides struct {
	repeats  int
	seeds    int
	split    split.Spec
	maxTrain int
	maxTest  int
	timing   string
	options  settings
	datasets []string // nil: all
	methods  []string // labels; nil: all
	grid     []Axis   // nil: unchanged
	values   map[string][]Setting
	dataset  map[string]overrides // by name
	method   map[string]settings  // by label
}

// profile reads [profile.X] and checks it against the data sets and methods of
// the file.
func (r *reader) profile(t *table, s *Spec) overrides {
	var names []string
	labels := s.Labels()
	for _, d := range s.Datasets {
		names = append(names, d.Name)
	}
	o := t.override()
	o.timing = t.OneOf("timing", "", ExclusiveTiming, "shared", CPUTiming)
	o.datasets = t.chosen("datasets", "data set", names)
	o.methods = t.chosen("methods", "method with the label", labels)
	o.grid, o.values = t.grid("grid")
	o.dataset = map[string]overrides{}
	o.method = t.optionsOf("method", labels)
	for name, sub := range t.each("dataset", "data set", names) {
		o.dataset[name] = sub.override()
		sub.close()
	}
	t.close()
	return o
}

// override reads the keys that a profile and its data sets share.
func (t *table) override() overrides {
	return overrides{
		repeats: t.count("repeats"), seeds: t.count("seeds"), split: t.split("split"), maxTrain: t.count("max_train"), maxTest: t.count("max_test"),
		options: t.options(false),
	}
}

// chosen reads a list of names that must be known.
func (t *table) chosen(key, what string, known []string) []string {
	list := t.texts(key)
	for i, name := range list {
		if !slices.Contains(known, name) {
			t.r.problemf(element(t.at(key), i), "%s: there is no %s %q%s", key, what, name, Suggest(name, known))
		}
	}
	if list != nil && len(list) == 0 && t.Has(key) {
		t.Problemf(key, "%s is empty, so nothing would be left", key)
	}
	return list
}

// each yields the tables inside the table at key, in file order. Their names must
// be known.
func (t *table) each(key, what string, known []string) func(yield func(string, *table) bool) {
	return func(yield func(string, *table) bool) {
		inner := "[" + strings.Trim(t.name, "[]") + "." + key
		all := t.table(key, inner+"]")
		if all == nil {
			return
		}
		for _, name := range all.keys() {
			sub := all.table(name, inner+"."+name+"]")
			if !slices.Contains(known, name) {
				all.Problemf(name, "there is no %s %q%s", what, name, Suggest(name, known))
				continue
			}
			if sub != nil && !yield(name, sub) {
				return
			}
		}
	}
}

// apply applies the profile to s, and fills in what data sets leave unstated.
func (o overrides) apply(s *Spec) {
	if o.timing != "" {
		s.Timing = o.timing
	}
	if o.grid != nil {
		s.Grid, s.layers.grid = o.grid, o.values
	}
	s.layers.profile = o.options
	s.layers.profileMethod = o.method
	s.layers.profileDataset = map[string]settings{}
	if o.datasets != nil {
		s.Datasets = slices.DeleteFunc(s.Datasets, func(d Dataset) bool { return !slices.Contains(o.datasets, d.Name) })
	}
	if o.methods != nil {
		s.Methods = slices.DeleteFunc(s.Methods, func(m Method) bool { return !slices.Contains(o.methods, m.Label) })
	}
	for i := range s.Datasets {
		d := &s.Datasets[i]
		own := o.dataset[d.Name]
		s.layers.profileDataset[d.Name] = own.options
		d.Repeats = cmp.Or(own.repeats, o.repeats, d.Repeats, s.Repeats)
		d.Seeds = cmp.Or(own.seeds, o.seeds, d.Seeds, s.Seeds)
		d.MaxTrain = cmp.Or(own.maxTrain, o.maxTrain, d.MaxTrain, s.MaxTrain)
		d.MaxTest = cmp.Or(own.maxTest, o.maxTest, d.MaxTest, s.MaxTest)
		d.Split = cmp.Or(own.split, o.split, d.Split, s.Split)
	}
}
