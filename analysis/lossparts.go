package analysis

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// Refits are the labels of what says where a method loses. Full and Start may be empty.
type Refits struct {
	Method string
	Exact  string // the sampler of latent functions and kernel
	Kernel string // the sampler at the kernel of the method's fit
	Full   string // the method with all training rows as inducing inputs, at that kernel
	Start  string // the method from another start
}

// The parts of a loss, in the order of LossParts.Parts.
var LossPartNames = []string{"hyper-parameters", "family", "inducing inputs", "optimisation"}

// LossParts is by how much a method's loss is above that of the exact posterior of its model, split in
// parts that add up: hyper-parameters, sampler at the method's kernel less sampler; family, full
// approximation less that; inducing inputs, the fit with the best objective less that; optimisation, the
// method less that.
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

// LossPartsOf returns the parts of a method's loss, false if no repeat has all the records.
func (p *Experiment) LossPartsOf(of Refits) (out LossParts, ok bool) {
	out = LossParts{Method: of.Method, Parts: make([]float64, len(LossPartNames))}
	values := make([][]float64, len(LossPartNames)+1) // by part, and of the sum, a data set an element
	for _, d := range p.Dimension("dataset").Values {
		sums, n := make([]float64, len(LossPartNames)), 0
		for _, r := range p.byLabel(d, of.Method) {
			parts, samplers := p.lossParts(of, d, r)
			switch {
			case parts == nil:
			case !hold(metrics.Near, samplers):
				out.Left++
			default:
				n++
				if hold(metrics.Reached, samplers) {
					out.Agreed++
				}
				for i, v := range parts {
					sums[i] += v
				}
			}
		}
		if n > 0 {
			out.Sets, out.Fits = out.Sets+1, out.Fits+n
			total := 0.0
			for i, v := range sums {
				out.Parts[i] += v / float64(n)
				total += v / float64(n)
				values[i] = append(values[i], v/float64(n))
			}
			values[len(sums)] = append(values[len(sums)], total)
		}
	}
	for i := range out.Parts {
		out.Parts[i] /= max(1, float64(out.Sets))
		out.Total += out.Parts[i]
	}
	for _, of := range values {
		out.SE = append(out.SE, stat.StdErr(stat.StdDev(of, nil), float64(len(of))))
	}
	return out, out.Sets > 0
}

// byLabel returns the records of a label on a data set.
func (p *Experiment) byLabel(dataset, label string) []record.Record {
	return p.Group(Coordinates{"dataset": dataset, "label": label}).OK
}

// hold says whether all samplers' chains agree so far.
func hold(limits metrics.Agreement, samplers []record.Record) bool {
	return !slices.ContainsFunc(samplers, func(r record.Record) bool { return !limits.Holds(r.Metrics) })
}

// lossParts returns the parts of one fit with the records of the samplers, nil if a record is not there.
func (p *Experiment) lossParts(of Refits, dataset string, fit record.Record) (parts []float64, samplers []record.Record) {
	find := func(label string) (record.Record, bool) {
		records := p.byLabel(dataset, label)
		i := slices.IndexFunc(records, func(r record.Record) bool { return r.Repeat == fit.Repeat })
		if i < 0 {
			return record.Record{}, false
		}
		return records[i], true
	}
	exact, has := find(of.Exact)
	kernel, hasKernel := find(of.Kernel)
	if !has || !hasKernel {
		return nil, nil
	}
	best := fit
	if of.Start != "" {
		other, has := find(of.Start)
		if !has {
			return nil, nil
		}
		best = higher(fit, other)
	}
	full := best
	if of.Full != "" {
		if full, has = find(of.Full); !has {
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
