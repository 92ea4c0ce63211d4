// Package record holds what a finished cell leaves behind: one JSON line in a
// journal. It knows nothing about methods, so old records stay readable when
// methods change.
package record

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
)

// Version is the version of the record format.
const Version = 1

// Cell identifies one fit: a method with its options, on one split of one data
// set of one experiment.
type Cell struct {
	ID         string `json:"cell"` // hex hash of everything that decides the result
	Experiment string `json:"experiment"`
	Profile    string `json:"profile"`
	Dataset    string `json:"dataset"`
	Repeat     int    `json:"repeat"` // from 0
	// SameRows says that the repeat is a further seed: it has the rows of repeat 0, but other
	// random numbers.
	SameRows bool    `json:"same_rows,omitempty"`
	Method   string  `json:"method"`
	Label    string  `json:"label"`   // name of the method in tables and legends
	Options  Options `json:"options"` // after defaults
	Seed     uint64  `json:"seed"`    // root seed
	Clock    Clock   `json:"clock,omitempty"`

	// KernelOf are fits to the same rows. This fit starts from the kernel of the one with the highest
	// objective.
	KernelOf []Fit `json:"kernel_of,omitempty"`
}

// Fit is a method with its options.
type Fit struct {
	Method  string  `json:"method"`
	Options Options `json:"options"` // after defaults
}

// Split returns the repeat whose rows the cell has.
func (c Cell) Split() int {
	if c.SameRows {
		return 0
	}
	return c.Repeat
}

// Name returns the name of a cell: its data set, its label, those of the given options that it
// has, and its repeat.
func (c Cell) Name(options ...string) string {
	text := c.Dataset + ", " + c.Label
	for _, key := range options {
		if v, ok := c.Options[key]; ok {
			text += fmt.Sprintf(", %s = %v", key, v)
		}
	}
	if c.SameRows {
		return fmt.Sprintf("%s, seed %d", text, c.Repeat)
	}
	return fmt.Sprintf("%s, repeat %d", text, c.Repeat)
}

// The values of Record.Status.
const (
	OK     = "ok"
	Failed = "failed"
)

// Clock is the clock that measures the seconds of a fit's trace and budget.
type Clock string

// The clocks.
const (
	WallClock Clock = ""
	CPUClock  Clock = "cpu" // CPU time of the fit, so that other processes may use the machine meanwhile
)

// TimedAlone is the timing, in the provenance, of a cell that ran alone on its host. TimedBeside is that of
// a cell that should have run alone but did not.
const (
	TimedAlone  = "exclusive"
	TimedBeside = "exclusive, beside others"
)

// Record is one line of a journal. Its deterministic part is Metrics and Trace,
// without the seconds of Trace.
type Record struct {
	V int `json:"v"`
	Cell
	Inducing    int                `json:"inducing"` // actual M, 0 without inducing inputs
	Status      string             `json:"status"`
	Error       string             `json:"error,omitempty"`
	FailureKind string             `json:"failure_kind,omitempty"` // for external programs; docs/protocol.md lists the kinds
	Metrics     map[string]float64 `json:"metrics"`
	Calibration []Bin              `json:"calibration,omitempty"`
	Tenths      []Bin              `json:"tenths,omitempty"` // tenths of the test rows, the least confident first
	Hits        Hits               `json:"hits,omitempty"`   // for label sets
	Timing      Timing             `json:"timing"`
	Trace       []Point            `json:"trace,omitempty"`
	Events      map[string]int     `json:"events,omitempty"`
	Parameters  []Parameter        `json:"parameters,omitempty"` // if the specification asks for them
	Provenance  map[string]string  `json:"provenance"`

	in     *Set   // set of the record, which gives its trace and details
	number int32  // number of its entry
	points int    // how many points of its trace count
	date   string // date of an outline
}

// Points yields the points of the trace, each of which is only valid until the next. The trace of
// a record of a set is thus never held unpacked in memory.
func (r *Record) Points() iter.Seq[Point] {
	if r.Trace != nil {
		return slices.Values(r.Trace)
	}
	return r.packed().points
}

// unpacked returns the trace, with points that the caller may keep.
func (r *Record) unpacked() []Point {
	if r.Trace != nil {
		return r.Trace
	}
	var trace []Point
	for p := range r.packed().points {
		p.Metrics = maps.Clone(p.Metrics)
		if p.Objective != nil {
			p.Objective = new(*p.Objective)
		}
		trace = append(trace, p)
	}
	return trace
}

// Ordered returns the record with its trace sorted by a number of each point, unchanged if it is sorted already.
func (r Record) Ordered(by func(Point) float64) Record {
	before, inOrder := math.Inf(-1), true
	for p := range r.Points() {
		at := by(p)
		before, inOrder = at, inOrder && at >= before
	}
	if !inOrder {
		r.Trace = slices.Clone(r.unpacked())
		slices.SortStableFunc(r.Trace, func(a, b Point) int { return cmp.Compare(by(a), by(b)) })
	}
	return r
}

// First returns the record with only the first n points of its trace. It has no details, because details
// describe the end of the fit.
func (r Record) First(n int) Record {
	if r.Trace != nil {
		r.Trace = r.Trace[:n]
	}
	r.points = n
	r.Calibration, r.Tenths, r.Hits, r.Parameters = nil, nil, "", nil
	return r
}

// Parameter is a parameter of the covariance function of a fitted model.
type Parameter struct {
	Name  string  `json:"name"` // such as "lengthscale DepTime"
	Value float64 `json:"value"`
}

// Timing is the cost of the fit. Its times exclude loading, scoring, logging and
// checkpoints, and the set-up too if an option takes it off the clock. The peaks of
// memory are those of the whole worker process: of the resident set, including mapped
// pages of files, and of anonymous memory alone, sampled every 10 ms (0 if the system
// does not report it).
type Timing struct {
	WallSeconds float64 `json:"wall_seconds"`
	CPUSeconds  float64 `json:"cpu_seconds"`
	Clock       Clock   `json:"clock,omitempty"` // which of the two times the trace and the budget use
	// SetUpSeconds is the wall time of a set-up that was taken off the clock.
	SetUpSeconds float64 `json:"setup_seconds,omitempty"`
	// PredictSeconds is the wall time of predicting the test rows once with the final
	// model.
	PredictSeconds float64 `json:"predict_seconds,omitempty"`
	// CPUParts is the CPU time of parts of the training by name, if the method reports it.
	CPUParts map[string]float64 `json:"cpu_parts,omitempty"`
	// Parts is their wall time, which records from before CPUParts have instead.
	Parts map[string]float64 `json:"parts,omitempty"`

	PeakRSS    int64 `json:"peak_rss_bytes"`
	PeakAnon   int64 `json:"peak_anon_bytes,omitempty"`
	Iterations int   `json:"iterations"`
}

// PartSeconds returns the CPU time of a part of the training. For an old record it is
// the wall time of the part times the ratio of CPU time to wall time of the whole fit.
func (t Timing) PartSeconds(name string) (float64, bool) {
	if s, ok := t.CPUParts[name]; ok {
		return s, true
	}
	s, ok := t.Parts[name]
	return s / t.Load(), ok
}

// Seconds returns the time of the fit on its clock.
func (t Timing) Seconds() float64 {
	if t.Clock == CPUClock {
		return t.CPUSeconds
	}
	return t.WallSeconds
}

// Load returns the time of a fit on its clock divided by its CPU time, 1 if its CPU time is unknown.
func (t Timing) Load() float64 {
	if t.Clock == CPUClock || t.CPUSeconds <= 0 || t.WallSeconds <= 0 {
		return 1
	}
	return t.WallSeconds / t.CPUSeconds
}

// stalledLoad is the load above which a fit was idle most of the time: its process was
// stopped, or the machine slept or was very busy.
const stalledLoad = 3

// Stalled says whether a fit of at least a second was idle most of the time.
func (t Timing) Stalled() bool { return t.WallSeconds >= 1 && t.Load() > stalledLoad }

// Point is the state of a fit after an iteration.
type Point struct {
	Seconds   float64            `json:"seconds"`
	Iteration int                `json:"iteration"`
	Objective *float64           `json:"objective,omitempty"` // nil if not finite or not defined
	Metrics   map[string]float64 `json:"metrics"`

	// CPU is the CPU seconds of a point that is the end of its own fit; 0: CPU seconds are proportional to Seconds.
	CPU float64 `json:"-"`
}

// LeastProbability is the smallest probability of the true class of which a logarithm is
// taken; smaller ones are raised to it.
const LeastProbability = 1e-300

// CalibrationBins is the number of bins of the calibration error and of reliability
// diagrams: [0, 1/15), [1/15, 2/15), ... of the largest probability.
const CalibrationBins = 15

// Bin is one bin of a reliability diagram: the test rows whose largest class
// probability falls into an interval, or a tenth of the rows in order of it.
type Bin struct {
	Count      int     `json:"n"`
	Confidence float64 `json:"confidence"` // mean largest probability
	Accuracy   float64 `json:"accuracy"`   // share of rows whose most probable class is the true one
}
