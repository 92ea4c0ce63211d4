package analysis

import (
	"slices"

	"gonum.org/v1/gonum/stat"

	"gpcbench/analysis/statistics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// overSets chooses over the data sets on which all methods have results; false where there are
// none.
func (p *Experiment) overSets(setting Coordinates) (Choice, bool) {
	l := p.LossesAt(setting)
	c := p.newChoice(setting, l.Worth, l.Sets...)
	c.NotCompared = slices.DeleteFunc(slices.Clone(p.Labels), func(label string) bool { return !p.limited(label) })
	if len(l.Sets) == 0 {
		return c, false
	}
	records := map[string][][]record.Record{} // by label, of each data set
	for _, name := range l.Sets {
		for i, of := range p.common(l.Labels, setting.With(spec.DatasetKey, name), l.Worth.Loss) {
			records[l.Labels[i]] = append(records[l.Labels[i]], of)
		}
	}
	for _, label := range l.Labels {
		c.Standings = append(c.Standings, p.standingOver(l, label, records[label]))
	}
	if !c.sort() {
		return c, false
	}
	for i := range c.Standings {
		c.holdOver(i, l)
	}
	c.RestsOn = c.restsOn(l)
	return c, true
}

// restsOn leaves out each data set in turn and lists the changes of the best method, if there are several sets.
func (c Choice) restsOn(l Losses) (out []Lead) {
	if len(l.Sets) < 2 {
		return nil
	}
	for at, name := range l.Sets {
		without := func(s Standing) float64 { return stat.Mean(slices.Delete(slices.Clone(l.Of[s.Label]), at, at+1), nil) }
		leader := c.Best()
		for _, s := range c.Standings {
			if s.Stands != Floor && without(s) < without(leader) {
				leader = s
			}
		}
		if leader.Label != c.Best().Label {
			out = append(out, Lead{name, leader.Label})
		}
	}
	return out
}

// standingOver is the standing of a label over the data sets of losses; each of these has records.
func (p *Experiment) standingOver(l Losses, label string, records [][]record.Record) Standing {
	var times []float64
	for _, of := range records {
		times = append(times, p.settling(of))
	}
	s := p.standing(label, l.Worth, records...)
	s.Loss, s.Regret = stat.Mean(l.Of[label], nil), stat.Mean(l.Regrets(p, label), nil)
	if known := Numeric(times); len(known) > 0 {
		s.Seconds = MedianOf(known)
	}
	if floors := p.Floors(); len(floors) > 0 {
		for i, loss := range l.Of[label] {
			if loss > l.Of[floors[0]][i] {
				s.AboveShares++
			}
		}
	}
	return s
}

// holdOver compares a standing over data sets with all others, if there are enough data sets.
func (c *Choice) holdOver(i int, l Losses) {
	s := &c.Standings[i]
	s.ToBest = statistics.MeanInterval(difference(l.Of[s.Label], l.Of[c.Best().Label]), 0)
	var others [][]float64
	for j, other := range c.Standings {
		if i != j && other.Stands != Floor {
			others = append(others, l.Of[other.Label])
		}
	}
	if len(l.Sets) < FewestSets || len(others) == 0 {
		return
	}
	against := statistics.NewAgainstBest(l.Of[s.Label], others)
	if s.P, s.Upper = against.P, against.Upper; c.Complete() {
		s.decide(l.Worth)
	}
}
