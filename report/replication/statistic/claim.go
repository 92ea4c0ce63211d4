package statistic

import (
	"fmt"

	"gpcbench/analysis"
)

// Claim is a sentence of a paper in one reading, which the records of one experiment bear out or
// not: a [[claim]] of published.toml, or a [[claim.reading]] of one.
type Claim struct {
	Number        int    `toml:"-"`          // in the order of the paper's claims
	ReadingNumber int    `toml:"-"`          // in the order of the claim's readings
	As            string `toml:"as"`         // how the reading takes the sentence; empty where it is the only one
	Beside        bool   `toml:"beside"`     // the reading stands beside the others, and does not count
	AnyMethod     string `toml:"any_method"` // why any method would meet the claim; empty where it would not
	Settle        string `toml:"settle"`     // what would settle the claim where it is open
	Name          string `toml:"name"`       // unique within the paper
	Says          string `toml:"says"`       // the paper's sentence in our words
	Section       string `toml:"section"`    // where the paper says it
	Experiment    string `toml:"experiment"` // whose records tell, such as "wenzel2019/table2"
	Statistic     string `toml:"statistic"`  // the name of one of [All]

	// Methods are the labels that the claim is about, and Than those that they are compared
	// with: pairwise if both have the same number, or all with one if one of the two is
	// a single label. Than is empty if the statistic has none.
	Methods []string `toml:"methods"`
	Than    []string `toml:"than"`
	Also    []string `toml:"also"` // labels of the same method read otherwise, whose outcomes stand beside

	ThanVariant    string  `toml:"than_variant"`    // that the fits of Than are of
	ThanExperiment string  `toml:"than_experiment"` // whose records have them
	ThanPublished  string  `toml:"than_published"`  // the paper's table that the numbers of Than are of, in the place of records
	Numbers        Numbers `toml:"-"`               // what that has

	Datasets []string `toml:"datasets"` // all of the experiment where it is empty
	Variant  string   `toml:"variant"`  // the first where it is empty
	At       Options  `toml:"at"`       // values of options of the grid; all of an option that it does not name
	Metric   string   `toml:"metric"`

	Along     string `toml:"along"`     // trend: an option of the grid, "N", "D" or "K"
	Direction string `toml:"direction"` // trend: "falls", "rises" or "flat"
	Pooled    bool   `toml:"pooled"`    // frontier: all settings of the grid are compared at once
	Totals    bool   `toml:"totals"`    // ratio: of sums over data sets
	Since     string `toml:"since"`     // rise: "best", where it is empty, "start" or "half"
	Clock     string `toml:"clock"`     // speedup and arrival: "iteration" where iterations count and not seconds, else empty
	Most      bool   `toml:"most"`      // better: on most data sets, and a few may contradict it

	Attributes []string `toml:"attributes"` // relevance: whose lengthscales are to be the shortest

	AtLeast *float64 `toml:"at_least"` // what the value has to reach
	AtMost  *float64 `toml:"at_most"`  // what it must not exceed
	Margin  *float64 `toml:"margin"`   // how far it may be from 0, or on the wrong side of it
	Because string   `toml:"because"`  // where in the paper AtLeast, AtMost or Margin come from
}

// Keys are those that a claim of any statistic may have.
var Keys = []string{"name", "says", "section", "experiment", "statistic", "methods", "also", "datasets", "variant", "at", "metric", "because", "as", "beside", "any_method", "settle"}

// Numbers are those of a table of a paper.
type Numbers interface {
	// Number is the number at coordinates, which name data sets as the paper does, with its
	// standard error, 0 where that is not known; false where there is no number.
	Number(at map[string]string, metric string) (value, se float64, ok bool)
}

// Options are values by the name of an option.
type Options map[string][]string

// UnmarshalTOML reads a table of values and lists of values.
func (o *Options) UnmarshalTOML(v any) error {
	table, ok := v.(map[string]any)
	if !ok {
		return fmt.Errorf("at is %v; it must be a table of options", v)
	}
	*o = Options{}
	for key, v := range table {
		if _, list := v.([]any); !list {
			v = []any{v}
		}
		for _, one := range v.([]any) {
			(*o)[key] = append((*o)[key], analysis.Option(one))
		}
	}
	return nil
}
