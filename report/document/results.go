package document

import "slices"

// Mark is a sign that follows numbers of tables, and what it means.
type Mark struct{ Sign, Means string }

// Marks are all signs, in the order in which they follow a number.
var (
	Marks          = []Mark{BusyMark, SharesMark, UnfinishedMark}
	BusyMark       = Mark{"†", "the machine was busy, and the time is too long"}
	SharesMark     = Mark{"‡", "worse than the shares of the classes or labels alone"}
	UnfinishedMark = Mark{"↓", "not finished: still falling when the budget of most fits was spent"}
)

// Results is tables of the same rows and columns, one for each metric, over repeats, with
// a paper's numbers beside. Its texts are plain, without any marks.
type Results struct {
	Table    string // name of the files that it lies in too, without an ending; several may share one
	Heading  string // of all of them
	Caption  string // what their numbers mean
	Best     string // over which repeats the best of a row is, and which columns never are: "; Class shares never is", or nothing
	RowTitle string
	Columns  []string
	Metrics  []MetricResults

	RowKey, ColumnKey string            // coordinates of rows and columns, such as "dataset"
	At                map[string]string // coordinates of all cells
}

// MetricResults is the rows of one metric.
type MetricResults struct {
	Name  string // of the metric, such as "nll"
	Title string
	Rows  []ResultRow
}

// Has says whether a cell is of a kind.
func (m MetricResults) Has(kind func(Cell) bool) bool {
	return slices.ContainsFunc(m.Rows, func(r ResultRow) bool { return slices.ContainsFunc(r.Cells, kind) })
}

// ResultRow is a row with its name.
type ResultRow struct {
	Name  string
	Cells []Cell
}

// Cell is what one cell says, in pieces that a format puts together; any may be empty.
type Cell struct {
	Value     string // "0.234"
	Spread    string // "0.071", which the caption explains
	Interval  string // "[0.18, 0.28]", for pages and programs
	Count     string // "9 repeats, 1 failed", where it is not as usual
	Paper     string // "0.23 ± 0.07"
	Tolerance string // "0.05", what the difference from the paper's is held against
	Verdict   string // "reproduced", or "ratio 0.5"
	Note      string // why there is such a verdict, or none
	Best      bool   // of its row
}

// Below returns the text below the first line of a cell.
func (c Cell) Below() []string {
	var out []string
	if c.Count != "" {
		out = append(out, c.Count)
	}
	if c.Paper != "" {
		out = append(out, "paper "+c.Paper)
	}
	if c.Verdict != "" {
		out = append(out, c.Verdict)
	}
	return out
}

// WithSpread is the value with its ± and spread.
func (c Cell) WithSpread() string {
	if c.Spread == "" {
		return c.Value
	}
	return c.Value + " ± " + c.Spread
}

// Data is all numbers of a table for programs. It lies in a file beside the document, whose
// name a reader sees; Name is without an ending.
type Data struct {
	Name string
	Sheet
}

// Sheet is numbers and words in lines and columns, for programs.
type Sheet struct {
	Head  []string
	Lines [][]string
}
