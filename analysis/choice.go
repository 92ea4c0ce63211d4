package analysis

import (
	"cmp"
	"math"
	"slices"

	"gpcbench/harness/spec"
)

// Choice compares methods by a loss: on one data set, over its repeats, or over several data
// sets.
type Choice struct {
	At          Coordinates // what the experiment has several of
	Worth       Worth
	Sets        []string
	Standings   []Standing // from the least loss on, those of floors last
	Repeats     int        // of one data set: that all have
	Planned     int
	NotCompared []string // labels that have too few fits, or a limit of rows
	RestsOn     []Lead   // data sets without one of which another method has the least mean loss
	Cells, Done int      // of the experiment
	Busy        bool     // wall times are too long: something else ran beside a fit
}

// Lead is the method of the least mean loss where one data set is left out.
type Lead struct{ Without, Label string }

// FewestSets is the least number of data sets for advice over them.
const FewestSets = 8

// Complete says whether all cells of the experiment have a record.
func (c Choice) Complete() bool { return c.Done == c.Cells }

// Best is the method of the least loss, of those that can be recommended.
func (c Choice) Best() Standing { return c.Standings[0] }

// OnOne says whether the choice is on one table, over its repeats.
func (c Choice) OnOne() bool { return c.Repeats > 0 }

// Recommends reports whether the best is recommended. It is not over data sets before all cells have a
// record or if there are too few sets, and not if shares alone do as well.
func (c Choice) Recommends() bool {
	noBetter := func(s Standing) bool { return s.Stands == Floor && s.Loss <= c.Best().Loss }
	return (c.OnOne() || c.Complete() && len(c.Sets) >= FewestSets) && !slices.ContainsFunc(c.Standings, noBetter)
}

// Labels are the labels with a given standing.
func (c Choice) Labels(word string) []string {
	out := []string{}
	for _, s := range c.Standings {
		if s.Stands == word {
			out = append(out, s.Label)
		}
	}
	return out
}

// ByName are the standings in the order of the methods' names.
func (c Choice) ByName() []Standing {
	return slices.SortedStableFunc(slices.Values(c.Standings), func(a, b Standing) int { return cmp.Compare(a.Label, b.Label) })
}

// Open reports whether there are several methods and all are undecided: none is shown to be best.
func (c Choice) Open() bool {
	tested := slices.DeleteFunc(slices.Clone(c.Standings), func(s Standing) bool { return s.Stands == Floor })
	return len(tested) > 1 && !slices.ContainsFunc(tested, func(s Standing) bool { return s.Stands != Undecided })
}

// Soonest is the method of the least time among those that are as good, "" if that is the best itself.
func (c Choice) Soonest() string {
	soonest := c.Best()
	for _, s := range c.Standings {
		if s.Stands == AsGood && s.Seconds < soonest.Seconds {
			soonest = s
		}
	}
	if soonest.Label == c.Best().Label {
		return ""
	}
	return soonest.Label
}

// Cheapest is the method of the least time that is not shown to be worse than another, "" where no time is known.
func (c Choice) Cheapest() string {
	label, least := "", math.Inf(1)
	for _, s := range c.Standings {
		if s.Stands != Floor && s.Stands != Worse && s.Seconds < least {
			label, least = s.Label, s.Seconds
		}
	}
	return label
}

// Choices are those that the report makes: on every table of the user's own, and over data sets
// where it gives advice, at each setting of the grid.
func (p *Experiment) Choices() (own, over []Choice) {
	for _, at := range Combinations(p.Rest(spec.LabelKey)) {
		if !p.Dataset(at[spec.DatasetKey]).Own {
			continue
		}
		if c, ok := p.onOne(at); ok {
			own = append(own, c)
		}
	}
	if !p.Advises() {
		return own, nil
	}
	for _, setting := range Combinations(p.Rest(spec.LabelKey, spec.DatasetKey)) {
		if c, ok := p.overSets(setting); ok {
			over = append(over, c)
		}
	}
	return own, over
}

// Advises says whether methods are compared over data sets: where the specification asks for it,
// and on several tables of the user's own.
func (p *Experiment) Advises() bool {
	own := 0
	for _, name := range p.Distinct() {
		if p.Dataset(name).Own {
			own++
		}
	}
	return p.Spec.Advice || own > 1
}

// newChoice is a choice without its standings.
func (p *Experiment) newChoice(at Coordinates, worth Worth, sets ...string) Choice {
	c := Choice{At: p.Several(at), Worth: worth, Sets: sets, Cells: len(p.Cells)}
	for _, cell := range p.Cells {
		if _, ok := p.Record(cell.ID); ok {
			c.Done++
		}
	}
	_, c.Busy = p.Clock()
	return c
}

// sort puts the least loss first and floors last; false where there is nothing but floors.
func (c *Choice) sort() bool {
	last := map[string]int{Floor: 1}
	slices.SortStableFunc(c.Standings, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(last[a.Stands], last[b.Stands]), cmp.Compare(a.Loss, b.Loss))
	})
	return len(c.Standings) > 0 && c.Best().Stands != Floor
}
