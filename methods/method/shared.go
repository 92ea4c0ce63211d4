package method

import (
	"slices"
	"time"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
)

// The options below have the same meaning in every method that has them:
// a method embeds the structs that it needs.

// Scaling says on what scale a method sees the inputs. The caller of Fit does the scaling;
// every method fitted by this program has these options. Columns are scaled before rows.
type Scaling struct {
	Standardise    bool `option:"standardise" help:"scale each column by the training rows' mean and divisor-N standard deviation"`
	StandardiseAll bool `option:"standardise_all" omitzero:"true" help:"with standardise: take mean and standard deviation over all rows, those of the other folds too, as if the table were scaled before it was split"`
	Normalise      bool `option:"normalise" omitzero:"true" help:"scale each training and test row to unit length; a row of zeros stays as it is"`
}

// Sparse says how many inducing inputs there are and where they start.
type Sparse struct {
	Inducing      Count  `option:"inducing" type:"count, percentage of the training rows, or \"all\"" help:"number M of inducing inputs; \"all\" is the training inputs themselves"`
	InducingInit  string `option:"inducing_init" registry:"inducing inits" help:"where inducing inputs start: k-means centres, random training rows, training rows 0..M-1, rows (kM + j) mod N for class k, or rows chosen one by one, each with the largest variance given those before"`
	KMeansSweeps  int    `option:"kmeans_sweeps" min:"0" omitzero:"true" help:"kmeans: largest number of sweeps of Lloyd's algorithm after the seeding; 0 is 20"`
	SetUpOffClock bool   `option:"setup_off_clock" omitzero:"true" help:"choose inducing inputs and starting lengthscale with the clock stopped; the record then has that time as setup_seconds"`
}

// DefaultSparse is the default choice of inducing inputs.
func DefaultSparse() Sparse { return Sparse{Inducing: Inputs(100), InducingInit: initKMeans} }

// Prior is the covariance function and where its parameters start.
type Prior struct {
	Kernel      Covariance  `option:"kernel" type:"text" help:"covariance function: se, se-ard, matern32-ard, linear-ard, or a sum such as se+linear-ard"`
	Lengthscale Lengthscale `option:"lengthscale" type:"number, \"median\" or \"median-squared\"" help:"starting lengthscale; \"median\" is the root of the median squared distance between training rows, \"median-squared\" the root of that: the squared lengthscale is the median distance"`
	Variance    float64     `option:"variance" above:"0" help:"starting variance (squared amplitude) of the covariance function"`
	Noise       float64     `option:"noise" min:"0" help:"starting variance on the diagonal of Kuu and in k(x, x), never in Kuf; 0 has none"`
}

// DefaultPrior is the prior that every method starts from by default, so
// that methods in a comparison start equally.
func DefaultPrior() Prior {
	return Prior{Kernel: "se", Lengthscale: Median, Variance: 1, Noise: 1e-3}
}

// HyperPrior is the prior of the kernel's parameters where these maximise the posterior density
// (MAP) instead of the evidence or bound: logarithms are normal about their starting values, and
// the noise has no prior.
type HyperPrior struct {
	LengthscalePrior float64 `option:"lengthscale_prior" min:"0" omitzero:"true" help:"standard deviation of the normal prior of each log lengthscale about where it starts; 0 is no prior"`
	VariancePrior    float64 `option:"variance_prior" min:"0" omitzero:"true" help:"standard deviation of the normal prior of the logarithm of each variance and weight of the kernel about where it starts; 0 is no prior"`
}

// Any says whether there is a prior at all.
func (h HyperPrior) Any() bool { return h.LengthscalePrior > 0 || h.VariancePrior > 0 }

// Key is the option that asks for a prior, the first if there are two.
func (h HyperPrior) Key() string {
	if h.LengthscalePrior > 0 {
		return "lengthscale_prior"
	}
	return "variance_prior"
}

// CheckPrior refuses a prior of the kernel's parameters if the options do not have them learnt.
func CheckPrior(c Classifier) error {
	of, ok := c.(interface{ hyperPrior() HyperPrior })
	learns, may := c.(interface{ learning() Learning })
	if !ok || !of.hyperPrior().Any() || may && learns.learning().LearnsKernel() {
		return nil
	}
	return &OptionError{Key: of.hyperPrior().Key(), Problem: "it applies to learnt parameters, and learn does not name \"kernel\"; leave it out"}
}

func (h HyperPrior) hyperPrior() HyperPrior { return h }

func (l Learning) learning() Learning { return l }

// SD returns the standard deviation for the kernel's parameter of a name, 0 for none.
func (h HyperPrior) SD(parameter string) float64 {
	switch {
	case kernel.IsLengthscale(parameter):
		return h.LengthscalePrior
	case kernel.IsNoise(parameter):
		return 0
	}
	return h.VariancePrior
}

// LBFGS is how a search over kernel parameters and inducing inputs is done.
type LBFGS struct {
	Memory int `option:"lbfgs_memory" min:"0" omitzero:"identity" help:"L-BFGS: number of past steps, with the changes of the gradient, that it keeps; 0 is 15"`
}

// LongMemory is a memory long enough for searches over inducing inputs to
// converge.
func LongMemory() LBFGS { return LBFGS{Memory: 100} }

// Ending is when a search ends that is given no tolerance for derivatives.
type Ending struct {
	LeastGain float64 `option:"least_gain" min:"0" omitzero:"identity" help:"a search ends when an iteration gains less than this, in nats a row; 0: where no step gains anything, after up to four times as many evaluations"`
}

// EndsWithGains are the defaults.
func EndsWithGains() Ending { return Ending{LeastGain: 1e-9} }

// ByClocks says how a softmax predicts.
type ByClocks struct {
	Clocks bool `option:"clocks" omitzero:"identity" help:"softmax: where a latent variance is above 4, class probabilities by an integral over tabled functions; false: by quadrature, which takes 2500 for larger variances, up to a thousand times as long, and has fewer digits of small probabilities"`
}

// Multiclass is likelihood.NewMulticlass, with a softmax that predicts so.
func (b ByClocks) Multiclass(name string, classes int, noise float64) (likelihood.Likelihood, error) {
	if name == likelihood.NameSoftmax {
		return b.Softmax(classes)
	}
	return likelihood.NewMulticlass(name, classes, noise)
}

// Softmax returns the softmax of that many classes.
func (b ByClocks) Softmax(classes int) (likelihood.Softmax, error) {
	predict := likelihood.Prediction{Name: "quadrature"}
	if b.Clocks {
		predict.Name = likelihood.NameClocks
	}
	return likelihood.NewSoftmax(likelihood.NameSoftmax, classes, predict)
}

// Learning says what is fitted beside the posterior.
type Learning struct {
	Learn []string `option:"learn" oneof:"kernel|inducing" help:"what is optimised besides q: kernel parameters, inducing inputs; [] fixes both"`
}

// The values that the options learn and share may name.
const (
	kernelPart   = "kernel"
	inducingPart = "inducing"
)

// LearnAll learns everything there is to learn.
func LearnAll() Learning { return Learning{Learn: []string{kernelPart, inducingPart}} }

// LearnsKernel says whether kernel parameters are learnt.
func (l Learning) LearnsKernel() bool { return slices.Contains(l.Learn, kernelPart) }

// LearnsInducing says whether inducing inputs are learnt.
func (l Learning) LearnsInducing() bool { return slices.Contains(l.Learn, inducingPart) }

// KernelOnly is the error of asking to learn inducing inputs where there
// are none.
func (l Learning) KernelOnly() error {
	if l.LearnsInducing() {
		return &OptionError{Key: "learn", Problem: "there are no inducing inputs to be learnt; set [\"kernel\"] or []"}
	}
	return nil
}

// Sharing says what the latent functions of a method with one a class have in
// common.
type Sharing struct {
	Share []string `option:"share" oneof:"kernel|inducing" help:"what all classes have in common: kernel parameters, inducing inputs; [] gives every class its own"`
}

// SharesKernel says whether all classes have one kernel.
func (s Sharing) SharesKernel() bool { return slices.Contains(s.Share, kernelPart) }

// SharesInducing says whether all classes have one set of inducing inputs.
func (s Sharing) SharesInducing() bool { return slices.Contains(s.Share, inducingPart) }

// Schedule says when a fit ends.
type Schedule struct {
	Iterations    int     `option:"iterations" min:"1" help:"largest number of iterations"`
	Tolerance     float64 `option:"tolerance" min:"0" help:"stop when the method's measure of change falls below this; 0 runs all iterations, or a gradient search as long as it makes progress"`
	BudgetSeconds float64 `option:"budget_seconds" min:"0" help:"stop after this much time on the clock; 0 is no limit, anything else makes results depend on the machine"`
}

// Expired says whether the budget is spent.
func (s Schedule) Expired(elapsed time.Duration) bool {
	return s.BudgetSeconds > 0 && elapsed.Seconds() >= s.BudgetSeconds
}

// choiceShare is the ratio of a budget to the time that choosing an option by fits to folds may
// take.
const choiceShare = 4

// ChoiceOver says whether the part of the budget for choosing an option by fits to folds is spent.
func (s Schedule) ChoiceOver(elapsed time.Duration) bool { return s.Expired(choiceShare * elapsed) }

// OfChoice is the budget of each fit by which an option is chosen, given their number; 0 for
// no limit.
func (s Schedule) OfChoice(fits int) float64 { return s.BudgetSeconds / float64(choiceShare*fits) }

// Markov says how many Markov chains there are, and which of their draws are kept.
type Markov struct {
	Chains   int `option:"chains" min:"1" max:"1000" help:"independent Markov chains"`
	BurnIn   int `option:"burn_in" min:"0" help:"discarded sweeps of every chain before the first iteration"`
	Thinning int `option:"thinning" min:"1" help:"iterations from one kept draw to the next"`
}

// Tracing says when the trace of a search with all rows is taken.
type Tracing struct {
	TraceCalls bool `option:"trace_calls" omitzero:"true" help:"trace every evaluation of the objective, at the point evaluated, instead of iterations 1, 2, 3, 5, 6, 7, 10, ...; the record's iterations are then evaluations"`
}

// Batching says how many rows an iteration looks at.
type Batching struct {
	Batch int `option:"batch" min:"0" help:"rows in a minibatch; 0, or as many as there are training rows, is full batch"`
}

// DefaultBatching is the default batch: all rows of a small table, which costs
// little and leaves no noise in the gradient.
func DefaultBatching() Batching { return Batching{Batch: 1000} }

// Size returns the rows in a batch of n training rows.
func (b Batching) Size(n int) int {
	if b.Batch == 0 || b.Batch > n {
		return n
	}
	return b.Batch
}

// Link is the likelihood of a class given the latent function.
type Link struct {
	Likelihood string `option:"likelihood" registry:"links" help:"inverse link: the probability of +1 as a function of the latent value"`
}
