package analysis

import (
	"math"
	"slices"
	"strconv"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// Field is all fits of the methods that can be recommended, on the data sets and in the repeats that all of
// them have: what advice is made from, and tested on.
type Field struct {
	Worth  Worth
	Labels []string
	Linear string // the linear model; empty where there is none
	Sets   []SetFits
}

// SetFits are the fits of a field on one data set.
type SetFits struct {
	Name     string
	Fits     map[string][]Fit // by label, one a repeat
	Shares   []float64        // by repeat, the loss of what learns shares alone; NaN where nothing does
	Least    float64          // mean loss of the best method
	Regrets  map[string]float64
	Settled  map[string]float64 // mean time of a label's fits to within 2% of their own best loss
	features Features           // but for the noise
}

// Fit is the course of the loss of a fit.
type Fit struct {
	Trace
	Loss, Seconds float64 // at its end
	Record        record.Record
}

// At is the loss after some seconds: infinite before there is any.
func (f Fit) At(seconds float64) float64 {
	if seconds >= f.Seconds {
		return f.Loss
	}
	i, at := slices.BinarySearch(f.X, seconds)
	if at {
		i++
	}
	if i == 0 {
		return math.Inf(1)
	}
	return f.Y[i-1]
}

// Field returns the fits at one setting of what is neither label nor data set.
func (p *Experiment) Field(setting Coordinates) Field {
	out := Field{Worth: p.Worth(), Labels: p.Advised()}
	clock, _ := p.Clock()
	for _, name := range p.Distinct() {
		of := p.common(out.Labels, setting.With("dataset", name), out.Worth.Loss)
		if of == nil {
			continue
		}
		s := SetFits{Name: name, Fits: map[string][]Fit{}, Least: math.Inf(1), Regrets: map[string]float64{}, Settled: map[string]float64{}, features: featuresOf(p.Dataset(name), of[0][0])}
		for i, label := range out.Labels {
			if isBaseline(of[i][0].Method) {
				out.Linear = label
			}
			s.Settled[label] = p.settling(of[i])
			for _, r := range of[i] {
				s.Fits[label] = append(s.Fits[label], newFit(r, clock, out.Worth.Loss))
			}
		}
		shares := map[int]float64{}
		for _, floor := range p.Floors() {
			for _, r := range p.Group(setting.With("dataset", name).With("label", floor)).OK {
				shares[r.Repeat] = r.Metrics[out.Worth.Loss]
			}
		}
		for _, r := range of[0] {
			loss, has := shares[r.Repeat]
			if !has {
				loss = math.NaN()
			}
			s.Shares = append(s.Shares, loss)
		}
		for _, label := range out.Labels {
			s.Least = min(s.Least, s.Loss(label, -1))
		}
		for _, label := range out.Labels {
			s.Regrets[label] = s.Loss(label, -1) - s.Least
		}
		out.Sets = append(out.Sets, s)
	}
	return out
}

// newFit is the fit of a record that has the loss.
func newFit(r record.Record, clock, metric string) Fit {
	loss, _ := metrics.Get(metric).Value(r)
	f := Fit{Trace: courseOf(r, clock, metric), Loss: loss, Record: r}
	if n := len(f.X); n > 0 {
		f.Seconds = f.X[n-1]
	}
	if atBudget(r) {
		f.Seconds = min(f.Seconds, budget(r)) // the last iteration may have ended a little later
	}
	return f
}

// Repeats is how many repeats all methods have on the data set.
func (s SetFits) Repeats() int { return len(s.Shares) }

// Loss is the mean loss of a label over the repeats but one, over all if that is negative.
func (s SetFits) Loss(label string, without int) float64 {
	return s.mean(without, func(repeat int) float64 { return s.Fits[label][repeat].Loss })
}

// mean is that of what there is a repeat, without one of them.
func (s SetFits) mean(without int, of func(repeat int) float64) float64 {
	var values []float64
	for repeat := range s.Repeats() {
		if repeat != without {
			values = append(values, of(repeat))
		}
	}
	return sum(values) / float64(len(values))
}

// Features are what one can know of a table before a method is chosen for it.
type Features [6]float64

// The features.
const (
	Rows       = iota // that are trained on
	Attributes        //
	Classes           // or labels
	Rarest            // share of the rows of the rarest class
	Noise             // loss of the linear model over that of shares alone
	Zeros             // share of the inputs that are 0
)

// featuresOf are the features of a data set, NaN where they are not known, and the noise.
func featuresOf(d record.Dataset, r record.Record) Features {
	rows, err := strconv.ParseFloat(r.Provenance["train_rows"], 64)
	if err != nil {
		rows = math.NaN()
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

// Features are those of a data set, with the noise by the repeats but one, over all if that is negative.
func (f Field) Features(s SetFits, without int) Features {
	out := s.features
	if f.Linear != "" {
		out[Noise] = s.Loss(f.Linear, without) / s.mean(without, func(repeat int) float64 { return s.Shares[repeat] })
	}
	return out
}

// scaled has sizes as logarithms.
func (f Features) scaled() Features {
	for _, i := range []int{Rows, Attributes, Classes} {
		f[i] = math.Log(f[i])
	}
	return f
}
