// Package metrics defines all metrics, with one file for each metric, or for a few that are
// computed together. A file says how metrics are named, displayed and computed, and where their
// standard errors come from. To add one, add a file, a line in kinds, and a line in
// docs/metrics.md.
package metrics

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gpcbench/harness/record"
)

// Metric says how a metric is named, displayed and read from records.
type Metric struct {
	Name  string  // in specifications and records
	Title string  // for tables and sentences
	Axis  string  // for figures, with the unit
	Shown float64 // factor that converts it to the unit of Title in tables; 0: 1

	HigherIsBetter bool
	Unranked       bool // it does not make a method better, so methods are not bold, ranked or tested by it
	Cost           bool // a cost of the fit: it gets a ratio, not a verdict
	Wall           bool // a wall-clock time or a rate by it, so unreliable if the machine was busy
	Bounds         Bounds

	Objective    bool // what a fit maximises, perhaps on a minibatch
	Loss         bool // the mean over rows of -log of the probability of the row's class
	Calibration  bool // the distance of confidences from the shares of rows that are right
	TrainingTime bool // the time of a whole fit, which a budget may end
	Cutoff       int  // k of a precision at k, for which records have the hits of every row ([record.Hits])

	// Progress is its name where a run reports how good a fit is; empty: it is not reported.
	Progress string

	Never string // sentence that replaces a table of zeros in a report; empty: the table stays

	// Traced says that every point of a trace has it, if the method has it at
	// all. Other metrics would make records several times as long.
	Traced bool
	// Reference says that it compares predictions with those of the reference.
	// No record has it; a report computes it.
	Reference bool
	// Kept is the key of [experiment] that makes records keep what it is computed from: "map" or
	// "parameters"; empty if every record has that.
	Kept string

	// Untrained returns the value if all classes have the same probability, as
	// before training. It is nil if that does not determine the value, as for the
	// error, and if the value is never needed.
	Untrained func(classes float64) float64

	// RowsSE returns the standard error of a value from the n test rows of one
	// split, false if the record does not have it. If RowsSE is nil, only repeats
	// give a standard error.
	RowsSE func(value, n float64, r record.Record) (float64, bool)

	// OfRows says that it is a share of test rows, each of which is right or wrong.
	OfRows bool

	// AtRow returns the metric at one test row, given the probabilities of the classes and the number
	// of the row's class; nil if the metric is not a mean over rows.
	AtRow func(probabilities []float64, class int) float64

	ofRecord func(record.Record) (float64, bool) // nil: Record.Metrics has it
	ofPoint  func(record.Point) (float64, bool)  // nil: Point.Metrics has it
}

// Bounds are the least and the largest possible value.
type Bounds struct{ Low, High float64 }

var (
	anyNumber = Bounds{math.Inf(-1), math.Inf(1)}
	atLeast0  = Bounds{0, math.Inf(1)}
	share     = Bounds{0, 1}
)

// Clip keeps an interval within the bounds.
func (b Bounds) Clip(low, high float64) (float64, float64) {
	return max(low, b.Low), min(high, b.High)
}

// Value returns the metric of a record, false if the record does not have it.
func (m Metric) Value(r record.Record) (float64, bool) {
	if m.ofRecord != nil {
		return m.ofRecord(r)
	}
	v, ok := r.Metrics[m.Name]
	return v, ok
}

// At returns the metric at a point of a trace, false if it does not have it.
func (m Metric) At(p record.Point) (float64, bool) {
	if m.ofPoint != nil {
		return m.ofPoint(p)
	}
	v, ok := p.Metrics[m.Name]
	return v, ok
}

// slack is the distance by which rounding may take a metric beyond its bounds.
const slack = 1e-9

// Check refuses a finished record with a metric beyond its bounds, which no run writes.
func Check(r record.Record) error {
	for _, name := range slices.Sorted(maps.Keys(r.Metrics)) {
		v, b := r.Metrics[name], Get(name).Bounds
		if r.Status == record.OK && (v < b.Low-slack || v > b.High+slack) {
			return fmt.Errorf("%s = %v is not between its bounds, %v and %v", name, v, b.Low, b.High)
		}
	}
	return nil
}

// byName finds an entry of All.
var byName = func() map[string]Metric {
	out := map[string]Metric{}
	for _, m := range All {
		out[m.Name] = m
	}
	return out
}()

// Get returns a metric by its name. A metric that is not in the table, such as
// from an old record, has its name as title, and lower values are better.
func Get(name string) Metric {
	if m, ok := byName[name]; ok {
		return m
	}
	return Metric{Name: name, Title: name, Axis: name, Bounds: anyNumber}
}

// Names returns the names of all metrics, in the order of the table.
func Names() []string { return names(func(Metric) bool { return true }) }

// Traced returns the names of the metrics that traces have.
func Traced() []string { return names(func(m Metric) bool { return m.Traced }) }

func names(which func(Metric) bool) []string {
	var out []string
	for _, m := range All {
		if which(m) {
			out = append(out, m.Name)
		}
	}
	return out
}
