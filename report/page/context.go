// Package page writes the report on an experiment: its sections, a file each, and the order in which they are read.
package page

import (
	"cmp"
	"fmt"

	"gpcbench/analysis"
	"gpcbench/harness/record"
	"gpcbench/report/figures"
	"gpcbench/report/replication"
)

// Context is what sections read: an experiment and what is made of it once, before any section
// is written. No section changes it.
type Context struct {
	*analysis.Experiment
	replication.Source
	Title    string
	Tables   [][]replication.Table // blocks of each table of the specification
	Figures  [][]figures.Figure    // of each figure of the specification
	Mapless  []analysis.Gap        // what has no map to draw
	Verdicts []replication.Verdict
	Outcomes []replication.Outcome // of the claims of the paper
	Own      []analysis.Choice     // on each table of the user's own
	Choices  []analysis.Choice     // over data sets, where the report gives advice
	Advising *analysis.Fits        // what that advice is made from, nil where nothing is said

	Done, Failed int    // cells
	Failure      string // what became of the first that failed
}

// NewContext makes of an experiment what sections read. The error is about published.toml, or a
// table that names what it does not have or mixes what is not alike.
func NewContext(in replication.Input) (*Context, error) {
	judged := replication.New(in)
	p := judged.Experiment
	if p.Loads.Stalled > 0 && in.Published == nil {
		p.Spec = inCPUTime(p.Spec)
	}
	tables, err := judged.AllTables()
	if err != nil {
		return nil, err
	}
	c := &Context{
		Experiment: p, Source: in.Source, Title: cmp.Or(in.Spec.Title, in.Spec.Name), Tables: tables,
		Verdicts: replication.VerdictsOf(tables), Outcomes: judged.Outcomes(),
	}
	if p.Loads.Stalled > 0 {
		c.noBestTimes()
	}
	c.Own, c.Choices = p.Choices()
	c.Advising = advising(p, c.Choices)
	for i, f := range p.Spec.Figures {
		drawn, gaps := figures.Draw(p, i+1, f)
		c.Figures, c.Mapless = append(c.Figures, drawn), append(c.Mapless, gaps...)
	}
	for _, cell := range in.Cells {
		switch r, done := in.Record(cell.ID); {
		case done && r.Status == record.OK:
			c.Done++
		case done:
			c.Failed++
			c.Failure = cmp.Or(c.Failure, fmt.Sprintf("%s: %s", p.CellName(cell), r.Error))
		}
	}
	return c, nil
}
