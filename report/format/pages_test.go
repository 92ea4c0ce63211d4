package format

import (
	"strings"
	"testing"

	"gpcbench/report/document"
)

// The longest section of a report that is too long lies on a page of its own, whose links lead back.
func TestPages(t *testing.T) {
	var d document.Document
	d.Heading(1, "Report")
	d.Paragraph("See [the long one](#long-one).")
	d.Heading(2, "Long one")
	d.Paragraph("See [the data](#data). %s", strings.Repeat("x", MostBytes))
	d.Heading(2, "Data")
	d.Paragraph("A table.")
	files := Pages(d)
	if len(files) != 2 || files[0].Name != ReportFile || files[1].Name != "report-2.md" {
		t.Fatalf("%d files", len(files))
	}
	const first = "# Report\n\nSee [the long one](#long-one).\n\n## Long one\n\n[On a page of its own](report-2.md), of 60 KB.\n\n## Data\n\nA table.\n\n"
	if got := string(files[0].Text); got != first {
		t.Errorf("the report is\n%s", got)
	}
	const second = "# Long one\n\nA part of [the report](report.md).\n\nSee [the data](report.md#data). xxx"
	if got := string(files[1].Text); !strings.HasPrefix(got, second) || len(got) < MostBytes {
		t.Errorf("the further page is\n%.200s", got)
	}
	if d.Blocks = d.Blocks[:2]; len(Pages(d)) != 1 {
		t.Error("a short report has further pages")
	}
}

// A first section that is the longest, and not long, stays where it is.
func TestTheAnswerStays(t *testing.T) {
	var d document.Document
	d.Heading(1, "Report")
	d.Heading(2, "Answer")
	d.Paragraph("Take A. %s", strings.Repeat("x", MostBytes/3))
	for _, heading := range []document.Marked{"Second", "Third", "Fourth"} {
		d.Heading(2, heading)
		d.Paragraph("%s", strings.Repeat("x", MostBytes/4))
	}
	if files := Pages(d); len(files) != 2 || !strings.Contains(string(files[0].Text), "Take A.") {
		t.Errorf("%d files, the first is\n%.100s", len(files), files[0].Text)
	}
}
