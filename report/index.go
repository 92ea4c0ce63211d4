package report

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// index is the lines of a page over reports: by what of a report they link to, then by the
// report's folder.
type index map[string]map[string][]string

// newIndex returns the lines of reports.
func newIndex(reports []*Report) index {
	x := index{}
	for target, of := range map[string]func(*Report) []string{
		reportFile: reportLines, adviceTarget: adviceLines, claimTarget: claimLines, mapTarget: mapLines,
	} {
		x[target] = map[string][]string{}
		for _, r := range reports {
			if lines := of(r); len(lines) > 0 {
				x[target][r.Folder()] = lines
			}
		}
	}
	return x
}

// keep takes the lines of an earlier page that are on other reports which still lie there.
func (x index) keep(page string, lies func(folder string) bool) {
	mine := maps.Clone(x[reportFile])
	for line := range strings.Lines(page) {
		for target, lines := range x {
			folder := linkedFolder(line, target)
			if folder != "" && mine[folder] == nil && lies(folder) {
				lines[folder] = append(lines[folder], line)
			}
		}
	}
}

// linkedFolder returns the folder of the report to which, or to a target in which, a line
// of the index links, "" if it links to none.
func linkedFolder(line, target string) string {
	_, rest, found := strings.Cut(line, "](")
	folder, _, ends := strings.Cut(rest, "/"+target+")")
	if !strings.HasPrefix(line, "| [") || !found || !ends {
		return ""
	}
	return folder
}

// page is the whole page: the advice, the claims of papers, the maps of their numbers, and
// the reports, sorted as wording.ByFolder says.
func (x index) page(papers []analysis.Paper) []byte {
	var w bytes.Buffer
	fmt.Fprint(&w, "# Reports\n\nAll of them stand on one page, [index.html](index.html): open it where it lies, with its figures and tables to download beside it, such as in a clone of the repository.\n\n")
	above := w.Len()
	writeAdvice(&w, x[adviceTarget])
	writeClaims(&w, papers, x[claimTarget])
	writeMap(&w, x[mapTarget])
	if w.Len() > above {
		fmt.Fprint(&w, "## Experiments\n\n")
	}
	fmt.Fprint(&w, "| experiment | profile | cells done | failed | published numbers | waits for data |\n|---|---|---|---|---|---|\n")
	for _, folder := range slices.SortedFunc(maps.Keys(x[reportFile]), wording.ByFolder) {
		fmt.Fprint(&w, strings.Join(x[reportFile][folder], ""))
	}
	return w.Bytes()
}

// reportLines is the line of a report.
func reportLines(r *Report) []string {
	var waiting []string
	for _, d := range r.Waiting {
		waiting = append(waiting, d.Name)
	}
	return []string{fmt.Sprintf("| [%s](%s/%s) | %s | %d of %d | %d | %s | %s |\n", document.Escape(r.Title), r.Folder(), reportFile, r.Profile,
		r.Done, r.Planned, r.Failed, orDash(shortNumbersText(r.Verdicts)), orDash(document.Escape(strings.Join(waiting, ", "))))}
}

// numbersText writes how many published numbers have which verdict, and what they
// come to in other variants, columns, readings and entries.
func numbersText(verdicts []analysis.Verdict) string {
	counted := analysis.Counts(verdicts)
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

// shortNumbersText is numbersText of an index: of what stands beside it says that it is there.
func shortNumbersText(verdicts []analysis.Verdict) string {
	counted := analysis.Counts(verdicts)
	var beside []string
	if n := len(counted.Variants); n > 0 {
		beside = append(beside, wording.Plural(n, "further variant"))
	}
	if n := len(counted.Columns); n > 0 {
		beside = append(beside, wording.Plural(n, "further column"))
	}
	if len(counted.Others) > 0 {
		beside = append(beside, "other readings")
	}
	text := CountsText(counted.Numbers)
	if len(beside) > 0 {
		text += " (beside them " + joined(beside) + ")"
	}
	return text
}

// Beside are the counts that stand beside those of the numbers, by where they are:
// "in variant equal".
func Beside(t analysis.NumberCounts) []analysis.NamedCounts {
	var out []analysis.NamedCounts
	for _, v := range t.Variants {
		out = append(out, analysis.NamedCounts{Name: "in variant " + v.Name, Counts: v.Counts})
	}
	for _, c := range t.Columns {
		out = append(out, analysis.NamedCounts{Name: "in column " + c.Name, Counts: c.Counts})
	}
	if len(t.Others) > 0 {
		out = append(out, analysis.NamedCounts{Name: "in another reading or entry", Counts: t.Others})
	}
	return out
}

// CountsText writes counts: "3 reproduced, 1 worse".
func CountsText(counts []analysis.Count) string {
	var parts []string
	for _, c := range counts {
		parts = append(parts, fmt.Sprintf("%d %s", c.N, c.Verdict))
	}
	return strings.Join(parts, ", ")
}
