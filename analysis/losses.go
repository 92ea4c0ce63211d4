package analysis

import (
	"cmp"
	"math"
	"slices"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// Losses are the test losses of methods on data sets, means over the repeats that all of them have.
type Losses struct {
	Worth  Worth
	Sets   []string
	Labels []string             // floors among them
	Of     map[string][]float64 // by label, one a data set
}

// LossesAt returns the losses at one setting of all coordinates but label and data set, on the data sets
// on which all labels have a repeat in common. Labels that a limit of rows excludes from some sets
// are left out.
func (p *Experiment) LossesAt(setting Coordinates) Losses {
	out := Losses{Worth: p.Worth(), Labels: slices.DeleteFunc(slices.Clone(p.Labels), p.limited), Of: map[string][]float64{}}
	for _, name := range p.Distinct() {
		all := p.common(out.Labels, setting.With(spec.DatasetKey, name), out.Worth.Loss)
		if all == nil {
			continue
		}
		out.Sets = append(out.Sets, name)
		for i, label := range out.Labels {
			out.Of[label] = append(out.Of[label], Summarise(all[i], out.Worth.Loss, "mean").Value)
		}
	}
	return out
}

// Regrets are how far the losses of a label lie above the least of the labels that can be
// recommended, by data set.
func (l Losses) Regrets(p *Experiment, label string) []float64 {
	out := slices.Clone(l.Of[label])
	for i := range out {
		least := math.Inf(1)
		for _, other := range p.Advised() {
			least = min(least, l.Of[other][i])
		}
		out[i] -= least
	}
	return out
}

// Advised returns the labels that can be recommended. Methods that learn only shares cannot, nor methods
// that are not for all data sets.
func (p *Experiment) Advised() []string {
	return slices.DeleteFunc(slices.Clone(p.Labels), func(label string) bool { return p.isTrivial(label) || p.limited(label) })
}

// limited says whether a limit of training rows keeps a label from data sets.
func (p *Experiment) limited(label string) bool { return p.Spec.Called(label).MostRows > 0 }

// Distinct returns the names of data sets. If several are one set under other names, such as splits of
// other sizes, it has only the first: statistics over data sets need independent ones.
func (p *Experiment) Distinct() []string {
	seen := map[string]bool{}
	var out []string
	for _, name := range p.Dimension(spec.DatasetKey).Values {
		set := cmp.Or(p.Dataset(name).Set, name)
		if !seen[set] {
			out = append(out, name)
		}
		seen[set] = true
	}
	return out
}

// common returns, by label, the records at a place, for the repeats in which all labels have a
// metric; nil if there are none.
func (p *Experiment) common(labels []string, at Coordinates, metric string) [][]record.Record {
	all := make([][]record.Record, len(labels))
	var common []int
	for i, label := range labels {
		all[i] = withMetric(p.Group(at.With(spec.LabelKey, label)).OK, metric)
		if repeats := RepeatsOf(all[i]); i == 0 {
			common = repeats
		} else {
			common = inBoth(common, repeats)
		}
	}
	if len(common) == 0 {
		return nil
	}
	for i := range all {
		all[i] = ofTheseRepeats(all[i], common)
	}
	return all
}
