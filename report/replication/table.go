package replication

import (
	"fmt"
	"slices"
	"strconv"

	"gpcbench/analysis"
	"gpcbench/harness/spec"
	"gpcbench/report/replication/statistic"
)

// Table is a block of a table of ours with a paper's numbers beside it.
type Table struct {
	analysis.Layout
	Blocks    []MetricBlock
	Published *PublishedTable // nil if there is nothing to compare with
	beside    []string        // columns of published numbers alone
}

// MetricBlock is the cells of one metric, by row and column.
type MetricBlock = analysis.MetricBlock[Entry]

// Entry is one cell of a table.
type Entry struct {
	analysis.Entry
	Published *PublishedValue
	Verdict   *Verdict
}

// All returns the entries of all metrics.
func (b *Table) All() []Entry {
	var out []Entry
	for _, m := range b.Blocks {
		out = append(out, slices.Concat(m.Entries...)...)
	}
	return out
}

// Has says whether an entry of the table is of a kind.
func (b *Table) Has(kind func(e Entry) bool) bool { return slices.ContainsFunc(b.All(), kind) }

// Verdicts returns those of all entries.
func (b *Table) Verdicts() []Verdict {
	var out []Verdict
	for _, e := range b.All() {
		if e.Verdict != nil {
			out = append(out, *e.Verdict)
		}
	}
	return out
}

// AllTables lays out the tables of the specification, with the published numbers beside
// ours. The error is about published.toml, or a table that names what it does not have or mixes what is not alike.
func (p *Experiment) AllTables() ([][]Table, error) {
	published := map[string]*PublishedTable{}
	if p.Published != nil {
		var err error
		if published, err = ParsePublished(p.PublishedPath, p.Published); err != nil {
			return nil, err
		}
	}
	var out [][]Table
	for i, t := range p.Spec.Tables {
		var source *PublishedTable // nil, too, where the experiment belongs to no paper
		if t.Published != "" && p.PublishedPath != "" {
			if source = published[t.Published]; source == nil {
				return nil, fmt.Errorf("table %q is compared with %q, which %s does not have", t.Title, t.Published, p.PublishedPath)
			}
		}
		ours, err := p.Tables(i)
		if err != nil {
			return nil, err
		}
		var blocks []Table
		for _, b := range ours {
			blocks = append(blocks, p.compared(t, source, b))
		}
		out = append(out, blocks)
	}
	return out, nil
}

// compared puts the numbers of a paper's table beside ours.
func (p *Experiment) compared(t spec.Table, source *PublishedTable, ours analysis.Table) Table {
	out := Table{Layout: ours.Layout, Published: source}
	if source != nil {
		out.beside = t.Beside
		out.Cols.Values = append(slices.Clip(out.Cols.Values), t.Beside...)
	}
	for _, m := range ours.Blocks {
		block := MetricBlock{Metric: m.Metric, Title: m.Title}
		for _, row := range m.Entries {
			var line []Entry
			for _, e := range row {
				line = append(line, p.entry(t, source, e, m.Metric))
			}
			for _, label := range out.beside {
				line = append(line, p.besideOurs(source, row[0].Group.At.With(spec.LabelKey, label), PublishedMetric(t, m.Metric)))
			}
			block.Entries = append(block.Entries, line)
		}
		out.Blocks = append(out.Blocks, block)
	}
	return out
}

// entry is an entry of ours with its published number and the verdict on that, where there is one.
func (p *Experiment) entry(t spec.Table, source *PublishedTable, ours analysis.Entry, metric string) Entry {
	e := Entry{Entry: ours}
	at := ours.Group.At
	if source == nil || ours.Group.Planned == 0 && !ours.NoData || at[spec.DatasetKey] == analysis.AverageRow && !p.averages(source) {
		return e
	}
	if v, ok := source.Find(p.placed(at), PublishedMetric(t, metric)); ok {
		e.Published = &v
		verdict := p.judge(source, v, ours.Group, metric, ours.Summary)
		verdict.further = metric != Counted(t, v.Metric)
		verdict.elsewhere = t.CountedIn != "" || slices.Contains(source.Again, v.At[spec.LabelKey])
		if t.AtSeconds > 0 {
			verdict.At = at.With("at_seconds", strconv.Itoa(t.AtSeconds))
		}
		e.Verdict = &verdict
	}
	return e
}

// besideOurs is an entry of a published number alone.
func (p *Experiment) besideOurs(source *PublishedTable, at analysis.Coordinates, metric string) Entry {
	e := Entry{Entry: analysis.Entry{Group: analysis.Group{At: at}}}
	if v, ok := source.Find(at.With(spec.DatasetKey, statistic.PublishedName(p.Spec, at[spec.DatasetKey])), metric); ok {
		e.Published = &v
	}
	return e
}
