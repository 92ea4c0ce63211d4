package metrics

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gpcbench/harness/record"
)

func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range All {
		if m.Name == "" || m.Title == "" || m.Axis == "" || seen[m.Name] {
			t.Errorf("%+v: a name, a title or an axis is missing, or the name is there twice", m)
		}
		seen[m.Name] = true
		if !(m.Bounds.Low < m.Bounds.High) {
			t.Errorf("%s has the bounds %v", m.Name, m.Bounds)
		}
		if speed := strings.HasSuffix(m.Name, "_per_second"); m.Cost && m.HigherIsBetter != speed {
			t.Errorf("%s: of a cost less is better, of a speed more", m.Name)
		}
	}
	if got, want := Traced(), []string{"objective", "error", "nll", "nll_median", "expected_nll", "p_at_1", "log_loss"}; !slices.Equal(got, want) {
		t.Errorf("traced: %v, want %v", got, want)
	}
}

func TestValue(t *testing.T) {
	objective := -3.5
	r := record.Record{
		Metrics: map[string]float64{"nll": 0.5, "minibatches_per_epoch": 480, "ess": 90},
		Timing: record.Timing{WallSeconds: 2, CPUSeconds: 1, PeakRSS: 7, PeakAnon: 3e6, Iterations: 4, SetUpSeconds: 0.25, PredictSeconds: 0.125,
			CPUParts: map[string]float64{"divergence": 0.5}},
		Calibration: []record.Bin{{Count: 2, Confidence: 0.75, Accuracy: 0.5}, {}, {Count: 6, Confidence: 0.875, Accuracy: 1}},
		Parameters:  []record.Parameter{{Name: "se-ard: variance", Value: 1}, {Name: "se-ard: lengthscale a", Value: 9}, {Name: "linear-ard: weight a", Value: 2}, {Name: "linear-ard: weight b", Value: 1}},
		Events:      map[string]int{"kernel step refused": 2, "natural step refused": 3, "jitter": 5},
		Trace:       []record.Point{{Metrics: map[string]float64{"nll": 0.9}}, {Objective: &objective}},
	}
	for name, want := range map[string]float64{
		"nll": 0.5, "seconds": 2, "cpu_seconds": 1, "iterations": 4, "peak_rss_bytes": 7,
		"ms_per_iteration": 500, "cpu_ms_per_iteration": 250, "peak_anon_mb": 3, "objective": -3.5,
		"iterations_per_second": 2, "setup_seconds": 0.25, "predict_seconds": 0.125, "refused": 5, "jitter": 5, "overflows": 0, "load": 2,
		// 0.25 s of CPU time an iteration, 480 iterations an epoch
		"cpu_minutes_per_epoch":       2,
		"divergence_ms_per_iteration": 125,
		"linear_share":                0.75,
		"ess_per_second":              90,
		// 2 rows are 1/4 too confident, 6 are 1/8 too little
		"overconfidence": (2*0.25 - 6*0.125) / 8,
	} {
		if got, ok := Get(name).Value(r); !ok || got != want {
			t.Errorf("%s: %v, %v, want %v", name, got, ok, want)
		}
	}
	for _, name := range []string{"objective", "ms_per_iteration", "peak_anon_mb", "nll", "old", "iterations_per_second", "setup_seconds", "predict_seconds",
		"cpu_minutes_per_epoch", "divergence_ms_per_iteration", "overconfidence", "linear_share", "load", "ess_per_second"} {
		if got, ok := Get(name).Value(record.Record{}); ok {
			t.Errorf("%s of an empty record: %v", name, got)
		}
	}
	imported := record.Record{Timing: record.Timing{Iterations: 1}}
	for _, name := range []string{"seconds", "cpu_seconds", "ms_per_iteration", "cpu_ms_per_iteration", "iterations_per_second", "settling_seconds"} {
		if got, ok := Get(name).Value(imported); ok {
			t.Errorf("%s of a record without times: %v", name, got)
		}
	}
	if got, ok := Get("nll").At(r.Trace[0]); !ok || got != 0.9 {
		t.Errorf("nll at the first point: %v, %v", got, ok)
	}
	if _, ok := Get("objective").At(r.Trace[0]); ok {
		t.Error("the first point has an objective")
	}
	if got, ok := Get("objective").At(r.Trace[1]); !ok || got != objective {
		t.Errorf("objective at the last point: %v, %v", got, ok)
	}
}

func TestConfidentErrors(t *testing.T) {
	r := record.Record{Calibration: make([]record.Bin, record.CalibrationBins)}
	r.Calibration[3] = record.Bin{Count: 10, Confidence: 0.25, Accuracy: 0}
	r.Calibration[record.CalibrationBins-1] = record.Bin{Count: 40, Confidence: 0.97, Accuracy: 0.75}
	if got, ok := Get("confident_errors").Value(r); !ok || got != 0.2 {
		t.Errorf("%v, %v: 10 of 50 rows are wrong at a confidence of 14/15 or more", got, ok)
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		name           string
		low, high      float64
		wantLow, wantH float64
	}{
		{"error", -1, 3, 0, 1}, {"brier", -1, 3, 0, 2}, {"nll", -1, 3, 0, 3}, {"objective", -5, 3, -5, 3}, {"old", -5, 3, -5, 3},
	} {
		if low, high := Get(c.name).Bounds.Clip(c.low, c.high); low != c.wantLow || high != c.wantH {
			t.Errorf("%s: [%g, %g]", c.name, low, high)
		}
	}
}

func TestRowsSE(t *testing.T) {
	r := record.Record{Metrics: map[string]float64{"nll_sd": 0.6}}
	if se, ok := Get("error").RowsSE(0.2, 100, r); !ok || math.Abs(se-0.04) > 1e-15 {
		t.Errorf("error: %v, %v", se, ok)
	}
	if se, ok := Get("nll").RowsSE(0.5, 100, r); !ok || math.Abs(se-0.06) > 1e-15 {
		t.Errorf("nll: %v, %v", se, ok)
	}
	bins := record.Record{Calibration: []record.Bin{{Count: 60, Accuracy: 0.9}, {Count: 40, Accuracy: 0.5}}}
	if se, ok := Get("ece").RowsSE(0.1, 100, bins); !ok || math.Abs(se-math.Sqrt(60*0.09+40*0.25)/100) > 1e-15 {
		t.Errorf("ECE: %v, %v", se, ok)
	}
	if _, ok := Get("nll").RowsSE(0.5, 100, record.Record{}); ok {
		t.Error("nll without nll_sd has a standard error")
	}
}

// Four classes of the same probability.
func TestUntrained(t *testing.T) {
	for _, name := range []string{"nll", "nll_median"} {
		if got := Get(name).Untrained(4); got != 2*math.Ln2 {
			t.Errorf("%s of the untrained model: %g", name, got)
		}
	}
	if Get("error").Untrained != nil {
		t.Error("ties do not tell the error")
	}
}

// A metric beyond its bounds is of a damaged record, but for rounding.
func TestCheck(t *testing.T) {
	for _, test := range []struct {
		metric string
		value  float64
		ok     bool
	}{{"error", 0.5, true}, {"error", 1.5, false}, {"error", -0.1, false}, {"nll", -1, false}, {"nll", 700, true}, {"ece", 1 + 1e-15, true}, {"of another version", -7, true}} {
		r := record.Record{Status: record.OK, Metrics: map[string]float64{test.metric: test.value}}
		if err := Check(r); (err == nil) != test.ok {
			t.Errorf("%s = %v: %v", test.metric, test.value, err)
		}
	}
}
