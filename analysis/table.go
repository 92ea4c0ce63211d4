package analysis

import (
	"fmt"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
)

// Table is one block of rows and columns with a metric or more, ready to be
// written in any form.
type Table struct {
	Layout
	Blocks []MetricBlock[Entry]
}

// Layout is what the blocks of all metrics of a table have in common.
type Layout struct {
	Title      string
	Variant    string      // title of the variant that the block is for, empty if it is for none
	At         Coordinates // what else the block is for, beside rows and columns
	Rows, Cols Dimension
	Summary    string
	Repeats    int // most common number of ok repeats in all blocks of the table
}

// MetricBlock is the cells of one metric, by row and column: entries of ours, or ones that have a
// paper's numbers too.
type MetricBlock[E any] struct {
	Metric  string
	Title   string // of the metric, for people
	Entries [][]E
}

// Entry is one cell of a table.
type Entry struct {
	Group           Group
	Summary         Summary
	Best            bool
	Compared        int  // repeats over which it was compared with others of its row to find the best, 0 if it was not
	Busy            bool // a wall time, and the machine was busy during a fit
	NoData          bool // the data set cannot be had, and no record is there
	WorseThanShares bool // a loss or error that is worse than that of the shares of classes or labels
	Unfinished      bool // a loss that was still falling when the budget of most fits was spent
}

// Tables lays out a table of the specification, from 0: a block for every combination of the
// coordinates that are not its rows or columns. The error is that an entry mixes data sets.
func (p *Experiment) Tables(number int) ([]Table, error) {
	t := p.Spec.Tables[number]
	if t.AtSeconds > 0 || t.AtBudget > 0 {
		p = p.until(p.ReadAt(t))
	}
	var out []Table
	for _, at := range Combinations(p.Rest(t.Rows, t.Columns)) {
		if !p.has(at) {
			continue
		}
		rest, variant := p.splitVariant(at)
		b := Table{Layout: Layout{
			Title: t.Title, Variant: variant, At: p.Several(rest), Summary: t.Summary,
			Rows: p.within(p.Dimension(t.Rows), at), Cols: p.within(p.Dimension(t.Columns), at),
		}}
		if err := p.unmixed(number, b, at); err != nil {
			return nil, err
		}
		if t.Average {
			b.Rows.Values = append(slices.Clip(b.Rows.Values), AverageRow)
		}
		for _, metric := range t.Metrics {
			b.Blocks = append(b.Blocks, MetricBlock[Entry]{Metric: metric, Title: metrics.Get(metric).Title})
		}
		for _, row := range b.Rows.Values {
			p.addRow(t, &b, at.With(b.Rows.Key, row))
		}
		out = append(out, b)
	}
	common := commonRepeats(out)
	for i := range out {
		out[i].Repeats = common
	}
	return out, nil
}

// unmixed returns an error if the repeats of an entry of a block are not of one
// data set: their mean would be meaningless.
func (p *Experiment) unmixed(number int, b Table, at Coordinates) error {
	for _, row := range b.Rows.Values {
		for _, col := range b.Cols.Values {
			at := at.With(b.Rows.Key, row).With(b.Cols.Key, col)
			cells := p.CellsAt(at)
			for _, i := range cells {
				if first, other := p.Cells[cells[0]].Dataset, p.Cells[i].Dataset; other != first {
					return spec.NewError([]spec.Problem{{
						Position: p.Spec.Where("table", number, "rows"),
						Message:  fmt.Sprintf("an entry of the table, %s, mixes cells with dataset = %q and %q; use rows or columns that tell them apart", Describe(at), first, other),
					}})
				}
			}
		}
	}
	return nil
}

// Several leaves out coordinates that have only one value anyway.
func (p *Experiment) Several(at Coordinates) Coordinates {
	out := Coordinates{}
	for key, value := range at {
		if len(p.Dimension(key).Values) > 1 {
			out[key] = value
		}
	}
	return out
}

// addRow adds a row to the blocks of all metrics. Its entries do not keep the records, of which a large
// table has many.
func (p *Experiment) addRow(t spec.Table, b *Table, at Coordinates) {
	var groups []Group
	for _, col := range b.Cols.Values {
		groups = append(groups, p.GroupOfSeeds(at.With(b.Cols.Key, col)))
	}
	for i := range b.Blocks {
		m := &b.Blocks[i]
		var line []Entry
		for _, g := range groups {
			line = append(line, p.entry(t, g, m.Metric))
		}
		p.markBest(line, m.Metric, t.Summary)
		for j := range line {
			line[j].Group.OK = nil
		}
		m.Entries = append(m.Entries, line)
	}
}

func (p *Experiment) entry(t spec.Table, g Group, metric string) Entry {
	var e Entry
	available := p.available(g.At)
	if g.At[spec.DatasetKey] == AverageRow {
		g, e.Summary = p.average(g.At, metric, t.Summary)
		available = true
	} else {
		worth := worthOf(p.Dataset(g.At[spec.DatasetKey]))
		e.Summary = Summarise(g.OK, metric, t.Summary)
		e.Unfinished = metric == worth.Loss && unfinishedSets(worth, g.OK) > 0
	}
	e.Busy = isWallTime(metric) && slices.ContainsFunc(g.OK, crowded)
	e.Group, e.NoData = g, !available && g.Done+len(g.Failures) == 0
	e.WorseThanShares = p.worseThanShares(e, metric, t.Summary)
	return e
}

// commonRepeats returns the number of repeats that most entries have.
func commonRepeats(blocks []Table) int {
	counts := map[int]int{}
	common := 0
	for _, b := range blocks {
		for _, m := range b.Blocks {
			for _, e := range slices.Concat(m.Entries...) {
				n := e.Summary.N
				if n == 0 {
					continue
				}
				if e.Summary.Seeds > 0 {
					n = 1 // split
				}
				counts[n]++
				if counts[n] > counts[common] || counts[n] == counts[common] && n > common {
					common = n
				}
			}
		}
	}
	return common
}

// HasInterval says whether an interval is written: one without a width says
// nothing.
func (e Entry) HasInterval() bool { return e.Summary.Low < e.Summary.High }
