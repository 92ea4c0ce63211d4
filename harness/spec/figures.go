package spec

import (
	"slices"
	"strings"

	"gpcbench/harness/metrics"
)

// figure reads one [[figure]].
func (r *reader) figure(t *table, s *Spec) Figure {
	out := Figure{
		Title: t.text("title"), Kind: t.oneOf("kind", "", "trace", "line", "reliability", "scatter", "boundaries", "posterior", "front"), X: t.text("x"), Y: t.metrics("y"),
		Note: t.text("note"), Of: t.text("of"), Summary: t.oneOf("summary", "mean", "mean", "median"), Panels: t.text("panels"), Series: t.text("series"),
	}
	if !t.has("kind") {
		r.problemf(t.path, "a figure needs a kind: \"trace\", \"line\", \"reliability\", \"scatter\", \"boundaries\", \"posterior\" or \"front\"")
	}
	r.curves(t, s, &out)
	out.Full = r.full(t, s)
	out.Start = r.start(t, s)
	r.axes(t, s, &out)
	if out.Panels == "" {
		out.Panels = "dataset"
	}
	if out.Series == "" {
		out.Series = "label"
	}
	out.Variants = t.chosen("variants", "variant", s.VariantNames())
	if out.Series == VariantKey && out.Variants != nil {
		r.problemf(t.at("variants"), "series is %q, which has all of them", VariantKey)
	}
	if out.X != "" && out.X == out.Series {
		key := "x"
		if !t.has(key) {
			key = "series"
		}
		r.problemf(t.at(key), "x and series are both %q", out.X)
	}
	t.close()
	return out
}

// curves reads how the curves of a trace are drawn, which other figures do not say.
func (r *reader) curves(t *table, s *Spec, out *Figure) {
	trace := out.Kind == "trace"
	flag := func(key string, fits bool, where string) bool {
		v := t.boolean(key)
		if v != nil && !(trace && fits) {
			r.problemf(t.at(key), "%s is for a trace%s", key, where)
		}
		return v != nil && *v
	}
	text := func(key string, fits bool, where string) string {
		v := t.text(key)
		if v != "" && !(trace && fits) {
			r.problemf(t.at(key), "%s is for a trace%s", key, where)
		}
		return v
	}
	out.Whole = flag("whole", true, "")
	out.Ends = flag("ends", true, "")
	out.Logarithmic = flag("logarithmic", !t.has("columns") && !t.has("together") && !t.has("differences_from"), " without columns, together and differences_from")
	out.Together = flag("together", !t.has("columns") && !t.has("shades"), " without columns and shades")
	out.DifferencesFrom = text("differences_from", !t.has("shades") && !t.has("together") && !t.has("series"), " with a curve for each label, without shades and together")
	if out.DifferencesFrom != "" && !slices.Contains(s.Labels(), out.DifferencesFrom) {
		r.problemf(t.at("differences_from"), "there is no method with the label %q", out.DifferencesFrom)
	}
	out.Shades = text("shades", true, "")
	out.Columns = text("columns", !t.has("shades"), " without shades")
	out.Zoom = t.chosen("zoom", "method with the label", s.Labels())
	if out.Zoom != nil && out.Columns == "" {
		r.problemf(t.at("zoom"), "zoom is for a trace with columns")
	}
}

// axes sets what a figure of a kind has along its axes where it does not say, and checks what it
// says.
func (r *reader) axes(t *table, s *Spec, out *Figure) {
	switch out.Kind {
	case "trace":
		if out.X == "" {
			out.X = "seconds"
		}
		if !slices.Contains([]string{"seconds", "iteration", "epoch"}, out.X) {
			r.problemf(t.at("x"), "x of a trace is \"seconds\", \"iteration\" or \"epoch\", not %q", out.X)
		}
		for _, name := range out.Y {
			if slices.Contains(metrics.Names(), name) && !metrics.Get(name).Traced {
				r.problemf(t.at("y"), "a trace has no %s; it has %s", name, strings.Join(metrics.Traced(), ", "))
			}
		}
	case "line":
		if out.X == "" {
			r.problemf(t.path, "a line figure needs x, the option on its horizontal axis")
		}
	case "boundaries":
		if out.X == "" {
			out.X = "dataset"
		}
		r.drawnFromMaps(t, s, "y")
	case "posterior":
		r.drawnFromMaps(t, s, "x", "y")
	case "reliability", "scatter", "front":
		for _, key := range []string{"x", "y"} {
			if t.has(key) {
				r.problemf(t.at(key), "a %s figure has no %s", out.Kind, key)
			}
		}
	}
	if out.Kind == "front" && !slices.ContainsFunc(s.methodNames, func(name string) bool { return slices.Contains(Floors, name) }) {
		r.problemf(t.at("kind"), "a front is over the loss of the shares of classes or labels: add a method with name = \"majority\" or, for label sets, \"label-prior\"")
	}
	if t.has("summary") && out.Kind != "trace" && out.Kind != "line" {
		r.problemf(t.at("summary"), "a %s figure has no summary", out.Kind)
	}
	if (out.Kind == "trace" || out.Kind == "line") && !t.has("y") {
		r.problemf(t.path, "a %s figure needs y, such as y = [\"nll\"]", out.Kind)
	}
}

// full reads which label's panel ends the row of which.
func (r *reader) full(t *table, s *Spec) map[string]string {
	in := t.table("full", "full")
	if in == nil {
		return nil
	}
	if t.values["kind"] != "boundaries" || t.has("series") {
		r.problemf(t.at("full"), "full is for boundaries with a row of panels for each label")
	}
	out := map[string]string{}
	for _, label := range in.keys() {
		out[label] = in.text(label)
		for _, name := range []string{label, out[label]} {
			if !slices.ContainsFunc(s.Methods, func(m Method) bool { return m.Label == name }) {
				r.problemf(in.at(label), "full: there is no method with the label %q", name)
			}
		}
	}
	in.close()
	return out
}

// start reads the label whose inducing inputs stay where they begin.
func (r *reader) start(t *table, s *Spec) string {
	label := t.text("start")
	if label == "" {
		return ""
	}
	if t.values["kind"] != "boundaries" || t.has("series") {
		r.problemf(t.at("start"), "start is for boundaries with a row of panels for each label")
	}
	if !slices.ContainsFunc(s.Methods, func(m Method) bool { return m.Label == label }) {
		r.problemf(t.at("start"), "start: there is no method with the label %q", label)
	}
	return label
}

// drawnFromMaps checks a figure that maps are drawn in; it lacks some keys.
func (r *reader) drawnFromMaps(t *table, s *Spec, lacks ...string) {
	kind := t.values["kind"]
	for _, key := range lacks {
		if t.has(key) {
			r.problemf(t.at(key), "a %s figure has no %s", kind, key)
		}
	}
	if !s.Map {
		r.problemf(t.at("kind"), "a %s figure is drawn from maps of the models: state map = true in [experiment]", kind)
	}
}
