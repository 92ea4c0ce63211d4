package format

import (
	"slices"

	"gpcbench/report/document"
	"gpcbench/wording"
)

// Numbers is where the numbers that papers print stand, a row a paper: each number is in one bin.
// Bins without any are left out. It has no rows where no paper prints a number.
func Numbers(papers []PaperView) document.Table {
	papers = slices.DeleteFunc(slices.Clone(papers), func(v PaperView) bool { return v.Printed.Numbers == 0 })
	bins := wording.BinsOf(papers, func(v PaperView, bin string) int { return v.Counts[bin] })
	t := document.Table{Head: document.EscapeAll(slices.Concat([]string{"paper", "printed"}, bins, []string{FalseByChance}))}
	for _, v := range papers {
		row := []any{v.Title, v.Printed.Numbers}
		for _, bin := range bins {
			row = append(row, v.Counts[bin])
		}
		t.Add(append(row, wording.Short(v.Chance, 2))...)
	}
	return t
}

// FalseByChance heads the column of verdicts that would be false if all numbers of the paper were
// true, by the level of the intervals alone.
const FalseByChance = "false by chance"
