package analysis

import (
	"slices"

	"gpcbench/harness/spec"
)

// linear are the linear models, by name, whose loss over that of the shares is the noise of a table. Reports do not
// depend on package methods, so that old records stay readable.
var linear = []string{"logistic", "logistic-ova"}

// baselines are the methods whose course is of no interest: figures show where it ends, as a horizontal line.
var baselines = slices.Concat(linear, spec.Floors, []string{"imported"})

func isBaseline(method string) bool { return slices.Contains(baselines, method) }
