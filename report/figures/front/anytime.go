package front

import (
	"math"

	"gpcbench/harness/record"
	"gpcbench/report/analysis"
)

// anytime is what each method has come to at any time, over all data sets: the mean over data sets
// and repeats of its test loss over that of the shares of classes or labels, at 1 before the first
// point of its trace. The data sets are those on which all methods have records.
type anytime struct {
	worth  analysis.Worth
	curves []analysis.Curve
	sets   []string
	front  analysis.Curve // the least of all curves at any time
}

// newAnytime returns it on a clock, for the setting of what is neither label nor data set; ok
// says whether there are shares to compare with, and data sets.
func newAnytime(p *analysis.Experiment, setting analysis.Coordinates, clock string) (out anytime, ok bool) {
	floors, labels := p.Floors(), p.Advised()
	if len(floors) == 0 {
		return anytime{}, false
	}
	out.worth = p.Worth()
	fits := map[string][]fit{} // by label
	for _, dataset := range p.Distinct() {
		at := setting.With("dataset", dataset)
		here := map[string][]fit{}
		for _, label := range labels {
			if of := fitsOf(out.worth.Loss, p.Group(at.With("label", label)).OK, p.Group(at.With("label", floors[0])).OK, clock); of != nil {
				here[label] = of
			}
		}
		if len(here) < len(labels) {
			continue
		}
		out.sets = append(out.sets, dataset)
		for _, label := range labels {
			fits[label] = append(fits[label], here[label]...)
		}
	}
	if len(out.sets) == 0 || len(labels) == 0 {
		return anytime{}, false
	}
	out.average(labels, fits)
	return out, true
}

// fit is what a fit leaves of the shares' loss, in time, with its weight: the data sets weigh the
// same, whatever their repeats.
type fit struct {
	analysis.Trace
	weight float64
}

// fitsOf divides fits by the shares' loss of their repeat; nil where no repeat has both.
func fitsOf(loss string, records, shares []record.Record, clock string) []fit {
	bases := map[int]float64{}
	for _, r := range shares {
		if v, ok := r.Metrics[loss]; ok && v > 0 {
			bases[r.Repeat] = v
		}
	}
	var out []fit
	for _, r := range records {
		s := analysis.TraceOf(r, clock, loss)
		base, known := bases[r.Repeat]
		if !known || len(s.X) == 0 {
			continue
		}
		for i := range s.Y {
			s.Y[i] /= base
		}
		out = append(out, fit{Trace: s})
	}
	for i := range out {
		out[i].weight = 1 / float64(len(out))
	}
	return out
}

// average reads the fits at times that are even in their logarithms.
func (a *anytime) average(labels []string, fits map[string][]fit) {
	time := analysis.Nothing
	for _, label := range labels {
		for _, f := range fits[label] {
			time = time.Include(f.X[0]).Include(f.X[len(f.X)-1])
		}
	}
	moments := time.Moments()
	a.front = analysis.Curve{Name: "front", X: moments, Before: math.NaN()}
	for _, label := range labels {
		c := analysis.Curve{Name: label, X: moments, Before: math.NaN(), Repeats: len(fits[label])}
		for i, t := range moments {
			left := 0.0
			for _, f := range fits[label] {
				if t < f.X[0] {
					left += f.weight
				} else {
					left += f.weight * f.At(t)
				}
			}
			left /= float64(len(a.sets))
			c.Y = append(c.Y, left)
			if len(a.front.Y) <= i {
				a.front.Y = append(a.front.Y, left)
			}
			a.front.Y[i] = min(a.front.Y[i], left)
		}
		c.Low, c.High = c.Y, c.Y
		a.curves = append(a.curves, c)
	}
}
