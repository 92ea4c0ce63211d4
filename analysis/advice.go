package analysis

// Advice is what a choice comes to, for other programs. Lists are empty and Best is "" where nothing
// is said.
type Advice struct {
	Experiment string   `json:"experiment"`
	DataSets   []string `json:"data_sets"`
	Complete   bool     `json:"complete"`
	Best       string   `json:"best"`
	AsGood     []string `json:"as_good"` // with the best, where it is
	Worse      []string `json:"worse"`
	Undecided  []string `json:"undecided"`
	Floor      []string `json:"floor"`
}

// Advice is what a choice comes to in an experiment.
func (c Choice) Advice(experiment string) Advice {
	a := Advice{
		Experiment: experiment, DataSets: c.Sets, Complete: c.Complete(), Floor: c.Labels(Floor),
		AsGood: c.Labels(AsGood), Worse: c.Labels(Worse), Undecided: c.Labels(Undecided),
	}
	if c.Takes() {
		a.Best = c.Best().Label
	}
	return a
}
