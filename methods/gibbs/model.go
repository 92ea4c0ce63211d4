package gibbs

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/mcmc"
	"gpcbench/gp/saved"
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
	draws     *mat.Dense // S x F M, a draw of v of all functions in each row, chain by chain
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

// Functions returns F, the number of latent functions: 1 for two classes, else one a class.
func (m *Model) Functions() int {
	_, all := m.draws.Dims()
	return all / m.prior.M()
}

// function returns the draws of v of function c, S x M.
func (m *Model) function(c int) *mat.Dense {
	s, _ := m.draws.Dims()
	k := m.prior.M()
	return m.draws.Slice(0, s, c*k, (c+1)*k).(*mat.Dense)
}

// inducing returns the summaries of the elements of u, function by function, nil if there
// are too few draws.
func (m *Model) inducing() []mcmc.Summary {
	if m.perChain() < mcmc.MinDraws {
		return nil
	}
	s, _ := m.draws.Dims()
	var out []mcmc.Summary
	u := mat.NewDense(m.prior.M(), s, nil)
	for c := range m.Functions() {
		linalg.Mul(u, false, true, 1, m.prior.L, m.function(c), 0)
		for j := range m.prior.M() {
			out = append(out, mcmc.Summarise(mcmc.ByChain(u.RawRowView(j), m.chains)))
		}
	}
	return out
}

// perChain returns the number of draws of each chain.
func (m *Model) perChain() int {
	s, _ := m.draws.Dims()
	return s / m.chains
}

// each calls f with every row's number, the values a'v of the mean of each latent
// function at all draws and the variance that is left given v. Cost O(M^2 + F S M) a row.
func (m *Model) each(x *mat.Dense, f func(i int, means [][]float64, residual float64)) {
	n, d := x.Dims()
	s, _ := m.draws.Dims()
	at, row := make([]*mat.Dense, m.Functions()), make([][]float64, m.Functions())
	for from := 0; from < n; from += block {
		to := min(from+block, n)
		pr := sparse.NewProjection(to-from, m.prior.M(), d)
		pr.X.Copy(x.Slice(from, to, 0, d))
		m.prior.Project(pr)
		for c := range at {
			at[c] = mat.NewDense(to-from, s, nil)
			linalg.Mul(at[c], false, true, 1, pr.A, m.function(c), 0)
		}
		for i := from; i < to; i++ {
			for c := range row {
				row[c] = at[c].RawRowView(i - from)
			}
			f(i, row, pr.Residual[i-from])
		}
	}
}

// Size returns D and the number of classes.
func (m *Model) Size() (columns, classes int) {
	_, columns = m.prior.Z.Dims()
	return columns, m.classes()
}

// classes returns C.
func (m *Model) classes() int { return max(2, m.Functions()) }

// Predict writes the probabilities of the C classes at the rows of x to dst, n x C: the
// mean over the draws.
func (m *Model) Predict(dst, x *mat.Dense) {
	n, _ := x.Dims()
	if r, c := dst.Dims(); r != n || c != m.classes() {
		panic("gibbs: Predict: shape of dst")
	}
	m.each(x, func(i int, means [][]float64, residual float64) {
		p, total := dst.RawRowView(i), 0.0
		for k, values := range probabilities(means, residual) {
			p[k] = 0
			for _, v := range values {
				p[k] += v
			}
		}
		for k := len(p) - 1; k >= 0; k-- {
			total += p[k]
		}
		for k := range p {
			p[k] /= total
		}
	})
}

// probabilities returns the class probabilities at a row by class and draw.
func probabilities(means [][]float64, residual float64) [][]float64 {
	s := len(means[0])
	if len(means) == 1 {
		minus, plus := make([]float64, s), make([]float64, s)
		for j, f := range means[0] {
			plus[j], minus[j] = likelihood.Logit{}.Predict(f, residual)
		}
		return [][]float64{minus, plus}
	}
	mean, p := mat.NewDense(s, len(means), nil), mat.NewDense(s, len(means), nil)
	for c, values := range means {
		mean.SetCol(c, values)
	}
	likelihood.LogisticSoftmaxEqualVariance(p, mean, residual)
	out := make([][]float64, len(means))
	for c := range out {
		out[c] = mat.Col(nil, c, p)
	}
	return out
}

// Latents writes the posterior means and variances of the latent functions, with the
// kernel's noise, at the rows of x to mean and variance, n x F.
func (m *Model) Latents(mean, variance, x *mat.Dense) {
	m.each(x, func(i int, means [][]float64, residual float64) {
		for c, values := range means {
			f, v := sparse.MixtureMoments(values, residual)
			mean.Set(i, c, f)
			variance.Set(i, c, v)
		}
	})
}

// StandardErrors writes the Monte Carlo standard errors of the results of Latents and
// Predict at the rows of x, n x F; for two classes those of the second's probability. It
// returns false if a chain has kept fewer than mcmc.MinDraws draws. Cost that of
// Predict, and of the chains' autocorrelation.
func (m *Model) StandardErrors(mean, variance, probability, x *mat.Dense) bool {
	if m.perChain() < mcmc.MinDraws {
		return false
	}
	m.each(x, func(i int, means [][]float64, residual float64) {
		p := probabilities(means, residual)
		told := p[len(p)-len(means):]
		for c, values := range means {
			s := mcmc.Summarise(mcmc.ByChain(values, m.chains))
			mean.Set(i, c, s.MCSEMean)
			variance.Set(i, c, s.MCSEVariance)
			probability.Set(i, c, mcmc.Summarise(mcmc.ByChain(told[c], m.chains)).MCSEMean)
		}
	})
	return true
}

// savedModel is a Model as it is marshalled.
type savedModel struct {
	Kernel       kernel.State
	M, D, Chains int
	Functions    int // 0, as in old files of two classes, means 1
	Z, Draws     []float64
	Diagnosis    diagnosis
}

// MarshalBinary returns the model for Load: 8 S M bytes and the inputs.
func (m *Model) MarshalBinary() ([]byte, error) {
	n, d := m.prior.Z.Dims()
	return saved.Encode(savedModel{
		Kernel: kernel.StateOf(m.prior.Kernel), M: n, D: d, Chains: m.chains, Functions: m.Functions(),
		Z: m.prior.Z.RawMatrix().Data, Draws: m.draws.RawMatrix().Data, Diagnosis: m.diagnosis,
	})
}

// Load returns the model that MarshalBinary wrote.
func Load(raw []byte) (*Model, error) {
	var s savedModel
	if err := saved.Decode(raw, &s); err != nil {
		return nil, fmt.Errorf("gibbs: %w", err)
	}
	functions := max(s.Functions, 1)
	if s.M < 1 || s.Chains < 1 || len(s.Draws)%s.M != 0 || len(s.Draws)/s.M%functions != 0 {
		return nil, fmt.Errorf("gibbs: %w", saved.ErrMisfit)
	}
	kept := len(s.Draws) / s.M / functions // draws of all chains
	if kept < 1 || kept%s.Chains != 0 {
		return nil, fmt.Errorf("gibbs: %w", saved.ErrMisfit)
	}
	if err := saved.Room(len(raw), s.M, s.M); err != nil {
		return nil, fmt.Errorf("gibbs: %w", err)
	}
	prior, err := sparse.LoadPrior(s.Kernel, s.Z, s.M, s.D)
	if err != nil {
		return nil, fmt.Errorf("gibbs: %w", err)
	}
	return &Model{
		prior: prior, chains: s.Chains, draws: mat.NewDense(kept, s.M*functions, s.Draws), diagnosis: s.Diagnosis,
	}, nil
}
