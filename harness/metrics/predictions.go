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
	// Gains has 1/propensity of each label. AllLabels says that the probability of every label is
	// scored, not those ranked first alone.
	Gains     []float64
	AllLabels bool
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
		case s.Task == LabelSets && (k.Labels > s.Classes || k.AllLabels && !s.AllLabels):
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

// rowMean is the accumulator of a kind that has a Mean.
type rowMean struct {
	Kind
	values []float64
}

func (m *rowMean) Add(r *Row) { m.values = append(m.values, m.Mean(r)) }

func (m *rowMean) Values(to map[string]float64) {
	name := m.Metrics[0].Name
	mean, sd := meanAndSD(m.values)
	if to[name] = mean; m.SD {
		to[name+"_sd"] = sd
	}
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
