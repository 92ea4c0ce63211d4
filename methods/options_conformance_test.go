package methods

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/methods/methodtest"
)

// ways are settings that take another way through a method than its defaults.
var ways = []struct {
	method  string
	classes int
	options map[string]any
}{
	{"ep", 3, map[string]any{"alpha": 0.5}},
	{"ep", 3, map[string]any{"alpha": 0.5, "batch": 20}},
	{"ep-fitc", 2, map[string]any{"alpha": 0.3, "iterations": 5}},
	{"ep-full", 2, map[string]any{"alpha": 0.3, "iterations": 5}},
	{"gfitc", 3, map[string]any{"alpha": 0.5, "iterations": 3}},
	{"svgp", 2, map[string]any{"optimiser": "natural", "ep_energy": true, "batch": 0}},
	{"svgp", 2, map[string]any{"optimiser": "natural", "ep_energy": true, "batch": 20}},
	{"vi", 3, map[string]any{"optimiser": "natural"}},
	{"sep", 3, map[string]any{"batch": 0}},
	{"xgpc", 2, map[string]any{"inducing_init": "greedy"}},
	{"svi-mgpc", 3, map[string]any{"inducing_init": "greedy"}},
	{"exact", 3, map[string]any{"fitted_ellipse": true, "coupled_frame": true}},
	{"exact", 2, map[string]any{"likelihood": "probit", "prior_frame": true, "truncated_gaussian": true}},
	{"exact", 2, map[string]any{"matched_frame": true, "likelihood": "probit", "estimates": 3}},
}

// Every way has the same bits for every number of threads, predicts the same once it has been saved
// and loaded, and goes on from a checkpoint to the same bits.
func TestWaysThroughMethods(t *testing.T) {
	for _, way := range ways {
		t.Run(fmt.Sprintf("%s %v", way.method, way.options), func(t *testing.T) {
			task, x := blobs(way.classes)
			c := build(t, way.method, way.options)
			var first *mat.Dense
			withThreads(func(threads int) {
				p, now := fitted(t, c, task, way.classes, x)
				switch {
				case first == nil:
					first = now
					if !mat.Equal(probabilities(savedAndLoaded(t, way.method, p), way.classes, x), now) {
						t.Error("the loaded predictor gives other probabilities")
					}
				case !mat.Equal(now, first):
					t.Errorf("%d threads have other bits than one", threads)
				}
			})
			rec := &methodtest.Recorder{States: map[int][]byte{}}
			if _, err := c.Fit(t.Context(), task, rec); err != nil {
				t.Fatal(err)
			}
			if len(rec.States) > 0 {
				checkResume(t, way.method, c, task, way.classes, x)
			}
		})
	}
}

// The same of natural gradients for label sets.
func TestWaysThroughTagging(t *testing.T) {
	forEachTagging(t, func(t *testing.T, name string, of tagged) {
		for _, more := range []map[string]any{{"natural": true}, {"inducing_init": "greedy"}} {
			if !hasAll(name, more) {
				t.Skip("the method has no such option")
			}
			c := of.build(more)
			x, _ := of.test.ReadAll()
			var first *mat.Dense
			withThreads(func(threads int) {
				if _, now := of.fit(t, c); first == nil {
					first = now
				} else if !mat.Equal(now, first) {
					t.Errorf("%v: %d threads have other bits than one", more, threads)
				}
			})
			checkResume(t, name, c, of.task, tags, x)
		}
	})
}
