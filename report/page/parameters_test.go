package page

import (
	"strings"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/report/document"
	"gpcbench/report/format"
	"gpcbench/report/reporttest"
)

func TestParameterTables(t *testing.T) {
	in := reporttest.Synthetic("quick", 3)
	var none, d document.Document
	parameters(&none, read(t, in))
	if len(none.Blocks) > 0 {
		t.Errorf("records without parameters: %v", none.Blocks)
	}
	for r, variance := range []float64{2, 8, 3} {
		for label, parameters := range map[string][]record.Parameter{
			"X-GPC": {{Name: "variance", Value: variance}, {Name: "lengthscale age", Value: 0.5}},
			"SVGPC": {{Name: "variance", Value: 1e-9}, {Name: "weight age", Value: variance}},
		} {
			id := "diabetis-" + label + "-" + string(rune('0'+r))
			c := in.Records[id]
			c.Parameters = parameters
			in.Records[id] = c
		}
	}
	parameters(&d, read(t, in))
	text := string(format.Markdown(d))
	for _, want := range []string{
		"**diabetis**\n\n| parameter | X-GPC | SVGPC |\n|---|---|---|\n",
		"| variance | 3.00 (2.0 to 8.0) | 1e-09 (1e-09 to 1e-09) |\n",
		"| lengthscale age | 0.500 (0.50 to 0.50) | – |\n",
		"| weight age | – | 3.00 (2.0 to 8.0) |\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\ndoes not have\n%s", text, want)
		}
	}
	if strings.Contains(text, "a9a") {
		t.Error("a data set without parameters has a table")
	}
}
