// Package spec is the experiment specification: a TOML file, read strictly.
package spec

import (
	"cmp"
	"encoding/json"

	"gpcbench/data/catalogue"
	"gpcbench/data/split"
	"gpcbench/harness/record"
)

// The profiles: seconds, minutes, and the paper's own setting, which the top
// level of a file is.
const (
	Smoke = "smoke"
	Quick = "quick"
	Paper = "paper"
)

// Profiles are the names that [profile.X] may have, from short to long.
var Profiles = []string{Smoke, Quick, Paper}

// MostThreads is the most cores that a cell may be given.
const MostThreads = 1024

// The timings of cells other than "shared": they run alone on their host, or their clock is CPU time.
const (
	ExclusiveTiming = "exclusive"
	CPUTiming       = "cpu"
)

// Clock is what budgets and traces go by.
func (s *Spec) Clock() record.Clock {
	if s.Timing == CPUTiming {
		return record.CPUClock
	}
	return record.WallClock
}

// Spec is one experiment under one profile.
type Spec struct {
	Name     string // such as "wenzel2019/table2"
	Path     string // file it was read from, or "built-in:<name>"
	Dir      string // folder that relative data files are found from; empty for a built-in
	Title    string
	Notes    []string // printed in the report
	Profile  string
	Seed     uint64
	Repeats  int // 0: the split's own number
	Seeds    int // fits of one split, each with random numbers of its own; 0: one
	Split    split.Spec
	MaxTrain int    // training rows; 0: no limit
	MaxTest  int    // test rows; 0: no limit
	Timing   string // "exclusive", "shared" or "cpu"
	Threads  int    // cores of a cell; 0: not stated, 1
	Map      bool   // keep a map of each model, for figures of boundaries

	// Advice has the report say which method to take for which data, instead of comparing
	// all pairs of methods.
	Advice bool

	// Parameters keeps those of each model's covariance function in its record.
	Parameters bool

	// Records is the experiment whose records these are: Name, unless two
	// specifications make different reports on the same cells.
	Records string
	// Reference is the label of the method whose predictions the others are
	// compared with; empty if there is none.
	Reference string

	Datasets []Dataset
	Methods  []Method
	Variants []Variant // of the methods' options; none, or at least two
	Grid     []Axis
	Tables   []Table
	Figures  []Figure

	Explanations []Explanation // printed below the notes

	kernels  map[string]Method   // all methods by label, also those that the profile leaves out
	layers   layers              // options of every level, with where they stand
	declared map[string][]string // keys of methods' own options, by registry name; also of those that the profile leaves out
	where    Places
}

// Dataset is one data set of an experiment: a catalogue name, or a file.
type Dataset struct {
	Name                string
	catalogue.UserTable // a user's own; relative files are found from the specification's folder

	Set       string // what the catalogue calls it; empty: its name
	Published string // what published.toml calls it; empty: its name
	Differs   string // why its rows are not the paper's; empty: what the catalogue says

	// What holds for this data set in the end: its own word, the experiment's
	// where it has none, and the profile's before both.
	Split    split.Spec
	MaxTrain int // training rows; 0: no limit
	MaxTest  int // test rows; 0: no limit
	Repeats  int // 0: the split's own number
	Seeds    int // of one split; 0: one

	settings settings            // its own, see Spec.Settings for all that hold
	ofMethod map[string]settings // by label

	at int // number in the file, from 0
}

// Catalogued returns what the catalogue calls the data set, where it is no file.
func (d Dataset) Catalogued() string { return cmp.Or(d.Set, d.Name) }

// SeedsOf is how many seeds the cells of a data set have in a variant, where it has one split.
func (d Dataset) SeedsOf(v Variant) int { return cmp.Or(v.Seeds, d.Seeds, 1) }

// Method is one column of a comparison.
type Method struct {
	Name      string // registry name
	Label     string // what tables and legends call it; default Name
	Published string // what published.toml calls it; empty: its label

	// KernelOf are the labels of methods of which the fit with the highest objective has the kernel
	// that this one starts at; empty: its options say where it starts.
	KernelOf []string

	Curve  string // CurveOfRefits, or empty: of the trace
	Budget string // option that refits have parts of; empty: of the time, or the iterations

	MostRows int // training rows beyond which the method is left out; 0: no limit

	settings settings // its own, see Spec.Settings for all that hold
	at       int      // number in the file, from 0
}

// CurveOfRefits is the curve of a method that is fitted once more with parts of its budget.
const CurveOfRefits = "refit"

// Axis is one key of [grid]: an option and the values it takes.
type Axis struct {
	Option string
	Values []any
}

// Varied returns the options that the grid varies: cells of a label differ in them.
func (s *Spec) Varied() []string {
	var out []string
	for _, axis := range s.Grid {
		if len(axis.Values) > 1 {
			out = append(out, axis.Option)
		}
	}
	return out
}

// Table is one table of the report: a block of rows and columns a metric.
type Table struct {
	Title     string
	Rows      string   // "dataset" (default), "label", "variant", "N", "D", "K", or an option
	Columns   string   // "label" (default), "dataset", "variant", "N", "D", "K", or an option
	Beside    []string // labels of the published table that are no method here: columns of its numbers alone
	Metrics   []string // TOML key metric: a name or a list; empty: those of the data sets' kind of task
	Summary   string   // "mean" (default) or "median"
	Published string   // table of published.toml that its numbers are compared with
	// CountedIn is the experiment that counts these numbers, where this one does not.
	CountedIn string
	// PublishedMetrics maps a metric of ours to the published metric it is compared
	// with where the names differ, such as nll_median = "nll". TOML key readings.
	PublishedMetrics map[string]string
	// Average adds a last row, the mean over the data sets.
	Average bool
	// AtSeconds reads every fit at the last point of its trace by then; 0: at its end.
	AtSeconds int
	// AtBudget reads every fit at the last point of its trace by that share of its
	// budget_seconds; 0: at its end.
	AtBudget float64
}

// Canonical returns v as canonical JSON: sorted keys, shortest numbers. Equal
// options have equal canonical forms.
func Canonical(v any) ([]byte, error) { return json.Marshal(v) }
