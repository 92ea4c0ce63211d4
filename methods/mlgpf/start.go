package mlgpf

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/inducing"
	"gpcbench/gp/inputs"
	"gpcbench/gp/subspace"
	"gpcbench/methods/method"
)

// start is where a run begins.
type start struct {
	space       space
	basis       map[string]float64 // notes on the basis
	lacking     int                // vectors of the option subspace that the rank leaves out
	centre      []float64          // subtracted from all rows; nil: they stay as they are
	inducing    *mat.Dense         // A0', R x M, or Z0', D x M
	kernel      covariance
	scale       float64 // root of the mean |x|^2, of centred rows where they are
	variance    float64
	lengthscale float64
	phi         *mat.Dense
	b           []float64
}

// newStart chooses the basis, the inducing inputs and all else that is learnt, with the
// clock stopped if c says so.
func newStart(ctx context.Context, c *Config, task method.Task, rec method.Recorder) (*start, error) {
	s := &start{}
	m, err := c.Inducing.Of(task.Train.Len())
	if err != nil {
		return nil, fmt.Errorf("mlgpf: %w", err)
	}
	c.SetUp(rec, func() { err = s.choose(ctx, c, task, m) })
	if err != nil {
		return nil, err
	}
	rec.Inducing(m)
	return s, s.label(c, task)
}

// centred returns the task with the rows that the model sees.
func (s *start) centred(task method.Task) method.Task {
	if s.centre != nil {
		task.Train = task.Train.Centred(s.centre)
	}
	return task
}

// choose sets the centre, the space, the inducing inputs and the kernel.
func (s *start) choose(ctx context.Context, c *Config, task method.Task, m int) error {
	if c.Kernel == "se" {
		s.centre = farCentre(task)
	}
	task = s.centred(task)
	var basis *subspace.Basis
	if c.Subspace > 0 {
		if most := mostSubspace(task.Train.Len(), task.Train.Dim()); c.Subspace > most {
			return &method.OptionError{Key: "subspace", Problem: fmt.Sprintf("%d training rows of %d attributes have at most %d singular vectors, got %d", task.Train.Len(), task.Train.Dim(), most, c.Subspace)}
		}
		var err error
		solver := subspace.Solver{Cycles: c.Cycles}
		if basis, err = solver.SVD(ctx, task.Train, c.Subspace, task.Stream("basis")); err != nil {
			return err
		}
		s.space.basis = basis.V
		s.basis = map[string]float64{"basis_residual": basis.MaxResidual(), "basis_residual_median": basis.MedianResidual(), "basis_share": basis.Share()}
		s.lacking = c.Subspace - len(basis.S)
	}
	s.lengthscale = 1
	if c.Kernel == "se" {
		var err error
		if s.lengthscale, err = c.Lengthscale.Of(task); err != nil {
			return err
		}
	}
	s.variance = c.Variance
	norm := meanNorm(task)
	if c.Kernel == "linear" {
		s.variance /= norm
	}
	s.scale = math.Sqrt(norm)
	s.kernel = newCovariance(string(c.Kernel), s.variance, s.lengthscale)
	var err error
	s.inducing, err = s.first(ctx, c, task, basis, m)
	return err
}

// first returns the inducing inputs to start from, in the space and transposed.
func (s *start) first(ctx context.Context, c *Config, task method.Task, basis *subspace.Basis, m int) (*mat.Dense, error) {
	if c.AtCentres() {
		centres, err := subspace.Centres(ctx, task.Train, basis, m, c.KMeansSweeps, task.Stream("inducing"))
		if err != nil || basis == nil {
			return centres, err
		}
		return mat.DenseCopyOf(centres.T()), nil
	}
	at, err := c.StartRows(task, m, 1, func(from []int) ([]int, error) { return s.greedy(ctx, task, from, m) })
	if err != nil {
		return nil, err
	}
	var rows batch
	s.space.read(&rows, task.Train, at[0])
	_, d := rows.rows.Dims()
	z := mat.NewDense(d, m, nil)
	rows.rows.AddTransMul(z, identity(m))
	return z, nil
}

// greedy returns the m rows that inducing.Greedy chooses under the kernel, in the space.
func (s *start) greedy(ctx context.Context, task method.Task, from []int, m int) ([]int, error) {
	var all batch
	s.space.read(&all, task.Train, from)
	n, d := all.rows.Dims()
	norms, variance := make([]float64, n), make([]float64, n)
	all.rows.SquaredNorms(norms)
	for i, xx := range norms {
		variance[i] = s.kernel.variance(xx)
	}
	one, z := mat.NewDense(n, 1, nil), mat.NewDense(d, 1, nil)
	return inducing.Greedy(ctx, variance, func(dst []float64, j int) {
		one.Set(j, 0, 1)
		z.Zero()
		all.rows.AddTransMul(z, one)
		one.Set(j, 0, 0)
		inner := mat.NewDense(n, 1, dst)
		all.rows.Mul(inner, z)
		s.kernel.covariances(inner, norms, norms[j:j+1])
	}, m)
}

// identity returns the unit matrix.
func identity(n int) *mat.Dense {
	out := mat.NewDense(n, n, nil)
	for i := range n {
		out.Set(i, i, 1)
	}
	return out
}

// label sets Phi and b, the map from latent functions to labels.
func (s *start) label(c *Config, task method.Task) (err error) {
	if s.phi, err = loadings(c, task); err != nil {
		return err
	}
	if !c.Bias.given() {
		s.b = logOdds(task)
		return nil
	}
	b, err := c.Bias.read(task.Classes, 1)
	if err != nil {
		return &method.OptionError{Key: "bias", Problem: err.Error()}
	}
	s.b = b.RawMatrix().Data
	return nil
}

// loadings returns Phi, K x P: those of the file, or draws from N(0, 1/P).
func loadings(c *Config, task method.Task) (*mat.Dense, error) {
	if c.Phi.given() {
		phi, err := c.Phi.read(task.Classes, c.Latents)
		if err != nil {
			return nil, &method.OptionError{Key: "phi", Problem: err.Error()}
		}
		return phi, nil
	}
	return normal(task.Stream("loadings"), task.Classes, c.Latents, 1/math.Sqrt(float64(c.Latents))), nil
}

// normal returns draws from N(0, sd^2).
func normal(rng *rand.Rand, r, c int, sd float64) *mat.Dense {
	out := mat.NewDense(r, c, nil)
	for i := range out.RawMatrix().Data {
		out.RawMatrix().Data[i] = sd * rng.NormFloat64()
	}
	return out
}

// normRows is the number of training rows that the mean squared norm is taken over; if
// there are more, the stream "norm" draws them.
const normRows = 10_000

// meanNorm returns the mean of |x|^2 over the training rows, at most normRows of them, 1 if all
// are zero.
func meanNorm(task method.Task) float64 {
	pos := method.Drawn(task, normRows, "norm")
	sum := 0.0
	var rows inputs.Rows
	for from := 0; from < len(pos); from += normBlock {
		part := pos[from:min(from+normBlock, len(pos))]
		rows = inputs.Read(rows, task.Train, part)
		norms := make([]float64, len(part))
		rows.SquaredNorms(norms)
		for _, v := range norms {
			sum += v
		}
	}
	if sum == 0 {
		return 1
	}
	return sum / float64(len(pos))
}

// normBlock is the number of rows that are read at a time.
const normBlock = 500

// logOdds returns log((n_k + 1/2) / (N - n_k + 1/2)) of every label k, which n_k of the N
// training rows have.
func logOdds(task method.Task) []float64 {
	n := task.Train.Len()
	b := make([]float64, task.Classes)
	for k, has := range task.Train.LabelCounts(task.Classes) {
		b[k] = math.Log((float64(has) + 0.5) / (float64(n-has) + 0.5))
	}
	return b
}

// setTo makes a point the start: mu = 0 and Sigma = 1.
func (s *start) setTo(at *parameters) {
	at.phi.Copy(s.phi)
	copy(at.b, s.b)
	copy(at.kernel, s.kernel.params())
	at.inducing.Copy(s.inducing)
}

// moved returns |A - A0| / |A0|, or that of Z.
func (s *start) moved(now *mat.Dense) float64 {
	d, _ := now.Dims()
	var change, size float64
	for i := range d {
		from := s.inducing.RawRowView(i)
		for j, v := range now.RawRowView(i) {
			change += (v - from[j]) * (v - from[j])
			size += from[j] * from[j]
		}
	}
	if size == 0 {
		return 0
	}
	return math.Sqrt(change / size)
}
