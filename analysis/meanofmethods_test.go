package analysis

import (
	"io"
	"io/fs"
	"math"
	"strings"
	"testing"

	"gpcbench/harness/record"
)

// What the mean of two models' probabilities is worth, by hand.
func TestAveraged(t *testing.T) {
	texts := map[string]string{
		"a": "row,class,p(no),p(yes)\n0,no,0.9,0.1\n1,yes,0.7,0.3\n",
		"b": "row,class,p(no),p(yes)\n0,no,0.5,0.5\n1,yes,0.2,0.8\n",
		"c": "row,class,p(no),p(yes)\n0,no,0.5,0.5\n2,yes,0.2,0.8\n",
	}
	p := &Experiment{}
	p.OpenPredictions = func(cell string) (io.ReadCloser, string, error) {
		text, ok := texts[cell]
		if !ok {
			return nil, cell, fs.ErrNotExist
		}
		return io.NopCloser(strings.NewReader(text)), cell, nil
	}
	of := func(id string, seconds float64) record.Record {
		return record.Record{Cell: record.Cell{ID: id, Repeat: 4}, Timing: record.Timing{WallSeconds: seconds}, Provenance: map[string]string{record.TestRowsKey: "2"}}
	}
	mean, rows, known := p.MeanOfMethods([]record.Record{of("a", 1), of("b", 2)}, "nll")
	if !known || len(rows) != 2 || math.Abs(rows[0]+math.Log(0.7)) > 1e-15 || math.Abs(rows[1]+math.Log(0.55)) > 1e-15 {
		t.Fatalf("%v, %v", rows, known)
	}
	if got, want := mean.Metrics["nll"], -math.Log(0.7*0.55)/2; math.Abs(got-want) > 1e-15 || mean.Metrics["error"] != 0 {
		t.Errorf("%v, want an NLL of %v", mean.Metrics, want)
	}
	if got, want := mean.Metrics["brier"], (2*0.3*0.3+2*0.45*0.45)/2; math.Abs(got-want) > 1e-15 || len(mean.Calibration) == 0 {
		t.Errorf("a Brier score of %v, want %v", got, want)
	}
	if mean.Repeat != 4 || mean.TestRows() != 2 || mean.Timing.WallSeconds != 3 || mean.Status != record.OK {
		t.Errorf("%+v", mean)
	}
	for _, other := range []string{"c", "none"} {
		if _, _, known := p.MeanOfMethods([]record.Record{of("a", 1), of(other, 1)}, "nll"); known {
			t.Errorf("with %s the mean is known", other)
		}
	}
}
