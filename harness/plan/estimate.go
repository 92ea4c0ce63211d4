package plan

import (
	"cmp"
	"slices"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// Similar is what two cells must share for the time of one to predict the other's.
type Similar struct{ Dataset, Label string }

// estimates are the wall times of finished cells.
type estimates map[Similar][]took

// took is the wall time and the number of iterations of a fit.
type took struct {
	seconds    float64
	iterations int
}

// add notes the time of a record, if it is ok.
func (e estimates) add(r record.Record) {
	if r.Status == record.OK {
		at := Similar{r.Dataset, r.Label}
		e[at] = append(e[at], took{r.Timing.WallSeconds, r.Timing.Iterations})
	}
}

// sort sorts the times. It must be called before of and ofProfile.
func (e estimates) sort() {
	for _, times := range e {
		slices.SortFunc(times, func(a, b took) int { return cmp.Compare(a.seconds, b.seconds) })
	}
}

// of returns the median time of similar cells, 0 if there are none.
func (e estimates) of(c record.Cell) float64 {
	times := e[Similar{c.Dataset, c.Label}]
	if len(times) == 0 {
		return 0
	}
	return times[len(times)/2].seconds
}

// ofProfile returns the median time of similar cells of another profile, scaled to the iterations of this cell.
func (e estimates) ofProfile(c record.Cell) float64 {
	times := e[Similar{c.Dataset, c.Label}]
	if len(times) == 0 {
		return 0
	}
	median := times[len(times)/2]
	seconds := median.seconds
	if iterations, _ := c.Options.Iterations(); median.iterations > 0 && iterations > 0 {
		seconds *= iterations / float64(median.iterations)
	}
	if budget := c.Options.BudgetSeconds(); budget > 0 {
		seconds = min(seconds, budget)
	}
	return seconds
}

// otherProfiles returns the times of the same experiment under other profiles, as far as they can be read.
func (b *builder) otherProfiles() estimates {
	out := estimates{}
	for _, profile := range spec.Profiles {
		if profile == b.plan.Spec.Profile {
			continue
		}
		journals := record.NewReader(record.Folder(b.results, b.plan.Spec.Records, profile))
		_ = journals.Into(record.NewSet(), out.add) // damage is reported where those profiles are used
	}
	out.sort()
	return out
}
