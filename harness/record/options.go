package record

import "fmt"

// Options are those of a method after defaults, by name. What the harness itself goes by has its function here.
type Options map[string]any

// The options by which the harness ends a fit, or tells how long it takes.
const (
	IterationsOption = "iterations"
	BudgetOption     = "budget_seconds"
)

// InducingOption and BatchOption are the numbers of inducing inputs and of the rows of a minibatch, along which reports
// lay figures out.
const (
	InducingOption = "inducing"
	BatchOption    = "batch"
)

// SourceOption says of predictions that are imported what made them.
const SourceOption = "source"

// Iterations is the largest number of iterations; false where the method has no such option.
func (o Options) Iterations() (n float64, stated bool) { return o.number(IterationsOption) }

// BudgetSeconds is the time that the fit was given, 0 where there is no limit.
func (o Options) BudgetSeconds() (n float64) {
	n, _ = o.number(BudgetOption)
	return n
}

// Standardise says whether columns are scaled by the mean and standard deviation of the training rows, with
// StandardiseAll of all rows. So they are where an option does not say.
func (o Options) Standardise() bool    { return o["standardise"] != false }
func (o Options) StandardiseAll() bool { return o["standardise_all"] == true }

// Kernel is the name of the covariance function.
func (o Options) Kernel() string { return fmt.Sprint(o["kernel"]) }

// ClassBatch is how many classes an iteration works on, 0 for all of them; false where it is always all.
func (o Options) ClassBatch() (n float64, ok bool) { return o.number("class_batch") }

// Normalise says whether rows are scaled to unit length.
func (o Options) Normalise() bool { return o["normalise"] == true }

// Run is the command of a program of the user's, and Inputs the files it is made of, each with its digest.
func (o Options) Run() []string    { return o.texts("run") }
func (o Options) Inputs() []string { return o.texts("inputs") }

func (o Options) texts(key string) []string {
	list, _ := o[key].([]string)
	return list
}

// number returns a number as a specification or a record has it.
func (o Options) number(key string) (float64, bool) {
	switch v := o[key].(type) {
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}
