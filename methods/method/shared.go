package method

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"gpcbench/gp/kernel"
)

// The options below mean the same in every method that has them: a method
// embeds the structs that it needs.

// Scaling says on what scale a method sees the inputs. The caller of Fit does
// the scaling; every method that is fitted here has these options. Columns are scaled before
// rows are.
type Scaling struct {
	Standardise    bool `option:"standardise" help:"scale each column by the training rows' mean and divisor-N standard deviation"`
	StandardiseAll bool `option:"standardise_all" omitzero:"true" help:"with standardise: take mean and standard deviation over all rows, those of the other folds too, as a table does that is scaled before it is split"`
	Normalise      bool `option:"normalise" omitzero:"true" help:"scale each row to unit length, of training and test rows; a row of zeros stays as it is"`
}

// Sparse says how many inducing inputs there are and where they start.
type Sparse struct {
	Inducing      Count  `option:"inducing" type:"count, percentage of the training rows, or \"all\"" help:"number M of inducing inputs; \"all\" is the training inputs themselves"`
	InducingInit  string `option:"inducing_init" oneof:"kmeans|random|first|first-by-class" help:"where inducing inputs start: k-means centres, random training rows, training rows 0..M-1, or rows (kM + j) mod N for class k"`
	SetUpOffClock bool   `option:"setup_off_clock" omitzero:"true" help:"choose inducing inputs and starting lengthscale with the clock stopped; the record then has the time of that as setup_seconds"`
}

// DefaultSparse is where inducing inputs come from unless options say otherwise.
func DefaultSparse() Sparse { return Sparse{Inducing: Inputs(100), InducingInit: "kmeans"} }

// Prior is the covariance function and where its parameters start.
type Prior struct {
	Kernel      Covariance  `option:"kernel" type:"text" help:"covariance function: se, se-ard, matern32-ard, linear-ard, or a sum such as se+linear-ard"`
	Lengthscale Lengthscale `option:"lengthscale" type:"number, \"median\" or \"median-squared\"" help:"starting lengthscale; \"median\" is the root of the median squared distance between training rows, \"median-squared\" the root of that: the squared lengthscale is the median distance"`
	Variance    float64     `option:"variance" above:"0" help:"starting variance (squared amplitude) of the covariance function"`
	Noise       float64     `option:"noise" min:"0" help:"starting variance on the diagonal of Kuu and in k(x, x), never in Kuf; 0 has none"`
}

// DefaultPrior is the prior that every method starts from unless its options
// say otherwise, so that a comparison that states none is of equal starts.
func DefaultPrior() Prior {
	return Prior{Kernel: "se", Lengthscale: Median, Variance: 1, Noise: 1e-3}
}

// Learning says what is fitted beside the posterior.
type Learning struct {
	Learn []string `option:"learn" oneof:"kernel|inducing" help:"what is optimised besides q: kernel parameters, inducing inputs; [] fixes both"`
}

// LearnAll is to learn all there is.
func LearnAll() Learning { return Learning{Learn: []string{"kernel", "inducing"}} }

// Has says whether what is learnt includes the name.
func (l Learning) Has(name string) bool {
	return slices.Contains(l.Learn, name)
}

// KernelOnly is the error of learning inducing inputs where there are none.
func (l Learning) KernelOnly() error {
	if l.Has("inducing") {
		return &OptionError{Key: "learn", Problem: "there are no inducing inputs to be learnt; set [\"kernel\"] or []"}
	}
	return nil
}

// Sharing says what the latent functions of a method with one a class have in
// common.
type Sharing struct {
	Share []string `option:"share" oneof:"kernel|inducing" help:"what all classes have in common: kernel parameters, inducing inputs; [] gives every class its own"`
}

// Shares says whether what is shared includes the name.
func (s Sharing) Shares(name string) bool {
	return slices.Contains(s.Share, name)
}

// Schedule says when a fit ends.
type Schedule struct {
	Iterations    int     `option:"iterations" min:"1" help:"largest number of iterations"`
	Tolerance     float64 `option:"tolerance" min:"0" help:"stop when the method's measure of change falls below this; 0 runs all iterations"`
	BudgetSeconds float64 `option:"budget_seconds" min:"0" help:"stop after this much time on the clock; 0 is no limit, anything else makes results depend on the machine"`
}

// Tracing says when the trace of a search with all rows is taken.
type Tracing struct {
	TraceCalls bool `option:"trace_calls" omitzero:"true" help:"take the trace after every evaluation of the objective, where the search looks, instead of after iterations 1, 2, 3, 5, 7, 10, ...; the record's iterations then are evaluations"`
}

// Batching says how many rows an iteration looks at.
type Batching struct {
	Batch int `option:"batch" min:"0" help:"rows in a minibatch; 0, or as many as there are training rows, is full batch"`
}

// DefaultBatching is the batch unless options say otherwise: all rows of a small
// table, which costs little and leaves no noise in the gradient.
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
	Likelihood string `option:"likelihood" oneof:"logit|probit" help:"inverse link: logistic or normal distribution function"`
}

// Interval is [low, high], two numbers of which the second is larger; the zero value is
// none.
type Interval struct{ Low, High float64 }

// SetOption takes a list of the two numbers, or "none".
func (i *Interval) SetOption(v any) error {
	if v == "none" {
		*i = Interval{}
		return nil
	}
	list, ok := v.([]any)
	if !ok || len(list) != 2 {
		return fmt.Errorf("want two numbers, [low, high], or \"none\", got %s", show(v))
	}
	low, err := Number(list[0])
	if err != nil {
		return fmt.Errorf("low: %w", err)
	}
	high, err := Number(list[1])
	if err != nil {
		return fmt.Errorf("high: %w", err)
	}
	if low >= high {
		return fmt.Errorf("low must be less than high, got %v and %v", low, high)
	}
	*i = Interval{low, high}
	return nil
}

// Option returns a list of the two numbers, or "none".
func (i *Interval) Option() any {
	if i.None() {
		return "none"
	}
	return []any{i.Low, i.High}
}

// None says whether there is no interval.
func (i Interval) None() bool { return i == Interval{} }

// Covariance is an expression of package kernel.
type Covariance string

// SetOption takes an expression that kernel.New knows.
func (c *Covariance) SetOption(v any) error {
	s, ok := v.(string)
	if !ok {
		return fmt.Errorf("want text, got %s", show(v))
	}
	if _, err := kernel.New(s, 1, kernel.Start{Lengthscale: 1, Variance: 1}); err != nil {
		return err
	}
	*c = Covariance(s)
	return nil
}

// Option returns the expression as a string.
func (c *Covariance) Option() any { return string(*c) }

// Count is a number of inducing inputs: a count, a percentage of the training
// rows, or all of them.
type Count struct {
	n       int
	percent float64
	all     bool
}

// Inputs is a Count of m.
func Inputs(m int) Count { return Count{n: m} }

// AllInputs is the Count of all training rows.
func AllInputs() Count { return Count{all: true} }

// SetOption takes a positive whole number, "p%" with 0 < p <= 100, or "all".
func (c *Count) SetOption(v any) error {
	s, ok := v.(string)
	if !ok {
		n, err := Integer(v)
		if err != nil || n < 1 {
			return fmt.Errorf("want a whole number of at least 1, a percentage such as \"5%%\", or \"all\", got %s", show(v))
		}
		*c = Count{n: int(n)}
		return nil
	}
	if s == "all" {
		*c = Count{all: true}
		return nil
	}
	p, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64)
	if err != nil || !strings.HasSuffix(s, "%") || !(p > 0 && p <= 100) {
		return fmt.Errorf("want a whole number of at least 1, a percentage such as \"5%%\", or \"all\", got %s", show(v))
	}
	*c = Count{percent: p}
	return nil
}

// Option returns an int64, "p%" or "all".
func (c *Count) Option() any {
	switch {
	case c.all:
		return "all"
	case c.percent > 0:
		return strconv.FormatFloat(c.percent, 'g', -1, 64) + "%"
	}
	return int64(c.n)
}

// All says whether every training row is an inducing input.
func (c Count) All() bool { return c.all }

// Of returns M for n training rows: max(1, floor(p n / 100 + 1/2)) of a
// percentage. More inducing inputs than rows is an error.
func (c Count) Of(n int) (int, error) {
	m := c.n
	switch {
	case c.all:
		m = n
	case c.percent > 0:
		m = max(1, int(math.Floor(c.percent*float64(n)/100+0.5)))
	}
	if m > n {
		return 0, fmt.Errorf("%d inducing inputs are more than the %d training rows", m, n)
	}
	return m, nil
}

// Lengthscale is a starting lengthscale: a positive number, or one of the rules below.
type Lengthscale float64

// The rules by which a starting lengthscale is taken from the training rows.
const (
	// Median is the root of the median squared distance between training rows.
	Median Lengthscale = 0
	// MedianSquared is the root of that: the squared lengthscale is the median
	// distance, as in the authors' code of villacampa2017, whose parameter is the squared
	// lengthscale. It is shorter wherever distances are above 1.
	MedianSquared Lengthscale = -1
)

// lengthscaleRules are the names of the rules in a specification.
var lengthscaleRules = map[string]Lengthscale{"median": Median, "median-squared": MedianSquared}

// SetOption takes a positive number, "median" or "median-squared".
func (l *Lengthscale) SetOption(v any) error {
	if name, ok := v.(string); ok {
		if rule, known := lengthscaleRules[name]; known {
			*l = rule
			return nil
		}
	}
	x, err := Number(v)
	if err != nil || x <= 0 {
		return fmt.Errorf("want a positive number, \"median\" or \"median-squared\", got %s", show(v))
	}
	*l = Lengthscale(x)
	return nil
}

// Option returns a float64 or the name of the rule.
func (l *Lengthscale) Option() any {
	for name, rule := range lengthscaleRules {
		if *l == rule {
			return name
		}
	}
	return float64(*l)
}

// Expired says whether the budget is spent.
func (s Schedule) Expired(elapsed time.Duration) bool {
	return s.BudgetSeconds > 0 && elapsed.Seconds() >= s.BudgetSeconds
}
