package harness

import (
	"strconv"
	"strings"

	"gpcbench/methods/method"
)

// size is what of a data set decides what a fit costs.
type size struct{ rows, attributes, classes int }

// cost estimates the multiplications of a fit from its options alone: an
// iteration with M inducing inputs and b rows takes b M (M + D) + M^3 for each
// class. A method with a kernel and without inducing inputs has M = N, one
// without a kernel takes b D. It is right to a factor at best, which is enough to
// deal cells out evenly, and does not change when cells have been run.
func cost(options map[string]any, s size) float64 {
	number := func(name string, otherwise float64) float64 {
		if v, err := method.Number(options[name]); err == nil && v > 0 {
			return v
		}
		return otherwise
	}
	n, d := float64(s.rows), float64(s.attributes)
	b := min(number("batch", n), n)
	one := b * d
	if _, hasKernel := options["kernel"]; hasKernel {
		m := inducing(options["inducing"], n)
		one = b*m*(m+d) + m*m*m
	}
	return number("iterations", 1) * max(1, float64(s.classes)) * one
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
