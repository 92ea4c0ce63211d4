package spec

import (
	"slices"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/methods/role"
)

// Seconds is the axis of wall time.
const Seconds = "seconds"

// Times are the possible horizontal axes of curves over the course of a fit.
var Times = []string{Seconds, "iteration", "epoch"}

// Figure is one figure of the report.
type Figure struct {
	Title    string
	Note     string // what a reader of the figure should know, printed below it
	Of       string // what it shows, printed in the figure, if that is not a data set
	Kind     string
	Panels   string   // "dataset" (default), "variant" or an option: one figure each
	Series   string   // "label" (default), "variant" or an option: one curve, or row of panels, each
	Variants []string // names of the variants that it is drawn for; nil: all

	// Keys that several kinds have.
	X       string   // quantity of the horizontal axis, or of the columns of panels
	Y       []string // metrics, one panel each
	Summary string   // "mean" or "median"
	Start   string   // label whose inducing inputs are the start of those of all labels

	Layout   []Dimension // what is laid out within one figure besides series
	OneClass bool        // it needs rows of one class each, so label sets have no such figure
	Options  any         // keys that only its kind has
}

// Traces says whether the figure has curves over the course of fits.
func (f Figure) Traces() bool { return slices.Contains(Times, f.X) }

// Dimension is a key whose value says what is laid out: an option, "variant", or one of Others.
type Dimension struct {
	Key, Value string
	Others     []string
}

// FigureKind is what a specification needs to know about a kind of figure.
type FigureKind struct {
	Name string
	// Formerly is a kind that is gone, which this one is used instead of; empty: none.
	Formerly string
	// Gone are keys that the kind had once, with what to do instead.
	Gone map[string]string
	// Read reads the keys that not all figures have, fills in defaults, and notes problems.
	Read func(t *FigureTable, f *Figure)
}

// figure reads one [[figure]].
func (r *reader) figure(t *table, s *Spec) Figure {
	var names []string
	for _, k := range r.figures {
		if k.Formerly != "" && t.values["kind"] == k.Formerly {
			t.Problemf("kind", "kind: there is no %q any more: use %s", k.Formerly, k.Name)
			return Figure{}
		}
		names = append(names, k.Name)
	}
	f := Figure{
		Title: t.text("title"), Note: t.text("note"), Of: t.text("of"), Kind: t.OneOf("kind", "", names...),
		Panels: t.orElse("panels", DatasetKey), Series: t.orElse("series", LabelKey), Variants: t.chosen("variants", "variant", s.VariantNames()),
	}
	if f.Series == VariantKey && f.Variants != nil {
		t.Problemf("variants", "series = %q draws every variant: leave variants out", VariantKey)
	}
	i := slices.Index(names, f.Kind)
	if i < 0 {
		if !t.Has("kind") {
			r.problemf(t.path, "a figure needs a kind%s", Suggest("", names))
		}
		return f
	}
	t.name = "a " + f.Kind + " figure"
	if strings.ContainsAny(f.Kind[:1], "aeiou") {
		t.name = "an " + f.Kind + " figure"
	}
	t.gone = r.figures[i].Gone
	r.figures[i].Read(&FigureTable{t, s, &f}, &f)
	if f.X != "" && f.X == f.Series {
		key := "x"
		if !t.Has(key) {
			key = "series"
		}
		t.Problemf(key, "x and series are both %q", f.X)
	}
	t.close()
	return f
}

// FigureTable is a [[figure]] while its kind reads it.
type FigureTable struct {
	*table
	spec *Spec
	f    *Figure
}

// Need notes a missing key, with an example of it.
func (t *FigureTable) Need(key, example string) {
	if !t.Has(key) {
		t.r.problemf(t.path, "%s needs %s, such as %s = %s", t.name, key, key, example)
	}
}

// Summary returns how repeats are summarised.
func (t *FigureTable) Summary() string { return t.OneOf("summary", "mean", "mean", "median") }

// Dimension returns what a key lays out, or fallback: an option, "variant", or one of others.
func (t *FigureTable) Dimension(key, fallback string, others ...string) string {
	v := t.orElse(key, fallback)
	if v != "" {
		t.f.Layout = append(t.f.Layout, Dimension{key, v, others})
	}
	return v
}

// OneForAllPanels makes the figure lay out all its panels in one.
func (t *FigureTable) OneForAllPanels() {
	t.f.Layout = append(t.f.Layout, Dimension{"panels", t.f.Panels, []string{DatasetKey}})
}

// Label returns the label of a method, "" if the key is missing.
func (t *FigureTable) Label(key string) string {
	label := t.text(key)
	if label != "" {
		t.isLabel(t.at(key), key, label)
	}
	return label
}

// LabelsByLabel returns a table of labels by label, nil if the key is missing.
func (t *FigureTable) LabelsByLabel(key string) map[string]string {
	in := t.table.table(key, key)
	if in == nil {
		return nil
	}
	out := map[string]string{}
	for _, label := range in.keys() {
		out[label] = in.text(label)
		for _, name := range []string{label, out[label]} {
			t.isLabel(in.at(label), key, name)
		}
	}
	in.close()
	return out
}

func (t *FigureTable) isLabel(path, key, label string) {
	if known := t.spec.Labels(); !slices.Contains(known, label) {
		t.r.problemf(path, "%s: there is no method with the label %q%s", key, label, Suggest(label, known))
	}
}

// NeedMap notes a problem if the models' maps, from which the figure is drawn, are not kept.
func (t *FigureTable) NeedMap() {
	if !t.spec.Map {
		t.Problemf("kind", "%s needs maps of the models: state map = true in [experiment]", t.name)
	}
}

// NeedReference notes a problem if there is no method to compare with.
func (t *FigureTable) NeedReference() {
	if t.spec.Reference == "" {
		t.r.needsReference(t.at("kind"), t.f.Kind)
	}
}

// NeedFloor notes a problem if there is no method that learns only the frequency of each class or label.
func (t *FigureTable) NeedFloor() {
	if !slices.ContainsFunc(t.spec.MethodNames(), func(name string) bool { return role.Of[name] == role.Floor }) {
		t.Problemf("kind", "%s compares with the loss of the class or label shares: add a method with name = \"majority\" or, for label sets, \"label-prior\"", t.name)
	}
}

// NeedTraces notes the metrics of a key that no trace has.
func (t *FigureTable) NeedTraces(key string, names []string) {
	for _, name := range names {
		if slices.Contains(metrics.Names(), name) && !metrics.Get(name).Traced {
			t.Problemf(key, "a trace has no %s%s", name, Suggest(name, metrics.Traced()))
		}
	}
}
