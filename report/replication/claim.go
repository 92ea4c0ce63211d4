package replication

import "slices"

// Claim is a sentence of a paper that the records of one experiment bear out or not: a
// [[claim]] of published.toml.
type Claim struct {
	Number     int    // in the order of the paper's claims
	Name       string // unique within the paper
	Says       string // the paper's sentence in our words
	Section    string // where the paper says it
	Experiment string // whose records tell, such as "wenzel2019/table2"
	Statistic  string // one of [Statistics]

	// Methods are the labels that the sentence is about, and Than those that they are held
	// against: one by one where there are as many, each with each where one of the two is
	// a single label. Than is empty where the statistic has none.
	Methods, Than []string
	// Also are labels of the same method read otherwise, of which the caveat says where they
	// come to another outcome.
	Also []string
	// ThanVariant is the variant that the fits of Than are of, ThanExperiment the experiment
	// whose records have them; empty where they are those of Methods.
	ThanVariant, ThanExperiment string
	ThanPublished               *PublishedTable // the paper's table that the numbers of Than are of, nil if they are records

	Datasets []string            // all of the experiment where it is empty
	Variant  string              // the first where it is empty
	At       map[string][]string // values of options of the grid; all of an option that it does not name
	Metric   string

	Along     string // trend: an option of the grid, "N", "D" or "K"
	Direction string // trend: "falls", "rises" or "flat"
	Pooled    bool   // frontier: all settings of the grid are in one race
	Since     string // rise: "best", where it is empty, "start" or "half"
	Clock     string // speedup and arrival: "iteration" where iterations count and not seconds, else empty
	Most      bool   // better: on most data sets, and a few may contradict it

	Attributes []string // relevance: whose lengthscales are to be the shortest

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

	logs   bool // effects are logarithms
	timed  bool // it reads the clock
	pairs  bool // it takes the records of two methods, which may be of two variants or experiments
	bare   bool // it has no metric
	region func(c Claim) region
	cases  func(p *Experiment, c Claim) []effect
}

// Statistics are those there are.
var Statistics = []Statistic{
	{Name: "better", Unit: "better", Than: true, pairs: true, Keys: []string{"than_published", "at_least", "most"}, region: reaching, cases: (*Experiment).betterBy},
	{Name: "noninferior", Unit: "better", Than: true, pairs: true, Keys: []string{"than_published", "margin"}, region: notBelowMargin, cases: (*Experiment).betterBy},
	{Name: "similar", Unit: "better", Than: true, pairs: true, Keys: []string{"than_published", "margin"}, region: withinMargin, cases: (*Experiment).betterBy},
	{Name: "distance", Unit: "nearer", Than: true, region: reaching, cases: (*Experiment).nearerBy},
	{Name: "ratio", Unit: "times less", Than: true, pairs: true, Keys: []string{"at_least", "at_most"}, logs: true, region: times, cases: (*Experiment).timesLess},
	{Name: "speedup", Unit: "times faster", Than: true, pairs: true, Keys: []string{"at_least", "at_most", "clock"}, logs: true, timed: true, region: times, cases: (*Experiment).timesFaster},
	{Name: "steadier", Unit: "times steadier", Than: true, pairs: true, Keys: []string{"at_least", "at_most"}, logs: true, region: times, cases: (*Experiment).timesSteadier},
	{Name: "frontier", Unit: "of the time", Than: true, Keys: []string{"at_least", "pooled"}, timed: true, region: share, cases: (*Experiment).leads},
	{Name: "trend", Unit: "a doubling", Keys: []string{"along", "direction", "margin"}, region: heading, cases: (*Experiment).slopes},
	{Name: "arrival", Unit: "s", Keys: []string{"than", "at_most", "clock"}, logs: true, timed: true, region: times, cases: (*Experiment).arrivals},
	{Name: "level", Keys: []string{"at_least", "at_most"}, region: between, cases: (*Experiment).levels},
	{Name: "relevance", Unit: "times as short", Keys: []string{"attributes"}, logs: true, bare: true, region: times, cases: (*Experiment).relevances},
	{Name: "rise", Unit: "above the best", Keys: []string{"at_least", "at_most", "since"}, region: between, cases: (*Experiment).rises},
}

// statistic returns the one of a name, false if there is none.
func statistic(name string) (Statistic, bool) {
	i := slices.IndexFunc(Statistics, func(s Statistic) bool { return s.Name == name })
	if i < 0 {
		return Statistic{}, false
	}
	return Statistics[i], true
}
