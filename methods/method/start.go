package method

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inducing"
	"gpcbench/gp/inputs"
	"gpcbench/gp/kernel"
	"gpcbench/gp/sparse"
)

// Subsample sizes. The inducing inputs only start an optimisation, and the
// median distance among 1,000 rows is good to about a percent, so neither needs
// every row of a large table.
const (
	startRows  = 10_000 // more only if M is more
	medianRows = 1_000
)

// Start returns the starting kernel for the task: its own, or that of the options. The median
// distance is taken over all rows, or over 1,000 drawn by the stream "lengthscale".
func (p Prior) Start(task Task) (kernel.Kernel, error) {
	if task.Kernel != nil {
		return task.Kernel, nil
	}
	l, err := p.Lengthscale.Of(task)
	if err != nil {
		return nil, err
	}
	return kernel.New(string(p.Kernel), task.Train.Dim(), kernel.Start{Lengthscale: l, Variance: p.Variance, Noise: p.Noise})
}

// Of returns the lengthscale for the task, the same one for every attribute.
func (l Lengthscale) Of(task Task) (float64, error) {
	if l > 0 {
		return float64(l), nil
	}
	median := medianDistance(task)
	if math.IsNaN(median) || math.IsInf(median, 0) {
		return 0, fmt.Errorf("lengthscale %q: the median squared distance between training rows is too large for a number; divide the columns, or set standardise = true", l.Option())
	}
	if l == MedianSquared {
		return math.Sqrt(median), nil
	}
	return median, nil
}

// medianDistance returns the root of the median squared distance between training rows, or
// a sample of them, of which sparse ones stay sparse.
func medianDistance(task Task) float64 {
	if !task.Train.Sparse() {
		return inducing.MedianDistance(sample(task, medianRows, "lengthscale"))
	}
	pos := Drawn(task, medianRows, "lengthscale")
	return inducing.RootMedian(inputs.SquaredDistances(inputs.Read(nil, task.Train, pos)))
}

// What the option inducing_init may be: see Sparse.Start.
const (
	initKMeans       = "kmeans"
	initRandom       = "random"
	initFirst        = "first"
	initFirstByClass = "first-by-class"
	initGreedy       = "greedy"
)

// inducingInits lists all of these, in the order of messages and lists of options.
func inducingInits() []string {
	return []string{initKMeans, initRandom, initFirst, initFirstByClass, initGreedy}
}

// Start returns the starting inducing inputs, M x D, of each of several latent
// functions. Every method gets the same ones: a method with a single latent
// function gets the first of those of a method with one function a class.
//
//	kmeans          the same centres for every latent function; of all rows,
//	                or of the first 10,000 that the stream "inducing" draws
//	random          rows drawn without replacement, anew for each function
//	first           training rows 0..M-1 for every function
//	first-by-class  rows (kM + j) mod N, j = 0..M-1, for function k
//	greedy          the rows that inducing.Greedy chooses under the prior, the same for every
//	                function; of all rows, or of those that kmeans looks at
//
// With M = N all but kmeans give the training rows, and "all" gives them
// whatever the start.
func (s Sparse) Start(ctx context.Context, task Task, prior kernel.Kernel, functions int) ([]*mat.Dense, error) {
	n := task.Train.Len()
	m, err := s.Inducing.Of(n)
	if err != nil {
		return nil, err
	}
	out := make([]*mat.Dense, functions)
	if s.AtCentres() {
		z, err := inducing.KMeans(ctx, sample(task, max(startRows, m), "inducing"), m, s.KMeansSweeps, task.Stream("inducing"))
		if err != nil {
			return nil, err
		}
		for k := range out {
			out[k] = mat.DenseCopyOf(z)
		}
		return out, nil
	}
	rows, err := s.StartRows(task, m, functions, func(from []int) ([]int, error) { return greedyRows(ctx, task, from, prior, m) })
	if err != nil {
		return nil, err
	}
	for k, pos := range rows {
		out[k] = mat.NewDense(m, task.Train.Dim(), nil)
		task.Train.Read(out[k], nil, pos)
	}
	return out, nil
}

// AtCentres says whether inducing inputs start at k-means centres. Otherwise they start at rows:
// see StartRows.
func (s Sparse) AtCentres() bool { return s.InducingInit == initKMeans && !s.Inducing.All() }

// StartRows returns the positions of the m training rows at which the inducing inputs of each of
// several latent functions start. greedy is inducing.Greedy under the method's prior: it returns
// the m rows that it chooses among the rows from.
func (s Sparse) StartRows(task Task, m, functions int, greedy func(from []int) ([]int, error)) ([][]int, error) {
	out := make([][]int, functions)
	n, rng := task.Train.Len(), task.Stream("inducing")
	start := s.InducingInit
	if s.Inducing.All() {
		start = initFirst
	}
	for k := range out {
		if k > 0 && start == initGreedy {
			out[k] = out[0]
			continue
		}
		pos := make([]int, m)
		for j := range pos {
			pos[j] = j
		}
		out[k] = pos
		switch start {
		case initFirst:
		case initRandom:
			data.NewMinibatches(n, m, rng).At(pos, 0)
		case initFirstByClass:
			for j := range pos {
				pos[j] = (k*m + j) % n
			}
		case initGreedy:
			from := Drawn(task, max(startRows, m), "inducing")
			chosen, err := greedy(from)
			if err != nil {
				return nil, err
			}
			for j, i := range chosen {
				pos[j] = from[i]
			}
		default:
			panic("method: StartRows: inducing inputs do not start at rows by " + start)
		}
	}
	return out, nil
}

// greedyRows returns the m rows that inducing.Greedy chooses, with the kernel's noise in all
// variances.
func greedyRows(ctx context.Context, task Task, from []int, k kernel.Kernel, m int) ([]int, error) {
	n, d := len(from), task.Train.Dim()
	x, variance := mat.NewDense(n, d, nil), make([]float64, n)
	task.Train.Read(x, nil, from)
	k.Var(variance, x)
	return inducing.Greedy(ctx, variance, func(dst []float64, j int) {
		k.Cov(mat.NewDense(n, 1, dst), x, x.Slice(j, j+1, 0, d).(*mat.Dense))
	}, m)
}

// StartPrior returns the prior of the inducing variables of a method with one
// latent function: see StartPriors.
func StartPrior(ctx context.Context, task Task, s Sparse, p Prior, l Learning, rec Recorder) (*sparse.Prior, error) {
	priors, err := StartPriors(ctx, task, s, p, l, Sharing{}, 1, rec)
	if err != nil {
		return nil, err
	}
	return priors[0], nil
}

// StartPriors returns the priors of the inducing variables of a method's latent functions,
// at the starting inputs and kernel, and tells rec of M and of the jitter. The clock is
// stopped while these are chosen if s says so. Functions that share something have the same
// value:
//
//	[]                  inducing inputs of its own for every class, see Sparse.Start
//	[kernel]            the same; kernels are values, so each starts with the same one
//	[inducing]          priors of their own whose Z are equal
//	[kernel, inducing]  one prior, as often as there are functions
//
// With "all" and fixed inducing inputs, the training rows are the inducing inputs,
// which matters if there is noise: see sparse.Prior.ProjectTraining. Learnt inducing
// inputs equal the training inputs only at the start: from the first iteration on they
// are those of the ordinary sparse model, in which the noise at a training row is
// independent of that at its inducing input.
func StartPriors(ctx context.Context, task Task, s Sparse, p Prior, l Learning, sharing Sharing, functions int, rec Recorder) ([]*sparse.Prior, error) {
	sets := functions
	if sharing.SharesInducing() {
		sets = 1
	}
	var z []*mat.Dense
	var k kernel.Kernel
	var err error
	choose := func() {
		if k, err = p.Start(task); err == nil {
			z, err = s.Start(ctx, task, k, sets)
		}
	}
	if s.SetUp(rec, choose); err != nil {
		return nil, err
	}
	priors, total := make([]*sparse.Prior, functions), 0
	for c := range priors {
		if c > 0 && sharing.SharesInducing() && sharing.SharesKernel() {
			priors[c] = priors[0]
			continue
		}
		at := z[min(c, sets-1)]
		if c >= sets {
			at = mat.DenseCopyOf(at) // priors are moved side by side
		}
		prior, growths, err := sparse.NewPrior(k, at)
		if err != nil {
			return nil, err
		}
		prior.Own = s.Inducing.All() && noisy(k) && !l.LearnsInducing()
		priors[c] = prior
		total += growths
	}
	if t, _ := rec.Resume(); t == 0 { // else it was counted when the fit began
		Jitter(rec, total)
	}
	rec.Inducing(priors[0].M())
	return priors, nil
}

// StartAtRows returns the priors of functions whose inducing inputs are the training rows and stay
// there, each with its noise, and what they share: every function has these rows, so functions with
// one kernel have one prior. s is [AllInputs].
func StartAtRows(ctx context.Context, task Task, s Sparse, p Prior, l Learning, sharing Sharing, functions int, rec Recorder) ([]*sparse.Prior, Sharing, error) {
	if sharing.SharesKernel() {
		sharing = Sharing{Share: []string{kernelPart, inducingPart}}
	}
	priors, err := StartPriors(ctx, task, s, p, l, sharing, functions, rec)
	for _, prior := range priors {
		prior.Own = true
	}
	return priors, sharing, err
}

// noisy says whether a kernel has noise on its diagonal.
func noisy(k kernel.Kernel) bool { return slices.ContainsFunc(k.Names(), kernel.IsNoise) }

// SetUp runs f, which finds starting values: with the clock stopped if the option says so, and
// in a later part of a fit, whose time has them already.
func (s Sparse) SetUp(rec Recorder, f func()) {
	t, _ := rec.Resume()
	switch {
	case s.SetUpOffClock:
		rec.SetUp(f)
	case t > 0:
		rec.OffClock(f)
	default:
		f()
	}
}

// sample returns all training rows, or a given number drawn by a stream.
func sample(task Task, rows int, purpose string) *mat.Dense {
	pos := Drawn(task, rows, purpose)
	x := mat.NewDense(len(pos), task.Train.Dim(), nil)
	task.Train.Read(x, nil, pos)
	return x
}

// Drawn returns the positions of all training rows, or of a given number drawn by a
// stream.
func Drawn(task Task, rows int, purpose string) []int {
	minibatches := data.NewMinibatches(task.Train.Len(), rows, task.Stream(purpose))
	pos := make([]int, minibatches.Size())
	minibatches.At(pos, 0)
	return pos
}

// Signs returns the classes of a binary task as -1 and +1.
func Signs(class []int) []float64 {
	y := make([]float64, len(class))
	for i, c := range class {
		y[i] = float64(2*c - 1)
	}
	return y
}
