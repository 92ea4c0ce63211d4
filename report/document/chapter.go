package document

import (
	"fmt"
	"strings"
)

// Chapter is the report on one experiment as a part of a page over several.
type Chapter struct {
	Facts       Facts
	Exploration Exploration
	Document
}

// Facts is what a page over several experiments says of one beside its report. They lie in
// the page itself, as JSON.
type Facts struct {
	Experiment string `json:"experiment"`         // "wenzel2019/table2"
	Paper      string `json:"paper,omitempty"`    // "Wenzel et al. 2019"
	Cite       string `json:"cite,omitempty"`     // authors, title and place
	Sentence   string `json:"sentence,omitempty"` // what came out of the paper
	Profile    string `json:"profile"`
	Title      string `json:"title"`
	Done       int    `json:"done"` // cells
	Planned    int    `json:"planned"`
	Failed     int    `json:"failed"`
	Verdicts   Counts `json:"verdicts,omitempty"` // of published numbers

	Printed  int     `json:"printed,omitempty"`   // numbers of the whole paper, each once
	ByDesign int     `json:"by_design,omitempty"` // of these, without a verdict by design
	Chance   float64 `json:"chance,omitempty"`    // of Verdicts, how many are false by chance alone

	Waiting []string `json:"waiting,omitempty"` // data sets that cannot be had and have no record

	Datasets []string `json:"datasets,omitempty"` // that its cells are on
	Labels   []string `json:"labels,omitempty"`   // of methods
	Inducing []string `json:"inducing,omitempty"` // numbers of inducing points

	Advice  []string `json:"advice,omitempty"`  // which method to take over all data sets, at each setting
	Claims  []Claim  `json:"claims,omitempty"`  // of the paper, those that this experiment tells of
	Metrics []Metric `json:"metrics,omitempty"` // those of the curves
	Curves  int      `json:"curves,omitempty"`  // how many there are
}

// Exploration is what a reader draws of one experiment. It lies in the page as
// packed JSON, with numbers rounded to what can be seen.
type Exploration struct {
	Methods []Method `json:"methods,omitempty"` // by label, in the order of the specification
	Curves  []Curve  `json:"curves,omitempty"`
}

// Complete says whether all cells have a record.
func (f Facts) Complete() bool { return f.Done+f.Failed == f.Planned }

// Folder is where the files of the report lie below the page.
func (f Facts) Folder() string { return f.Experiment + "/" + f.Profile }

// Count is how many published numbers have a verdict.
type Count struct {
	Verdict string `json:"verdict"`
	Numbers int    `json:"numbers"`
}

// Counts are of verdicts that were reached, in a fixed order.
type Counts []Count

// String writes counts: "3 reproduced, 1 worse".
func (c Counts) String() string {
	var parts []string
	for _, of := range c {
		parts = append(parts, fmt.Sprintf("%d %s", of.Numbers, of.Verdict))
	}
	return strings.Join(parts, ", ")
}

// Method is a label with the look of its curves.
type Method struct {
	Label  string    `json:"label"`
	Color  string    `json:"color,omitempty"` // "#0072b2"; that of text if empty
	Dashes []float64 `json:"dashes,omitempty"`
}

// Metric is how a metric is called.
type Metric struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Axis  string `json:"axis"`
}

// Place says what a value is about. What it does not tell apart is empty.
type Place struct {
	Dataset  string `json:"dataset,omitempty"`
	Method   string `json:"method,omitempty"`   // label
	Variant  string `json:"variant,omitempty"`  // title of a variant
	Inducing string `json:"inducing,omitempty"` // inducing points, as the specification writes them
	Other    string `json:"other,omitempty"`    // further options, such as "batch = 100"
}

// Curve is the course of a metric in training, over repeats.
type Curve struct {
	Place
	Metric  string          `json:"metric"`
	Repeats int             `json:"repeats"`
	Lines   map[string]Line `json:"lines"` // by axis: "seconds", "cpu_seconds", "iteration"
}

// Line is values at places that are even in log time between two times.
type Line struct {
	From   float64   `json:"from"`
	To     float64   `json:"to"`
	Values []float64 `json:"values"`
	Errors []float64 `json:"errors,omitempty"` // standard errors
}
