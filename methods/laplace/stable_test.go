package laplace

import (
	"fmt"
	"testing"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// Where the prior variance is large Newton's steps reach the mode, and the derivatives there are those of differences.
func TestStableSteps(t *testing.T) {
	for _, variance := range []float64{1, 1e4, 1e8, 1e10} {
		t.Run(fmt.Sprintf("variance %g", variance), func(t *testing.T) {
			c := New()
			c.Kernel, c.Variance, c.Noise, c.Iterations, c.InducingFolds = "se", variance, 1e-3, 1, 0
			c.Inducing = method.Inputs(10)
			rec := &methodtest.Recorder{}
			f, in, err := c.start(t.Context(), blobs(400, 2), rec)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.Objective(f.X(), make([]float64, f.Layout.Size())); err != nil {
				t.Fatal(err)
			}
			if n := rec.Events[eventNotConverged]; n > 0 {
				t.Errorf("the mode was not found: %v", in.logPosterior)
			}
			methodtest.Differences{Step: 1e-4, Tolerance: 1e-4}.Check(t, "kernel", f.Objective, f.X(), f.Layout.KernelSize())
		})
	}
}
