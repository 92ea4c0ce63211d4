package natgrad

import (
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
)

// sample draws the functions that an iteration updates, and has space for the
// contribution of the others: their values at the rows of their own class.
type sample struct {
	key   uint64
	all   []int // the numbers of all functions, in any order
	drawn []int // those of the present iteration, in their order

	byClass        []int // the rows of the minibatch, those of one class together
	pr             *sparse.Projection
	half           *mat.Dense // b x M
	positions      []int
	mean, variance []float64
}

// newSample returns the draws of size of the n functions, in batches of b rows of d attributes.
func newSample(n, size, b, m, d int, rng *rand.Rand) *sample {
	return &sample{
		key: rng.Uint64(), all: make([]int, n), drawn: make([]int, size),
		byClass: make([]int, b), pr: sparse.NewProjection(b, m, d), half: mat.NewDense(b, m, nil),
		positions: make([]int, b), mean: make([]float64, b), variance: make([]float64, b),
	}
}

// drawFor draws the functions of iteration t, with all sets equally likely. The draw depends
// only on t, so a fit resumed from a checkpoint has the same draws.
func (s *sample) drawFor(t int) {
	rng := rand.New(rand.NewPCG(s.key, uint64(t)))
	for i := range s.all {
		s.all[i] = i
	}
	for i := range s.drawn {
		j := i + rng.IntN(len(s.all)-i)
		s.all[i], s.all[j] = s.all[j], s.all[i]
	}
	copy(s.drawn, s.all)
	slices.Sort(s.drawn)
}

// weight is what makes the sum over the drawn functions an estimate of the sum over all.
func (s *sample) weight() float64 { return float64(len(s.all)) / float64(len(s.drawn)) }

// draw makes the functions that iteration t is to update the active ones.
func (f *Fit) draw(t int) {
	if f.sample == nil {
		return
	}
	f.sample.drawFor(t)
	f.activate(f.sample.drawn)
}

// activate makes the functions of these numbers, which grow, and their groups the active
// ones.
func (f *Fit) activate(numbers []int) {
	f.active, f.activeGroups = f.active[:0], f.activeGroups[:0]
	for _, g := range f.groups {
		g.active = g.active[:0]
	}
	for _, k := range numbers {
		fn := f.functions[k]
		if len(fn.group.active) == 0 {
			f.activeGroups = append(f.activeGroups, fn.group)
		}
		fn.group.active = append(fn.group.active, fn)
		f.active = append(f.active, fn)
	}
}

// ownMarginals works out mean and variance of the functions that are not drawn at the
// rows of their own class. Cost O(b (M D + M^2)) for all of them together.
func (f *Fit) ownMarginals() {
	s := f.sample
	for i := range s.byClass {
		s.byClass[i] = i
	}
	slices.SortFunc(s.byClass, func(i, j int) int {
		if f.class[i] != f.class[j] {
			return f.class[i] - f.class[j]
		}
		return i - j
	})
	for from, to := 0, 0; from < len(s.byClass); from = to {
		class := f.class[s.byClass[from]]
		for to = from; to < len(s.byClass) && f.class[s.byClass[to]] == class; to++ {
		}
		if fn := f.functions[class]; !slices.Contains(s.drawn, class) {
			f.marginalsAt(fn, s.byClass[from:to])
		}
	}
}

// marginalsAt works out mean and variance of a function at some rows of the minibatch.
func (f *Fit) marginalsAt(fn *function, rows []int) {
	s := f.sample
	pr, positions := s.pr.First(len(rows)), s.positions[:len(rows)]
	if projected := len(fn.group.active) > 0; projected {
		for at, i := range rows {
			copy(pr.A.RawRowView(at), fn.pr.A.RawRowView(i))
			pr.Residual[at] = fn.pr.Residual[i]
		}
	} else {
		for at, i := range rows {
			copy(pr.X.RawRowView(at), fn.pr.X.RawRowView(i))
			positions[at] = f.positions[i]
		}
		fn.prior.ProjectTraining(pr, positions)
	}
	_, m := pr.A.Dims()
	half := s.half.Slice(0, len(rows), 0, m).(*mat.Dense)
	half.Copy(pr.A)
	linalg.SolveRightT(half, fn.q.Chol)
	mean, variance := s.mean[:len(rows)], s.variance[:len(rows)]
	pr.Moments(mean, variance, fn.q.Mean, half)
	for at, i := range rows {
		fn.mean[i], fn.variance[i] = mean[at], variance[at]
	}
}
