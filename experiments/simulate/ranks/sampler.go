package ranks

import (
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/methods/exact"
	"gpcbench/methods/method"
)

// samplerCheck is a likelihood and a frame of the chains with which the sampler of the exact posterior is checked.
type samplerCheck struct {
	name       string
	likelihood string
	classes    int
	frame      map[string]any
}

// samplers are all likelihoods of the sampler, with the frames that the yardstick uses.
var samplers = []samplerCheck{
	{"logit", "logit", 2, nil},
	{"logit, fitted", "logit", 2, map[string]any{"fitted_ellipse": true}},
	{"probit", "probit", 2, map[string]any{"matched_frame": true}},
	{"cloglog", "cloglog", 2, map[string]any{"adapted_frame": true}},
	{"softmax", "softmax", numClasses, map[string]any{"coupled_frame": true}},
	{"robust-max", "robust-max", numClasses, map[string]any{"coupled_frame": true}},
	{"argmax", "argmax", numClasses, map[string]any{"coupled_frame": true, "fitted_ellipse": true}},
	{"logistic-softmax", "logistic-softmax", numClasses, map[string]any{"coupled_frame": true, "fitted_ellipse": true}},
}

const (
	checkedRows = 6
	ranksOf     = 19 // draws among which the truth is ranked
	sweepsApart = 12
	rounding    = 1e-9 // tolerance for equal log-likelihoods
)

// quantities are the quantities whose true values are ranked.
var quantities = []string{"variance", "lengthscale", "log-likelihood"}

// samplerRanks are the ranks of one quantity for the sampler with a likelihood.
type samplerRanks struct {
	Sampler  string    `json:"sampler"`
	Quantity string    `json:"quantity"`
	DataSets int       `json:"data_sets"`
	Counts   []float64 `json:"counts"` // of ranks, in tenths
	P        float64   `json:"p"`      // of chi-squared
}

// checkSampler ranks the true kernel parameters and log-likelihood of data sets among draws of their posteriors (Talts
// et al. 2018; Modrak et al., Simulation-based calibration checking for Bayesian computation, 2022, on the
// log-likelihood). The true lengthscale and variance are drawn from the sampler's prior.
func checkSampler(check samplerCheck, replications int) ([]samplerRanks, error) {
	counts := make([][]float64, len(quantities))
	for q := range counts {
		counts[q] = make([]float64, rankBins)
	}
	for s := range replications {
		below, err := check.rank(rand.New(rand.NewPCG(uint64(s), check.seed())), uint64(s))
		if err != nil {
			return nil, fmt.Errorf("exact with %s: %w", check.name, err)
		}
		for q, b := range below {
			counts[q][b*rankBins/(ranksOf+1)]++
		}
	}
	var out []samplerRanks
	for q, name := range quantities {
		chi, want := 0.0, float64(replications)/rankBins
		for _, seen := range counts[q] {
			chi += (seen - want) * (seen - want) / want
		}
		out = append(out, samplerRanks{check.name, name, replications, counts[q], distuv.ChiSquared{K: rankBins - 1}.Survival(chi)})
	}
	return out, nil
}

// seed returns the seed of the data sets. Each check has its own, so that their p are independent.
func (check samplerCheck) seed() uint64 {
	h := fnv.New64a()
	h.Write([]byte(check.name))
	return h.Sum64()
}

// options returns the options of the sampler. Its prior is centred at a lengthscale of 1 and a variance of 2.
func (check samplerCheck) options() map[string]any {
	out := map[string]any{
		"likelihood": check.likelihood, "standardise": false, "lengthscale": 1.0, "variance": 2.0, "noise": 0.1, "lengthscale_sd": 1.0, "variance_sd": 1.0,
		"label_noise": mislabelled, "chains": 1, "burn_in": 60, "iterations": ranksOf * sweepsApart, "thinning": sweepsApart, "kernel_moves": 1, "latent_moves": 4,
		"batched_moves": false, // as when the committed ranks were drawn
	}
	maps.Copy(out, check.frame)
	return out
}

// model returns the model that data are drawn from. The noise is the likelihood's if that has noise.
func (check samplerCheck) model(noise float64) (dataModel, error) {
	if slices.Contains(likelihood.Noisy(), check.likelihood) {
		l, err := likelihood.NewNoisy(check.likelihood, check.classes, noise)
		return dataModel{l, noise}, err
	}
	if check.classes == 2 {
		return binaryModel(check.likelihood), nil
	}
	return multiclassModel(check.likelihood, mislabelled), nil
}

// rank draws a data set and returns, for each quantity, the number of draws below the truth.
func (check samplerCheck) rank(rng *rand.Rand, seed uint64) (below []int, err error) {
	cfg := exact.New()
	if err := method.Decode(cfg, check.options()); err != nil {
		return nil, err
	}
	start := kernel.Start{Lengthscale: float64(cfg.Lengthscale), Variance: cfg.Variance, Noise: cfg.Noise}
	m, err := check.model(start.Noise)
	if err != nil {
		return nil, err
	}
	if m.noise > 0 {
		start.Noise = 0
	}
	k, err := kernel.New("se", 1, start)
	if err != nil {
		return nil, err
	}
	at := m.drawKernel(rng, k)
	for !hasAll(at.y, check.classes) { // this selection leaves the ranks uniform
		at = m.drawKernel(rng, k)
	}
	p, err := cfg.Fit(context.Background(), taskOf(at.x, at.y, check.classes, seed), method.Silent{})
	if err != nil {
		return nil, err
	}
	draws := p.(*exact.Model)
	below = make([]int, len(quantities))
	alike := 0 // ties in the log-likelihood, if it has steps: the truth is placed at random among them
	for s := range draws.Count() {
		theta, value := draws.Parameters(s)
		for q := range at.free {
			if theta[q] < at.theta[q] {
				below[q]++
			}
		}
		switch {
		case math.Abs(value-at.value) < rounding:
			alike++
		case value < at.value:
			below[at.free]++
		}
	}
	below[at.free] += rng.IntN(alike + 1)
	return below, nil
}

// drawn is a data set with the kernel's parameters, of which the first free are sampled, and the log-likelihood.
type drawn struct {
	theta []float64
	free  int
	x     *mat.Dense
	y     []int
	value float64
}

// drawKernel draws kernel parameters about those of k, and a data set.
func (m dataModel) drawKernel(rng *rand.Rand, k kernel.Kernel) drawn {
	d := drawn{theta: make([]float64, k.NumParams()), x: mat.NewDense(checkedRows, 1, nil), y: make([]int, checkedRows)}
	k.Params(d.theta)
	for i, name := range k.Names() {
		if !kernel.IsNoise(name) {
			d.theta[i] += rng.NormFloat64()
			d.free++
		}
	}
	d.x.Apply(func(int, int, float64) float64 { return 2 * rng.NormFloat64() }, d.x)
	f := m.functions(rng, k.With(d.theta), d.x)
	for i := range d.y {
		d.y[i] = m.class(rng, f.RawRowView(i))
		d.value += m.likelihood.LogProb(d.y[i], f.RawRowView(i))
	}
	return d
}
