// Package record holds what a finished cell leaves behind: one JSON line in a
// journal. It knows nothing of methods, so that old records stay readable when
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
	// SameRows says that the repeat has the rows of repeat 0, and other random numbers: it is a
	// further seed.
	SameRows bool    `json:"same_rows,omitempty"`
	Method   string  `json:"method"`
	Label    string  `json:"label"`   // what tables and legends call the method
	Options  Options `json:"options"` // after defaults
	Seed     uint64  `json:"seed"`    // root seed
	Clock    Clock   `json:"clock,omitempty"`

	// KernelOf are fits of the same rows, of which the one with the highest objective has the kernel
	// that this one starts at.
	KernelOf []Fit `json:"kernel_of,omitempty"`
}

// Fit is a method with its options.
type Fit struct {
	Method  string  `json:"method"`
	Options Options `json:"options"` // after defaults
}

// Split is the repeat whose rows the cell has.
func (c Cell) Split() int {
	if c.SameRows {
		return 0
	}
	return c.Repeat
}

// Name is what a cell is called: its data set, its label, those of some options that it has,
// and its repeat.
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

// Clock is what the seconds of a fit's trace and budget are.
type Clock string

// The clocks.
const (
	WallClock Clock = ""
	CPUClock  Clock = "cpu" // CPU time of what fits, so that others may use the machine meanwhile
)

// TimedAlone is the timing, in the provenance, of a cell that ran alone on its host, TimedBeside that of
// one that should have and did not.
const (
	TimedAlone  = "exclusive"
	TimedBeside = "exclusive, beside others"
)

// Record is one line of a journal. Metrics and Trace, less its seconds, are the
// deterministic part.
type Record struct {
	V int `json:"v"`
	Cell
	Inducing    int                `json:"inducing"` // M as it was, 0 without inducing inputs
	Status      string             `json:"status"`
	Error       string             `json:"error,omitempty"`
	FailureKind string             `json:"failure_kind,omitempty"` // of a program that fits; docs/protocol.md lists them
	Metrics     map[string]float64 `json:"metrics"`
	Calibration []Bin              `json:"calibration,omitempty"`
	Tenths      []Bin              `json:"tenths,omitempty"` // of the test rows, from the least confident on
	Hits        Hits               `json:"hits,omitempty"`   // of label sets
	Timing      Timing             `json:"timing"`
	Trace       []Point            `json:"trace,omitempty"`
	Events      map[string]int     `json:"events,omitempty"`
	Parameters  []Parameter        `json:"parameters,omitempty"` // where the specification asks for them
	Provenance  map[string]string  `json:"provenance"`

	in     *Set   // that it is of, and that has its trace and details
	number int32  // of its entry
	points int    // how many of its points count
	date   string // of an outline
}

// Points yields the trace, of a record of a set too, which then needs no memory for it: what
// is yielded is good until the next point.
func (r *Record) Points() iter.Seq[Point] {
	if r.Trace != nil {
		return slices.Values(r.Trace)
	}
	return r.packed().points
}

// unpacked returns the trace with points that may be kept.
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

// Ordered returns the record with its trace in the order of a number of each point, itself where it is.
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

// First returns the record with the first n points of its trace alone, and without the details, which are
// those of the end.
func (r Record) First(n int) Record {
	if r.Trace != nil {
		r.Trace = r.Trace[:n]
	}
	r.points = n
	r.Calibration, r.Tenths, r.Hits, r.Parameters = nil, nil, "", nil
	return r
}

// Parameter is one of the covariance function of a fitted model.
type Parameter struct {
	Name  string  `json:"name"` // such as "lengthscale DepTime"
	Value float64 `json:"value"`
}

// Timing is what the fit cost; loading, scoring, logging and checkpoints are
// not in its times, nor is the set-up where an option takes it off the clock. The peaks of memory are those of the whole worker process:
// the resident set, with the pages of files that it has mapped, and anonymous
// memory alone (0 where the system does not tell), which is sampled every 10 ms.
type Timing struct {
	WallSeconds float64 `json:"wall_seconds"`
	CPUSeconds  float64 `json:"cpu_seconds"`
	Clock       Clock   `json:"clock,omitempty"` // which of the two the trace and the budget go by
	// SetUpSeconds is the wall time of a set-up that was taken off the clock.
	SetUpSeconds float64 `json:"setup_seconds,omitempty"`
	// PredictSeconds is the wall time of predicting the test rows once, by the model at
	// the end.
	PredictSeconds float64 `json:"predict_seconds,omitempty"`
	// CPUParts is the CPU time of parts of the training by name, where a method tells.
	CPUParts map[string]float64 `json:"cpu_parts,omitempty"`
	// Parts is their wall time, which records before CPUParts have.
	Parts map[string]float64 `json:"parts,omitempty"`

	PeakRSS    int64 `json:"peak_rss_bytes"`
	PeakAnon   int64 `json:"peak_anon_bytes,omitempty"`
	Iterations int   `json:"iterations"`
}

// PartSeconds returns the CPU time of a part of the training, of an old record its wall
// time in the share that the CPU had of the whole.
func (t Timing) PartSeconds(name string) (float64, bool) {
	if s, ok := t.CPUParts[name]; ok {
		return s, true
	}
	s, ok := t.Parts[name]
	return s / t.Load(), ok
}

// Seconds is the time of the fit on its clock.
func (t Timing) Seconds() float64 {
	if t.Clock == CPUClock {
		return t.CPUSeconds
	}
	return t.WallSeconds
}

// Load returns the time of a fit on its clock over its CPU time, 1 where its CPU time is not known.
func (t Timing) Load() float64 {
	if t.Clock == CPUClock || t.CPUSeconds <= 0 || t.WallSeconds <= 0 {
		return 1
	}
	return t.WallSeconds / t.CPUSeconds
}

// stalledLoad is the load above which a fit stood still most of the time: its process was
// stopped, or the machine slept or was very busy.
const stalledLoad = 3

// Stalled says whether a fit of at least a second stood still most of the time.
func (t Timing) Stalled() bool { return t.WallSeconds >= 1 && t.Load() > stalledLoad }

// Point is the state of a fit after an iteration.
type Point struct {
	Seconds   float64            `json:"seconds"`
	Iteration int                `json:"iteration"`
	Objective *float64           `json:"objective,omitempty"` // nil where not finite or not defined
	Metrics   map[string]float64 `json:"metrics"`

	// CPU is its CPU seconds where it is the end of a fit of its own; 0: those of the trace have one ratio to its seconds.
	CPU float64 `json:"-"`
}

// LeastProbability is what the probability of the true class is raised to before its
// logarithm is taken.
const LeastProbability = 1e-300

// CalibrationBins is the number of bins of the calibration error and of reliability
// diagrams: [0, 1/15), [1/15, 2/15), ... of the largest probability.
const CalibrationBins = 15

// Bin is one bin of a reliability diagram: the test rows whose largest class
// probability falls into it, or a tenth of the rows by that.
type Bin struct {
	Count      int     `json:"n"`
	Confidence float64 `json:"confidence"` // mean largest probability
	Accuracy   float64 `json:"accuracy"`   // share whose largest class is the true one
}
