package ranks

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"gpcbench/linalg/engine"
)

// The ranks of the truth in the exact posterior are even but for chance; a mean-field posterior is too narrow.
func TestRanks(t *testing.T) {
	var few []approximation
	for _, a := range approximations {
		if a.name == "EP full" || a.name == "MFSp" {
			few = append(few, a)
		}
	}
	engine.Install()
	of, err := rank(100, 40, few)
	if err != nil {
		t.Fatal(err)
	}
	sd := func(r ranked) float64 { return stat.StdDev(r.z, nil) }
	if ep, field := sd(of[0]), sd(of[1]); ep < 0.85 || ep > 1.2 || field < 1.5 {
		t.Errorf("spread of z %g and %g, want 1 and much more", ep, field)
	}
	if z := newLead([]float64{0, 5, 4}, []float64{1, 8, 1}).beyond([]float64{1, 4, 3}); z != 0 {
		t.Errorf("a lead that is its mean is %g deviations beyond it", z)
	}
	for i, r := range of {
		counts, rows := r.counts()
		if total := floats.Sum(counts); total != 40*testRows || rows > total {
			t.Errorf("%s: %g ranks, worth %g of independent rows", few[i].name, total, rows)
		}
	}
}

// Functions that depend on each other under Laplace's posterior have leads of the variance of a difference. With
// the sum of their variances the spread would be 0.63.
func TestRanksOfDependentFunctions(t *testing.T) {
	i := slices.IndexFunc(approximations, func(a approximation) bool { return a.name == "Laplace softmax" })
	engine.Install()
	of, err := rank(10, 12, approximations[i:i+1])
	if err != nil {
		t.Fatal(err)
	}
	if sd := stat.StdDev(of[0].z, nil); sd < 0.9 || sd > 1.3 {
		t.Errorf("spread of z %g, want 1.1", sd)
	}
}

// Rows of one data set that all have the same rank are worth one.
func TestRowsWorth(t *testing.T) {
	var r ranked
	for b := range rankBins {
		of := [rankBins]float64{}
		of[b] = testRows
		r.sets = append(r.sets, of)
	}
	if _, rows := r.counts(); math.Abs(rows-(rankBins-1)) > 1e-9 {
		t.Errorf("%d data sets of one rank each are worth %g rows", rankBins, rows)
	}
}

// Histograms name their axis, and their series differ in dashes, as grey print needs.
func TestHistogramsTellSeriesApart(t *testing.T) {
	d := histograms([]string{"EP"}, []string{"variance 1", "variance 10", "variance 100"}, func(string, string) ([]float64, float64) { return make([]float64, rankBins), 10 })
	if label := d.Panels[0][0].Y.Label.Text; label != "density" {
		t.Errorf("the axis is called %q", label)
	}
	for i, e := range d.Legend {
		for _, o := range d.Legend[:i] {
			if slices.Equal(e.Style.Dashes, o.Style.Dashes) {
				t.Errorf("%s and %s have the same dashes", e.Name, o.Name)
			}
		}
	}
}
