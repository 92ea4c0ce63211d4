package metrics

import "math"

// Task says what the rows of a test set have.
type Task int

const (
	Any        Task = iota
	Classes         // one of several classes
	TwoClasses      // one of two
	LabelSets       // any number of labels
)

// has says whether a metric for task t applies to a test set of task s.
func (t Task) has(s Task) bool { return t == s || t == Any || t == Classes && s == TwoClasses }

// Set is a test set.
type Set struct {
	Task    Task
	Classes int // number of classes or labels
	Rows    int
	// Gains holds 1/propensity of each label, nil if unknown. AllLabels says that the probabilities of all labels are
	// scored, not only of those ranked first.
	Gains     []float64
	AllLabels bool
}

// ClassSet returns a test set whose rows have one of the given number of classes.
func ClassSet(classes int) Set {
	if classes == 2 {
		return Set{Task: TwoClasses, Classes: classes}
	}
	return Set{Task: Classes, Classes: classes}
}

// Row is a test row and its predictions.
type Row struct {
	P []float64 // the probability of each class, or of each label separately
	// For classes: the row's class, and the class with the largest probability, the first of equals.
	Class, Best int
	// For label sets: the row's labels in rising order, and the most probable labels, best first.
	Labels, Ranked []int32

	undefined float64 // NaN if the probability of a label is not finite, else 0
}

// Accumulator computes metrics from rows.
type Accumulator interface {
	Add(r *Row)
	// Values writes the metrics of all added rows to the map, by name. Some may have no value.
	Values(to map[string]float64)
}

// Scorer computes all metrics of a test set that follow from predictions.
type Scorer []Accumulator

// NewScorer returns a scorer without rows. If trace is set, it leaves out metrics that traces do not have.
func NewScorer(s Set, trace bool) (out Scorer) {
	for _, k := range kinds {
		switch {
		case !k.Of.has(s.Task) || trace && !k.traced():
		case s.Task == LabelSets && (k.Labels > s.Classes || k.AllLabels && !s.AllLabels || k.Propensities && s.Gains == nil):
		case k.Mean != nil:
			out = append(out, &rowMean{Kind: k})
		case k.New != nil:
			out = append(out, k.New(s))
		}
	}
	return out
}

// Add adds a row.
func (s Scorer) Add(r Row) {
	if r.Ranked != nil {
		for _, p := range r.P {
			r.undefined += 0 * p
		}
	}
	for _, a := range s {
		a.Add(&r)
	}
}

// Values returns the metrics of all rows added.
func (s Scorer) Values() map[string]float64 {
	out := map[string]float64{}
	for _, a := range s {
		a.Values(out)
	}
	return out
}

// keeper is an Accumulator that keeps something of every row.
type keeper interface {
	// forget discards what is kept, and returns whether some metric does not need it.
	forget() (goesOn bool)
}

// Forget returns the scorer with memory that no longer grows with the number of rows. It lacks the
// metrics that need something of every row at the end, such as medians.
func (s Scorer) Forget() (out Scorer) {
	for _, a := range s {
		if k, keeps := a.(keeper); !keeps || k.forget() {
			out = append(out, a)
		}
	}
	return out
}

// rowMean is the accumulator of a kind that has a Mean.
type rowMean struct {
	Kind
	values numbers
}

func (m *rowMean) Add(r *Row) { m.values.add(m.Mean(r)) }

func (m *rowMean) Values(to map[string]float64) {
	name := m.Metrics[0].Name
	to[name] = m.values.mean()
	if m.SD && !m.values.forgotten {
		to[name+"_sd"] = m.values.sd()
	}
}

func (m *rowMean) forget() bool { return m.values.forget() }

// numbers holds one number for each row, in order.
type numbers struct {
	sum       float64
	rows      int
	each      []float64
	forgotten bool // each is no longer kept
}

func (n *numbers) add(v float64) {
	n.sum += v
	n.rows++
	if !n.forgotten {
		n.each = append(n.each, v)
	}
}

// mean returns the mean of all numbers.
func (n *numbers) mean() float64 { return n.sum / float64(n.rows) }

func (n *numbers) forget() (goesOn bool) {
	n.each, n.forgotten = nil, true
	return true
}

// sd returns the standard deviation of all numbers, with divisor N. They must not be forgotten.
func (n *numbers) sd() float64 {
	_, sd := meanAndSD(n.each)
	return sd
}

// meanAndSD returns the mean and the standard deviation with divisor N.
func meanAndSD(values []float64) (mean, sd float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v
	}
	mean /= n
	squares := 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(squares / n)
}
