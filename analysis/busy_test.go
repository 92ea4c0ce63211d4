package analysis

import (
	"slices"
	"testing"

	"gpcbench/harness/record"
)

func TestLoad(t *testing.T) {
	quiet := record.Record{Timing: record.Timing{WallSeconds: 1.1, CPUSeconds: 1}}
	crowded := record.Record{Timing: record.Timing{WallSeconds: 3, CPUSeconds: 2}}
	crowded.Dataset, crowded.Label, crowded.Repeat = "german", "SVGPC", 7
	unknown := record.Record{Timing: record.Timing{WallSeconds: 3}}
	l := LoadsOf(slices.Values([]record.Record{quiet, unknown, crowded}))
	if l.Fits != 3 || l.Busy != 1 || l.String() != "1.50 (german, SVGPC, repeat 7)" {
		t.Errorf("%+v", l)
	}
	short := crowded
	short.Timing = record.Timing{WallSeconds: 0.04, CPUSeconds: 0.01}
	linear := crowded
	linear.Method = "logistic"
	shared := crowded
	shared.Provenance = map[string]string{"threads": "2"}
	if l := LoadsOf(slices.Values([]record.Record{quiet, short, linear, shared})); l.Fits != 1 || l.Busy != 0 {
		t.Errorf("a fit of 40 ms, the baseline and a fit on two cores tell that the machine was busy: %+v", l)
	}
}
