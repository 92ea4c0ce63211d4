package work

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/read"
	"gpcbench/harness/metrics"
	"gpcbench/methods/method"
)

// testSet is the test rows that models are scored on.
type testSet struct {
	rows    *data.Examples
	classes int       // C, or K for label sets
	gains   []float64 // 1 / propensity of each label, for label sets; nil if rows have one class
}

// newTestSet returns the test set of a data set. For label sets, the propensities come from the
// training rows.
func newTestSet(ds *data.Dataset, train, test *data.Examples) *testSet {
	t := &testSet{rows: test, classes: len(ds.ClassNames)}
	if ds.Kind == data.Multilabel {
		t.gains = ds.Propensity.Inverse(train.LabelCounts(t.classes), train.Len())
	}
	return t
}

// trace returns the metrics of a model for a point of a trace. For label sets it scores at most
// mostPairs test rows times labels. If there are more, it takes evenly spaced rows.
func (t *testSet) trace(model method.Predictor) map[string]float64 {
	if t.gains == nil {
		return t.evaluateClasses(model, nil, true).metrics
	}
	few := spaced(t.rows, (t.rows.Len()*t.classes+mostPairs-1)/mostPairs)
	s := t.labelScorer(knowsAll(model), true)
	t.rankAll(model, few, func(_ int, p []float64, labels, ranked []int32) { s.add(p, labels, ranked) })
	return s.metrics.Values()
}

// labelScorer returns a scorer of label sets without rows.
func (t *testSet) labelScorer(all, trace bool) *labelScorer {
	set := metrics.Set{Task: metrics.LabelSets, Classes: t.classes, Rows: t.rows.Len(), Gains: t.gains, AllLabels: all}
	return &labelScorer{metrics: metrics.NewScorer(set, trace)}
}

// spaced returns every step-th of the examples.
func spaced(e *data.Examples, step int) *data.Examples {
	if step <= 1 {
		return e
	}
	var pos []int
	for i := 0; i < e.Len(); i += step {
		pos = append(pos, i)
	}
	return e.Subset(pos)
}

// evaluate returns the scores of a model on the test rows, and adds the model's predictions to
// kept, unless that is nil.
func (t *testSet) evaluate(model method.Predictor, kept *Kept) scores {
	if t.gains != nil {
		return t.evaluateLabels(model, kept)
	}
	return t.evaluateClasses(model, kept, false)
}

// evaluateClasses is evaluate for rows of one class. For a model that can compute it, expected_nll
// is the mean of -E_q log p(y | f), which is never below the mean of -log E_q p(y | f).
func (t *testSet) evaluateClasses(model method.Predictor, kept *Kept, trace bool) scores {
	s := newScorer(t.classes, trace)
	expecting, expects := model.(method.ExpectedLog)
	expected := 0.0
	spent := predictAll(model, t.rows, t.classes, func(i int, p []float64, y int) {
		s.add(p, y)
		if expects {
			expected -= expecting.ExpectedLogLik(p, y)
		}
		if kept != nil {
			kept.add(i, t.rows.Row(i), p, y)
		}
	})
	out := s.result()
	out.predicting = spent
	if expects {
		out.metrics["expected_nll"] = expected / float64(t.rows.Len())
	}
	return out
}

// evaluateLabels is evaluate for label sets.
func (t *testSet) evaluateLabels(model method.Predictor, kept *Kept) scores {
	s := t.labelScorer(t.rows.Len()*t.classes <= mostPairs && knowsAll(model), false)
	spent := t.rankAll(model, t.rows, func(i int, p []float64, labels, ranked []int32) {
		s.add(p, labels, ranked)
		if kept != nil {
			kept.addLabels(t.rows.Row(i), p, labels, ranked)
		}
	})
	return scores{metrics: s.metrics.Values(), hits: s.keptHits(), predicting: spent}
}

// rankAll calls each with the label probabilities of every row, its labels and the labels
// ranked first. It returns the time that the model took.
func (t *testSet) rankAll(model method.Predictor, rows *data.Examples, each func(i int, p []float64, labels, ranked []int32)) time.Duration {
	ranked := make([]int32, min(bestLabels, t.classes))
	return predictLabels(model, rows, t.classes, func(i int, p []float64, labels []int32) {
		rank(ranked, p)
		each(i, p, labels, ranked)
	})
}

// evaluateFinal is evaluate for a model whose fit is complete. It returns an error
// if probabilities are not finite, and includes the model's own diagnostics in the
// metrics.
func (t *testSet) evaluateFinal(model method.Predictor, kept *Kept) (scores, error) {
	var watched *chains
	predictor := model
	if d, ok := model.(method.Chained); ok {
		watched = t.watch(d)
		predictor = watched
	}
	out := t.evaluate(predictor, kept)
	for _, name := range slices.Sorted(maps.Keys(out.metrics)) {
		if v := out.metrics[name]; !read.Finite(v) {
			return out, fmt.Errorf("the model predicts probabilities that are not finite: %s is %v", name, v)
		}
	}
	if d, ok := model.(method.Diagnosed); ok {
		maps.Copy(out.metrics, d.Diagnostics())
	}
	if watched != nil {
		maps.Copy(out.metrics, watched.metrics())
	}
	if d, ok := model.(method.Deviating); ok && t.gains == nil {
		if deviations := d.Deviations(); deviations != nil {
			if sd := t.deviation(deviations, out.said); read.Finite(sd) {
				out.metrics["probability_sd"] = sd
			}
		}
	}
	return out, nil
}

// deviation returns the mean over test rows of the posterior standard deviation of the predicted
// class's probability.
func (t *testSet) deviation(write func(dst, x *mat.Dense), predicted []said) float64 {
	mean := 0.0
	t.rows.ReadBlocks(predictBlock, func(from int, x *mat.Dense, y []int) {
		sd := mat.NewDense(len(y), t.classes, nil)
		write(sd, x)
		for i := range y {
			mean += sd.At(i, predicted[from+i].class) / float64(len(predicted))
		}
	})
	return mean
}
