package draft

import (
	"fmt"
	"math"
	"strings"

	"gpcbench/data"
)

// methods writes the methods that fit the task, with floors to compare them with. A fold may
// train on as few rows as given.
func (c *choices) methods(s *data.Summary, smallest int) string {
	inducing := max(1, min(inducingInputs(s.Rows), smallest))
	kernels := c.kernels(s)
	var list methodList
	if len(kernels) > 1 {
		list.WriteString(bothKernels)
	}
	list.processes(len(s.Classes), false, kernels, inducing, "")
	list.WriteString(`
# Two floors: logistic regression, whose penalty is chosen on the training rows, and the
# classes' shares. A method that is not better than these has learnt little.`)
	list.add("logistic", LinearLabel, "inner_folds = 5")
	list.add("majority", sharesLabel, "")
	return list.String() + shown(len(s.Classes)) + fewerSplits(s.Rows)
}

// methodList is the methods of a specification, as they stand in it.
type methodList struct{ strings.Builder }

// add writes a method with its options.
func (l *methodList) add(name, label, options string) {
	fmt.Fprintf(l, "\n[[method]]\nname = %q\nlabel = %q\n", name, label)
	if options != "" {
		fmt.Fprintf(l, "options = { %s }\n", options)
	}
}

// rowsAColumn is the number of rows for each attribute below which a lengthscale for each column may
// be more than can be learnt, so that one lengthscale for all is tried beside it.
const rowsAColumn = 100

// bothKernels says why each method stands twice.
const bothKernels = `
# A lengthscale for each column ("se-ard") often overfits where rows are few for the columns, so each
# method stands beside itself with one lengthscale for all ("se").`

// kernel is one that Gaussian processes are tried with, and what their labels then end in.
type kernel struct{ name, suffix string }

// kernels are those to try on a table.
func (c *choices) kernels(s *data.Summary) []kernel {
	all := []kernel{{"se-ard", ""}}
	if s.Rows < rowsAColumn*c.attributes(s) {
		all = append(all, kernel{"se", " (one lengthscale)"})
	}
	return all
}

// processes writes the Gaussian processes for so many classes, each with every kernel, with those that take all
// rows at once where these are few.
func (l *methodList) processes(classes int, allRows bool, kernels []kernel, inducing int, further string) {
	add := func(name, label, more string) {
		for _, k := range kernels {
			l.add(name, label+k.suffix, fmt.Sprintf("inducing = %d, kernel = %q%s%s", inducing, k.name, more, further))
		}
	}
	dirichlet := func() {
		l.WriteString(fewerOfDirichlet)
		add("dirichlet", "Dirichlet", ", iterations = 150")
	}
	if classes == 2 {
		add("xgpc", "X-GPC", "")
		if allRows {
			add("laplace-fitc", "Laplace", "")
			dirichlet()
		}
		add("svgp", "SVGPC", "")
		return
	}
	if allRows {
		dirichlet()
	}
	add("scmgpc", "SC-MGPC", `, update = "joint"`)
	l.WriteString(fewerIterations)
	add("svi-mgpc", "SVI-MGPC", ", iterations = 1000")
}

// shown writes what a report shows of classes, of two of them with the area under the ROC curve.
func shown(classes int) string {
	auc := ""
	if classes == 2 {
		auc = `, "auc"`
	}
	return `
[[table]]
metric = ["nll", "error", "balanced_error", "ece"` + auc + `, "seconds"]

[[figure]]
kind = "reliability"
`
}

// fewerSplits has the profile quick run three of the splits of many rows.
func fewerSplits(rows int) string {
	if rows <= manyRows {
		return ""
	}
	return "\n# Without --profile three splits are run; --profile paper runs them all.\n[profile.quick]\nrepeats = 3\n"
}

// fewerOfDirichlet says why Dirichlet does not run as long as by default (docs/how-good-take-is.md).
const fewerOfDirichlet = `
# By default it is 1000 iterations. They take three times as long and predict as well.`

// fewerIterations says why SVI-MGPC does not run as long as by default.
const fewerIterations = `
# By default it is 3000 iterations. Where classes are easily told apart the later ones take
# minutes and gain next to nothing.`

// inducingInputs is the number M for N rows: about 3 sqrt(N), in tens, at most 300 and half of
// the rows.
func inducingInputs(rows int) int {
	m := 10 * int(math.Round(3*math.Sqrt(float64(rows))/10))
	return max(1, min(max(m, 20), 300, rows/2))
}
