package work

import (
	"context"
	"strings"
	"testing"

	"gpcbench/data"
	"gpcbench/harness/harnesstest"
)

// The rows of a cell are prepared as its options say, and are the same for all
// who ask.
func TestPrepare(t *testing.T) {
	f := harnesstest.NewFolder(t)
	c := f.Plan(harnesstest.TwoMethods).Cells[0]
	raw, err := prepare(context.Background(), harnesstest.Loader(), *c.Rows, c.Seed, c.Repeat)
	if err != nil {
		t.Fatal(err)
	}
	if raw.train.Len() != 45 || raw.test.Len() != 15 {
		t.Fatalf("%d and %d rows", raw.train.Len(), raw.test.Len())
	}
	scaled, err := prepare(context.Background(), harnesstest.Loader(), *c.Rows, c.Seed, c.Repeat)
	if err == nil {
		err = scaled.standardise(false)
	}
	if err != nil {
		t.Fatal(err)
	}
	x, _ := raw.train.ReadAll()
	z, _ := scaled.train.ReadAll()
	s := scaled.train.Scaler()
	for i := range 45 {
		for j := range 2 {
			if want := (x.At(i, j) - s.Mean[j]) / s.SD[j]; !near(z.At(i, j), want) {
				t.Fatalf("row %d, attribute %d: %v, want %v", i, j, z.At(i, j), want)
			}
		}
	}
	if err := scaled.standardise(true); err != nil {
		t.Fatal(err)
	}
	all := data.FitScaler(scaled.dataset, data.All(60))
	if got := scaled.train.Scaler(); got.Mean[0] != all.Mean[0] || got.SD[1] != all.SD[1] || got.Mean[0] == s.Mean[0] {
		t.Errorf("scaled by %v, all rows have %v", got, all)
	}
	changed := *c.Rows
	changed.Digest = "another"
	if _, err := prepare(context.Background(), harnesstest.Loader(), changed, c.Seed, c.Repeat); err == nil || !strings.Contains(err.Error(), "data set two was changed") {
		t.Errorf("other bytes: %v", err)
	}
}
