package analysis

import "slices"

// What reports have to know of methods, by name: they do not depend on package methods, so
// that old records stay readable.
var (
	// baselines are the methods whose course is of no interest: figures show where it ends, as
	// a horizontal line.
	baselines = []string{"logistic", "majority", "imported", "logistic-ova", "label-prior"}

	// estimatesEvidence are the methods whose objective is an estimate of log Z, the logarithm
	// of the evidence, and no bound on it.
	estimatesEvidence = []string{"ep", "sep", "gfitc", "ep-fitc", "ep-full", "laplace-fitc", "laplace-full"}

	// maximisesBound are the methods whose objective is a lower bound on log Z.
	maximisesBound = []string{"mlgpf", "svgp", "xgpc", "kl", "vi", "svi-mgpc", "scmgpc"}
)

func isBaseline(method string) bool { return slices.Contains(baselines, method) }
