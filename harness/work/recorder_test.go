package work

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/read"
	"gpcbench/harness/harnesstest"
	"gpcbench/harness/record"
	"gpcbench/machine"
	"gpcbench/methods/method"
)

func testRows() *testSet {
	return &testSet{rows: data.NewExamples(data.NewMemory(mat.NewDense(4, 1, nil), []int{0, 1, 1, 0}), data.All(4), nil), classes: 2}
}

func TestIterated(t *testing.T) {
	r := newRecorder(testRows(), Request{Cell: record.Cell{ID: "a"}})
	var got []int
	for i := 1; i <= 1000; i++ {
		if r.Iterated(i) {
			got = append(got, i)
		}
	}
	want := []int{1, 2, 3, 5, 6, 7, 10, 12, 15, 19, 25, 31, 39, 50, 63, 79, 100, 125, 158, 199, 251, 316, 398, 501, 630, 794, 1000}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Of the four test rows two are of class 0.
func TestExpectedNLLIsThereWhereTheModelKnowsIt(t *testing.T) {
	r := newRecorder(testRows(), Request{Cell: record.Cell{ID: "a"}})
	for i, model := range []method.Predictor{harnesstest.Constant{0.5, 0.5}, expecting{harnesstest.Constant{0.5, 0.5}}} {
		if err := r.Trace(i+1, nil, func() (method.Predictor, error) { return model, nil }); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := r.trace[0].Metrics["expected_nll"]; ok {
		t.Error("a model that does not know E log p has expected_nll")
	}
	if got := r.trace[1].Metrics["expected_nll"]; got != 2 {
		t.Errorf("expected_nll is %v, want 2", got)
	}
}

// deviating tells how far its probabilities vary: of the class that it predicts by 0.1.
type deviating struct{ harnesstest.Constant }

func (d deviating) Deviations() func(dst, x *mat.Dense) {
	return func(dst, _ *mat.Dense) {
		n, _ := dst.Dims()
		for i := range n {
			dst.SetRow(i, []float64{0.1, 0.3})
		}
	}
}

func TestProbabilityDeviation(t *testing.T) {
	for _, model := range []method.Predictor{harnesstest.Constant{0.7, 0.3}, deviating{harnesstest.Constant{0.7, 0.3}}} {
		s, err := testRows().evaluateFinal(model, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, knows := model.(method.Deviating)
		if sd, ok := s.metrics["probability_sd"]; ok != knows || ok && math.Abs(sd-0.1) > 1e-15 {
			t.Errorf("%T: probability_sd %v, %v", model, sd, ok)
		}
	}
}

func TestTraceIsTakenOnceAndWithoutWhatIsNotFinite(t *testing.T) {
	r := newRecorder(testRows(), Request{Cell: record.Cell{ID: "a"}})
	half := func() (method.Predictor, error) { return harnesstest.Constant{0.5, 0.5}, nil }
	bad := func() (method.Predictor, error) { return harnesstest.Constant{math.NaN(), 0.5}, nil }
	one := func() float64 { return 1 }
	for _, step := range []struct {
		t         int
		objective func() float64
		predictor func() (method.Predictor, error)
	}{{1, one, half}, {1, one, half}, {2, func() float64 { return math.Inf(-1) }, bad}, {3, nil, nil}} {
		if err := r.Trace(step.t, step.objective, step.predictor); err != nil {
			t.Fatal(err)
		}
	}
	if len(r.trace) != 3 || *r.trace[0].Objective != 1 || r.trace[1].Objective != nil || r.trace[2].Objective != nil {
		t.Fatalf("%+v", r.trace)
	}
	if r.trace[0].Metrics["nll"] != math.Ln2 || r.trace[0].Metrics["error"] != 0.5 {
		t.Errorf("%v", r.trace[0].Metrics)
	}
	for name, v := range r.trace[1].Metrics {
		if !read.Finite(v) {
			t.Errorf("%s is %v", name, v)
		}
	}
	if r.events["objective not finite"] != 1 || r.events["metric not finite"] == 0 {
		t.Errorf("%v", r.events)
	}
}

// No time is asserted: the clock is compared with itself.
func TestClockStandsStillInsideTheRecorder(t *testing.T) {
	r := newRecorder(testRows(), Request{Cell: record.Cell{ID: "a"}})
	r.clock.start()
	var within time.Duration
	r.OffClock(func() {
		before := r.Elapsed()
		time.Sleep(time.Millisecond)
		within = r.Elapsed() - before
	})
	if within != 0 || !r.clock.running {
		t.Errorf("%v passed on a clock that stands still, and it runs again: %v", within, r.clock.running)
	}
	r.SetUp(func() {
		before := r.Elapsed()
		time.Sleep(time.Millisecond)
		within = r.Elapsed() - before
	})
	if within != 0 || !r.clock.running || r.setUp < time.Millisecond {
		t.Errorf("set-up: %v passed on the clock, %v are kept apart", within, r.setUp)
	}
	var traced, after time.Duration
	err := r.Trace(1, func() float64 {
		traced = r.Elapsed()
		time.Sleep(time.Millisecond)
		after = r.Elapsed()
		return 0
	}, nil)
	if err != nil || traced != after || r.trace[0].Seconds != traced.Seconds() {
		t.Errorf("%v, %v, %v, %v", traced, after, r.trace, err)
	}
	before := r.Elapsed()
	time.Sleep(time.Millisecond)
	if r.Elapsed() == before {
		t.Error("the clock does not run")
	}
	r.clock.stop()
}

func TestCheckpointHasEverything(t *testing.T) {
	file := filepath.Join(t.TempDir(), "checkpoints", "cell.state")
	r := newRecorder(testRows(), Request{Cell: record.Cell{ID: "a"}, Checkpoint: file})
	r.clock.start()
	r.Inducing(3)
	r.Event("jitter", 2)
	save := func(w io.Writer) error {
		_, err := io.WriteString(w, "state\nof two lines")
		return err
	}
	if err := r.Checkpoint(1, save); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a checkpoint was saved before the trace that is due")
	}
	if err := r.Trace(1, func() float64 { return -0.1 }, nil); err != nil {
		t.Fatal(err)
	}
	if err := r.Checkpoint(1, save); err != nil {
		t.Fatal(err)
	}
	r.clock.stop()
	next := newRecorder(testRows(), Request{Cell: record.Cell{ID: "a"}, Checkpoint: file})
	if at, state := next.Resume(); at != 1 || string(state) != "state\nof two lines" {
		t.Errorf("resumed at %d with %q", at, state)
	}
	if !reflect.DeepEqual(next.trace, r.trace) || !reflect.DeepEqual(next.events, r.events) || next.inducing != 3 || next.iteration != 1 {
		t.Errorf("%+v, want %+v", next, r)
	}
	if next.Elapsed() <= 0 || next.Elapsed() > r.Elapsed() {
		t.Errorf("%v on the clock, %v before", next.Elapsed(), r.Elapsed())
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-8] ^= 1
	for what, content := range map[string][]byte{"torn": whole[:len(whole)-1], "flipped": flipped, "short": whole[:3], "empty": nil, "text": []byte("{damaged")} {
		if err := os.WriteFile(file, content, 0o666); err != nil {
			t.Fatal(err)
		}
		damaged := newRecorder(testRows(), Request{Cell: record.Cell{ID: "a"}, Checkpoint: file})
		if at, state := damaged.Resume(); at != 0 || state != nil || damaged.useless != "is cut or damaged" {
			t.Errorf("%s: a damaged checkpoint gave %d, %q, and %q", what, at, state, damaged.useless)
		}
	}
}

// A state that cannot be written leaves the last checkpoint as it was.
func TestCheckpointThatFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cell.state")
	r := newRecorder(testRows(), Request{Cell: record.Cell{ID: "a"}, Checkpoint: file})
	r.clock.start()
	for at, fails := range []error{nil, errors.New("no state")} {
		err := r.Checkpoint(at+100_001, func(w io.Writer) error {
			if _, err := io.WriteString(w, "state"); err != nil {
				return err
			}
			return fails
		})
		if !errors.Is(err, fails) {
			t.Errorf("%v, want %v", err, fails)
		}
	}
	r.clock.stop()
	if at, state := newRecorder(testRows(), Request{Cell: record.Cell{ID: "a"}, Checkpoint: file}).Resume(); at != 100_001 || string(state) != "state" {
		t.Errorf("resumed at %d with %q", at, state)
	}
	if left, _ := filepath.Glob(file + "*"); len(left) != 1 {
		t.Errorf("files left: %q", left)
	}
}

func TestCheckpointsAreRare(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cell.state")
	r := newRecorder(testRows(), Request{Cell: record.Cell{ID: "a"}, Checkpoint: file, Every: time.Hour})
	r.clock.start()
	err := r.Checkpoint(4, func(io.Writer) error {
		t.Error("saved before it is time")
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestUsage(t *testing.T) {
	if machine.PeakRSS() < 1<<20 {
		t.Errorf("peak resident set %d bytes", machine.PeakRSS())
	}
	before := machine.CPUTime()
	for x := 0.5; machine.CPUTime() == before; x = math.Sin(x) {
	}
}

// expecting is Constant with an E log p of -3 for class 0 and -1 for the others.
type expecting struct{ harnesstest.Constant }

func (expecting) ExpectedLogLik(_ []float64, y int) float64 {
	if y == 0 {
		return -3
	}
	return -1
}

// TestCPUClock: on a clock of CPU time a fit that sleeps does not come nearer to its budget, and its record's
// seconds are those of its trace.
func TestCPUClock(t *testing.T) {
	r := newRecorder(nil, Request{Cell: record.Cell{ID: "a", Clock: record.CPUClock}})
	used := time.Second
	r.Processes(func() time.Duration { return used })
	r.clock.start()
	time.Sleep(20 * time.Millisecond)
	used += time.Millisecond
	if got := r.Elapsed(); got != time.Millisecond {
		t.Errorf("%v passed on the clock, not a millisecond", got)
	}
	if err := r.Trace(1, nil, nil); err != nil || r.trace[0].Seconds != 0.001 {
		t.Errorf("the trace is at %v s, error %v", r.trace[0].Seconds, err)
	}
	r.clock.stop()
	timing := record.Timing{WallSeconds: r.clock.wall.Seconds(), CPUSeconds: r.cpuSeconds(), Clock: record.CPUClock}
	if timing.WallSeconds < 0.02 || timing.Seconds() != 0.001 || timing.Load() != 1 {
		t.Errorf("timing %+v: %v seconds, load %v", timing, timing.Seconds(), timing.Load())
	}
}
