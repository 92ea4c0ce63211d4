package analysis

import (
	"slices"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/wording"
)

// Worth is the metrics of the quality of predictions: a loss of probabilities, and also how often the
// first choice is wrong (for label sets: right), and how far confidence is from accuracy.
type Worth struct {
	Loss, Secondary, Calibration string
	Balanced                     string  // the error that counts every class the same; empty of label sets, which have none
	Multilabel                   bool    // of label sets
	Margin                       float64 // nats of the loss within which a method is as good as another
}

// Fall is how much the test loss of a fit that ends at its budget may fall in the second half of its time, in nats: one
// that falls by more is not finished.
func (w Worth) Fall() float64 { return w.Margin / 2 }

// LossName is what sentences call the loss.
func (w Worth) LossName() string { return ShortName(metrics.Get(w.Loss)) }

// SecondaryName is what sentences call the secondary metric.
func (w Worth) SecondaryName() string { return ShortName(metrics.Get(w.Secondary)) }

// Of is what sentences call the targets of rows.
func (w Worth) Of() string {
	if w.Multilabel {
		return "labels"
	}
	return "classes"
}

// A log loss is a mean over labels, and most rows lack most labels: the log loss of their shares is a
// quarter of that of classes, and so is the margin.
var (
	worthOfClasses = Worth{"nll", "error", "ece", "balanced_error", false, 0.02}
	worthOfLabels  = Worth{"log_loss", "p_at_1", "ece", "", true, 0.005}
)

// worthOf returns the quality metrics for a data set.
func worthOf(d record.Dataset) Worth {
	if d.Multilabel {
		return worthOfLabels
	}
	return worthOfClasses
}

// Worth returns the quality metrics of the experiment's data sets: those of label sets if all are label sets.
func (p *Experiment) Worth() Worth {
	if len(p.Datasets) == 0 || slices.ContainsFunc(p.Datasets, func(d record.Dataset) bool { return !d.Multilabel }) {
		return worthOfClasses
	}
	return worthOfLabels
}

// ShortName names a metric without its data and its unit: "error" for the test error.
func ShortName(m metrics.Metric) string {
	name, _, _ := strings.Cut(m.Axis, " (")
	return wording.Inner(strings.TrimPrefix(name, "Test "))
}
