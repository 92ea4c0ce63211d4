// Package spec is the experiment specification: a TOML file, read strictly.
package spec

import (
	"cmp"
	"encoding/json"

	"gpcbench/data/catalogue"
	"gpcbench/data/split"
	"gpcbench/harness/record"
)

// The profiles: one that takes seconds, one that takes minutes, and the paper's
// own setting, which is the top level of a file.
const (
	Smoke = "smoke"
	Quick = "quick"
	Paper = "paper"
)

// Profiles are the names that [profile.X] may have, from short to long.
var Profiles = []string{Smoke, Quick, Paper}

// MostThreads is the most cores that a cell may be given.
const MostThreads = 1024

// The timings of cells other than "shared": cells run alone on their host, or their clock is CPU time.
const (
	ExclusiveTiming = "exclusive"
	CPUTiming       = "cpu"
)

// Clock returns the clock of budgets and traces.
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
	Dir      string // folder that paths of data files are relative to; empty if built-in
	Title    string
	Notes    []string // printed in the report
	Profile  string
	Seed     uint64
	Repeats  int // 0: the split's own number
	Seeds    int // fits of one split, each with its own random numbers; 0: one
	Split    split.Spec
	MaxTrain int    // training rows; 0: no limit
	MaxTest  int    // test rows; 0: no limit
	Timing   string // "exclusive", "shared" or "cpu"
	Threads  int    // cores of a cell; 0: not stated, 1
	Map      bool   // keep a map of each model, for figures of boundaries

	// Advice makes the report recommend methods for kinds of data, instead of comparing all
	// pairs of methods.
	Advice bool

	// Parameters keeps the parameters of each model's covariance function in its record.
	Parameters bool

	// Records is the experiment whose records are used: Name, unless several
	// specifications make different reports from the same cells.
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

	kernels  map[string]Method   // all methods by label, including those that the profile leaves out
	layers   layers              // options of every level, with their positions
	declared map[string][]string // keys of methods' own options, by registry name; includes methods that the profile leaves out
	where    Places
}

// Dataset is one data set of an experiment: a catalogue name, or a file.
type Dataset struct {
	Name                string
	catalogue.UserTable // the user's own table; its paths are relative to the specification's folder

	Set       string // its name in the catalogue; empty: Name
	Published string // its name in published.toml; empty: Name
	Differs   string // why its rows differ from the paper's; empty: as the catalogue says

	// The final values for this data set: the profile's if stated, or else the
	// data set's own, or else the experiment's.
	Split    split.Spec
	MaxTrain int // training rows; 0: no limit
	MaxTest  int // test rows; 0: no limit
	Repeats  int // 0: the split's own number
	Seeds    int // fits of one split; 0: one

	settings settings            // its own, see Spec.Settings for all that apply
	ofMethod map[string]settings // by label

	at int // number in the file, from 0
}

// Catalogued returns the name of the data set in the catalogue, if it is not a file.
func (d Dataset) Catalogued() string { return cmp.Or(d.Set, d.Name) }

// SeedsOf returns the number of seeds of a data set in a variant, if the data set has one split.
func (d Dataset) SeedsOf(v Variant) int { return cmp.Or(v.Seeds, d.Seeds, 1) }

// Method is one column of a comparison.
type Method struct {
	Name      string // registry name
	Label     string // its name in tables and legends; default Name
	Published string // its name in published.toml; empty: Label

	// KernelOf are labels of methods. This one starts from the kernel of their fit with the highest
	// objective; empty: its options say where it starts.
	KernelOf []string

	Curve  string // CurveOfRefits, or empty: its trace
	Budget string // option that refits reduce; empty: the time, or else the iterations

	MostRows int // training rows beyond which the method is left out; 0: no limit

	settings settings // its own, see Spec.Settings for all that apply
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

// Table is one table of the report: a block of rows and columns for each metric.
type Table struct {
	Title     string
	Rows      string   // "dataset" (default), "label", "variant", "N", "D", "K", or an option
	Columns   string   // "label" (default), "dataset", "variant", "N", "D", "K", or an option
	Beside    []string // labels of the published table that are not methods here, as columns of published numbers only
	Metrics   []string // TOML key metric: a name or a list; empty: the metrics of the data sets' kind of task
	Summary   string   // "mean" (default) or "median"
	Published string   // table of published.toml that its numbers are compared with
	// CountedIn is the experiment that counts these numbers, if this one does not.
	CountedIn string
	// PublishedMetrics maps a metric of ours to the published metric it is compared
	// with, if the names differ, such as nll_median = "nll". TOML key readings.
	PublishedMetrics map[string]string
	// Average adds a last row, the mean over the data sets.
	Average bool
	// AtSeconds takes every fit at the last point of its trace by this time; 0: at its end.
	AtSeconds int
	// AtBudget takes every fit at the last point of its trace within this share of its
	// budget_seconds; 0: at its end.
	AtBudget float64
}

// Canonical returns v as canonical JSON: sorted keys, shortest numbers. Equal
// options have equal canonical forms.
func Canonical(v any) ([]byte, error) { return json.Marshal(v) }
