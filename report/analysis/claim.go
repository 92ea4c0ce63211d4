package analysis

import "slices"

// Claim is a sentence of a paper that the records of one experiment bear out or not: a
// [[claim]] of published.toml.
type Claim struct {
	Name       string // unique within the paper
	Says       string // the paper's sentence in our words
	Section    string // where the paper says it
	Experiment string // whose records tell, such as "wenzel2019/table2"
	Statistic  string // one of [Statistics]

	Methods  []string    // labels that the sentence is about
	Than     []string    // labels that each of them is held against; empty where the statistic has none
	Datasets []string    // all of the experiment where it is empty
	Variant  string      // the first where it is empty
	At       Coordinates // options of the grid that are held fixed; each setting of the others is a case
	Metric   string

	Along     string // trend: an option of the grid, "N" or "D"
	Direction string // trend: "falls", "rises" or "flat"
	Pooled    bool   // frontier: all settings of the grid are in one race

	AtLeast, AtMost *float64 // what the figure has to reach, and not to exceed
	Margin          *float64 // how far the figure may be from 0, or on the wrong side of it
	Because         string   // where in the paper AtLeast, AtMost or Margin come from
}

// Statistic is a way to tell whether a claim holds: a figure with a 95% interval for each
// case, which is a data set, a setting of the grid and a pair of methods, and one over all.
type Statistic struct {
	Name string
	Unit string   // what the figure is, completing "2.1 ..."
	Than bool     // methods are held against others
	Keys []string // keys beside those of every claim, and variant, datasets and at

	logs   bool // effects are logarithms of the figure
	region func(c Claim) region
	cases  func(p *Experiment, c Claim) []effect
}

// Statistics are those there are.
var Statistics = []Statistic{
	{Name: "better", Unit: "better", Than: true, Keys: []string{"at_least"}, region: reaching, cases: (*Experiment).betterBy},
	{Name: "noninferior", Unit: "better", Than: true, Keys: []string{"margin"}, region: notBelowMargin, cases: (*Experiment).betterBy},
	{Name: "similar", Unit: "better", Than: true, Keys: []string{"margin"}, region: withinMargin, cases: (*Experiment).betterBy},
	{Name: "speedup", Unit: "times faster", Than: true, Keys: []string{"at_least", "at_most"}, logs: true, region: times, cases: (*Experiment).timesFaster},
}

// Statistics that a claim may have, by name; false if there is none of that name.
func statistic(name string) (Statistic, bool) {
	i := slices.IndexFunc(Statistics, func(s Statistic) bool { return s.Name == name })
	if i < 0 {
		return Statistic{}, false
	}
	return Statistics[i], true
}
