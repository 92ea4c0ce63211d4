package variational

import (
	"context"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/collapsed"
	"gpcbench/methods/method"
	"gpcbench/methods/natgrad"
)

// fitCollapsed is Fit with the optimal q for every kernel, which package collapsed finds.
func fitCollapsed(ctx context.Context, task method.Task, rec method.Recorder, s Settings, full bool, lik likelihood.Likelihood) (method.Predictor, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	switch {
	case !full:
		return nil, &method.OptionError{Key: "optimiser", Problem: "collapsed needs the full batch; set batch = 0"}
	case s.HoldsOut():
		return nil, &method.OptionError{Key: "stop", Problem: "collapsed ends by its gradient; set optimiser = \"lbfgs\" to hold rows out"}
	}
	return collapsed.Fit(ctx, task, rec, collapsed.Settings{
		Sparse: s.Sparse, Prior: s.Prior, Learning: s.Learning, Schedule: s.Schedule, Sharing: s.Sharing, Tracing: s.Tracing,
		HyperPrior: s.HyperPrior, LBFGS: s.LBFGS, Functions: lik.Functions(), Rows: lik,
		Predictor: func(priors []*sparse.Prior, q []*sparse.Gaussian) (method.Predictor, error) {
			predicts := lik
			if l, ok := lik.(learnt); ok {
				predicts = l.Fixed()
			}
			m, err := (&natgrad.Posterior{Prior: priors, Q: q}).Model(predicts)
			if err != nil {
				return nil, err
			}
			return s.Predictor(m), nil
		},
	})
}
