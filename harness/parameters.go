package harness

import (
	"fmt"
	"math"
	"strings"

	"gpcbench/harness/record"
	"gpcbench/methods/method"
)

// parametersOf returns the parameters of a model's covariance functions, on the scale of
// the training examples and no longer as logarithms, with attributes by name; nil for a
// model that has none. One that has grown beyond all numbers is left out.
func parametersOf(model method.Predictor, attributes []string) []record.Parameter {
	parametrised, ok := model.(method.Parametrised)
	if !ok {
		return nil
	}
	var out []record.Parameter
	kernels := parametrised.Kernels()
	for k, of := range kernels {
		theta := make([]float64, of.NumParams())
		of.Params(theta)
		for i, name := range of.Names() {
			name = parameterName(name, attributes)
			if len(kernels) > 1 {
				name += fmt.Sprintf(" of function %d", k+1)
			}
			if value := math.Exp(theta[i]); isFinite(value) {
				out = append(out, record.Parameter{Name: name, Value: value})
			}
		}
	}
	return out
}

// parameterName makes "lengthscale DepTime of part 1" of "log lengthscale 5 of part 1".
func parameterName(name string, attributes []string) string {
	words := strings.Fields(strings.TrimPrefix(name, "log "))
	if len(words) > 1 {
		var column int
		if _, err := fmt.Sscan(words[1], &column); err == nil && column >= 1 && column <= len(attributes) {
			words[1] = attributes[column-1]
		}
	}
	return strings.Join(words, " ")
}
