package format

import (
	"slices"

	"gpcbench/report/document"
	"gpcbench/wording"
)

// Numbers is a table of the bins of published numbers, with a column for each paper. Each number is in
// one bin. Empty bins are left out. The table has no rows if no paper prints a number.
func Numbers(papers []PaperView) document.Table {
	t := newCounts("numbers", papers, func(v PaperView) int { return v.Printed.Numbers })
	if len(t.papers) == 0 {
		return document.Table{}
	}
	t.row("printed", func(v PaperView) any { return v.Printed.Numbers })
	for _, bin := range wording.BinsOf(t.papers, func(v PaperView, bin string) int { return v.Counts[bin] }) {
		t.row(bin, func(v PaperView) any { return v.Counts[bin] })
	}
	t.row(FalseByChance, func(v PaperView) any { return wording.Short(v.Chance, 2) })
	return t.Table
}

// Claims is a table of the outcomes of claims, with a column for each paper. Outcomes that do not occur are
// left out. The table has no rows if no paper has claims.
func Claims(papers []PaperView) document.Table {
	t := newCounts("claims", papers, func(v PaperView) int { return len(v.Claims) })
	if len(t.papers) == 0 {
		return document.Table{}
	}
	t.row("tested", func(v PaperView) any { return len(v.Claims) })
	for _, outcome := range wording.Outcomes {
		of := func(v PaperView) int { return byOutcome(v.Claims)[outcome] }
		if slices.ContainsFunc(t.papers, func(v PaperView) bool { return of(v) > 0 }) {
			t.row(outcome, func(v PaperView) any { return of(v) })
		}
	}
	if slices.ContainsFunc(t.papers, func(v PaperView) bool { return v.short > 0 }) {
		t.row("by runs shorter than the paper's", func(v PaperView) any { return v.short })
	}
	return t.Table
}

// counts is a table with a column for each paper.
type counts struct {
	document.Table
	papers []PaperView
}

// newCounts is a table of the papers that have something to count.
func newCounts(of string, papers []PaperView, count func(v PaperView) int) counts {
	t := counts{papers: slices.DeleteFunc(slices.Clone(papers), func(v PaperView) bool { return count(v) == 0 })}
	t.Head = append(t.Head, document.Marked(of))
	for _, v := range t.papers {
		t.Head = append(t.Head, document.Escape(v.Title))
	}
	return t
}

// row adds a row.
func (t *counts) row(head string, of func(v PaperView) any) {
	cells := []any{head}
	for _, v := range t.papers {
		cells = append(cells, of(v))
	}
	t.Add(cells...)
}

// FalseByChance heads the verdicts that would be false if all numbers of the paper were
// true, by the level of the intervals alone.
const FalseByChance = "false by chance"
