package analysis

import (
	"math"
	"slices"

	"gpcbench/harness/record"
)

// Anytime is what each method has come to at any time, over all data sets together: the
// mean over data sets and repeats of its test loss over that of the shares of classes or
// labels, at 1 before the first point of its trace. The data sets are those on which all
// methods have records.
type Anytime struct {
	Worth  Worth
	Curves []Curve
	Sets   []string
	Front  Curve // the least of all curves at any time
}

// Anytime returns it on a clock, for the setting of what is neither label nor data set; ok
// says whether there are shares to compare with, and data sets.
func (p *Experiment) Anytime(setting Coordinates, clock string) (out Anytime, ok bool) {
	floor, labels, worth := slices.IndexFunc(p.Labels, p.isTrivial), p.advised(), p.Worth()
	if floor < 0 || len(labels) == 0 {
		return Anytime{}, false
	}
	out.Worth = worth
	fits := map[string][]leftOver{} // by label
	for _, dataset := range p.Distinct() {
		at := setting.With("dataset", dataset)
		here := map[string][]leftOver{}
		for _, label := range labels {
			if here[label] = leftOvers(worth.Loss, p.Group(at.With("label", label)).OK, p.Group(at.With("label", p.Labels[floor])).OK, clock); here[label] == nil {
				break
			}
		}
		if len(here) < len(labels) || slices.ContainsFunc(labels, func(l string) bool { return here[l] == nil }) {
			continue
		}
		out.Sets = append(out.Sets, dataset)
		for _, label := range labels {
			fits[label] = append(fits[label], here[label]...)
		}
	}
	if len(out.Sets) == 0 {
		return Anytime{}, false
	}
	out.draw(labels, fits)
	return out, true
}

// leftOver is what a fit leaves of the shares' loss, in time, with its weight: the data sets
// weigh the same, whatever their repeats.
type leftOver struct {
	steps
	weight float64
}

// leftOvers divides fits by the shares' loss of their repeat; nil where no repeat has both.
func leftOvers(loss string, fits, shares []record.Record, clock string) []leftOver {
	bases := map[int]float64{}
	for _, r := range shares {
		if v, ok := r.Metrics[loss]; ok && v > 0 {
			bases[r.Repeat] = v
		}
	}
	var out []leftOver
	for _, r := range fits {
		s := stepsOf(r, clock, loss)
		base, known := bases[r.Repeat]
		if !known || len(s.x) == 0 {
			continue
		}
		for i := range s.y {
			s.y[i] /= base
		}
		out = append(out, leftOver{steps: s})
	}
	for i := range out {
		out[i].weight = 1 / float64(len(out))
	}
	return out
}

// draw reads the fits at times that are even in their logarithms.
func (a *Anytime) draw(labels []string, fits map[string][]leftOver) {
	time := Nothing
	for _, label := range labels {
		for _, f := range fits[label] {
			time = time.Include(f.x[0]).Include(f.x[len(f.x)-1])
		}
	}
	a.Front = Curve{Name: "front", Before: math.NaN()}
	for _, label := range labels {
		c := Curve{Name: label, Before: math.NaN(), Repeats: len(fits[label])}
		for n := range gridPoints {
			t := time.Low * math.Pow(time.High/time.Low, float64(n)/(gridPoints-1)) * (1 + 1e-12)
			left := 0.0
			for _, f := range fits[label] {
				if t < f.x[0] {
					left += f.weight
				} else {
					left += f.weight * f.at(t)
				}
			}
			left /= float64(len(a.Sets))
			c.X, c.Y = append(c.X, t), append(c.Y, left)
			if len(a.Front.X) <= n {
				a.Front.X, a.Front.Y = append(a.Front.X, t), append(a.Front.Y, left)
			}
			a.Front.Y[n] = min(a.Front.Y[n], left)
		}
		c.Low, c.High = c.Y, c.Y
		a.Curves = append(a.Curves, c)
	}
}
