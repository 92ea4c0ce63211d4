package likelihood

import (
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg/engine"
)

// vectorised is an Observation whose rows are summed faster together than one by one.
type vectorised interface {
	// sumLogProb is SumLogProb. work has as many elements as f.
	sumLogProb(work []float64, y []int, f *mat.Dense) float64
}

var sumSpaces = sync.Pool{New: func() any { return new([]float64) }}

// SumLogProb returns sum_i log p(y_i | f_i) of the rows of f, n x F. It is the sum of LogProb to rounding, for the links
// probit and logit and the softmaxes by vectors.
func SumLogProb(l Observation, y []int, f *mat.Dense) float64 {
	if v, ok := l.(vectorised); ok {
		space := sumSpaces.Get().(*[]float64)
		defer sumSpaces.Put(space)
		*space = room(*space, len(y)*l.Functions())
		return v.sumLogProb(*space, y, f)
	}
	sum := 0.0
	for i, class := range y {
		sum += l.LogProb(class, f.RawRowView(i))
	}
	return sum
}

// vectorisedLink is a Link with log p(+1 | f) of many f.
type vectorisedLink interface {
	// logProbs replaces every f by log p(+1 | f); p(-1 | f) is p(+1 | -f).
	logProbs(f []float64)
}

func (Probit) logProbs(f []float64) { engine.NormalLogCDF(f, nil, f) }

// logProbs writes log sigma(f).
func (Logit) logProbs(f []float64) {
	for i, v := range f {
		f[i] = -v
	}
	engine.Softplus(f, f)
	for i, v := range f {
		f[i] = -v
	}
}

func (b Bernoulli) sumLogProb(work []float64, y []int, f *mat.Dense) float64 {
	link, ok := b.Link.(vectorisedLink)
	if ok {
		for i, v := range column(f) {
			work[i] = sign(y[i]) * v
		}
		link.logProbs(work)
	} else {
		for i, v := range column(f) {
			work[i], _, _ = b.Link.LogProb(sign(y[i]), v)
		}
	}
	sum := 0.0
	for _, v := range work {
		sum += v
	}
	return sum
}

func (l Softmax) sumLogProb(work []float64, y []int, f *mat.Dense) float64 {
	for i := range y {
		copy(work[i*l.classes:], f.RawRowView(i))
	}
	l.rate.logs(work)
	sum := 0.0
	for i, own := range y {
		row := work[i*l.classes:][:l.classes]
		top := slices.Max(row)
		sum += row[own] - top
		for k, v := range row {
			row[k] = v - top
		}
	}
	engine.Exp(work, work)
	for i := range y {
		total := 0.0
		for _, s := range work[i*l.classes:][:l.classes] {
			total += s
		}
		work[i] = total // of a row before those still to be read
	}
	engine.Log(work[:len(y)], work[:len(y)])
	for _, v := range work[:len(y)] {
		sum -= v
	}
	return sum
}
