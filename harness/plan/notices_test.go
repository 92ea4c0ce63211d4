package plan

import (
	"testing"

	"gpcbench/data"
)

// Columns share a notice if the same was found in them.
func TestAlike(t *testing.T) {
	column := func(key, finding string) data.ColumnSummary {
		return data.ColumnSummary{Key: key, Remarks: []data.Remark{{What: data.SuspectConstant, Finding: finding}}}
	}
	groups := alike([]data.ColumnSummary{column("a", "all values are the same"), column("b", "the values are so close together that they count as the same"), column("c", "all values are the same")})
	if len(groups) != 2 || len(groups[0].keys) != 2 || groups[1].keys[0] != "b" || groups[1].remark.Finding != "the values are so close together that they count as the same" {
		t.Errorf("%+v", groups)
	}
}
