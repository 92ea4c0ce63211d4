package metrics

import "math"

// Task is what the rows of a test set have.
type Task int

const (
	Any        Task = iota
	Classes         // one of several classes
	TwoClasses      // one of two
	LabelSets       // any number of labels
)

// has says whether rows of a test set have what a metric is of.
func (t Task) has(s Task) bool { return t == s || t == Any || t == Classes && s == TwoClasses }

// Set is a test set.
type Set struct {
	Task    Task
	Classes int // or labels
	Rows    int
	// Gains has 1/propensity of each label, nil if they are not known. AllLabels says that the probability of every label is
	// scored, not those ranked first alone.
	Gains     []float64
	AllLabels bool
}

// ClassSet is a test set of rows of one of so many classes.
func ClassSet(classes int) Set {
	if classes == 2 {
		return Set{Task: TwoClasses, Classes: classes}
	}
	return Set{Task: Classes, Classes: classes}
}

// Row is a test row and what is predicted for it.
type Row struct {
	P []float64 // the probability of each class, or of each label for itself
	// Of one class: the row's, and that with the largest probability, the first of equals.
	Class, Best int
	// Of label sets: the row's, rising, and those with the largest probabilities, falling.
	Labels, Ranked []int32

	undefined float64 // 0, or NaN if a probability of a label is
}

// Accumulator works metrics out of rows.
type Accumulator interface {
	Add(r *Row)
	// Values writes the metrics of all rows added by name; some may not have a value.
	Values(to map[string]float64)
}

// Scorer works out all metrics of a test set that predictions have.
type Scorer []Accumulator

// NewScorer returns a scorer without rows; one for a trace leaves out what traces do not have.
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

// Add takes a row.
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
	// forget gives that up, and says whether there is a metric that does not need it.
	forget() (goesOn bool)
}

// Forget returns the scorer with memory that does not grow with the rows any more. It lacks the
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

// numbers are those of rows, a number each, in their order.
type numbers struct {
	sum       float64
	rows      int
	each      []float64
	forgotten bool // each is not kept any more
}

func (n *numbers) add(v float64) {
	n.sum += v
	n.rows++
	if !n.forgotten {
		n.each = append(n.each, v)
	}
}

// mean is the mean of all.
func (n *numbers) mean() float64 { return n.sum / float64(n.rows) }

func (n *numbers) forget() (goesOn bool) {
	n.each, n.forgotten = nil, true
	return true
}

// sd is the standard deviation of all with divisor N. None is forgotten.
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
