package ep

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// A fit that learns nothing ends at the fixed point of all factors: from
// there on log Z_q stays, whether sweeps are accelerated or not.
func TestNothingLearntEndsAtTheFixedPoint(t *testing.T) {
	for _, tie := range []tying{untied, tiedAll, tiedByClass} {
		for _, options := range []map[string]any{
			{"inducing": 10},
			{"inducing": "all", "noise": 0.1, "lengthscale": 1.0},
			{"inducing": 10, "gradient": outer},
		} {
			options["learn"], options["iterations"] = []string{}, 1000
			f := begun(t, 60, 3, 3, tie, options)
			if err := f.loop(t.Context()); err != nil {
				t.Fatal(err)
			}
			rec := f.rec.(*methodtest.Recorder)
			if rec.Last >= f.cfg.Iterations || !f.converged || len(rec.Events) > 0 {
				t.Errorf("tie %q, %v: ended after iteration %d with %v", tie, options, rec.Last, rec.Events)
			}
			end := f.value
			for _, plain := range []bool{false, true} {
				if plain {
					f.fixed = nil
				}
				for i := range 20 {
					if err := f.iterate(t.Context(), rec.Last+i+1); err != nil {
						t.Fatal(err)
					}
				}
				if change := math.Abs(f.value - end); change > 1e-8 {
					t.Errorf("tie %q, %v: log Z_q moves on by %g, plain sweeps: %v", tie, options, change, plain)
				}
			}
		}
	}
}

// Contradictory rows that have hardly any noise: combined sweeps end at a log Z_q of +201
// after 3000. In the end sweeps are plain, and on their way to -57.6457, where 23,000 of them
// end; the fit says that it has not arrived.
func TestContradictoryRows(t *testing.T) {
	f := begunOn(t, methodtest.Task(methodtest.Contradictory(2), 2, 7), untied, map[string]any{"standardise": false, "kernel": "se", "lengthscale": 1.0, "variance": 1.0,
		"noise": 1e-6, "inducing": 5, "inducing_init": "first", "learn": []string{}, "tolerance": 1e-8, "iterations": 3000})
	if err := f.loop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if math.Abs(f.value+57.6457) > 0.05 {
		t.Errorf("log Z_q %v, want about -57.65", f.value)
	}
	if events := f.rec.(*methodtest.Recorder).Events; events[method.EventEPNotConverged] != 1 {
		t.Errorf("events %v of a fit that does not arrive", events)
	}
}

// Acceleration goes on from a checkpoint with the same bits.
func TestResumeOnTheWayToTheFixedPoint(t *testing.T) {
	task := begun(t, 60, 3, 3, untied, map[string]any{"inducing": 8}).task
	for _, tie := range []tying{untied, tiedAll} {
		options := New().Options
		if err := method.Decode(&options, map[string]any{"inducing": 8, "learn": []string{}, "iterations": 40}); err != nil {
			t.Fatal(err)
		}
		rec := &methodtest.Recorder{Every: 100, States: map[int][]byte{}}
		whole, err := options.fit(t.Context(), task, rec, variant{tie: tie, alpha: 1})
		if err != nil {
			t.Fatal(err)
		}
		part, err := options.fit(t.Context(), task, &methodtest.Recorder{Every: 100, From: 17, State: rec.States[17]}, variant{tie: tie, alpha: 1})
		if err != nil {
			t.Fatal(err)
		}
		x, _ := task.Train.ReadAll()
		want, got := mat.NewDense(60, 3, nil), mat.NewDense(60, 3, nil)
		whole.Predict(want, x)
		part.Predict(got, x)
		if !mat.Equal(got, want) {
			t.Errorf("tie %q: a fit resumed after iteration 17 differs", tie)
		}
	}
}
