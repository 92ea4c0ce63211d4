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
	list.gaussianProcesses(len(s.Classes), false, kernels, inducing, "")
	list.WriteString(`
# Two floors: logistic regression, whose penalty is chosen on the training rows, and the
# classes' shares. A method that is not better than these has learnt little.`)
	list.add("logistic", LinearLabel, "inner_folds = 5")
	list.add("majority", sharesLabel, "")
	return list.String() + shown(len(s.Classes)) + fewerSplits(s.Rows)
}

// methodList is the text of the methods of a specification.
type methodList struct{ strings.Builder }

// add writes a method with its options.
func (l *methodList) add(name, label, options string) {
	fmt.Fprintf(l, "\n[[method]]\nname = %q\nlabel = %q\n", name, label)
	if options != "" {
		fmt.Fprintf(l, "options = { %s }\n", options)
	}
}

// rowsAColumn is the number of rows per attribute below which there may be too few to learn a
// lengthscale for each column, so that one lengthscale for all is tried too.
const rowsAColumn = 100

// bothKernels says why each method is listed twice.
const bothKernels = `
# A lengthscale for each column ("se-ard") often overfits where there are few rows per column, so each
# method is also run with one lengthscale for all ("se").`

// kernel is a kernel to try Gaussian processes with, and the suffix of their labels.
type kernel struct{ name, suffix string }

// kernels are the kernels to try on a table.
func (c *choices) kernels(s *data.Summary) []kernel {
	all := []kernel{{"se-ard", ""}}
	if s.Rows < rowsAColumn*c.attributes(s) {
		all = append(all, kernel{"se", " (one lengthscale)"})
	}
	return all
}

// gaussianProcesses writes the Gaussian processes for a number of classes, each with every kernel; allRows adds the
// methods that use all rows at once.
func (l *methodList) gaussianProcesses(classes int, allRows bool, kernels []kernel, inducing int, further string) {
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

// shown writes what a report shows about classes; for two classes that includes the area under the ROC curve.
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

// fewerSplits makes the profile quick run only three of the splits if there are many rows.
func fewerSplits(rows int) string {
	if rows <= manyRows {
		return ""
	}
	return "\n# Without --profile three splits are run; --profile paper runs them all.\n[profile.quick]\nrepeats = 3\n"
}

// fewerOfDirichlet says why Dirichlet runs fewer iterations than by default (docs/how-good-take-is.md).
const fewerOfDirichlet = `
# The default is 1000 iterations, which take three times as long and predict equally well.`

// fewerIterations says why SVI-MGPC runs fewer iterations than by default.
const fewerIterations = `
# The default is 3000 iterations. Where classes are easy to separate, the later ones take
# minutes and gain almost nothing.`

// inducingInputs is the number M for N rows: about 3 sqrt(N), in tens, at most 300 and half of
// the rows.
func inducingInputs(rows int) int {
	m := 10 * int(math.Round(3*math.Sqrt(float64(rows))/10))
	return max(1, min(max(m, 20), 300, rows/2))
}
