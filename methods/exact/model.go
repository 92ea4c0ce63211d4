package exact

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/mcmc"
	"gpcbench/gp/saved"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
)

// block is the number of rows that are predicted at a time, each with the kernel of every draw.
// Results do not depend on it, except for rounding if N is odd: products with a vector take four
// rows at a time.
const block = 512

// Model is draws from a posterior. It is safe for concurrent use.
type Model struct {
	likelihood likelihood.Observation
	prior      hyperprior
	x          *mat.Dense // N x D, the training rows
	chains     int
	draws      draws // chain by chain
	predictive predictive
	diagnosis  diagnosis
}

// diagnosis is the worst over the kernel's parameters and the log-likelihood.
type diagnosis struct {
	Judged bool
	RHat   float64 `saved:"infinite"`
	ESS    float64

	Evidence evidence // zero: not estimated
}

// worst returns the worst value of each measure.
func worst(all []mcmc.Summary) diagnosis {
	d := diagnosis{Judged: true, RHat: all[0].RHat, ESS: all[0].ESS}
	for _, s := range all {
		d.RHat = max(d.RHat, s.RHat)
		d.ESS = min(d.ESS, s.ESS, s.ESSVariance)
	}
	return d
}

// Diagnostics returns the worst split R-hat and effective sample size of the kernel's parameters
// and the log-likelihood, and the evidence if requested, as far as they are finite.
func (m *Model) Diagnostics() map[string]float64 {
	out := map[string]float64{}
	if m.diagnosis.Judged && !math.IsInf(m.diagnosis.RHat, 0) && !math.IsNaN(m.diagnosis.RHat) {
		out["rhat"], out["ess"] = m.diagnosis.RHat, m.diagnosis.ESS
	}
	if e := m.diagnosis.Evidence; e != (evidence{}) && !math.IsInf(e.Log, 0) && !math.IsNaN(e.SE) {
		out["log_evidence"], out["log_evidence_se"] = e.Log, e.SE
	}
	return out
}

// Functions returns F, the number of latent functions.
func (m *Model) Functions() int { return m.likelihood.Functions() }

// Size returns D and the number of classes.
func (m *Model) Size() (columns, classes int) {
	_, columns = m.x.Dims()
	return columns, m.likelihood.Outputs()
}

// z returns draw s of the kernel's parameters.
func (m *Model) z(s int) []float64 {
	p := len(m.prior.free)
	return m.draws.Z[s*p : (s+1)*p]
}

// Parameters returns the kernel's parameters at draw s of the [Model.Count], chain by chain, and the log-likelihood
// of the training rows there.
func (m *Model) Parameters(s int) (theta []float64, logLikelihood float64) {
	return m.prior.theta(m.z(s)), m.draws.LogLikelihood[s]
}

// Count returns S, the number of draws.
func (m *Model) Count() int { return len(m.draws.LogLikelihood) }

// all returns draw s of the functions, one after the other.
func (m *Model) all(s int) []float64 {
	size := len(m.draws.V) / m.Count()
	return m.draws.V[s*size : (s+1)*size]
}

// v returns draw s of function c.
func (m *Model) v(s, c int) []float64 {
	n, _ := m.x.Dims()
	return m.all(s)[c*n : (c+1)*n]
}

// quantities returns the summaries of the kernel's parameters that are sampled and of the
// log-likelihood, nil if there are too few draws. Under kernels of an extreme variance every
// probability of a label rounds to the same number: such a log-likelihood says nothing about the
// chains, and |v|^2 is judged in its place.
func (m *Model) quantities() []mcmc.Summary {
	if m.Count()/m.chains < mcmc.MinDraws {
		return nil
	}
	values := slices.Clone(m.draws.LogLikelihood)
	if !mcmc.Changes(values) {
		for s := range values {
			values[s] = linalg.Dot(m.all(s), m.all(s))
		}
	}
	out := []mcmc.Summary{mcmc.Summarise(mcmc.ByChain(values, m.chains))}
	for i := range m.prior.free {
		for s := range values {
			values[s] = m.z(s)[i]
		}
		out = append(out, mcmc.Summarise(mcmc.ByChain(values, m.chains)))
	}
	return out
}

// each calls f at every draw with the means and variances of the latent functions at the rows of
// x, n x F. Cost a draw: N^3/3 and n N^2 flops.
func (m *Model) each(x *mat.Dense, f func(s int, mean, variance *mat.Dense)) {
	n, d := x.Dims()
	rows, _ := m.x.Dims()
	pr := sparse.NewProjection(n, rows, d)
	pr.X.Copy(x)
	mean, variance, row := mat.NewDense(n, m.Functions(), nil), mat.NewDense(n, m.Functions(), nil), make([]float64, n)
	prior := m.priorOf(0)
	for s := range m.Count() {
		if s > 0 && len(m.prior.free) > 0 {
			m.move(prior, s)
		}
		if s == 0 || len(m.prior.free) > 0 {
			prior.Project(pr)
		}
		for c := range m.Functions() {
			linalg.MulVec(row, false, 1, pr.A, m.v(s, c), 0)
			mean.SetCol(c, row)
			variance.SetCol(c, pr.Residual)
		}
		f(s, mean, variance)
	}
}

// priorOf returns the prior of a draw, with the training rows as inducing inputs.
func (m *Model) priorOf(s int) *sparse.Prior {
	prior, _, err := sparse.NewPrior(m.prior.kernelAt(m.z(s)), m.x)
	if err != nil {
		panic("exact: a kernel that was sampled cannot be decomposed: " + err.Error())
	}
	return prior
}

// move gives the prior the kernel of another draw.
func (m *Model) move(prior *sparse.Prior, s int) {
	if _, err := prior.Set(m.prior.kernelAt(m.z(s))); err != nil {
		panic("exact: a kernel that was sampled cannot be decomposed: " + err.Error())
	}
}

// inBlocks calls f with the rows [from, to) of x.
func inBlocks(x *mat.Dense, f func(from, to int, x *mat.Dense)) {
	n, d := x.Dims()
	for from := 0; from < n; from += block {
		to := min(from+block, n)
		f(from, to, x.Slice(from, to, 0, d).(*mat.Dense))
	}
}

// Predict writes the probabilities of the K classes at the rows of x to dst, n x K: the mean
// over the draws.
func (m *Model) Predict(dst, x *mat.Dense) {
	dst.Zero()
	inBlocks(x, func(from, to int, x *mat.Dense) {
		part := dst.Slice(from, to, 0, m.likelihood.Outputs()).(*mat.Dense)
		m.Draws(x, func(p *mat.Dense) { part.Add(part, p) })
		part.Scale(1/float64(m.Count()), part)
	})
}

// Latents writes the posterior means and variances of the latent functions, with the kernel's
// noise, at the rows of x to mean and variance, n x F.
func (m *Model) Latents(mean, variance, x *mat.Dense) {
	inBlocks(x, func(from, to int, x *mat.Dense) {
		n, share := to-from, 1/float64(m.Count())
		f, f2, v := mat.NewDense(n, m.Functions(), nil), mat.NewDense(n, m.Functions(), nil), mat.NewDense(n, m.Functions(), nil)
		m.each(x, func(_ int, at, left *mat.Dense) {
			for i := range n {
				for c, value := range at.RawRowView(i) {
					f.Set(i, c, f.At(i, c)+share*value)
					f2.Set(i, c, f2.At(i, c)+share*value*value)
					v.Set(i, c, v.At(i, c)+share*left.At(i, c))
				}
			}
		})
		for i := range n {
			for c, value := range f.RawRowView(i) {
				mean.Set(from+i, c, value)
				variance.Set(from+i, c, v.At(i, c)+max(0, f2.At(i, c)-value*value))
			}
		}
	})
}

// Chains returns the number of Markov chains, all of one length.
func (m *Model) Chains() int { return m.chains }

// Draws calls f with the class probabilities at the rows of x at each draw, n x K, chain by
// chain. f must not keep p. Cost that of Predict.
func (m *Model) Draws(x *mat.Dense, f func(p *mat.Dense)) {
	n, _ := x.Dims()
	p := mat.NewDense(n, m.likelihood.Outputs(), nil)
	predict := m.predictive.probabilities(m.likelihood, x)
	m.each(x, func(s int, mean, variance *mat.Dense) {
		predict(p, s, mean, variance)
		f(p)
	})
}

// savedModel is a Model as it is marshalled.
type savedModel struct {
	Likelihood   likelihood.State
	Kernel       kernel.State
	Free         []int
	SD           []float64
	N, D, Chains int
	X            []float64
	Draws        draws
	Predictive   predictive
	Diagnosis    diagnosis
}

// MarshalBinary returns the model for Load: 8 S F N bytes and the training rows.
func (m *Model) MarshalBinary() ([]byte, error) {
	n, d := m.x.Dims()
	return saved.Encode(savedModel{
		Likelihood: m.likelihood.State(), Kernel: kernel.StateOf(m.prior.kernel), Free: m.prior.free, SD: m.prior.sd,
		N: n, D: d, Chains: m.chains, X: m.x.RawMatrix().Data, Draws: m.draws, Predictive: m.predictive, Diagnosis: m.diagnosis,
	})
}

// Load returns the model that MarshalBinary wrote.
func Load(raw []byte) (*Model, error) {
	var s savedModel
	if err := saved.Decode(raw, &s); err != nil {
		return nil, fmt.Errorf("exact: %w", err)
	}
	m, err := s.model(len(raw))
	if err != nil {
		return nil, fmt.Errorf("exact: %w", err)
	}
	return m, nil
}

// model returns the model of a file with the given number of bytes.
func (s *savedModel) model(size int) (*Model, error) {
	x, err := saved.Matrix(s.X, s.N, s.D)
	if err != nil {
		return nil, err
	}
	if err := saved.Room(size, s.N, s.N); err != nil {
		return nil, err
	}
	l, err := likelihood.NewObservation(s.Likelihood)
	if err != nil {
		return nil, err
	}
	count := len(s.Draws.LogLikelihood)
	if s.Chains < 1 || count < 1 || count%s.Chains != 0 || !s.Predictive.allowed() || s.Kernel.Dim != s.D || len(s.SD) != len(s.Free) ||
		len(s.Draws.Z) != count*len(s.Free) || !saved.Fits(len(s.Draws.V), count, l.Functions(), s.N) {
		return nil, saved.ErrMisfit
	}
	k, err := s.Kernel.Kernel()
	if err != nil {
		return nil, err
	}
	m := &Model{
		likelihood: l, prior: hyperprior{kernel: k, free: s.Free, sd: s.SD},
		x: x, chains: s.Chains, draws: s.Draws, predictive: s.Predictive, diagnosis: s.Diagnosis,
	}
	for _, at := range s.Free {
		if at < 0 || at >= k.NumParams() {
			return nil, saved.ErrMisfit
		}
	}
	for i := range count {
		if !m.prior.has(m.z(i)) {
			return nil, saved.ErrMisfit
		}
	}
	if _, _, err := sparse.NewPrior(m.prior.kernelAt(m.z(0)), m.x); err != nil {
		return nil, err
	}
	return m, nil
}
