package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"gpcbench/report/document"
	"gpcbench/report/page"
	"gpcbench/report/replication"
	"gpcbench/report/wording"
)

// index is an index of reports, sorted as wording.ByFolder says, in the order of the page: the
// claims of papers, tables of their numbers, the advice, and the reports.
func index(reports []document.Facts, papers []replication.Paper) []byte {
	reports = slices.SortedFunc(slices.Values(reports), func(a, b document.Facts) int { return wording.ByFolder(a.Folder(), b.Folder()) })
	var w bytes.Buffer
	fmt.Fprint(&w, "# Reports\n\nWhere they were made, all of them stand on one page, `index.html`, and beside each lie its figures as PNG and PDF and its tables as LaTeX and CSV. A clone of gpcbench has none of these: `make report` makes them there, in `out/report`.\n\n")
	above := w.Len()
	writeClaims(&w, papers, reports)
	writeNumbers(&w, reports)
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
	text := page.CountsText(counts)
	if len(f.Beside) > 0 {
		text += " (beside them " + wording.And(f.Beside) + ")"
	}
	return text
}

// adviceTarget is where the index links to from a line of advice.
const adviceTarget = reportFile + "#which-method-to-take"

// writeAdvice writes what the reports that give advice say of all data sets, if there are any.
func writeAdvice(w io.Writer, reports []document.Facts) {
	lines := ""
	for _, f := range reports {
		if len(f.Advice) > 0 {
			lines += tableLine([]string{fmt.Sprintf("[%s](%s/%s)", document.Escape(f.Title), f.Folder(), adviceTarget), f.Profile, f.Advice[0]})
		}
	}
	if lines != "" {
		fmt.Fprintf(w, "## Which method to take\n\n| comparison | profile | over all its data sets |\n|---|---|---|\n%s\n", lines)
	}
}
