package analysis

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// Refits are the labels of the fits that show where a method loses. Full and Start may be empty.
type Refits struct {
	Method string
	Exact  string // the sampler of latent functions and kernel
	Kernel string // the sampler at the kernel of the method's fit
	Full   string // the method with all training rows as inducing inputs, at that kernel
	Start  string // the method from another start
}

// The parts of a loss, in the order of LossParts.Parts.
var LossPartNames = []string{"hyper-parameters", "family", "inducing inputs", "optimisation"}

// LossParts is by how much a method's loss exceeds that of the exact posterior of its model, split into
// parts that add up. Hyper-parameters: sampler at the method's kernel - sampler. Family: full approximation -
// sampler at the method's kernel. Inducing inputs: fit with the best objective - full approximation.
// Optimisation: the method - fit with the best objective.
type LossParts struct {
	Method string
	Parts  []float64 // means over repeats, then over data sets
	Total  float64   // their sum
	SE     []float64 // standard errors of the means over data sets, of each part and last of the sum; NaN of one data set
	Sets   int       // data sets that the means are over
	Fits   int       // repeats, of all of these
	Left   int       // repeats that are left out because chains are not near agreement
	Agreed int       // repeats, of Fits, whose chains reach it
}

// lossFits are the parts of a method's fits whose chains are near agreement.
type lossFits struct {
	parts  map[fitAt][]float64
	agreed map[fitAt]bool // chains reach it
	left   int            // fits whose chains are not near it
}

// fitAt is the data set and repeat of a fit.
type fitAt struct {
	dataset string
	repeat  int
}

// LossPartsOf returns the parts of methods' losses over the fits that all of them have, so that they can be
// compared. few are methods with more fits left out than kept; they are not among the others. A method
// without records is skipped.
func (p *Experiment) LossPartsOf(all ...Refits) (out []LossParts, few []string) {
	var kept []lossFits
	for _, refits := range all {
		switch fits := p.lossFits(refits); {
		case fits.left > len(fits.parts):
			few = append(few, refits.Method)
		case len(fits.parts) > 0:
			out, kept = append(out, LossParts{Method: refits.Method, Left: fits.left}), append(kept, fits)
		}
	}
	common := p.inAll(kept)
	if len(common) == 0 {
		return nil, few
	}
	for i := range out {
		out[i].average(kept[i], common)
	}
	return out, few
}

// lossFits are the parts of the fits of a method.
func (p *Experiment) lossFits(refits Refits) lossFits {
	out := lossFits{parts: map[fitAt][]float64{}, agreed: map[fitAt]bool{}}
	for _, d := range p.Dimension(spec.DatasetKey).Values {
		for _, r := range p.byLabel(d, refits.Method) {
			at := fitAt{d, r.Repeat}
			switch parts, samplers := p.lossParts(refits, d, r); {
			case parts == nil:
			case !hold(metrics.Near, samplers):
				out.left++
			default:
				out.parts[at], out.agreed[at] = parts, hold(metrics.Reached, samplers)
			}
		}
	}
	return out
}

// inAll are the fits that all methods have, a data set an element.
func (p *Experiment) inAll(all []lossFits) (out [][]fitAt) {
	if len(all) == 0 {
		return nil
	}
	for _, d := range p.Dimension(spec.DatasetKey).Values {
		var here []fitAt
		for at := range all[0].parts {
			missing := func(f lossFits) bool { return f.parts[at] == nil }
			if at.dataset == d && !slices.ContainsFunc(all, missing) {
				here = append(here, at)
			}
		}
		if len(here) > 0 {
			slices.SortFunc(here, func(a, b fitAt) int { return cmp.Compare(a.repeat, b.repeat) })
			out = append(out, here)
		}
	}
	return out
}

// average works out the means over the fits of each data set, then over data sets.
func (l *LossParts) average(fits lossFits, sets [][]fitAt) {
	values := make([][]float64, len(LossPartNames)+1) // by part, and of the sum, a data set an element
	for _, set := range sets {
		total := 0.0
		for i := range LossPartNames {
			var of []float64
			for _, at := range set {
				of = append(of, fits.parts[at][i])
			}
			mean := stat.Mean(of, nil)
			values[i], total = append(values[i], mean), total+mean
		}
		values[len(LossPartNames)] = append(values[len(LossPartNames)], total)
		for _, at := range set {
			l.Fits++
			if fits.agreed[at] {
				l.Agreed++
			}
		}
	}
	l.Sets = len(sets)
	for i, of := range values {
		mean := stat.Mean(of, nil)
		if i < len(LossPartNames) {
			l.Parts = append(l.Parts, mean)
		} else {
			l.Total = mean
		}
		l.SE = append(l.SE, stat.StdErr(stat.StdDev(of, nil), float64(len(of))))
	}
}

// byLabel returns the records of a label on a data set.
func (p *Experiment) byLabel(dataset, label string) []record.Record {
	return p.Group(Coordinates{spec.DatasetKey: dataset, spec.LabelKey: label}).OK
}

// hold reports whether all samplers' chains agree within limits.
func hold(limits metrics.Agreement, samplers []record.Record) bool {
	return !slices.ContainsFunc(samplers, func(r record.Record) bool { return !limits.Holds(r.Metrics) })
}

// lossParts returns the parts of one fit with the records of the samplers, nil if a record is not there.
func (p *Experiment) lossParts(refits Refits, dataset string, fit record.Record) (parts []float64, samplers []record.Record) {
	find := func(label string) (record.Record, bool) {
		records := p.byLabel(dataset, label)
		i := slices.IndexFunc(records, func(r record.Record) bool { return r.Repeat == fit.Repeat })
		if i < 0 {
			return record.Record{}, false
		}
		return records[i], true
	}
	exact, ok := find(refits.Exact)
	kernel, hasKernel := find(refits.Kernel)
	if !ok || !hasKernel {
		return nil, nil
	}
	best := fit
	if refits.Start != "" {
		other, ok := find(refits.Start)
		if !ok {
			return nil, nil
		}
		best = higher(fit, other)
	}
	full := best
	if refits.Full != "" {
		if full, ok = find(refits.Full); !ok {
			return nil, nil
		}
	}
	loss := func(r record.Record) float64 { return r.Metrics[p.Worth().Loss] }
	parts = []float64{loss(kernel) - loss(exact), loss(full) - loss(kernel), loss(best) - loss(full), loss(fit) - loss(best)}
	return parts, []record.Record{exact, kernel}
}

// higher returns the fit whose last objective is higher, the first where neither is.
func higher(a, b record.Record) record.Record {
	last := func(r record.Record) float64 {
		objective := math.Inf(-1)
		for p := range r.Points() {
			if p.Objective != nil {
				objective = *p.Objective // what it points to is good until the next point
			}
		}
		return objective
	}
	if last(b) > last(a) {
		return b
	}
	return a
}
