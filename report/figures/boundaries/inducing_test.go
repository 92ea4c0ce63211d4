package boundaries

import (
	"strings"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/format"
	"gpcbench/report/reporttest"
)

func TestInducingTables(t *testing.T) {
	in := reporttest.Synthetic("quick", 3)
	in.Datasets = in.Datasets[:1]
	in.Spec.Map = true
	f := spec.Figure{Kind: "boundaries", X: "dataset", Panels: "dataset", Series: "label"}
	in.ReadMap = func(cell string) (*record.Map, error) {
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
	of := func(rows ...string) []document.Block {
		in.Spec.Figures = []spec.Figure{f}
		return inducingTables(analysis.New(in.Input), f, analysis.Coordinates{}, rows)
	}
	text := func(block document.Block) string {
		return string(format.Markdown(document.Document{Blocks: []document.Block{block}}))
	}
	blocks := of("X-GPC", "Linear")
	if want := "| | diabetis |\n|---|---|\n| X-GPC | 0.50 |\n| Linear | – |\n\n"; len(blocks) != 2 || text(blocks[1]) != want {
		t.Errorf("%q", blocks)
	}
	f.Start = "SVGPC"
	blocks = of("X-GPC", "Linear")
	// X-GPC ends at 2.5, 3 and -4.5, which is 2.5/7, 2.3/7 and 5.9/7 from its start
	for i, want := range []string{"| X-GPC | 0.50 |\n| Linear | – |\n| SVGPC | 1.4 |\n\n", "| X-GPC | 0.36 |\n| Linear | – |\n\n"} {
		if len(blocks) != 4 || !strings.HasSuffix(text(blocks[2*i+1]), want) {
			t.Fatalf("%q, want %q at the end of table %d", blocks, want, i)
		}
	}
	if blocks := of("Linear"); len(blocks) != 2 {
		t.Errorf("%q", blocks)
	}
	in.ReadMap = nil
	if blocks := of("X-GPC"); blocks != nil {
		t.Errorf("no maps: %q", blocks)
	}
}
