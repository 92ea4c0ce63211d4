package work

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gpcbench/data/read"
	"gpcbench/harness/record"
	"gpcbench/methods/method"
)

// parametersOf returns the parameters of a model's covariance functions, nil if it has none.
// They are not logarithms, and are on the scale of the training examples. Their names contain
// those of attributes and of the parts of a sum, such as "se-ard+linear-ard". A parameter that
// overflows is left out.
func parametersOf(model method.Predictor, attributes []string, sum string) []record.Parameter {
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
			name = parameterName(name, attributes, strings.Split(sum, "+"))
			if len(kernels) > 1 {
				name += fmt.Sprintf(" of function %d", k+1)
			}
			if value := math.Exp(theta[i]); read.Finite(value) {
				out = append(out, record.Parameter{Name: name, Value: value})
			}
		}
	}
	return out
}

// parameterName turns "log lengthscale 5 of part 1" into "se-ard: lengthscale age".
func parameterName(name string, attributes, parts []string) string {
	name, part, ofPart := strings.Cut(strings.TrimPrefix(name, "log "), " of part ")
	if what, column, found := strings.Cut(name, " "); found {
		name = what + " " + named(column, attributes)
	}
	if ofPart {
		name = named(part, parts) + ": " + name
	}
	return name
}

// named returns the name with a number, counted from 1, or the number itself if there is none.
func named(number string, names []string) string {
	i, err := strconv.Atoi(number)
	if err != nil || i < 1 || i > len(names) {
		return number
	}
	return strings.TrimSpace(names[i-1])
}
