// Package metrics has the metrics that there are, a file each or a few that are worked out
// together: how each is called and read, how it is worked out, where its standard error comes
// from. One is added by a file, a line in kinds, and one in docs/metrics.md.
package metrics

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gpcbench/harness/record"
)

// Metric is how a metric is called and read.
type Metric struct {
	Name  string  // in specifications and records
	Title string  // for tables and sentences
	Axis  string  // for figures, with the unit
	Shown float64 // what tables multiply it by, so that Title's unit is one that people read; 0: 1

	HigherIsBetter bool
	Unranked       bool // no method is the better for it: none is bold, ranked or tested
	Cost           bool // what a fit cost: it gets a ratio, no verdict
	Wall           bool // it is a time by the wall clock, or so many a second: too long where the machine was busy
	Bounds         Bounds

	Objective    bool // it is what a fit maximises, which may be that of a minibatch
	Loss         bool // it is the mean over rows of -log of the probability of the row's class
	Calibration  bool // it is how far confidences are from the shares that are right
	TrainingTime bool // it is the time of a whole fit, which a budget may end
	Cutoff       int  // of a precision at k, k: records have the hits of every row ([record.Hits])

	// Progress is what it is called where a run tells how good a fit is; empty: it is not told.
	Progress string

	Never string // the sentence that a report has instead of a table of zeros; empty: it has the table

	// Traced says that every point of a trace has it, if the method has it at
	// all. The others would make records several times as long.
	Traced bool
	// Reference says that it compares predictions with those of the reference.
	// No record has it; a report works it out.
	Reference bool
	// Kept is the key of [experiment] that has what it is worked out from kept: "map" or
	// "parameters"; empty where every record has it.
	Kept string

	// Untrained returns the value where all of some number of classes have the
	// same probability, as before training. It is nil where that does not tell,
	// as for the error, and where nobody asks for it.
	Untrained func(classes float64) float64

	// RowsSE returns the standard error that n test rows of one split give a
	// value, false if the record does not tell. Where it is nil, only repeats
	// give one.
	RowsSE func(value, n float64, r record.Record) (float64, bool)

	// OfRows says that it is a share of the test rows, which are right or wrong.
	OfRows bool

	// AtRow is the metric at one test row, by the probabilities of the classes and the number of its
	// own; nil where a mean over rows is not what it is.
	AtRow func(probabilities []float64, class int) float64

	ofRecord func(record.Record) (float64, bool) // nil: Record.Metrics has it
	ofPoint  func(record.Point) (float64, bool)  // nil: Point.Metrics has it
}

// Bounds are the least and the largest value that there can be.
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

// slack is how far rounding may take a metric beyond its bounds.
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

// Get returns a metric by its name. One that is not in the table, as an old
// record may have, is called by its name, and less of it is better.
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
