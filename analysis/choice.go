package analysis

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gpcbench/analysis/statistics"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// Choice is how methods stand to one another by a loss: on one data set, over its repeats, or over
// several data sets.
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

// Standing is how a method stands to the others. Numbers that are not known are NaN.
type Standing struct {
	Label           string
	Loss, Secondary float64         // means over repeats and data sets
	Balanced        float64         // error of one data set, each class with the same weight
	Seconds         float64         // of training, on the clock of the report; over data sets the median of mean times to within 2% of a fit's own best loss
	Regret          float64         // mean over data sets of its loss less the least there
	AboveShares     int             // data sets on which its loss is above that of the shares
	Unfinished      int             // data sets on which most of its fits ended at their budget while the loss was falling
	ToBest          statistics.Mean // of its loss less that of the best
	P               float64         // of so much evidence that another is better, if none is
	Upper           float64         // 95% bound of how far it is above any of the others
	Word            string          // [AsGood], [Worse], [Undecided] or [Floor]; empty where nothing is said
}

// How a method stands to the best of the others.
const (
	AsGood    = "as good"
	Worse     = "worse"
	Undecided = "undecided"
	Floor     = "floor" // it learns shares alone
)

// FewestSets is the number of data sets below which nothing is said over them.
const FewestSets = 8

// Complete says whether all cells of the experiment have a record.
func (c Choice) Complete() bool { return c.Done == c.Cells }

// Best is the method of the least loss, of those that can be recommended.
func (c Choice) Best() Standing { return c.Standings[0] }

// OnOne says whether the choice is on one table, over its repeats.
func (c Choice) OnOne() bool { return c.Repeats > 0 }

// Takes says whether the best is to be recommended: not over data sets before all cells have a
// record or by too few of them, and not where shares alone do as well.
func (c Choice) Takes() bool {
	noBetter := func(s Standing) bool { return s.Word == Floor && s.Loss <= c.Best().Loss }
	return (c.OnOne() || c.Complete() && len(c.Sets) >= FewestSets) && !slices.ContainsFunc(c.Standings, noBetter)
}

// Labels are those that stand as a word says.
func (c Choice) Labels(word string) []string {
	out := []string{}
	for _, s := range c.Standings {
		if s.Word == word {
			out = append(out, s.Label)
		}
	}
	return out
}

// ByName are the standings in the order of the methods' names.
func (c Choice) ByName() []Standing {
	return slices.SortedStableFunc(slices.Values(c.Standings), func(a, b Standing) int { return cmp.Compare(a.Label, b.Label) })
}

// Open says whether all methods are undecided, of several: none is shown to be best.
func (c Choice) Open() bool {
	tested := slices.DeleteFunc(slices.Clone(c.Standings), func(s Standing) bool { return s.Word == Floor })
	return len(tested) > 1 && !slices.ContainsFunc(tested, func(s Standing) bool { return s.Word != Undecided })
}

// Soonest is the method of the least time among those that are as good, "" where that is the best itself.
func (c Choice) Soonest() string {
	soonest := c.Best()
	for _, s := range c.Standings {
		if s.Word == AsGood && s.Seconds < soonest.Seconds {
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
		if s.Word != Floor && s.Word != Worse && s.Seconds < least {
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
		if _, has := p.Record(cell.ID); has {
			c.Done++
		}
	}
	_, c.Busy = p.Clock()
	return c
}

// onOne chooses on one data set; false where nothing can be compared there.
func (p *Experiment) onOne(at Coordinates) (Choice, bool) {
	worth := worthOf(p.Dataset(at[spec.DatasetKey]))
	c := p.newChoice(at, worth, at[spec.DatasetKey])
	labels, absent := p.comparable(at, worth.Loss)
	c.NotCompared = absent
	clock, _ := p.Clock()
	records := map[string][]record.Record{}
	for i, of := range p.common(labels, at, worth.Loss) {
		s := p.standing(labels[i], worth, of)
		s.Seconds = Summarise(of, clock, "mean").Value
		c.Standings, c.Repeats, records[labels[i]] = append(c.Standings, s), len(of), of
		c.Planned = max(c.Planned, p.Group(at.With(spec.LabelKey, labels[i])).Planned)
	}
	if !c.sort() {
		return c, false
	}
	rows := map[string][]float64{} // of one split, whose rows are paired where predictions were kept
	for label, of := range records {
		if c.Repeats == 1 {
			rows[label] = p.RowsOf(of[0].ID, worth.Loss)
		}
	}
	test := func(a, b Standing) statistics.Mean {
		if x, y := rows[a.Label], rows[b.Label]; len(x) > 1 && len(x) == len(y) {
			return statistics.MeanInterval(difference(x, y), 0)
		}
		return p.Test(records[a.Label], records[b.Label], at[spec.DatasetKey], worth.Loss)
	}
	for i := range c.Standings {
		c.hold(i, test)
	}
	return c, true
}

// hold holds a standing on one data set against all others: its regret, the upper bound of its distance to each,
// and P of the least distance, corrected for how many they are (Bonferroni).
func (c *Choice) hold(i int, test func(a, b Standing) statistics.Mean) {
	s := &c.Standings[i]
	s.Regret = s.Loss - c.Best().Loss
	if slices.ContainsFunc(c.Standings, func(other Standing) bool { return other.Word == Floor && s.Loss > other.Loss }) {
		s.AboveShares = 1
	}
	rivals, least := 0.0, math.Inf(1)
	s.Upper = math.Inf(-1)
	for j, other := range c.Standings {
		if i == j || other.Word == Floor {
			continue
		}
		t := test(*s, other)
		if j == 0 {
			s.ToBest = t
		}
		rivals++
		_, high := t.At(2*statistics.Level - 1)
		if math.IsNaN(t.P) {
			high = t.P
		} else {
			least = min(least, t.Above())
		}
		s.Upper = max(s.Upper, high)
	}
	if !math.IsInf(least, 1) {
		s.P = min(1, rivals*least)
	}
	if rivals > 0 {
		s.decide(c.Worth)
	}
}

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

// restsOn leaves out one data set after another, where there are several.
func (c Choice) restsOn(l Losses) (out []Lead) {
	if len(l.Sets) < 2 {
		return nil
	}
	for at, name := range l.Sets {
		without := func(s Standing) float64 { return stat.Mean(slices.Delete(slices.Clone(l.Of[s.Label]), at, at+1), nil) }
		leader := c.Best()
		for _, s := range c.Standings {
			if s.Word != Floor && without(s) < without(leader) {
				leader = s
			}
		}
		if leader.Label != c.Best().Label {
			out = append(out, Lead{name, leader.Label})
		}
	}
	return out
}

// standingOver is that of a label over the data sets of losses, of each of which there are records.
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

// holdOver holds a standing over data sets against all others, where there are enough.
func (c *Choice) holdOver(i int, l Losses) {
	s := &c.Standings[i]
	s.ToBest = statistics.MeanInterval(difference(l.Of[s.Label], l.Of[c.Best().Label]), 0)
	var others [][]float64
	for j, other := range c.Standings {
		if i != j && other.Word != Floor {
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

// standing is that of a label by the means of its records on each data set.
func (p *Experiment) standing(label string, worth Worth, sets ...[]record.Record) Standing {
	mean := func(metric string) float64 {
		var means []float64
		for _, records := range sets {
			means = append(means, Summarise(records, metric, "mean").Value)
		}
		return stat.Mean(means, nil)
	}
	nan := math.NaN()
	s := Standing{
		Label: label, Unfinished: unfinishedSets(worth, sets...),
		Loss: mean(worth.Loss), Secondary: mean(worth.Secondary), Balanced: nan, Seconds: nan, P: nan, Upper: nan,
	}
	if worth.Balanced != "" {
		s.Balanced = mean(worth.Balanced)
	}
	if p.isTrivial(label) {
		s.Word = Floor
	}
	return s
}

// sort puts the least loss first and floors last; false where there is nothing but floors.
func (c *Choice) sort() bool {
	last := map[string]int{Floor: 1}
	slices.SortStableFunc(c.Standings, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(last[a.Word], last[b.Word]), cmp.Compare(a.Loss, b.Loss))
	})
	return len(c.Standings) > 0 && c.Best().Word != Floor
}

// decide says how a method stands.
func (s *Standing) decide(worth Worth) {
	switch {
	case s.Word == Floor:
	case s.P < statistics.Significant:
		s.Word = Worse
	case s.Upper < worth.Margin:
		s.Word = AsGood
	default:
		s.Word = Undecided // also where nothing can be tested
	}
}

// settling is the mean time to within 2% of a fit's own best loss, on the clock of the report.
func (p *Experiment) settling(records []record.Record) float64 {
	clock, _ := p.Clock()
	var times []float64
	for _, r := range records {
		t := TraceOf(r, clock, p.Worth().Loss)
		if at := metrics.SettledAt(t.Y); at >= 0 {
			times = append(times, t.X[at])
		}
	}
	return SummariseValues(times, "settling_seconds", "mean").Value
}

// difference returns a - b.
func difference(a, b []float64) []float64 {
	out := slices.Clone(a)
	for i := range out {
		out[i] -= b[i]
	}
	return out
}
