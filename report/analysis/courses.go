package analysis

import (
	"math"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// Course is the loss of a fit in time, beside that of others on the same rows.
type Course struct {
	Trace
	Label  string
	Least  float64 // that any method ends with
	Shares float64 // of the shares of classes or labels; NaN where no method learns these
	Weight float64 // data sets weigh the same, whatever their repeats
}

// Courses are the fits of all methods that can be recommended, on a clock, in the repeats of data
// sets that all of them have, at one setting of what is neither label nor data set. Of what has no
// trace there is the end.
func (p *Experiment) Courses(setting Coordinates, clock string) (all []Course, sets []string) {
	labels, loss := p.Advised(), p.Worth().Loss
	for _, name := range p.Distinct() {
		at := setting.With("dataset", name)
		of := p.common(labels, at, loss)
		if len(of) == 0 {
			continue
		}
		shares := map[int]float64{}
		for _, floor := range p.Floors() {
			for _, r := range p.Group(at.With("label", floor)).OK {
				shares[r.Repeat] = r.Metrics[loss]
			}
		}
		var here []Course
		for k, first := range of[0] {
			least := math.Inf(1)
			var fits []Course
			for i, label := range labels {
				t := courseOf(of[i][k], clock, loss)
				if len(t.X) == 0 {
					continue
				}
				least = min(least, t.Y[len(t.Y)-1])
				fits = append(fits, Course{Trace: t, Label: label, Shares: math.NaN()})
			}
			for _, fit := range fits {
				fit.Least = least
				if v, has := shares[first.Repeat]; has {
					fit.Shares = v
				}
				here = append(here, fit)
			}
		}
		for i := range here {
			here[i].Weight = 1 / float64(len(of[0]))
		}
		if len(here) > 0 {
			all, sets = append(all, here...), append(sets, name)
		}
	}
	return all, sets
}

// courseOf is the trace of a record, or its end where it has none and its time is known.
func courseOf(r record.Record, clock, metric string) Trace {
	t := TraceOf(r, clock, metric)
	end := abscissa(r, record.Point{Seconds: r.Timing.Seconds(), Iteration: r.Timing.Iterations}, clock)
	if v, has := metrics.Get(metric).Value(r); has && len(t.X) == 0 && end > 0 {
		t = Trace{[]float64{end}, []float64{v}}
	}
	return t
}

// Stays is from when on a course stays below a limit, infinite where it ends above.
func (t Trace) Stays(limit float64) float64 {
	from := math.Inf(1)
	for i := len(t.Y) - 1; i >= 0 && t.Y[i] <= limit; i-- {
		from = t.X[i]
	}
	return from
}
