package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// Advice says which method to take for data sets of one kind.
type Advice struct {
	Kind      string   // what the data sets have in common, [AllSets] where it is nothing
	Sets      []string // those on which all methods have records
	Worth     Worth    // what ranks are by
	Best      Standing // the lowest mean rank in the loss
	Next      Standing // the second lowest; without a label where there is none
	MostRight Standing // the lowest mean rank in being right
	Busy      bool     // seconds are of CPU time: something else ran beside a fit
}

// Worth is the metrics that say what predictions are worth: a loss of probabilities, and beside it
// how often the first choice is wrong, or of label sets right.
type Worth struct {
	Loss, Secondary string
	Of              string // what rows have: "classes" or "labels"
}

// LossName is what sentences call the loss.
func (w Worth) LossName() string { return ShortName(metrics.Get(w.Loss)) }

var (
	worthOfClasses = Worth{"nll", "error", "classes"}
	worthOfLabels  = Worth{"log_loss", "p_at_1", "labels"}
)

// worthOf is what the predictions of a data set are worth.
func worthOf(d record.Dataset) Worth {
	if d.Multilabel {
		return worthOfLabels
	}
	return worthOfClasses
}

// Worth is that of the data sets that the experiment has: of label sets where all are.
func (p *Experiment) Worth() Worth {
	if len(p.Datasets) == 0 || slices.ContainsFunc(p.Datasets, func(d record.Dataset) bool { return !d.Multilabel }) {
		return worthOfClasses
	}
	return worthOfLabels
}

// Standing is how a method does on data sets of one kind.
type Standing struct {
	Label   string
	Rank    float64 // mean over the data sets
	Seconds float64 // median over data sets of the time to within 2% of its own best loss, on the clock of the report
}

// kind is what data sets are told apart by, with the upper bounds of its groups.
type kind struct {
	name   string
	size   func(d record.Dataset, train int) int
	bounds []int
}

// kinds are those of data sets of classes, and of label sets.
func (w Worth) kinds() []kind {
	rows := func(_ record.Dataset, train int) int { return train }
	attributes := func(d record.Dataset, _ int) int { return d.Attributes }
	classes := func(d record.Dataset, _ int) int { return d.Classes }
	if w == worthOfLabels {
		return []kind{{"training rows", rows, []int{1_000, 10_000}}, {"attributes", attributes, []int{300, 1_000}}, {"labels", classes, []int{10, 100}}}
	}
	return []kind{{"training rows", rows, []int{1_000, 10_000}}, {"attributes", attributes, []int{10, 50}}, {"classes", classes, []int{2, 5}}}
}

// AllSets is the kind of all data sets.
const AllSets = "all data sets"

// Advise ranks the methods over all data sets and over groups of them by training rows,
// attributes and classes, at one setting of what is neither label nor data set. The shares of
// classes and of labels do not take part. Groups that are all data sets, or none, are left out.
func (p *Experiment) Advise(setting Coordinates) []Advice {
	sets := p.shared(setting)
	if len(sets) == 0 || len(p.Advised()) == 0 {
		return nil
	}
	out := []Advice{p.advise(AllSets, sets, setting)}
	for _, kind := range p.Worth().kinds() {
		lower := 0
		for _, upper := range slices.Concat(kind.bounds, []int{math.MaxInt}) {
			var group []string
			for _, name := range sets {
				if n := kind.size(p.classed(name), p.trainRows(name)); n > lower && n <= upper {
					group = append(group, name)
				}
			}
			if len(group) > 0 && len(group) < len(sets) {
				out = append(out, p.advise(rangeText(lower, upper, kind.name), group, setting))
			}
			lower = upper
		}
	}
	return out
}

// rangeText writes "up to 1,000 training rows" for the first range of sizes, and so on.
func rangeText(lower, upper int, name string) string {
	switch {
	case lower == 0:
		return fmt.Sprintf("up to %s %s", sizeText(upper), name)
	case upper == math.MaxInt:
		return fmt.Sprintf("more than %s %s", sizeText(lower), name)
	}
	return fmt.Sprintf("%s to %s %s", sizeText(lower+1), sizeText(upper), name)
}

// Advised returns the labels that take part.
func (p *Experiment) Advised() []string {
	return slices.DeleteFunc(slices.Clone(p.Labels), p.isTrivial)
}

// shared returns the data sets on which all labels have a loss, in one repeat at least.
func (p *Experiment) shared(setting Coordinates) []string {
	var out []string
	loss, labels := p.Worth().Loss, p.Advised()
	for _, name := range p.Distinct() {
		if p.common(labels, setting.With("dataset", name), loss) != nil {
			out = append(out, name)
		}
	}
	return out
}

// classed returns a data set with its number of classes, from the records where the plan
// does not know it.
func (p *Experiment) classed(name string) record.Dataset {
	d := p.Dataset(name)
	if d.Classes == 0 {
		d.Classes = p.provenance(name, "classes")
	}
	return d
}

// trainRows is how many rows a fit on a data set has to train on, in its first record.
func (p *Experiment) trainRows(name string) int { return p.provenance(name, "train_rows") }

// provenance reads a number from the provenance of the first record of a data set.
func (p *Experiment) provenance(name, key string) int {
	for _, r := range p.Group(Coordinates{"dataset": name}).OK {
		if n, err := strconv.Atoi(r.Provenance[key]); err == nil {
			return n
		}
	}
	return 0
}

// advise ranks the methods over some data sets.
func (p *Experiment) advise(kind string, sets []string, setting Coordinates) Advice {
	worth := p.Worth()
	byLoss, bySecondary := p.standings(worth.Loss, sets, setting), p.standings(worth.Secondary, sets, setting)
	_, busy := p.Clock()
	out := Advice{Kind: kind, Sets: sets, Worth: worth, Best: byLoss[0], MostRight: bySecondary[0], Busy: busy}
	if len(byLoss) > 1 {
		out.Next = byLoss[1]
	}
	return out
}

// standings are the labels' mean ranks by a metric's mean on each data set, the lowest first.
func (p *Experiment) standings(metric string, sets []string, setting Coordinates) []Standing {
	ranks, _ := p.rank(p.Advised(), sets, metric, "mean", setting)
	var out []Standing
	for _, r := range ranks {
		var seconds []float64
		for _, name := range sets {
			records := p.Group(setting.With("dataset", name).With("label", r.Label)).OK
			seconds = append(seconds, p.settling(records))
		}
		s := Standing{r.Label, r.Rank, math.NaN()}
		if known := Numeric(seconds); len(known) > 0 {
			s.Seconds = MedianOf(known)
		}
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(a, b Standing) int { return cmp.Compare(a.Rank, b.Rank) })
	return out
}

// settling is the mean time to within 2% of a fit's own best loss, on the clock of the report.
func (p *Experiment) settling(records []record.Record) float64 {
	const metric = "settling_seconds"
	clock, _ := p.Clock()
	var times []float64
	for _, r := range records {
		if seconds, ok := metrics.Get(metric).Value(r); ok {
			times = append(times, abscissa(r, record.Point{Seconds: seconds}, clock))
		}
	}
	return SummariseValues(times, metric, "mean").Value
}
