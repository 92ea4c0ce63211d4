package analysis

import (
	"fmt"
	"slices"
	"strconv"

	"gpcbench/harness/spec"
)

// Table is one block of rows and columns with a metric or more, ready to be
// written in any form.
type Table struct {
	number     int // of the specification, from 1
	Title      string
	Variant    string      // title of the variant that the block is for, empty if it is for none
	At         Coordinates // what else the block is for, beside rows and columns
	Rows, Cols Dimension
	Summary    string
	Blocks     []MetricBlock
	Published  *PublishedTable // nil if there is nothing to compare with
	beside     []string        // columns of published numbers alone
	Repeats    int             // most common number of ok repeats in all blocks of the table
}

// MetricBlock is the cells of one metric, by row and column.
type MetricBlock struct {
	Metric  string
	Title   string // of the metric, for people
	Entries [][]Entry
}

// Entry is one cell of a table.
type Entry struct {
	Group     Group
	Summary   Summary
	Published *PublishedValue
	Verdict   *Verdict
	Best      bool
	Busy      bool // a wall time, and the machine was busy during a fit
	NoData    bool // the data set cannot be had, and no record is there
}

// All returns the entries of all metrics.
func (b *Table) All() []Entry {
	var out []Entry
	for _, m := range b.Blocks {
		for _, line := range m.Entries {
			out = append(out, line...)
		}
	}
	return out
}

// tables lays out a table of the specification: a block for every combination
// of what is neither in its rows nor in its columns.
func (p *Experiment) tables(number int, t spec.Table, published map[string]*PublishedTable) ([]Table, error) {
	if t.AtSeconds > 0 || t.AtBudget > 0 {
		p = p.until(p.ReadAt(t))
	}
	var source *PublishedTable // nil, too, where the experiment belongs to no paper
	if t.Published != "" && p.PublishedPath != "" {
		source = published[t.Published]
		if source == nil {
			return nil, fmt.Errorf("table %q is compared with %q, which %s does not have", t.Title, t.Published, p.PublishedPath)
		}
	}
	if source == nil {
		t.Beside = nil
	}
	var out []Table
	for _, at := range Combinations(p.Rest(t.Rows, t.Columns)) {
		if !p.has(at) {
			continue
		}
		rest, variant := p.apart(at)
		b := Table{
			number: number, Title: t.Title, Variant: variant, At: p.Several(rest), Summary: t.Summary,
			Rows: p.within(p.Dimension(t.Rows), at), Cols: p.within(p.Dimension(t.Columns), at), Published: source, beside: t.Beside,
		}
		if err := p.unmixed(number, b, at); err != nil {
			return nil, err
		}
		b.Cols.Values = append(slices.Clip(b.Cols.Values), t.Beside...)
		if t.Average {
			b.Rows.Values = append(slices.Clip(b.Rows.Values), AverageRow)
		}
		groups := p.groups(b, at)
		for _, metric := range t.Metrics {
			b.Blocks = append(b.Blocks, p.metricBlock(t, b, groups, metric))
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
// data set: their mean would mean nothing.
func (p *Experiment) unmixed(number int, b Table, at Coordinates) error {
	for _, row := range b.Rows.Values {
		for _, col := range b.Cols.Values {
			at := at.With(b.Rows.Key, row).With(b.Cols.Key, col)
			cells := p.cells(at)
			for _, i := range cells {
				if first, other := p.Cells[cells[0]].Dataset, p.Cells[i].Dataset; other != first {
					return spec.NewError([]spec.Problem{{
						Position: p.Spec.WhereTable(number-1, "rows"),
						Message:  fmt.Sprintf("an entry of the table, %s, mixes cells with dataset = %q and %q; lay the table out by what tells them apart", Describe(at), first, other),
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

// groups collects the cells of a block by row and column, which its metrics share.
func (p *Experiment) groups(b Table, at Coordinates) [][]Group {
	var out [][]Group
	for _, row := range b.Rows.Values {
		var line []Group
		for _, col := range b.Cols.Values {
			line = append(line, p.Group(at.With(b.Rows.Key, row).With(b.Cols.Key, col)))
		}
		out = append(out, line)
	}
	return out
}

func (p *Experiment) metricBlock(t spec.Table, b Table, groups [][]Group, metric string) MetricBlock {
	m := MetricBlock{Metric: metric, Title: p.Metric(metric).Title}
	for _, row := range groups {
		var line []Entry
		for _, g := range row {
			line = append(line, p.entry(t, b.Published, g, metric))
		}
		p.markBest(line, metric)
		p.markCommon(line)
		m.Entries = append(m.Entries, line)
	}
	return m
}

func (p *Experiment) entry(t spec.Table, source *PublishedTable, g Group, metric string) Entry {
	var e Entry
	at := g.At
	if slices.Contains(t.Beside, at["label"]) {
		return p.beside(source, at, Reading(t, metric))
	}
	available := p.available(at)
	if at["dataset"] == AverageRow {
		g, e.Summary = p.average(at, metric, t.Summary)
		available = true
	} else {
		e.Summary = Summarise(g.OK, metric, t.Summary)
	}
	e.Busy = isWallTime(metric) && slices.ContainsFunc(g.OK, crowded)
	e.Group, e.NoData = g, !available && len(g.OK)+len(g.Failures) == 0
	if source == nil || g.Planned == 0 && available || at["dataset"] == AverageRow && !p.averages(source) {
		return e
	}
	if v, ok := source.Find(p.placed(at), Reading(t, metric)); ok {
		e.Published = &v
		verdict := p.judge(source, v, g, metric, e.Summary)
		verdict.further = metric != Counted(t, v.Metric)
		if t.AtSeconds > 0 {
			verdict.At = at.With("at_seconds", strconv.Itoa(t.AtSeconds))
		}
		e.Verdict = &verdict
	}
	return e
}

// beside is an entry of a published number alone.
func (p *Experiment) beside(source *PublishedTable, at Coordinates, metric string) Entry {
	e := Entry{Group: Group{At: at}}
	if v, ok := source.Find(at.With("dataset", p.publishedName(at["dataset"])), metric); ok {
		e.Published = &v
	}
	return e
}

// placed is coordinates as published.toml has them: data set and label under their
// names there, and the options of the cells, which agree, so that a paper's table may
// name an option that the experiment holds fixed.
func (p *Experiment) placed(at Coordinates) Coordinates {
	out := at.With("dataset", p.publishedName(at["dataset"])).With("label", p.publishedLabel(at["label"]))
	if cells := p.cells(at); len(cells) > 0 {
		for key, value := range p.Cells[cells[0]].Options {
			if _, have := out[key]; !have {
				out[key] = option(value)
			}
		}
	}
	return out
}

// publishedName is what published.toml calls a data set.
func (p *Experiment) publishedName(dataset string) string {
	for _, d := range p.Spec.Datasets {
		if d.Name == dataset && d.Published != "" {
			return d.Published
		}
	}
	return dataset
}

// publishedLabel is what published.toml calls a label.
func (p *Experiment) publishedLabel(label string) string {
	for _, m := range p.Spec.Methods {
		if m.Label == label && m.Published != "" {
			return m.Published
		}
	}
	return label
}

// column returns the label where another label before it is compared with the same
// published numbers, and "" where it is the first.
func (p *Experiment) column(label string) string {
	for _, m := range p.Spec.Methods {
		if m.Label == label {
			break
		}
		if p.publishedLabel(m.Label) == p.publishedLabel(label) {
			return label
		}
	}
	return ""
}

// commonRepeats returns the number of repeats that most entries have.
func commonRepeats(blocks []Table) int {
	counts := map[int]int{}
	common := 0
	for _, b := range blocks {
		for _, e := range b.All() {
			n := e.Summary.N
			if n == 0 {
				continue
			}
			counts[n]++
			if counts[n] > counts[common] || counts[n] == counts[common] && n > common {
				common = n
			}
		}
	}
	return common
}

// Verdicts returns those of all entries.
func (b *Table) Verdicts() []Verdict {
	var out []Verdict
	for _, m := range b.Blocks {
		for _, line := range m.Entries {
			for _, e := range line {
				if e.Verdict != nil {
					out = append(out, *e.Verdict)
				}
			}
		}
	}
	return out
}

// Has says whether an entry of the table is of a kind.
func (b *Table) Has(kind func(e Entry) bool) bool { return slices.ContainsFunc(b.All(), kind) }

// HasInterval says whether an interval is written: one without a width says
// nothing.
func (e Entry) HasInterval() bool { return e.Summary.Low < e.Summary.High }
