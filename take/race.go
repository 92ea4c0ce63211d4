// Package take chooses a method for one table within a limit of time, and says what it chose.
//
// The repeats of the experiment come in two halves. On the first, methods race: each is run on one
// repeat after another, the quickest first, and is dropped once it is beaten by more than the 95%
// interval of the paired differences of the rows tested so far. The best is run on the second half, then
// the class shares, the linear model, the next two, and as long as there is time all that were not dropped.
//
// The method with the lowest mean loss on both halves is taken, or, where that is asked for, the mean of the
// probabilities of the best two or three if its loss is lower. No row may judge what it has chosen: on a
// repeat of one half, the figures are those of the method that the other half alone prefers
// (cross-fitting). Where both prefer the one that is taken they are its own on all repeats.
//
// A cell is begun only if what must follow fits into the time that is left: a repeat to judge the
// method by, and the fit on all rows. [Race.Next] has the order, [Race.Outcome] what came out.
package take

import (
	"cmp"
	"slices"
	"time"

	"gpcbench/analysis"
	"gpcbench/harness/record"
)

// Shares of time that a race is planned by.
const (
	choosingShare = 0.55 // of the time, after which no cell is begun by which to choose: the rest judges and fits
	fitFactor     = 1.5  // a fit on all rows, by the training time of one on the rows of a repeat, which are fewer
	usualShare    = 0.8  // of the rows, that a repeat trains on in a usual split
)

// What is foreseen of a method of which no cell has ended.
const (
	assumedRate   = 4e9 // multiplications a second, as those of a core in dense products
	slowest       = 25  // of that, how much slower a busy machine may be
	unknownFactor = 5   // by which a cell may take less than is expected
	tellingCell   = 0.2 // seconds of a cell, above which its time tells a rate: below, starting its worker counts
)

// Numbers of what is compared.
const (
	leastRows = 30 // different ones that a method is tested on before it may be dropped: of fewer, an interval may be luck
	nextBest  = 2  // methods that are judged with the best, the floors and the linear model before all others
)

// Race is a race of the methods of an experiment on one data set. It must not be used by several
// goroutines at once.
type Race struct {
	*analysis.Experiment
	Linear   string             // label of the linear model
	Costs    map[string]float64 // of a cell, in multiplications, by label
	Start    time.Time
	Deadline time.Time // for the fit on all rows
	Now      func() time.Time
	Cores    int  // on each of which a method trains
	Means    bool // the mean of several methods may be taken

	dataset           string
	worth             analysis.Worth
	choosing, judging []int // repeats
	once              bool  // no row is tested in two of them
	began             map[string]time.Time
	took              map[string]float64 // seconds of the longest cell, by label
	trained           map[string]float64 // the longest training, by label
	gone              map[string]string  // why a label is no longer in the race
	rows              map[string][]float64
	means             map[string][]string      // the members of each mean, by its label
	made              map[string]record.Record // of means, by the IDs of the records that they are of
	chosen            string                   // "" while methods race
	finalists         []string
	certain           int      // of the finalists, that are judged before the others
	likely            []string // to be taken together, as far as the first half tells
}

// Why a label is no longer in the race.
const (
	beaten  = "beaten"
	tooSlow = "too slow"
	failed  = "failed"
)

// NewRace returns the race of an experiment that has cells of one data set.
func NewRace(p *analysis.Experiment, linear string, costs map[string]float64, start, deadline time.Time, now func() time.Time) *Race {
	r := &Race{
		Experiment: p, Linear: linear, Costs: costs, Start: start, Deadline: deadline, Now: now,
		dataset: p.Datasets[0].Name, worth: p.Worth(),
		began: map[string]time.Time{}, took: map[string]float64{}, trained: map[string]float64{}, gone: map[string]string{}, rows: map[string][]float64{},
		means: map[string][]string{}, made: map[string]record.Record{}, Cores: 1,
	}
	repeats := 0
	for _, c := range p.Cells {
		repeats = max(repeats, c.Repeat+1)
	}
	for repeat := range repeats {
		if repeat < (repeats+1)/2 {
			r.choosing = append(r.choosing, repeat)
		} else {
			r.judging = append(r.judging, repeat)
		}
	}
	if len(r.judging) == 0 {
		r.judging = r.choosing
	}
	if kind := p.Spec.Datasets[0].Split.Find(); kind.TestedOnce != nil {
		r.once = repeats <= kind.TestedOnce(p.Spec.Datasets[0].Split)
	}
	for c, rec := range p.OfCells() {
		if rec.Status == record.OK {
			r.note(c.Label, rec, rec.Timing.WallSeconds)
		}
	}
	r.drop() // by records of before
	return r
}

// Next returns the cell to run next, and when it is given up. It is nil if none is to be begun before
// another of those at work has ended, or at all.
func (r *Race) Next(left, atWork []*record.Planned) (next *record.Planned, until time.Time) {
	if r.chosen == "" {
		if next, until = r.toChoose(left, atWork); next == nil && len(atWork) == 0 {
			r.choose()
		}
	}
	if r.chosen != "" {
		next, until = r.toJudge(left)
	}
	if next != nil {
		r.began[next.ID] = r.Now()
	}
	return next, until
}

// Ended is told of a cell that is no longer at work.
func (r *Race) Ended(c *record.Planned) {
	seconds := r.Now().Sub(r.began[c.ID]).Seconds()
	switch rec, ok := r.Record(c.ID); {
	case !ok:
		r.gone[c.Label] = cmp.Or(r.gone[c.Label], tooSlow)
	case rec.Status != record.OK:
		r.gone[c.Label] = cmp.Or(r.gone[c.Label], failed)
	default:
		r.note(c.Label, rec, seconds)
	}
	if r.chosen == "" {
		r.drop()
	}
}

// note keeps how long a cell of a label took.
func (r *Race) note(label string, rec record.Record, seconds float64) {
	r.took[label] = max(r.took[label], seconds)
	r.trained[label] = max(r.trained[label], rec.Timing.WallSeconds)
}

// finalFitSeconds is what must follow a method's cells if it is taken, in seconds: the fit on all rows.
func (r *Race) finalFitSeconds(label string) float64 {
	factor := float64(fitFactor)
	if label == r.Linear {
		factor *= r.rowRatio() // its time grows with the rows; those of the others that are raced on a draw of rows do not
	}
	if trained := r.trained[label]; trained > 0 {
		return factor * trained
	}
	return factor * r.expected(label)
}

// rowRatio is the table's rows over the training rows of a repeat, relative to a usual split; at least 1.
func (r *Race) rowRatio() float64 {
	for _, rec := range r.OfCells() {
		if train := rec.TrainRows(); train > 0 {
			return max(1, usualShare*float64(r.Dataset(r.dataset).Rows)/float64(train))
		}
	}
	return 1
}

// toChoose returns the next cell by which to choose: of the method with the fewest repeats, of these
// the quickest. A method runs one cell at a time, so that it is not begun again once it is beaten.
func (r *Race) toChoose(left, atWork []*record.Planned) (next *record.Planned, until time.Time) {
	now := r.Now()
	if now.After(r.Start.Add(r.share(choosingShare))) && r.leader() != "" || r.decided() {
		return nil, time.Time{}
	}
	busy := func(label string) bool {
		return slices.ContainsFunc(atWork, func(c *record.Planned) bool { return c.Label == label })
	}
	for _, c := range left {
		if !r.races(c.Label) || busy(c.Label) || !slices.Contains(r.choosing, c.Repeat) {
			continue
		}
		end, fits := r.limit(c.Label, now)
		if !fits {
			continue
		}
		if next == nil || c.Repeat < next.Repeat || c.Repeat == next.Repeat && r.expected(c.Label) < r.expected(next.Label) {
			next, until = c, end
		}
	}
	return next, until
}

// limit is when a cell of a label that is begun now is given up: if it went on, there would be no time
// to judge the method and to fit it if it were the best. It fits if it is expected to end before.
func (r *Race) limit(label string, now time.Time) (until time.Time, inTime bool) {
	rest := r.Deadline.Sub(now)
	until = now.Add(time.Duration(float64(rest) / (2 + fitFactor))) // this one, one to judge by, and the fit
	if best := r.leader(); best != "" {
		need := r.expected(best) + r.finalFitSeconds(best)
		if latest := r.Deadline.Add(-duration(need)); latest.Before(until) {
			until = latest
		}
	}
	if label == r.Linear && r.leader() == "" {
		return r.Deadline, true // so that there is an answer
	}
	expected := r.expected(label)
	if r.took[label] == 0 {
		expected /= unknownFactor
	}
	return until, now.Add(duration(expected)).Before(until)
}

// toJudge returns the next cell by which the finalists are judged: of the best, the floors, the linear
// model and the next two those of a repeat before those of the next, then of the others.
func (r *Race) toJudge(left []*record.Planned) (next *record.Planned, until time.Time) {
	first := min(r.certain, len(r.finalists))
	if next, until = r.judgedNext(left, r.finalists[:first]); next == nil {
		next, until = r.judgedNext(left, r.finalists[first:])
	}
	return next, until
}

// judgedNext is toJudge of some of the finalists.
func (r *Race) judgedNext(left []*record.Planned, labels []string) (next *record.Planned, until time.Time) {
	now := r.Now()
	longest := 0.0
	for _, label := range labels {
		longest = max(longest, r.finalFitSeconds(label)) // any may be taken
	}
	alone := r.Deadline.Add(-duration(longest))
	until = r.Deadline.Add(-duration(max(longest, r.together(r.likely))))
	for _, repeat := range r.judging {
		for _, label := range labels {
			i := slices.IndexFunc(left, func(c *record.Planned) bool { return c.Label == label && c.Repeat == repeat })
			if i < 0 || r.gone[label] == failed && label != r.chosen {
				continue
			}
			if label == r.chosen && repeat == r.judging[0] && now.Before(alone) {
				return left[i], alone // there are no figures if it is not tried
			}
			if now.Add(duration(r.expected(label))).Before(until) {
				return left[i], until
			}
		}
	}
	return nil, until
}

// races says whether a label is still in the race. What learns shares alone is judged, and does not race.
func (r *Race) races(label string) bool {
	return r.gone[label] == "" && !slices.Contains(r.Floors(), label)
}

// decided says whether one method alone is left, and has been tested.
func (r *Race) decided() bool {
	left := 0
	for _, label := range r.Labels {
		if r.races(label) {
			left++
		}
	}
	return left <= 1 && r.leader() != ""
}

// expected is how long a cell of a label is expected to take, in seconds.
func (r *Race) expected(label string) float64 {
	if took := r.took[label]; took > 0 {
		return took
	}
	rate := 1 / assumedRate
	for other, took := range r.took {
		if cost := r.Costs[other]; took > tellingCell && cost > 0 && r.races(other) && other != r.Linear {
			rate = max(rate, took/cost)
		}
	}
	rate = min(rate, slowest/assumedRate) // what a program of somebody's costs is not foreseen
	return rate * r.Costs[label]
}

// choose ends the race: the leader is judged beside the shares, the linear model and the next two, and
// all others that were not dropped.
func (r *Race) choose() {
	r.chosen = r.leader()
	if r.chosen == "" {
		return
	}
	at := r.gaps()
	labels := slices.DeleteFunc(slices.Clone(r.Labels), func(label string) bool { _, ok := at[label]; return !ok || label == r.chosen })
	slices.SortStableFunc(labels, func(a, b string) int { return cmp.Compare(at[a], at[b]) })
	r.finalists = append([]string{r.chosen}, r.Floors()...)
	add := func(label string) {
		if !slices.Contains(r.finalists, label) && slices.Contains(r.Labels, label) {
			r.finalists = append(r.finalists, label)
		}
	}
	for _, label := range append([]string{r.Linear}, labels[:min(nextBest, len(labels))]...) {
		add(label)
	}
	r.certain = len(r.finalists)
	r.likely = []string{r.chosen}
	if r.Means {
		r.likely = append(r.likely, labels[:min(mostAveraged-1, len(labels))]...)
	}
	for _, label := range labels {
		if r.races(label) {
			add(label)
		}
	}
}

// share is a part of the time of the race.
func (r *Race) share(part float64) time.Duration {
	return time.Duration(part * float64(r.Deadline.Sub(r.Start)))
}

// duration is a number of seconds.
func duration(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }
