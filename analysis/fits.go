package analysis

import (
	"math"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/methods/role"
)

// Fits is all fits of the methods that can be recommended, on the data sets and in the repeats that all of
// them have. Advice is made from these fits and tested on them.
type Fits struct {
	Worth  Worth
	Labels []string
	Linear string // the linear model; empty where there is none
	Sets   []SetFits
}

// SetFits are the fits of a field on one data set.
type SetFits struct {
	Name     string
	Fits     map[string][]Course // by label, one a repeat
	Least    float64             // of the mean losses of the labels
	Regrets  map[string]float64  // what the mean loss of a label is above that
	Settled  map[string]float64  // mean time of a label's fits to within 2% of their own best loss
	features Features            // without the noise
}

// Course is the loss of a fit in time, beside that of others on the same rows.
type Course struct {
	Trace
	Label         string
	Record        record.Record
	Loss, Seconds float64 // at the end; no longer than the budget
	Least         float64 // that any method ends with
	Shares        float64 // of the shares of classes or labels; NaN where no method learns these
	Weight        float64 // data sets weigh the same, whatever their repeats
}

// Fits returns the fits at one setting of what is neither label nor data set, on the clock of the report.
func (p *Experiment) Fits(setting Coordinates) Fits {
	out := Fits{Worth: p.Worth(), Labels: p.Advised()}
	clock, _ := p.Clock()
	for _, name := range p.Distinct() {
		at, loss := setting.With(spec.DatasetKey, name), out.Worth.Loss
		of := p.common(out.Labels, at, loss)
		if len(of) == 0 {
			continue
		}
		s := SetFits{name, map[string][]Course{}, math.Inf(1), map[string]float64{}, map[string]float64{}, featuresOf(p.Dataset(name), of[0][0])}
		shares := map[int]float64{}
		for _, floor := range p.Floors() {
			for _, r := range p.Group(at.With(spec.LabelKey, floor)).OK {
				shares[r.Repeat] = r.Metrics[loss]
			}
		}
		for i, label := range out.Labels {
			for _, r := range of[i] {
				c := newCourse(r, clock, loss)
				if known, ok := shares[r.Repeat]; ok {
					c.Shares = known
				}
				c.Weight = 1 / float64(len(of[i]))
				s.Fits[label] = append(s.Fits[label], c)
			}
			if role.Of[of[i][0].Method] == role.Linear {
				out.Linear = label
			}
			s.Settled[label] = p.settling(of[i])
			s.Least = min(s.Least, s.Loss(label))
		}
		for _, label := range out.Labels {
			s.Regrets[label] = s.Loss(label) - s.Least
		}
		out.Sets = append(out.Sets, s)
	}
	return out
}

// newCourse is the course of a record, of its end alone where it has no trace and its time is known.
func newCourse(r record.Record, clock, metric string) Course {
	c := Course{Trace: TraceOf(r, clock, metric), Label: r.Label, Record: r, Shares: math.NaN()}
	end := abscissa(r, record.Point{Seconds: r.Timing.Seconds(), Iteration: r.Timing.Iterations}, clock)
	c.Loss, _ = metrics.Get(metric).Value(r)
	if len(c.X) == 0 && end > 0 {
		c.Trace = Trace{[]float64{end}, []float64{c.Loss}}
	}
	if n := len(c.X); n > 0 {
		c.Seconds = c.X[n-1]
	}
	if atBudget(r) {
		c.Seconds = min(c.Seconds, r.Options.BudgetSeconds()) // the last iteration ends a little later
	}
	return c
}

// Courses are the courses of a field, those of one repeat after those of another, and the data sets that have any.
func (f Fits) Courses() (all []Course, sets []string) {
	for _, s := range f.Sets {
		before := len(all)
		for repeat := range s.Repeats() {
			first, least := len(all), math.Inf(1)
			for _, label := range f.Labels {
				if c := s.Fits[label][repeat]; len(c.X) > 0 {
					all, least = append(all, c), min(least, c.Y[len(c.Y)-1])
				}
			}
			for i := range all[first:] {
				all[first+i].Least = least
			}
		}
		if len(all) > before {
			sets = append(sets, s.Name)
		}
	}
	return all, sets
}

// Stays is the time from which a course stays below a limit, infinite if it ends above.
func (t Trace) Stays(limit float64) float64 {
	from := math.Inf(1)
	for i := len(t.Y) - 1; i >= 0 && t.Y[i] <= limit; i-- {
		from = t.X[i]
	}
	return from
}

// After is the loss after some seconds: infinite before there is any.
func (c Course) After(seconds float64) float64 {
	if seconds >= c.Seconds {
		return c.Loss
	}
	if i, at := slices.BinarySearch(c.X, seconds); at {
		return c.Y[i]
	} else if i > 0 {
		return c.Y[i-1]
	}
	return math.Inf(1)
}

// Repeats is how many repeats all methods have on the data set.
func (s SetFits) Repeats() int {
	for _, fits := range s.Fits {
		return len(fits)
	}
	return 0
}

// Mean is the mean of a value over the fits of a label, without those of some repeats; 0 if there are
// none.
func (s SetFits) Mean(label string, of func(Course) float64, without ...int) float64 {
	total, n := 0.0, 0
	for repeat, c := range s.Fits[label] {
		if !slices.Contains(without, repeat) {
			total, n = total+of(c), n+1
		}
	}
	return total / float64(max(n, 1))
}

// Loss is the mean loss of a label.
func (s SetFits) Loss(label string) float64 {
	return s.Mean(label, func(c Course) float64 { return c.Loss })
}

// Features are what is known about a table before a method is chosen for it; NaN for what is not known.
type Features [6]float64

// The features.
const (
	Rows = iota // that are trained on
	Attributes
	Classes // or labels
	Rarest  // share of the rows of the rarest class
	Noise   // loss of the linear model over that of shares alone
	Zeros   // share of the inputs that are 0
)

// featuresOf are the features of a data set but for the noise.
func featuresOf(d record.Dataset, r record.Record) Features {
	rows := math.NaN()
	if n := r.TrainRows(); n > 0 {
		rows = float64(n)
	}
	rarest, total := math.NaN(), 0
	for _, n := range d.ClassRows {
		total += n
	}
	if total > 0 {
		rarest = float64(slices.Min(d.ClassRows)) / float64(total)
	}
	return Features{rows, float64(d.Attributes), float64(d.Classes), rarest, math.NaN(), d.Zeros}
}

// Features are those of a data set, with the noise that is known without the test rows of some repeats.
func (f Fits) Features(s SetFits, without ...int) Features {
	out := s.features
	out[Noise] = s.Mean(f.Linear, func(c Course) float64 { return c.Loss / c.Shares }, without...)
	return out
}
