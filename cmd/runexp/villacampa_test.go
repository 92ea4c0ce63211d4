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
		{"table2", "5 finished now", nil},
		{"times", "4 finished now", nil},
		{"figure2", "2 finished now", []string{"figure1-villacampa-toy.svg"}},
		{"figure3", "8 finished now", []string{"figure1-villacampa-synthetic.svg", "figure2-villacampa-synthetic.svg"}},
	} {
		name := "villacampa2017/" + c.experiment
		b.want(0, []string{c.cells, "0 failed"}, "run", name, "--profile", "smoke")
		b.want(0, []string{"0 failed"}, "report", name, "--profile", "smoke")
		dir := "results/report/" + name + "/smoke/"
		page := b.read(dir + "report.md")
		for _, figure := range c.figures {
			if _, err := os.Stat(b.path(dir + figure)); err != nil || !strings.Contains(page, figure) {
				t.Errorf("%s: no %s, or the page does not show it: %v", name, figure, err)
			}
		}
		for _, wrong := range []string{"has no map", "have no map"} {
			if strings.Contains(page, wrong) {
				t.Errorf("%s: the report says %q", name, wrong)
			}
		}
	}
}
