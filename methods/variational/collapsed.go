package variational

import (
	"context"

	"gpcbench/gp/likelihood"
	"gpcbench/methods/collapsed"
	"gpcbench/methods/method"
)

// flat is the largest derivative, divided by N, at which the collapsed search ends unless tolerance
// says otherwise. What is left of the bound then is some 0.003 nats a hundred rows.
const flat = 1e-5

// fitCollapsed is Fit with q at its best for every kernel, which package collapsed finds.
func fitCollapsed(ctx context.Context, task method.Task, rec method.Recorder, s Settings, full bool, lik likelihood.Likelihood) (method.Predictor, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	switch {
	case !full:
		return nil, &method.OptionError{Key: "optimiser", Problem: "collapsed needs the full batch; set batch = 0"}
	case s.Stop == "holdout":
		return nil, &method.OptionError{Key: "stop", Problem: "collapsed ends by its gradient; set optimiser = \"lbfgs\" to hold rows out"}
	}
	if s.Tolerance == 0 {
		s.Tolerance = flat
	}
	return collapsed.Fit(ctx, task, rec, collapsed.Settings{
		Sparse: s.Sparse, Prior: s.Prior, Learning: s.Learning, Schedule: s.Schedule, Sharing: s.Sharing, Tracing: s.Tracing,
		Likelihood: lik, Predictor: s.Predictor,
	})
}
