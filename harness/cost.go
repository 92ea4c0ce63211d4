package harness

import (
	"strconv"
	"strings"

	"gpcbench/methods/method"
)

// size is what of a data set decides what a fit costs. Rows are those of a training set.
type size struct{ rows, attributes, classes int }

// throughput is the multiplications a second that turn a budget into a cost. By the estimate
// below the kept fits that end by their budget do 7.5e9 a second at the median, and nine of ten
// between 2.7e9 and 2.7e10.
const throughput = 1e10

// cost estimates the multiplications of a fit from its options alone: as many as its iterations
// take, or as its budget has time for if that is less. It is right to a factor at best, which is
// enough for shares of about the same cost, and does not change when cells have been run.
func cost(options map[string]any, s size) float64 {
	all := iteration(options, s)
	if n, err := method.Number(options["iterations"]); err == nil {
		all *= n
	}
	if budget, err := method.Number(options["budget_seconds"]); err == nil && budget > 0 {
		return min(all, budget*throughput)
	}
	return all
}

// iteration estimates the multiplications of an iteration: with M inducing inputs and b rows
// b M (M + D) + M^3 for each class. A method with a kernel and without inducing inputs has
// M = N, one without a kernel takes b D.
func iteration(options map[string]any, s size) float64 {
	n, d := float64(s.rows), float64(s.attributes)
	b := n
	if v, err := method.Number(options["batch"]); err == nil && v > 0 {
		b = min(v, n)
	}
	one := b * d
	if _, hasKernel := options["kernel"]; hasKernel {
		m := inducing(options["inducing"], n)
		one = b*m*(m+d) + m*m*m
	}
	return max(1, float64(s.classes)) * one
}

// inducing returns the number of inducing inputs that an option asks for; all
// rows where there is no such option.
func inducing(option any, n float64) float64 {
	if m, err := method.Number(option); err == nil {
		return m
	}
	if text, ok := option.(string); ok {
		if p, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64); err == nil {
			return p / 100 * n
		}
	}
	return n
}
