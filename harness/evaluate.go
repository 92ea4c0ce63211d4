package harness

import (
	"fmt"
	"maps"

	"gpcbench/data"
	"gpcbench/methods/method"
)

// evaluate returns what a model is worth on the test rows; each, if not nil, is
// called as by predictAll. Of a model that knows it, expected_nll is the mean of
// -E_q log p(y | f), which is never below the mean of -log E_q p(y | f).
func evaluate(model method.Predictor, test *data.Examples, classes int, each func(i int, p []float64, y int)) scores {
	s := scorer{classes: classes}
	expecting, expects := model.(method.ExpectedLog)
	expected := 0.0
	spent := predictAll(model, test, classes, func(i int, p []float64, y int) {
		s.add(p, y)
		if expects {
			expected -= expecting.ExpectedLogLik(p, y)
		}
		if each != nil {
			each(i, p, y)
		}
	})
	out := s.result()
	out.predicting = spent
	if expects {
		out.metrics["expected_nll"] = expected / float64(test.Len())
	}
	return out
}

// evaluateFinal is evaluate for a model that is fitted to the end. Probabilities
// that are not finite are an error, and what the model has to say about itself
// is among its metrics.
func evaluateFinal(model method.Predictor, test *data.Examples, classes int, each func(i int, p []float64, y int)) (scores, error) {
	out := evaluate(model, test, classes, each)
	for name, v := range out.metrics {
		if !isFinite(v) {
			return out, fmt.Errorf("the model predicts probabilities that are not finite: %s is %v", name, v)
		}
	}
	if d, ok := model.(method.Diagnosed); ok {
		maps.Copy(out.metrics, d.Diagnostics())
	}
	return out, nil
}
