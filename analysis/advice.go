package analysis

import "math"

// Advice is the result of a choice, for other programs. If there is no advice, lists are empty and
// Best is "".
type Advice struct {
	Experiment string         `json:"experiment"`
	DataSets   []string       `json:"data_sets"`
	Complete   bool           `json:"complete"`
	Best       string         `json:"best"`
	AsGood     []string       `json:"as_good"` // with the best, where it is
	Worse      []string       `json:"worse"`
	Undecided  []string       `json:"undecided"`
	Floor      []string       `json:"floor"`
	Methods    []StandingFact `json:"methods"`
}

// StandingFact is a [Standing] as JSON, for other programs. Unknown values are nil.
type StandingFact struct {
	Label  string   `json:"label"`
	Stands string   `json:"stands"` // empty where nothing is said
	Loss   *float64 `json:"loss"`
	Regret *float64 `json:"regret"`
	P      *float64 `json:"p"`
	Upper  *float64 `json:"upper"`
}

// NoAdvice is the advice of an experiment in which no data set has all methods, or none of them can be recommended.
func (p *Experiment) NoAdvice(experiment string) Advice {
	none := []string{}
	return Advice{
		Experiment: experiment, DataSets: none, Complete: p.newChoice(nil, p.Worth()).Complete(),
		AsGood: none, Worse: none, Undecided: none, Floor: append([]string{}, p.Floors()...), Methods: []StandingFact{},
	}
}

// Advice is the result of a choice in an experiment.
func (c Choice) Advice(experiment string) Advice {
	a := Advice{
		Experiment: experiment, DataSets: c.Sets, Complete: c.Complete(), Floor: c.Labels(Floor),
		AsGood: c.Labels(AsGood), Worse: c.Labels(Worse), Undecided: c.Labels(Undecided),
	}
	for _, s := range c.Standings {
		a.Methods = append(a.Methods, StandingFact{s.Label, s.Stands, known(s.Loss), known(s.Regret), known(s.P), known(s.Upper)})
	}
	if c.Recommends() {
		a.Best = c.Best().Label
	}
	return a
}

// known is a number, nil where it is none.
func known(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
