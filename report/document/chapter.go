package document

import (
	"fmt"
	"net/url"
	"strings"
)

// Chapter is the report on one experiment as a part of a page over several.
type Chapter struct {
	Facts Facts
	Document
}

// Facts is what a page on several experiments says about one of them, apart from its report.
type Facts struct {
	Experiment string // "wenzel2019/table2"
	Paper      string // "Wenzel et al. 2019"
	Cite       string // authors, title and place
	Sentence   string // what came out of the paper
	Profile    string
	Title      string
	Done       int // cells
	Planned    int
	Failed     int
	Verdicts   Counts // of published numbers

	Printed Printed // numbers of the whole paper
	Chance  float64 // of Verdicts, how many are false by chance alone

	Waiting []string // data sets that cannot be had and have no record

	Datasets []string // that its cells are on
	Labels   []string // of methods
	Inducing []string // numbers of inducing points

	Advice []string // which method to take over all data sets, at each setting
	Claims []Claim  // of the paper, those that this experiment tells of
}

// Complete reports whether all cells have a record.
func (f Facts) Complete() bool { return f.Done+f.Failed == f.Planned }

// Folder is where the files of the report lie below the page.
func (f Facts) Folder() string { return f.Experiment + "/" + f.Profile }

// Address is a file as a link has it.
func Address(file string) string { return (&url.URL{Path: file}).EscapedPath() }

// Count is how many published numbers have a verdict.
type Count struct {
	Verdict string
	Numbers int
}

// Counts are of verdicts that were reached, in a fixed order.
type Counts []Count

// Of is how many there are of a verdict.
func (c Counts) Of(verdict string) int {
	for _, of := range c {
		if of.Verdict == verdict {
			return of.Numbers
		}
	}
	return 0
}

// String writes counts: "3 reproduced, 1 worse".
func (c Counts) String() string {
	var parts []string
	for _, of := range c {
		parts = append(parts, fmt.Sprintf("%d %s", of.Numbers, of.Verdict))
	}
	return strings.Join(parts, ", ")
}
