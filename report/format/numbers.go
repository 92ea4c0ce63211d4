package format

import (
	"slices"

	"gpcbench/report/document"
	"gpcbench/wording"
)

// Numbers is where the numbers that papers print stand, a column a paper: each number is in one bin.
// Bins without any are left out. It has no rows where no paper prints a number.
func Numbers(papers []PaperView) document.Table {
	papers = slices.DeleteFunc(slices.Clone(papers), func(v PaperView) bool { return v.Printed.Numbers == 0 })
	if len(papers) == 0 {
		return document.Table{}
	}
	t := document.Table{Head: []document.Marked{"numbers"}}
	for _, v := range papers {
		t.Head = append(t.Head, document.Escape(v.Title))
	}
	row := func(head string, of func(v PaperView) any) {
		cells := []any{head}
		for _, v := range papers {
			cells = append(cells, of(v))
		}
		t.Add(cells...)
	}
	row("printed", func(v PaperView) any { return v.Printed.Numbers })
	for _, bin := range wording.BinsOf(papers, func(v PaperView, bin string) int { return v.Counts[bin] }) {
		row(bin, func(v PaperView) any { return v.Counts[bin] })
	}
	row(FalseByChance, func(v PaperView) any { return wording.Short(v.Chance, 2) })
	return t
}

// FalseByChance heads the verdicts that would be false if all numbers of the paper were
// true, by the level of the intervals alone.
const FalseByChance = "false by chance"
