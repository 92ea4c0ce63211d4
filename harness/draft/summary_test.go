package draft

import (
	"slices"
	"testing"

	"gpcbench/data"
)

// Each thing is said once, and columns of which nothing was counted are numbers all the same.
func TestSummary(t *testing.T) {
	s := &data.Summary{
		Rows: 40, Duplicates: 3, Compared: 40, Label: -1, Classes: []data.ClassCount{{Name: "no", Rows: 30}, {Name: "yes", Rows: 10}},
		Columns: []data.ColumnSummary{{Key: "0", Kind: data.NumberColumn}, {Key: `"b"`, Kind: data.CategoryColumn, Levels: 2, Distinct: 2, Counted: true, Missing: 1}},
		Remarks: []data.Remark{{What: data.SuspectDuplicated, Finding: "3 rows of 40 repeat an earlier one"}},
	}
	want := []string{"40 rows, 2 columns", "2 classes: no 30 (75%), yes 10 (25%)", "3 rows of 40 repeat an earlier one", "column 0: numbers", `column "b": a category of 2 levels, 1 value missing`}
	if got := Summary(s, true); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	s.Classes[0].Name = "n\n\x1bo"
	if got := Summary(s, false)[1]; got != `2 classes: "n\n\u001Bo" 30 (75%), yes 10 (25%)` {
		t.Errorf("a class that a terminal would act on: %s", got)
	}
	s.Classes[0].Name = "no"
	if got := Summary(&data.Summary{Rows: 3, Classes: []data.ClassCount{{Name: "no", Rows: 3}}}, false)[1]; got != "1 class: no 3 (100%)" {
		t.Errorf("one class: %s", got)
	}
	s.Remarks = nil
	if got := Summary(s, false); !slices.Equal(got, []string{want[0], want[1], "3 rows repeat an earlier one", want[4]}) {
		t.Errorf("not verbose: %q", got)
	}
}
