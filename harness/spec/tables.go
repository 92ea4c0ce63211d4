package spec

import (
	"slices"
	"strings"

	"gpcbench/harness/metrics"
)

// table reads one [[table]].
func (r *reader) table(t *table) Table {
	out := Table{
		Title: t.text("title"), Rows: t.orElse("rows", DatasetKey), Columns: t.orElse("columns", LabelKey), Metrics: t.Metrics("metric"),
		Summary: t.OneOf("summary", "mean", "mean", "median"), Published: t.text("published"),
	}
	if published := t.table("readings", "readings"); published != nil {
		out.PublishedMetrics = map[string]string{}
		for _, key := range published.keys() {
			r.metric(published.at(key), key)
			out.PublishedMetrics[key] = published.text(key)
		}
	}
	if out.PublishedMetrics != nil && out.Published == "" {
		t.Problemf("readings", "readings belong to a published table: add published")
	}
	out.Average = t.Flag("average")
	if out.Beside = t.texts("beside"); len(out.Beside) > 0 && (out.Published == "" || out.Columns != LabelKey) {
		t.Problemf("beside", "beside names columns of a published table: add published, and columns = \"label\"")
	}
	if out.CountedIn = t.text("counted_in"); out.CountedIn != "" && out.Published == "" {
		t.Problemf("counted_in", "counted_in says where the numbers of a published table are counted: add published")
	}
	out.AtSeconds = t.count("at_seconds")
	out.AtBudget = t.fraction("at_budget")
	if out.AtBudget > 0 && (out.AtSeconds > 0 || out.Published != "") {
		t.Problemf("at_budget", "a table with at_budget can have neither at_seconds nor published")
	}
	if out.AtSeconds > 0 || out.AtBudget > 0 {
		r.readable(t, out)
	}
	if out.Average && out.Rows != DatasetKey {
		t.Problemf("average", "average is taken over data sets, but rows is %q", out.Rows)
	}
	if out.Rows == out.Columns {
		t.Problemf("columns", "rows and columns are both %q; give one of them another key", out.Rows)
	}
	for _, size := range Sizes {
		if (out.Rows == size && out.Columns == DatasetKey) || (out.Rows == DatasetKey && out.Columns == size) {
			t.Problemf("columns", "%s is a size of the data set, so rows and columns cannot be %q and \"dataset\"", size, size)
		}
	}
	t.close()
	return out
}

// besideTraced are the metrics that a point of a trace gives besides the traced ones.
var besideTraced = []string{"seconds", "iterations", "iterations_per_second"}

// readable notes the metrics of a table with at_seconds or at_budget that no trace has.
func (r *reader) readable(t *table, out Table) {
	for _, name := range out.Metrics {
		if slices.Contains(metrics.Names(), name) && !metrics.Get(name).Traced && !slices.Contains(besideTraced, name) {
			t.Problemf("metric", "a table with at_seconds or at_budget is made from traces, which have no %s; they have %s", name, strings.Join(append(metrics.Traced(), besideTraced...), ", "))
		}
	}
}

// Metrics reads one metric or a list of them.
func (t *table) Metrics(key string) []string {
	_, alone := t.values[key].(string)
	list := t.textOrTexts(key)
	for i, m := range list {
		if alone {
			t.r.metric(t.at(key), m)
		} else {
			t.r.metric(element(t.at(key), i), m)
		}
	}
	if t.Has(key) && list != nil && len(list) == 0 {
		t.Problemf(key, "%s is empty", key)
	}
	return list
}

// metric checks the name of a metric.
func (r *reader) metric(path, name string) {
	if known := metrics.Names(); !slices.Contains(known, name) {
		r.problemf(path, "there is no metric %q%s", name, Suggest(name, known))
	}
}
