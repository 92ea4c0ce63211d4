package gibbs

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/mcmc"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
)

// block is the number of rows that are predicted at a time, which bounds the
// memory; results do not depend on it.
const block = 64

// Model is draws from a posterior. It is safe for concurrent use.
type Model struct {
	prior     *sparse.Prior
	chains    int
	draws     *mat.Dense // S x M, a draw of v in each row, chain by chain
	diagnosis diagnosis
}

// diagnosis is the worst over the inducing variables.
type diagnosis struct {
	Judged                            bool
	RHat, ESS, MCSEMean, MCSEVariance float64
}

// Diagnostics returns the worst split R-hat and effective sample size over the
// inducing variables, and the largest Monte Carlo standard errors of their
// means and variances, those of them that are finite.
func (m *Model) Diagnostics() map[string]float64 {
	out := map[string]float64{}
	if !m.diagnosis.Judged {
		return out
	}
	for name, v := range map[string]float64{
		"rhat": m.diagnosis.RHat, "ess": m.diagnosis.ESS,
		"mcse_mean": m.diagnosis.MCSEMean, "mcse_variance": m.diagnosis.MCSEVariance,
	} {
		if !math.IsInf(v, 0) && !math.IsNaN(v) {
			out[name] = v
		}
	}
	return out
}

// inducing returns the summaries of the elements of u, nil if there are too
// few draws.
func (m *Model) inducing() []mcmc.Summary {
	if m.perChain() < mcmc.MinDraws {
		return nil
	}
	s, n := m.draws.Dims()
	u := mat.NewDense(n, s, nil)
	linalg.Mul(u, false, true, 1, m.prior.L, m.draws, 0)
	out := make([]mcmc.Summary, n)
	for j := range out {
		out[j] = mcmc.Summarise(m.split(u.RawRowView(j)))
	}
	return out
}

// perChain returns the number of draws of each chain.
func (m *Model) perChain() int {
	s, _ := m.draws.Dims()
	return s / m.chains
}

// split cuts the values of a quantity at all draws into chains.
func (m *Model) split(values []float64) [][]float64 {
	n := m.perChain()
	out := make([][]float64, m.chains)
	for c := range out {
		out[c] = values[c*n : (c+1)*n]
	}
	return out
}

// each calls f with every row's number, the values a'v of its latent mean at
// all draws and the variance that is left given v. Cost O(M^2 + S M) a row.
func (m *Model) each(x *mat.Dense, f func(i int, means []float64, residual float64)) {
	n, d := x.Dims()
	s, k := m.draws.Dims()
	for from := 0; from < n; from += block {
		to := min(from+block, n)
		pr, means := sparse.NewProjection(to-from, k, d), mat.NewDense(to-from, s, nil)
		pr.X.Copy(x.Slice(from, to, 0, d))
		m.prior.Project(pr)
		linalg.Mul(means, false, true, 1, pr.A, m.draws, 0)
		for i := from; i < to; i++ {
			f(i, means.RawRowView(i-from), pr.Residual[i-from])
		}
	}
}

// Predict writes the probabilities of both classes at the rows of x to dst,
// n x 2: the mean over the draws.
func (m *Model) Predict(dst, x *mat.Dense) {
	n, _ := x.Dims()
	if r, c := dst.Dims(); r != n || c != 2 {
		panic("gibbs: Predict: shape of dst")
	}
	m.each(x, func(i int, means []float64, residual float64) {
		var plus, minus float64
		for _, f := range means {
			p, q := likelihood.Logit{}.Predict(f, residual)
			plus += p
			minus += q
		}
		dst.Set(i, 0, minus/(plus+minus))
		dst.Set(i, 1, plus/(plus+minus))
	})
}

// Latent writes the posterior mean and variance of f, with the kernel's noise,
// at the rows of x to mean and variance, length n.
func (m *Model) Latent(mean, variance []float64, x *mat.Dense) {
	m.each(x, func(i int, means []float64, residual float64) {
		mean[i], variance[i] = sparse.MixtureMoments(means, residual)
	})
}

// StandardErrors writes the Monte Carlo standard errors of what Latent and
// Predict say at the rows of x; false if a chain has kept fewer than
// mcmc.MinDraws draws. Cost that of Predict, and of the chains' autocorrelation.
func (m *Model) StandardErrors(mean, variance, probability []float64, x *mat.Dense) bool {
	if m.perChain() < mcmc.MinDraws {
		return false
	}
	m.each(x, func(i int, means []float64, residual float64) {
		s := mcmc.Summarise(m.split(means))
		mean[i], variance[i] = s.MCSEMean, s.MCSEVariance
		p := make([]float64, len(means))
		for j, f := range means {
			p[j], _ = likelihood.Logit{}.Predict(f, residual)
		}
		probability[i] = mcmc.Summarise(m.split(p)).MCSEMean
	})
	return true
}

// saved is a Model as it is marshalled.
type saved struct {
	Kernel       kernel.State
	M, D, Chains int
	Z, Draws     []float64
	Diagnosis    diagnosis
}

// MarshalBinary returns the model for Load: 8 S M bytes and the inputs.
func (m *Model) MarshalBinary() ([]byte, error) {
	n, d := m.prior.Z.Dims()
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(saved{
		Kernel: kernel.StateOf(m.prior.Kernel), M: n, D: d, Chains: m.chains,
		Z: m.prior.Z.RawMatrix().Data, Draws: m.draws.RawMatrix().Data, Diagnosis: m.diagnosis,
	})
	return buf.Bytes(), err
}

// Load returns the model that MarshalBinary wrote.
func Load(raw []byte) (*Model, error) {
	var s saved
	if err := gob.NewDecoder(bytes.NewReader(raw)).Decode(&s); err != nil {
		return nil, fmt.Errorf("gibbs: the model cannot be read: %w", err)
	}
	if s.M < 1 || s.D < 1 || s.Chains < 1 || len(s.Z) != s.M*s.D || len(s.Draws) == 0 || len(s.Draws)%(s.M*s.Chains) != 0 {
		return nil, fmt.Errorf("gibbs: the model cannot be read: its parts do not fit together")
	}
	k, err := s.Kernel.Kernel()
	if err != nil {
		return nil, err
	}
	prior, _, err := sparse.NewPrior(k, mat.NewDense(s.M, s.D, s.Z))
	if err != nil {
		return nil, err
	}
	return &Model{
		prior: prior, chains: s.Chains, draws: mat.NewDense(len(s.Draws)/s.M, s.M, s.Draws), diagnosis: s.Diagnosis,
	}, nil
}
