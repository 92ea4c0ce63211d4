package record

import "fmt"

// Options are the options of a method after defaults, by name. Its functions return those that the harness itself uses.
type Options map[string]any

// The options by which the harness ends a fit, or estimates its time.
const (
	IterationsOption = "iterations"
	BudgetOption     = "budget_seconds"
)

// InducingOption and BatchOption are the numbers of inducing inputs and of rows per minibatch. Reports lay figures out
// by them.
const (
	InducingOption = "inducing"
	BatchOption    = "batch"
)

// SourceOption names what made imported predictions.
const SourceOption = "source"

// Iterations returns the largest number of iterations; false if the method has no such option.
func (o Options) Iterations() (n float64, stated bool) { return o.number(IterationsOption) }

// BudgetSeconds returns the time limit of the fit, 0 if there is none.
func (o Options) BudgetSeconds() (n float64) {
	n, _ = o.number(BudgetOption)
	return n
}

// Standardise says whether columns are scaled by the mean and standard deviation of the training rows, or of
// all rows if StandardiseAll holds. By default they are scaled by those of the training rows.
func (o Options) Standardise() bool    { return o["standardise"] != false }
func (o Options) StandardiseAll() bool { return o["standardise_all"] == true }

// Kernel returns the name of the covariance function.
func (o Options) Kernel() string { return fmt.Sprint(o["kernel"]) }

// ClassBatch returns how many classes an iteration works on, 0 for all; false if the method always works on all.
func (o Options) ClassBatch() (n float64, ok bool) { return o.number("class_batch") }

// Normalise says whether rows are scaled to unit length.
func (o Options) Normalise() bool { return o["normalise"] == true }

// Run returns the command of the user's own program. Inputs returns the program's files, each with its digest.
func (o Options) Run() []string    { return o.texts("run") }
func (o Options) Inputs() []string { return o.texts("inputs") }

func (o Options) texts(key string) []string {
	list, _ := o[key].([]string)
	return list
}

// number returns the value of a numeric option, of the types that specifications and records use.
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
