package exact

import (
	"fmt"
	"math"
	"slices"

	"gpcbench/data"
	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/methods/method"
)

// auto is the likelihood logit for two classes and softmax for more.
const auto = "auto"

// Config is the sampler with its options.
type Config struct {
	method.Scaling
	method.Prior
	method.Learning
	method.ByClocks
	method.Schedule
	method.Markov

	Likelihood     string  `option:"likelihood" registry:"likelihoods" help:"p(y | f): a link of two classes, or one of several with a latent function each, of which \"argmax\" has the kernel's noise on all functions; \"auto\" is logit of two classes and softmax of more"`
	LabelNoise     float64 `option:"label_noise" above:"0" max:"0.5" help:"epsilon of robust-max: probability that the class is not that of the largest function"`
	LengthscaleSD  float64 `option:"lengthscale_sd" above:"0" help:"prior of each lengthscale: standard deviation of its logarithm about that of its starting value"`
	VarianceSD     float64 `option:"variance_sd" above:"0" help:"prior of variances and weights: standard deviation of their logarithms about those of their starting values"`
	AdaptedFrame   bool    `option:"adapted_frame" omitzero:"true" help:"lay frames by the likelihood smoothed by their own variances instead of 1: costlier, and better where latent functions are large"`
	CoupledFrame   bool    `option:"coupled_frame" omitzero:"true" help:"lay frames of several latent functions by the full curvature of a softmax or logistic softmax, not by its diagonal: better wherever there are several classes"`
	MatchedFrame   bool    `option:"matched_frame" omitzero:"true" help:"lay frames of two classes by the mean and the covariance that expectation propagation finds: costlier, and the one that still works where latent functions are very large"`
	PriorFrame     bool    `option:"prior_frame" omitzero:"true" help:"whiten latent functions by their prior, without a frame from the data: moves are cheap, and short where the data are informative"`
	FramePoints    bool    `option:"frame_points" omitzero:"true" help:"several latent functions: lay frames by the softmax at two points a function, in place of its integrals: those of the logistic softmax take half of the time"`
	FrameCurvature float64 `option:"frame_curvature" omitzero:"true" min:"0" max:"1" help:"share of the likelihood's curvature that frames have: below 1 they are wider, so that runs of the evidence begin where the whole posterior is; 0 is 1"`
	SurrogateData  bool    `option:"surrogate_data" omitzero:"true" help:"with prior_frame: move the kernel's parameters given noisy copies of the latent functions, drawn for the move, in the frame of these copies"`
	FittedEllipse  bool    `option:"fitted_ellipse" omitzero:"true" help:"move the kernel's parameters along ellipses of a Gaussian that is fitted to the burn-in, instead of their prior: fewer frames a move, and longer moves"`
	Estimates      int     `option:"estimates" omitzero:"true" min:"0" max:"10000" help:"draws in the frame for each estimate of p(y), by which random steps of the kernel's parameters are accepted or rejected (pseudo-marginal); 0: slice sampling"`
	Leapfrogs      int     `option:"leapfrogs" omitzero:"true" min:"0" max:"1000" help:"steps of Hamiltonian Monte Carlo in each move of the latent functions; 0: slice sampling"`
	Truncated      bool    `option:"truncated_gaussian" omitzero:"true" help:"likelihood probit or argmax: move functions with their noise as a Gaussian truncated to the region of the labels, by Hamiltonian dynamics that bounces off its boundary; mixes at any variance of the kernel"`
	EvidenceRuns   int     `option:"evidence_runs" omitzero:"true" min:"0" max:"100000" help:"runs of annealed importance sampling for log p(y), after the chains; 0 for none, else at least 2"`
	EvidenceSteps  int     `option:"evidence_steps" omitzero:"true" min:"0" max:"100000" help:"powers of the likelihood, or with truncated_gaussian scales of the latent functions, of each of these runs; 0 is 30"`
	Draws          int     `option:"draws" omitzero:"true" min:"0" max:"10000" help:"draws of the latent values at a row that is predicted, for each kept draw of the chains; 0 takes the expectation, which for several classes may take longer than the chains"`
	KernelMoves    int     `option:"kernel_moves" min:"1" max:"1000" help:"moves of the kernel's parameters in a sweep"`
	LatentMoves    int     `option:"latent_moves" min:"1" max:"1000" help:"moves of the latent functions in a sweep"`
	BatchedMoves   bool    `option:"batched_moves" omitzero:"identity" help:"draw the directions of a sweep's moves of the latent functions at once, and multiply them with the kernel's factors once: the same moves by other random numbers, in a fraction of the time"`
}

// New returns the defaults.
func New() *Config {
	return &Config{
		Scaling:       method.Scaling{Standardise: true},
		Prior:         method.DefaultPrior(),
		Learning:      method.Learning{Learn: []string{"kernel"}},
		ByClocks:      method.ByClocks{Clocks: true},
		Schedule:      method.Schedule{Iterations: 500},
		Likelihood:    auto,
		LabelNoise:    1e-3,
		LengthscaleSD: 1, VarianceSD: 2,
		Markov: method.Markov{Chains: 4, BurnIn: 20, Thinning: 2}, KernelMoves: 2, LatentMoves: 5, BatchedMoves: true,
	}
}

// Validate refuses options that exclude one another, and learning inducing inputs, which the
// sampler does not have.
func (c *Config) Validate() error {
	if c.EvidenceRuns == 1 {
		return &method.OptionError{Key: "evidence_runs", Problem: "a standard error takes at least two runs; set 0 for no evidence"}
	}
	switch {
	case c.PriorFrame && (c.AdaptedFrame || c.CoupledFrame || c.MatchedFrame):
		return &method.OptionError{Key: "prior_frame", Problem: "another frame is asked for too; leave out prior_frame, or adapted_frame, coupled_frame and matched_frame"}
	case c.PriorFrame && c.FrameCurvature > 0:
		return &method.OptionError{Key: "frame_curvature", Problem: "latent functions are whitened by their prior, without any curvature; leave out one of the two"}
	case c.MatchedFrame && c.AdaptedFrame:
		return &method.OptionError{Key: "matched_frame", Problem: "adapted_frame is another frame; set one of the two"}
	case c.SurrogateData && !c.PriorFrame:
		return &method.OptionError{Key: "surrogate_data", Problem: "latent functions are whitened by their prior then; set prior_frame = true"}
	case c.Truncated && c.Leapfrogs > 0:
		return &method.OptionError{Key: "leapfrogs", Problem: "the latent functions are moved as a truncated Gaussian; set one of the two"}
	case c.SurrogateData && c.Estimates > 0:
		return &method.OptionError{Key: "estimates", Problem: "the kernel is moved by surrogate data; set one of the two"}
	}
	return c.KernelOnly()
}

// mostRows is a number of training rows beyond which a sweep takes minutes.
const mostRows = 5000

// check refuses fits that would not end or would not fit into memory.
func (c *Config) check(task method.Task) error {
	if err := method.CheckMulticlass(task); err != nil {
		return err
	}
	return method.CheckFull(task, "exact", mostRows, "svgp or svi-mgpc")
}

// likelihood returns p(y | f) of the task, and the kernel of f. If the likelihood has noise on f,
// it is the kernel's noise.
func (c *Config) likelihood(task method.Task, k kernel.Kernel) (likelihood.Observation, kernel.Kernel, error) {
	if !slices.Contains(likelihood.Noisy(), c.Likelihood) {
		l, err := c.noiseless(task)
		return l, k, err
	}
	k, noise, err := kernel.WithoutNoise(k)
	if err != nil {
		return nil, nil, err
	}
	if noise == 0 {
		return nil, nil, fmt.Errorf("exact: likelihood %q needs functions with noise; set noise, its variance, to a number above 0", c.Likelihood)
	}
	if task.Classes == 2 {
		l, err := likelihood.New(likelihood.State{Name: "probit", Outputs: 2})
		return l, overNoise(k, noise), err
	}
	l, err := likelihood.NewNoisy(c.Likelihood, task.Classes, noise)
	return l, k, err
}

// overNoise returns k over the variance of noise: of two classes f_1 - f_0 has the kernel 2 k and noise of variance
// 2 noise, so that p(y = 1 | f) is a probit of one function, (f_1 - f_0) / (2 noise)^1/2, whose kernel is k / noise.
func overNoise(k kernel.Kernel, noise float64) kernel.Kernel {
	theta := make([]float64, k.NumParams())
	k.Params(theta)
	for i, name := range k.Names() {
		if !kernel.IsLengthscale(name) {
			theta[i] = min(theta[i]-math.Log(noise), widest)
		}
	}
	return k.With(theta)
}

// widest is the logarithm of a variance over that of the noise where a label has long been the sign of a function: beyond,
// the posterior is that at widest but for the scale of f.
const widest = 90

// noiseless returns p(y | f) where the likelihood has no noise on f.
func (c *Config) noiseless(task method.Task) (likelihood.Likelihood, error) {
	name := c.Likelihood
	if name == auto {
		name = map[data.Kind]string{data.Binary: "logit", data.Multiclass: likelihood.NameSoftmax}[task.Kind]
	}
	if slices.Contains(likelihood.Multiclass(), name) {
		return c.Multiclass(name, task.Classes, c.LabelNoise)
	}
	if task.Classes > 2 {
		return nil, fmt.Errorf("exact: likelihood %q is for two classes, the task has %d; set one of %q, or \"auto\"", name, task.Classes, slices.Concat(likelihood.Multiclass(), likelihood.Noisy()))
	}
	return likelihood.New(likelihood.State{Name: name, Outputs: 2})
}

// Cost returns roughly how many multiplications the burn-in and an iteration take: the frames of
// the kernel's moves, or of each chain's start.
func (c *Config) Cost(s method.Size) (setUp, iteration float64) {
	functions := 1.0
	if s.Classes > 2 {
		functions = float64(s.Classes)
	}
	n, chains := float64(s.Rows), float64(c.Chains)
	frame := n * n * (n*(1+functions*(2+usualSteps))/6 + s.Row)
	sweep := float64(c.LatentMoves) * c.productsOfMove() * functions * n * n
	if c.LearnsKernel() {
		sweep += float64(c.KernelMoves) * framesOfMove * frame
	}
	return chains * (frame + float64(c.BurnIn)*sweep), chains * sweep
}

// productsOfMove returns roughly how many products of a matrix and a vector a move of a latent function takes.
func (c *Config) productsOfMove() float64 {
	switch {
	case c.Truncated:
		return 6 + 5*usualBounces
	case c.Leapfrogs > 0 || !c.BatchedMoves:
		return float64(5 + 4*c.Leapfrogs)
	}
	return 2
}

const (
	usualBounces = 2 // a row
	usualSteps   = 6 // of Newton's method, as a rule
	framesOfMove = 4
)
