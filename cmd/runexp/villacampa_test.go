package main

import (
	"os"
	"strings"
	"testing"
)

// The experiments of villacampa2017 whose data are generated, in their smallest
// form: they run, and every figure is made.
func TestVillacampaOfGeneratedData(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		experiment string
		cells      string
		figures    []string
	}{
		{"table2", "9 finished now", nil},
		{"times", "4 finished now", nil},
		{"figure3", "8 finished now", []string{"figure1-villacampa-synthetic", "figure2-villacampa-synthetic"}},
	} {
		name := "villacampa2017/" + c.experiment
		b.want(0, []string{c.cells, "0 failed"}, "run", name, "--profile", "smoke")
		b.want(0, []string{"0 failed"}, "report", name, "--profile", "smoke")
		dir := "results/report/" + name + "/smoke/"
		page := b.read(dir + "report.md")
		for _, figure := range c.figures {
			for _, kind := range []string{".svg", ".png"} {
				if _, err := os.Stat(b.path(dir + figure + kind)); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
			if !strings.Contains(page, "("+figure+".svg)") {
				t.Errorf("%s: the page does not show %s", name, figure)
			}
		}
		for _, wrong := range []string{"has no map", "have no map"} {
			if strings.Contains(page, wrong) {
				t.Errorf("%s: the report says %q", name, wrong)
			}
		}
	}
}
