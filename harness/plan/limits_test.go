package plan

import (
	"slices"
	"testing"

	"gpcbench/harness/record"
)

// A long fit of very many classes is told before the start, with what may help.
func TestNoticeOfManyClasses(t *testing.T) {
	hour := 3600.0 * throughput
	b := &builder{plan: &Plan{}}
	for _, c := range []struct {
		cost    float64
		classes int
		options map[string]any
		told    bool
	}{
		{hour, 5000, map[string]any{"class_batch": int64(0)}, true},
		{hour, 5000, nil, true},
		{hour, 5000, map[string]any{"class_batch": int64(100)}, false},
		{hour, 900, nil, false},
		{hour / 100, 5000, nil, false},
	} {
		cell := &Cell{Setup: &Setup{Cost: c.cost}, Planned: &record.Planned{Cell: record.Cell{Label: "m", Dataset: "d", Options: c.options}}}
		if got := b.noticeManyClasses(cell, c.classes); got != c.told {
			t.Errorf("%d classes, cost %g, %v: told %v", c.classes, c.cost, c.options, got)
		}
	}
	want := []string{
		"m works on all 5000 classes of data set d in every iteration, and a fit takes about 1h0m or more: say class_batch = 100 to work on 100 classes at a time, or reduce iterations or inducing inputs, or set budget_seconds",
		"m works on all 5000 classes of data set d in every iteration, and a fit takes about 1h0m or more: reduce iterations or inducing inputs, or set budget_seconds",
	}
	if !slices.Equal(b.plan.Notices, want) {
		t.Errorf("%q", b.plan.Notices)
	}
}
