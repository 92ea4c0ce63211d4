// Package take chooses a method for one table within a limit of time, and says what it chose.
//
// The repeats of the experiment come in two halves. On the first, methods race: each is run on one
// repeat after another, the quickest first, and is dropped once it is beaten by more than the 95%
// interval of the paired differences of the rows tested so far. The best is run on the second half, then
// the class shares, the linear model, the next two and, if there is time, all that were not dropped. The
// class shares, which choose nothing, are run on the first half too: all rows compare them with the choice.
//
// The method with the lowest mean loss on both halves is taken or, if asked for, the mean of the
// probabilities of the best two or three if its loss is lower. No row may judge a method that it helped
// to choose: on a repeat of one half, the results are those of the method that the other half alone
// prefers (cross-fitting). If both halves prefer the method taken, these are its own results on all
// repeats.
//
// A cell is begun only if what must follow fits into the time that is left: a repeat to judge the
// method by, and the fit on all rows. [Race.Next] has the order, [Race.Outcome] the result.
package take

import (
	"cmp"
	"slices"
	"time"

	"gpcbench/analysis"
	"gpcbench/harness/record"
)

// Shares of time for planning a race.
const (
	choosingShare = 0.55 // of the time; after it no cell of the first half is begun: the rest is for judging and fitting
	fitFactor     = 1.5  // training time on all rows over that on the rows of a repeat, which are fewer
	usualShare    = 0.8  // share of the rows that a repeat trains on in a usual split
)

// What is assumed of a method before one of its cells has ended.
const (
	assumedRate   = 4e9 // multiplications a second, as of a core in dense products
	slowest       = 25  // how many times slower than that a busy machine may be
	unknownFactor = 5   // how many times less than expected a cell may take
	tellingCell   = 0.2 // seconds of a cell above which its time gives a rate: below, starting its worker dominates
)

// Sizes of comparisons.
const (
	leastRows = 30 // different rows that a method is tested on before it may be dropped: on fewer, an interval may be luck
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
	Cores    int  // each trains one method
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
	made              map[string]record.Record // of means, by the IDs of the records averaged
	chosen            string                   // "" while methods race
	finalists         []string
	certain           int      // the first so many finalists are judged before the others
	likely            []string // members of the mean that will be taken, judging by the first half
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
	r.drop() // by earlier records
	return r
}

// Next returns the cell to run next, and when it is given up. It is nil if no cell is to be begun, or
// none until a running cell has ended.
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

// Ended is called when a cell is no longer running.
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

// finalFitSeconds is the time in seconds of the fit on all rows, which follows if a method is taken.
func (r *Race) finalFitSeconds(label string) float64 {
	factor := float64(fitFactor)
	if label == r.Linear {
		factor *= r.rowRatio() // its time grows with the rows; that of others raced on a random subset of the rows does not
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

// toChoose returns the next cell of the first half: of the quickest of the methods with the fewest
// repeats. A method runs one cell at a time, so that none is begun after it is beaten.
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

// limit is when a cell of a label that is begun now is given up: later, there would be no time to judge
// the method and to fit it if it were the best. The cell fits if it is expected to end before that.
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

// toJudge returns the next cell that judges the finalists: first, repeat by repeat, those of the best, the
// floors, the linear model and the next two, then those of the floors on the first half, then those of the others.
func (r *Race) toJudge(left []*record.Planned) (next *record.Planned, until time.Time) {
	first := min(r.certain, len(r.finalists))
	for _, of := range []struct {
		labels  []string
		repeats []int
	}{{r.finalists[:first], r.judging}, {r.Floors(), r.choosing}, {r.finalists[first:], r.judging}} {
		if next, until = r.judgedNext(left, of.labels, of.repeats); next != nil {
			break
		}
	}
	return next, until
}

// judgedNext is toJudge of some of the finalists on some repeats.
func (r *Race) judgedNext(left []*record.Planned, labels []string, repeats []int) (next *record.Planned, until time.Time) {
	now := r.Now()
	longest := 0.0
	for _, label := range labels {
		longest = max(longest, r.finalFitSeconds(label)) // any may be taken
	}
	alone := r.Deadline.Add(-duration(longest))
	until = r.Deadline.Add(-duration(max(longest, r.together(r.likely))))
	for _, repeat := range repeats {
		for _, label := range labels {
			i := slices.IndexFunc(left, func(c *record.Planned) bool { return c.Label == label && c.Repeat == repeat })
			if i < 0 || r.gone[label] == failed && label != r.chosen {
				continue
			}
			if label == r.chosen && repeat == r.judging[0] && now.Before(alone) {
				return left[i], alone // without it there would be no results
			}
			if now.Add(duration(r.expected(label))).Before(until) {
				return left[i], until
			}
		}
	}
	return nil, until
}

// races says whether a label is still in the race. The class shares are judged but do not race.
func (r *Race) races(label string) bool {
	return r.gone[label] == "" && !slices.Contains(r.Floors(), label)
}

// decided says whether only one method is left, and has been tested.
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
	rate = min(rate, slowest/assumedRate) // the cost of a user's program is unknown
	return rate * r.Costs[label]
}

// choose ends the race: from now on the leader is judged with the shares, the linear model, the next two
// and all others that were not dropped.
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
