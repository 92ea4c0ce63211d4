package mlgpf

import (
	"context"
	"fmt"

	"gpcbench/data"
	"gpcbench/methods/method"
)

// Config is the factor model with its options.
type Config struct {
	method.Scaling
	method.Sparse
	method.Learning
	method.Schedule
	method.Batching

	Latents     int                `option:"latents" min:"1" help:"number P of latent functions"`
	Subspace    int                `option:"subspace" min:"0" help:"number R of right singular vectors whose span holds the learnt inducing inputs, Z = A X~; 0 leaves them free"`
	Cycles      int                `option:"subspace_cycles" min:"0" omitzero:"true" help:"largest number of cycles of the Lanczos iteration for the singular vectors; 0: until their residuals are 1e-5, at most 30"`
	Kernel      Kernel             `option:"kernel" type:"text" help:"covariance function: linear, v x'z, or se, v exp(-|x - z|^2 / 2 l^2)"`
	Lengthscale method.Lengthscale `option:"lengthscale" type:"number, \"median\" or \"median-squared\"" help:"starting lengthscale of se; \"median\" is the root of the median squared distance between training rows, \"median-squared\" the root of that: the squared lengthscale is the median distance"`
	Variance    float64            `option:"variance" above:"0" help:"prior variance of a latent function: for se its starting value; for linear its mean over at most 10,000 training rows, fixed because Phi has a scale of its own"`
	Phi         Matrix             `option:"phi" omitzero:"true" type:"file name" help:"CSV file of the K x P loadings Phi, which then are held fixed; none learns them"`
	Bias        Matrix             `option:"bias" omitzero:"true" type:"file name" help:"CSV file of the K biases b, which then are held fixed; none learns them"`
	Negatives   int                `option:"negatives" min:"0" help:"number of labels drawn from those that a row of a minibatch does not have; 0 takes all"`
	Nodes       int                `option:"nodes" min:"2" max:"1000" help:"Gauss-Hermite nodes of an expectation"`
	Probability string             `option:"probability" oneof:"marginal|point" help:"probability of a label: its expectation under the posterior, or its value at the mean of the label's utility"`

	KeepBest     bool    `option:"keep_best" omitzero:"identity" help:"full batch with all labels: the result is the state with the highest bound, and the recorded objective is that of the result, also on minibatches; false: the last state, and the bound before the last step"`
	Natural      bool    `option:"natural" omitzero:"identity" help:"step q by natural gradients and the rest by adam"`
	LimitSteps   bool    `option:"limit_steps" omitzero:"identity" help:"natural: steps are at most 1/latents long, mu moves with the Sigma of the same step, and inducing inputs move by at most hyper_rate * inducing_rate lengthscales (linear: lengths of rows); false: longer steps, which overshoot"`
	Step         float64 `option:"step" above:"0" help:"step of adam for q, Phi and b"`
	HyperRate    float64 `option:"hyper_rate" above:"0" help:"the same for the logarithms of kernel parameters"`
	InducingRate float64 `option:"inducing_rate" above:"0" help:"the same for inducing inputs, as a multiple of hyper_rate and of the root of the mean squared length of training rows, at most 10,000 of them; but see limit_steps"`
}

// mostNodes is the most that option nodes may be. The rule of so many is exact for polynomials of
// degree 1999, and takes a tenth of a second to make.
const mostNodes = 1000

// Kernel is the name of a covariance function of inner products and squared norms.
type Kernel string

// SetOption takes "linear" or "se".
func (k *Kernel) SetOption(v any) error {
	if v != "linear" && v != "se" {
		return fmt.Errorf("want \"linear\" or \"se\", got %v", v)
	}
	*k = Kernel(v.(string))
	return nil
}

// Option returns the name.
func (k *Kernel) Option() any { return string(*k) }

// eventLacking counts the vectors that the subspace has fewer than its option says, because
// the training rows have a lower rank.
const eventLacking = "singular vectors lacking"

// New returns the defaults.
func New() *Config {
	c := &Config{
		Sparse:   method.DefaultSparse(),
		Learning: method.LearnAll(),
		Schedule: method.Schedule{Iterations: 2000},
		Batching: method.Batching{Batch: 500},

		Latents: 30, Kernel: "linear", Lengthscale: method.Median, Variance: 1,
		Nodes: 20, Probability: "marginal", KeepBest: true, Natural: true, LimitSteps: true,
		Step: 0.01, HyperRate: 0.01, InducingRate: 1,
	}
	return c
}

// Validate refuses a tolerance, because minibatches give no measure of change, and cycles
// of a search for singular vectors without a subspace.
func (c *Config) Validate() error {
	if c.Tolerance > 0 {
		return &method.OptionError{Key: "tolerance", Problem: "the method has no measure of change: iterations or budget_seconds end a fit"}
	}
	if c.Cycles > 0 && c.Subspace == 0 {
		return &method.OptionError{Key: "subspace_cycles", Problem: "free inducing inputs have no singular vectors: give subspace, their number, or leave subspace_cycles out"}
	}
	return nil
}

// Excesses adds a subspace of more dimensions than the training rows span to those of the inducing inputs.
func (c *Config) Excesses(rows, attributes int, set string) []method.Excess {
	out := c.Sparse.Excesses(rows, attributes, set)
	if most := mostSubspace(rows, attributes); c.Subspace > most {
		problem := fmt.Sprintf("subspace = %d is more than the %d dimensions that the training rows of data set %s can span", c.Subspace, most, set)
		out = append(out, method.Excess{Problem: problem, Remedy: "fewer"})
	}
	return out
}

// mostSubspace is the most singular vectors that training rows have.
func mostSubspace(rows, attributes int) int { return min(rows, attributes) }

// Fit trains on task.Train, whose rows have sets of labels.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	if task.Kind != data.Multilabel {
		return nil, fmt.Errorf("mlgpf: the method is for multi-label tasks, not for %s", task.Kind)
	}
	if err := c.Validate(); err != nil {
		return nil, err
	}
	f, err := newFit(ctx, c, task, rec)
	if err != nil {
		return nil, err
	}
	t, err := f.resume()
	if err != nil {
		return nil, err
	}
	if t > 0 { // for the trace and the look back, if nothing is left to do
		if _, err := f.evaluate(t); err != nil {
			return nil, err
		}
	}
	if t == 0 && f.start.lacking > 0 { // later parts read it from the checkpoint
		rec.Event(eventLacking, f.start.lacking)
	}
	err = c.Run(ctx, rec, t, method.Loop{Iterate: f.iterate, Trace: f.trace, Save: f.save, Objective: f.followed(), Rows: task.Train.Len()})
	if err != nil {
		return nil, err
	}
	f.best.lost(f)
	rec.OffClock(f.lookBack)
	return f.predictor()
}
