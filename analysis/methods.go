package analysis

import "slices"

// baselines are the methods, by name, whose course is of no interest: figures show where it ends, as a
// horizontal line. Reports do not depend on package methods, so that old records stay readable.
var baselines = []string{"logistic", "majority", "imported", "logistic-ova", "label-prior"}

func isBaseline(method string) bool { return slices.Contains(baselines, method) }

// linear are the linear models, by name, whose loss over that of the shares is the noise of a table.
var linear = []string{"logistic", "logistic-ova"}
