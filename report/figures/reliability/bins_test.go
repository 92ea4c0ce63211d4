package reliability

import (
	"math"
	"slices"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/record/recordtest"
)

// Tenths are drawn where all records have them.
func TestTenths(t *testing.T) {
	with := func(confidence float64) record.Record {
		return record.Record{Tenths: []record.Bin{{Count: 1, Confidence: confidence, Accuracy: 0}, {Count: 3, Confidence: 0.9, Accuracy: 1}}}
	}
	got, tenths := pooled([]record.Record{with(0.5), with(0.7)})
	if counts := countsOf(got); !tenths || !slices.Equal(counts, []int{2, 6}) {
		t.Fatalf("%v", counts)
	}
	recordtest.Near(t, "confidence", got[0].Confidence, 0.6)
	if got, tenths := pooled([]record.Record{with(0.5), {}}); tenths {
		t.Errorf("%v where one record has none", got)
	}
}

func countsOf(bins []record.Bin) []int {
	var out []int
	for _, b := range bins {
		out = append(out, b.Count)
	}
	return out
}

func TestPool(t *testing.T) {
	inBins := func(of map[int]record.Bin) record.Record {
		r := record.Record{Calibration: make([]record.Bin, record.CalibrationBins)}
		for i, b := range of {
			r.Calibration[i] = b
		}
		return r
	}
	bins, _ := pooled([]record.Record{
		inBins(map[int]record.Bin{14: {Count: 10, Confidence: 0.95, Accuracy: 1}}),
		inBins(map[int]record.Bin{14: {Count: 30, Confidence: 0.99, Accuracy: 0.6}}),
		inBins(map[int]record.Bin{5: {Count: 2, Confidence: math.Nextafter(1./3, 0), Accuracy: 1}}), // the mean of a lower edge, rounded down
	})
	last := bins[len(bins)-1]
	if len(bins) != 2 || last.Count != 40 || bins[0].Count != 2 {
		t.Fatalf("%+v", bins)
	}
	recordtest.Near(t, "confidence", last.Confidence, (10*0.95+30*0.99)/40)
	recordtest.Near(t, "accuracy", last.Accuracy, (10*1+30*0.6)/40)
}
