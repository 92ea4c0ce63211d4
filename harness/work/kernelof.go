package work

import (
	"context"
	"fmt"
	"math"

	"gpcbench/gp/kernel"
	"gpcbench/harness/record"
	"gpcbench/methods"
	"gpcbench/methods/method"
)

// bestKernel fits the methods from whose kernel a cell may start, and returns the kernel of the fit with
// the highest objective, or of a single fit whatever its objective. The time of these fits does not count
// as the cell's. Of several functions it takes the kernel of the first: methods that share a kernel have one.
func bestKernel(ctx context.Context, task method.Task, cell record.Cell) (best kernel.Kernel, err error) {
	highest := math.Inf(-1)
	for _, fit := range cell.KernelOf {
		classifier, _, err := methods.New(fit.Method, fit.Options)
		if err != nil {
			return nil, err
		}
		r := newRecorder(nil, Request{Cell: cell})
		model, err := timed(ctx, classifier, task, r)
		if err != nil {
			return nil, fmt.Errorf("the fit of %s that the kernel is taken from: %w", fit.Method, err)
		}
		parametrised, ok := model.(method.Parametrised)
		if !ok {
			return nil, fmt.Errorf("%s has no kernel that another method could start at", fit.Method)
		}
		objective := math.Inf(-1)
		if n := len(r.trace); n > 0 && r.trace[n-1].Objective != nil {
			objective = *r.trace[n-1].Objective
		}
		if best == nil || objective > highest {
			best, highest = parametrised.Kernels()[0], objective
		}
	}
	return best, nil
}
