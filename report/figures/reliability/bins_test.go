package reliability

import (
	"math"
	"slices"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/report/recordtest"
)

// Neighbours go together until they have a tenth of the rows; what is left at the end goes
// to the bin before, and no row is lost.
func TestMerged(t *testing.T) {
	bins := []record.Bin{{}, {Count: 4, Confidence: 0.5, Accuracy: 0.25}, {}, {Count: 6, Confidence: 0.6, Accuracy: 0.5}, {Count: 80, Confidence: 0.8, Accuracy: 0.9}, {Count: 10, Confidence: 1, Accuracy: 1}}
	got := merged(bins)
	if counts := countsOf(got); !slices.Equal(counts, []int{10, 80, 10}) {
		t.Fatalf("%v", counts)
	}
	recordtest.Near(t, "confidence", got[0].Confidence, 0.56)
	recordtest.Near(t, "accuracy", got[0].Accuracy, 0.4)
	bins[5].Count = 5
	if counts := countsOf(merged(bins)); !slices.Equal(counts, []int{10, 85}) {
		t.Errorf("%v", counts)
	}
	many := []record.Bin{{Count: 90, Confidence: 0.5}, {Count: 20, Confidence: 0.6}, {Count: 100, Confidence: 0.7}, {Count: 9000, Confidence: 1}}
	if counts := countsOf(merged(many)); !slices.Equal(counts, []int{110, 100, 9000}) {
		t.Errorf("of many rows a hundred are enough: %v", counts)
	}
	if got := merged(make([]record.Bin, 15)); got != nil {
		t.Errorf("%v of no rows", got)
	}
	recordtest.Near(t, "calibration error", calibrationError(bins[:4]), (4*0.25+6*0.1)/10)
}

// Tenths are drawn where all records have them.
func TestTenths(t *testing.T) {
	with := func(confidence float64) record.Record {
		return record.Record{Tenths: []record.Bin{{Count: 1, Confidence: confidence, Accuracy: 0}, {Count: 3, Confidence: 0.9, Accuracy: 1}}}
	}
	got := tenths([]record.Record{with(0.5), with(0.7)})
	if counts := countsOf(got); !slices.Equal(counts, []int{2, 6}) {
		t.Fatalf("%v", counts)
	}
	recordtest.Near(t, "confidence", got[0].Confidence, 0.6)
	if got := tenths([]record.Record{with(0.5), {}}); got != nil {
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
	bins := pool([]record.Record{
		inBins(map[int]record.Bin{14: {Count: 10, Confidence: 0.95, Accuracy: 1}}),
		inBins(map[int]record.Bin{14: {Count: 30, Confidence: 0.99, Accuracy: 0.6}}),
		inBins(map[int]record.Bin{5: {Count: 2, Confidence: math.Nextafter(1./3, 0), Accuracy: 1}}), // the mean of a lower edge, rounded down
	})
	last := bins[record.CalibrationBins-1]
	if last.Count != 40 || bins[5].Count != 2 {
		t.Fatalf("%+v", bins)
	}
	recordtest.Near(t, "confidence", last.Confidence, (10*0.95+30*0.99)/40)
	recordtest.Near(t, "accuracy", last.Accuracy, (10*1+30*0.6)/40)
	low, high := wilson(0.8, 10) // scipy.stats.binomtest(8, 10).proportion_ci(method="wilson")
	recordtest.Near(t, "low", low, 0.4901624715366418)
	recordtest.Near(t, "high", high, 0.9433178485456248)
}
