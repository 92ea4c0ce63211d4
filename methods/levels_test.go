package methods

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// end fits a method with 8 inducing inputs, if it has any, and returns the objective a row, and the events.
func end(t *testing.T, name string, task method.Task, more map[string]any) (float64, map[string]int) {
	t.Helper()
	for _, o := range Describe(name) {
		if o.Name == "inducing" {
			more["inducing"] = 8
		}
		if o.Name == "inducing_folds" {
			more["inducing_folds"] = 0
		}
	}
	c, _, err := New(name, more)
	if err != nil {
		t.Fatal(err)
	}
	rec := &methodtest.Recorder{}
	if _, err := c.Fit(t.Context(), task, rec); err != nil {
		t.Fatal(err)
	}
	return rec.Objectives[rec.Last] / float64(task.Train.Len()), rec.Events
}

// Where a kernel starts with a variance of next to nothing, or a lengthscale far beyond the distances between rows,
// all derivatives are small. A search with q at its best does not take that for its end.
func TestSearchesLeaveALevel(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(40, 2, 2, rand.New(rand.NewPCG(3, 4))), 2, 5)
	for _, name := range []string{"svgp", "xgpc", "svi-mgpc"} {
		want, _ := end(t, name, task, map[string]any{})
		for _, start := range []map[string]any{{"variance": 1e-6}, {"lengthscale": 1e3}} {
			t.Run(fmt.Sprint(name, start), func(t *testing.T) {
				if got, events := end(t, name, task, start); !(got > want-0.01) && events[method.EventSearchNotConverged] == 0 {
					t.Errorf("ends at %.4f nats a row, from the default start at %.4f, events %v", got, want, events)
				}
			})
		}
	}
}

// Where lengthscales are so short that no row has to do with another the objective has no slope. A search that cannot
// leave says so.
func TestSearchesSayThatTheyStayOnALevel(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(40, 2, 2, rand.New(rand.NewPCG(3, 4))), 2, 5)
	x, y := task.Train.ReadAll()
	for i := range y {
		x.SetRow(i, x.RawRowView(0))
	}
	same := methodtest.Task(data.NewMemory(mat.DenseCopyOf(x), y), 2, 5)
	for _, name := range []string{"svgp", "xgpc", "kl", "mfsp", "ep-full", "ep-fitc", "gfitc", "laplace-full", "laplace-fitc", "dirichlet", "dirichlet-full", "scmgpc"} {
		t.Run(name, func(t *testing.T) {
			got, events := end(t, name, task, map[string]any{"lengthscale": 1e-4})
			if want, _ := end(t, name, task, map[string]any{}); got < want-0.01 && events[method.EventSearchNotConverged] == 0 {
				t.Errorf("ends at %.4f nats a row, from the default start at %.4f, events %v", got, want, events)
			}
			if _, events := end(t, name, task, map[string]any{"lengthscale": 1e-4, "learn": []string{}}); events[method.EventSearchNotConverged] != 0 {
				t.Errorf("a kernel that is not learnt: events %v", events)
			}
			if v, events := end(t, name, same, map[string]any{}); events[method.EventSearchNotConverged] != 0 || math.IsNaN(v) {
				t.Errorf("rows that are all the same: %v, events %v", v, events)
			}
		})
	}
}

// The same of searches over q, kernel and inducing inputs at once.
func TestSearchesOverAllSayThatTheyStayOnALevel(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(40, 2, 2, rand.New(rand.NewPCG(3, 4))), 2, 5)
	for _, name := range []string{"vi", "svgp"} {
		for _, optimiser := range []string{"lbfgs", "scg"} {
			got, events := end(t, name, task, map[string]any{"lengthscale": 1e-4, "optimiser": optimiser})
			if got > -0.69 || events[method.EventSearchNotConverged] != 1 {
				t.Errorf("%s, %s: ends at %.4f nats a row, events %v", name, optimiser, got, events)
			}
		}
	}
}

// The same of expectation propagation, which steps along a gradient.
func TestStepsSayThatTheyStayOnALevel(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(40, 2, 2, rand.New(rand.NewPCG(3, 4))), 2, 5)
	for _, name := range []string{"ep", "sep"} {
		want, _ := end(t, name, task, map[string]any{})
		for _, start := range []map[string]any{{"variance": 1e-6}, {"lengthscale": 1e3}, {"lengthscale": 1e-4}} {
			if got, events := end(t, name, task, start); got < want-0.01 && events[method.EventSearchNotConverged] != 1 {
				t.Errorf("%s, %v: ends at %.4f nats a row, from the default start at %.4f, events %v", name, start, got, want, events)
			}
		}
	}
}
