package report

import (
	"strings"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/reporttest"
)

func TestInducingTables(t *testing.T) {
	in := reporttest.Synthetic("quick", 3)
	in.Datasets = in.Datasets[:1]
	f := spec.Figure{Kind: "boundaries", X: "dataset", Panels: "dataset", Series: "label"}
	in.Maps = func(cell string) (*record.Map, error) {
		switch repeat := cell[len(cell)-1]; {
		case strings.Contains(cell, "Linear"):
			return reporttest.Halves(), nil
		case strings.Contains(cell, "SVGPC"): // starts further right in later repeats
			return reporttest.Halves([2]float64{0.7 * float64(repeat-'0'), 10}), nil
		default:
			away := map[byte]float64{'0': 1, '1': 0.5, '2': 8}[repeat]
			return reporttest.Halves([2]float64{3.5 - away, 10}), nil
		}
	}
	tables := inducingTables(analysis.New(in), f, analysis.Coordinates{}, []string{"X-GPC", "Linear"})
	if want := "| | dataset diabetis |\n|---|---|\n| X-GPC | 0.50 |\n| Linear | – |"; len(tables) != 1 || !strings.HasSuffix(tables[0], want) {
		t.Errorf("%q", tables)
	}
	f.Start = "SVGPC"
	tables = inducingTables(analysis.New(in), f, analysis.Coordinates{}, []string{"X-GPC", "Linear"})
	// X-GPC ends at 2.5, 3 and -4.5, which is 2.5/7, 2.3/7 and 5.9/7 from its start
	for i, want := range []string{"| X-GPC | 0.50 |\n| Linear | – |\n| SVGPC | 1.4 |", "| X-GPC | 0.36 |\n| Linear | – |"} {
		if len(tables) != 2 || !strings.HasSuffix(tables[i], want) {
			t.Fatalf("%q, want %q at the end of %d", tables, want, i)
		}
	}
	if tables := inducingTables(analysis.New(in), f, analysis.Coordinates{}, []string{"Linear"}); len(tables) != 1 {
		t.Errorf("%q", tables)
	}
	in.Maps = nil
	if tables := inducingTables(analysis.New(in), f, analysis.Coordinates{}, []string{"X-GPC"}); tables != nil {
		t.Errorf("no maps: %q", tables)
	}
}
