package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"gpcbench/report/document"
	"gpcbench/report/replication"
	"gpcbench/report/wording"
)

// index is an index of reports, sorted as wording.ByFolder says, in the order of the page: the
// claims of papers, the maps of their numbers, the advice, and the reports.
func index(reports []document.Facts, papers []replication.Paper) []byte {
	reports = slices.SortedFunc(slices.Values(reports), func(a, b document.Facts) int { return wording.ByFolder(a.Folder(), b.Folder()) })
	var w bytes.Buffer
	fmt.Fprint(&w, "# Reports\n\nWhere they were made, all of them stand on one page, `index.html`, and beside each lie its figures as PNG and PDF and its tables as LaTeX and CSV. A clone of gpcbench has none of these: `make report` makes them there, in `out/report`.\n\n")
	above := w.Len()
	writeClaims(&w, papers, reports)
	writeMaps(&w, reports)
	writeAdvice(&w, reports)
	if w.Len() > above {
		fmt.Fprint(&w, "## Experiments\n\n")
	}
	fmt.Fprint(&w, "| experiment | profile | cells done | failed | published numbers | waits for data |\n|---|---|---|---|---|---|\n")
	for _, f := range reports {
		fmt.Fprint(&w, reportLine(f))
	}
	return w.Bytes()
}

// reportLine is the line of a report.
func reportLine(f document.Facts) string {
	done, failed := "", ""
	if f.Planned > 0 {
		done, failed = fmt.Sprintf("%d of %d", f.Done, f.Planned), fmt.Sprint(f.Failed)
	}
	return tableLine([]string{
		fmt.Sprintf("[%s](%s/%s)", document.Escape(f.Title), f.Folder(), reportFile), f.Profile, wording.OrDash(done), wording.OrDash(failed),
		wording.OrDash(numbersInShort(f)), wording.OrDash(document.Escape(strings.Join(f.Waiting, ", "))),
	})
}

// tableLine is a row of a table.
func tableLine(cells []string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

// numbersInShort is numbersText of an index: of what stands beside it says that it is there.
func numbersInShort(f document.Facts) string {
	var counts []replication.Count
	for _, c := range f.Verdicts {
		counts = append(counts, replication.Count{Verdict: c.Verdict, N: c.Numbers})
	}
	text := CountsText(counts)
	if len(f.Beside) > 0 {
		text += " (beside them " + wording.And(f.Beside) + ")"
	}
	return text
}

// numbersText writes how many published numbers have which verdict, and what they
// come to in other variants, columns, readings and entries.
func numbersText(verdicts []replication.Verdict) string {
	counted := replication.Counts(verdicts)
	text := CountsText(counted.Numbers)
	var beside []string
	for _, b := range Beside(counted) {
		beside = append(beside, b.Name+" "+CountsText(b.Counts))
	}
	if len(beside) > 0 {
		text += " (" + strings.Join(beside, "; ") + ")"
	}
	return text
}

// besideText says in what else published numbers are compared, beside where they count.
func besideText(verdicts []replication.Verdict) []string {
	counted := replication.Counts(verdicts)
	var out []string
	if n := len(counted.Variants); n > 0 {
		out = append(out, wording.Plural(n, "further variant"))
	}
	if n := len(counted.Columns); n > 0 {
		out = append(out, wording.Plural(n, "further column"))
	}
	if len(counted.Others) > 0 {
		out = append(out, "other readings")
	}
	return out
}

// Beside are the counts that stand beside those of the numbers, by where they are:
// "in variant equal".
func Beside(t replication.NumberCounts) []replication.NamedCounts {
	var out []replication.NamedCounts
	for _, v := range t.Variants {
		out = append(out, replication.NamedCounts{Name: "in variant " + v.Name, Counts: v.Counts})
	}
	for _, c := range t.Columns {
		out = append(out, replication.NamedCounts{Name: "in column " + c.Name, Counts: c.Counts})
	}
	if len(t.Others) > 0 {
		out = append(out, replication.NamedCounts{Name: "in another reading or entry", Counts: t.Others})
	}
	return out
}

// CountsText writes counts: "3 reproduced, 1 worse".
func CountsText(counts []replication.Count) string {
	var parts []string
	for _, c := range counts {
		parts = append(parts, fmt.Sprintf("%d %s", c.N, c.Verdict))
	}
	return strings.Join(parts, ", ")
}
