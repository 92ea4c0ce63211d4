package methods

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
	"gpcbench/methods/role"
)

// light are options that make a fit short, for methods that have them.
var light = map[string]any{"inducing": 8, "iterations": 60, "batch": 20, "chains": 1, "burn_in": 5, "kernel_moves": 1, "latent_moves": 2, "fit_kernel": false, "inducing_folds": 0}

// forEach runs a test for every method of the registry on every kind of task
// that it handles, with light options.
func forEach(t *testing.T, run func(t *testing.T, name string, classes int)) {
	for _, name := range fitting() {
		for _, kind := range Registry[name].Tasks {
			classes := map[data.Kind]int{data.Binary: 2, data.Multiclass: 3}[kind]
			if classes == 0 {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s", name, kind), func(t *testing.T) { run(t, name, classes) })
		}
	}
}

// forEachAtOnce is forEach of fits that take long and share nothing: they run side by side.
func forEachAtOnce(t *testing.T, run func(t *testing.T, name string, classes int)) {
	forEach(t, func(t *testing.T, name string, classes int) {
		t.Parallel()
		run(t, name, classes)
	})
}

// fitting returns the methods that are fitted here.
func fitting() []string {
	return slices.DeleteFunc(Names(), func(name string) bool { return role.Of[name] == role.Imported || role.Of[name] == role.Outside })
}

// build returns the named method with light options, of those that it has, and
// more, of the values that it takes.
func build(t *testing.T, name string, more map[string]any) method.Classifier {
	t.Helper()
	options := map[string]any{}
	for _, o := range Describe(name) {
		if v, ok := light[o.Name]; ok {
			options[o.Name] = v
		}
		if v, ok := more[o.Name]; ok && takes(o, v) {
			options[o.Name] = v
		}
	}
	c, _, err := New(name, options)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// configurations are those that a test has had, by their options.
type configurations map[string]bool

// again says whether the test had this one, as where a method lacks the options in which
// two cases differ.
func (seen configurations) again(c method.Classifier) bool {
	key := fmt.Sprintf("%+v", c)
	had := seen[key]
	seen[key] = true
	return had
}

// takes says whether an option may have a value, as far as a list of its values tells.
func takes(o method.Option, v any) bool {
	text, ok := v.(string)
	return !ok || o.OneOf == nil || slices.Contains(o.OneOf, text)
}

// blobs returns a task of 90 rows and 50 rows to predict.
func blobs(classes int) (method.Task, *mat.Dense) { return blobsOf(90, classes) }

func blobsOf(rows, classes int) (method.Task, *mat.Dense) {
	rng := rand.New(rand.NewPCG(3, 4))
	task := methodtest.Task(methodtest.Blobs(rows, 3, classes, rng), classes, 5)
	x, _ := data.NewExamples(methodtest.Blobs(50, 3, classes, rng), data.All(50), nil).ReadAll()
	return task, x
}

// fitted fits and returns predictor and probabilities.
func fitted(t *testing.T, c method.Classifier, task method.Task, classes int, x *mat.Dense) (method.Predictor, *mat.Dense) {
	t.Helper()
	p, err := c.Fit(t.Context(), task, &methodtest.Recorder{Every: 1000})
	if err != nil {
		t.Fatal(err)
	}
	return p, probabilities(p, classes, x)
}

func probabilities(p method.Predictor, classes int, x *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	dst := mat.NewDense(n, classes, nil)
	p.Predict(dst, x)
	return dst
}

func TestSameSeedSameBits(t *testing.T) {
	forEach(t, func(t *testing.T, name string, classes int) {
		task, x := blobs(classes)
		c := build(t, name, nil)
		before := fmt.Sprintf("%+v", c)
		_, first := fitted(t, c, task, classes, x)
		_, again := fitted(t, c, task, classes, x)
		if !mat.Equal(first, again) {
			t.Error("two fits with one seed differ")
		}
		if after := fmt.Sprintf("%+v", c); after != before {
			t.Errorf("Fit changed the configuration from %s to %s", before, after)
		}
	})
}

// withThreads runs do with GOMAXPROCS 1, 2, 3 and 8.
func withThreads(do func(threads int)) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	for _, n := range []int{1, 2, 3, 8} {
		runtime.GOMAXPROCS(n)
		do(n)
	}
}

// The batches are large enough for products that goroutines share.
func TestSameBitsForEveryNumberOfThreads(t *testing.T) {
	forEach(t, func(t *testing.T, name string, classes int) {
		rng := rand.New(rand.NewPCG(6, 4))
		task := methodtest.Task(methodtest.Blobs(250, 3, classes, rng), classes, 5)
		_, x := blobs(classes)
		seen := configurations{}
		for _, batch := range []int{0, 150} {
			c := build(t, name, map[string]any{"inducing": 130, "iterations": 3, "batch": batch, "hyper_every": 1, "burn_in": 2, "samples": 3, "ep_tolerance": 0.1})
			if seen.again(c) {
				continue
			}
			var first *mat.Dense
			withThreads(func(threads int) {
				if _, p := fitted(t, c, task, classes, x); first == nil {
					first = p
				} else if !mat.Equal(p, first) {
					t.Errorf("batch %d: %d threads have other bits than one", batch, threads)
				}
			})
		}
	})
}

// Classes that share their kernel or their inducing inputs, or of which some are drawn, have
// the same bits for every number of threads too.
func TestSharedPartsHaveTheSameBitsForEveryNumberOfThreads(t *testing.T) {
	const classes = 3
	task := methodtest.Task(methodtest.Blobs(250, 3, classes, rand.New(rand.NewPCG(6, 4))), classes, 5)
	_, x := blobs(classes)
	looked := false
	for _, name := range fitting() {
		if !Registry[name].Does(data.Multiclass) {
			continue
		}
		for _, more := range []map[string]any{
			{"share": []string{"kernel"}},
			{"share": []string{"inducing"}},
			{"share": []string{"kernel", "inducing"}},
			{"class_batch": 2},
			{"class_batch": 2, "share": []string{"kernel"}},
			{"class_batch": 2, "share": []string{"inducing"}},
			{"class_batch": 2, "share": []string{"kernel", "inducing"}},
		} {
			if !hasAll(name, more) {
				continue
			}
			t.Run(fmt.Sprintf("%s/%v", name, more), func(t *testing.T) {
				looked = true
				options := map[string]any{"inducing": 130, "iterations": 3, "batch": 150, "ep_tolerance": 0.1, "hyper_every": 1, "hyper_rate": 0.3, "rate": "fixed"}
				maps.Copy(options, more)
				var first *mat.Dense
				withThreads(func(threads int) {
					if _, p := fitted(t, build(t, name, options), task, classes, x); first == nil {
						first = p
					} else if !mat.Equal(p, first) {
						t.Errorf("%d threads have other bits than one", threads)
					}
				})
			})
		}
	}
	if !looked {
		t.Error("no method was looked at")
	}
}

func TestProbabilities(t *testing.T) {
	forEach(t, func(t *testing.T, name string, classes int) {
		task, x := blobs(classes)
		x.Set(0, 0, 1e6) // far from everything seen
		before := mat.DenseCopyOf(x)
		_, probs := fitted(t, build(t, name, nil), task, classes, x)
		for i := range 50 {
			var sum float64
			for _, p := range probs.RawRowView(i) {
				if !(p >= 0 && p <= 1) {
					t.Fatalf("row %d: probability %v", i, p)
				}
				sum += p
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Errorf("row %d: probabilities sum to %v", i, sum)
			}
		}
		if !mat.Equal(x, before) {
			t.Error("Predict changed its input")
		}
	})
}

func TestInputsUntouched(t *testing.T) {
	forEach(t, func(t *testing.T, name string, classes int) {
		task, x := blobs(classes)
		x0, y0 := task.Train.ReadAll()
		fitted(t, build(t, name, map[string]any{"inducing": "all", "inducing_init": "first"}), task, classes, x)
		x1, y1 := task.Train.ReadAll()
		if !mat.Equal(x0, x1) || fmt.Sprint(y0) != fmt.Sprint(y1) {
			t.Error("Fit changed the training rows")
		}
	})
}

// canceller cancels after its third question whether to trace.
type canceller struct {
	methodtest.Recorder
	cancel context.CancelFunc
	asked  int
}

func (c *canceller) Iterated(t int) bool {
	if c.asked++; c.asked == 3 {
		c.cancel()
	}
	return false
}

func TestCancellation(t *testing.T) {
	forEach(t, func(t *testing.T, name string, classes int) {
		if name == "majority" {
			t.Skip("it has a single iteration")
		}
		task, _ := blobs(classes)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		rec := &canceller{cancel: cancel}
		_, err := build(t, name, nil).Fit(ctx, task, rec)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("a cancelled fit returns %v", err)
		}
		if rec.asked > 4 {
			t.Errorf("a fit cancelled in iteration 3 went on to iteration %d", rec.asked)
		}
	})
}

func TestBeatsTheBaseRate(t *testing.T) {
	forEachAtOnce(t, func(t *testing.T, name string, classes int) {
		if name == "majority" {
			t.Skip("it is the base rate")
		}
		task, _ := blobs(classes)
		test := data.NewExamples(methodtest.Blobs(400, 3, classes, rand.New(rand.NewPCG(8, 9))), data.All(400), nil)
		p, err := build(t, name, map[string]any{"batch": 0, "iterations": 300, "thinning": 5}).Fit(t.Context(), task, &methodtest.Recorder{Every: 1000})
		if err != nil {
			t.Fatal(err)
		}
		nll, wrong := methodtest.Score(p, classes, test)
		if base := math.Log(float64(classes)); nll > 0.75*base || wrong > 0.3 {
			t.Errorf("NLL %.3f against %.3f of the base rate, error %.3f", nll, base, wrong)
		}
	})
}

// A user who states no schedule gets a fit that has converged: with three times the
// iterations the objective is better by less than 0.01 nats a row.
func TestDefaultsConverge(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	forEachAtOnce(t, func(t *testing.T, name string, classes int) {
		task, _ := blobs(classes)
		options, iterations := map[string]any{}, 0
		for _, o := range Describe(name) {
			if o.Name == "inducing" {
				options["inducing"] = 20
			}
			if o.Name == "iterations" {
				iterations = int(o.Default.(int64))
			}
		}
		if iterations == 0 {
			t.Skip("the method has no iterations")
		}
		fit := func(iterations, every int) *methodtest.Recorder {
			options["iterations"] = iterations
			c, _, err := New(name, options)
			if err != nil {
				t.Fatal(err)
			}
			rec := &methodtest.Recorder{Every: every}
			if _, err := c.Fit(t.Context(), task, rec); err != nil {
				t.Fatal(err)
			}
			return rec
		}
		if len(fit(1, 1).Objectives) == 0 {
			t.Skip("a sampler has no objective")
		}
		// The number of iterations decides nothing but where a fit ends: one fit has both.
		rec := fit(3*iterations, iterations)
		later := rec.Objectives[rec.Last]
		at, passed := rec.Objectives[iterations]
		if !passed {
			at = later // it had converged before
		}
		t.Logf("%d iterations: %.3f, %d: %.3f", iterations, at, rec.Last, later)
		if gain := (later - at) / float64(task.Train.Len()); gain > 0.01 {
			t.Errorf("three times the iterations gain %.3f nats a row", gain)
		}
	})
}

func TestSaveAndLoad(t *testing.T) {
	forEach(t, func(t *testing.T, name string, classes int) {
		task, x := blobs(classes)
		p, want := fitted(t, build(t, name, map[string]any{"iterations": 6}), task, classes, x)
		if !mat.Equal(probabilities(savedAndLoaded(t, name, p), classes, x), want) {
			t.Error("the loaded predictor gives other probabilities")
		}
	})
}

// savedAndLoaded returns a predictor as it comes back from what it marshals, half of which is
// an error.
func savedAndLoaded(t *testing.T, name string, p method.Predictor) method.Predictor {
	t.Helper()
	raw, err := p.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Registry[name].Load(raw[:len(raw)/2]); err == nil {
		t.Error("half of a predictor is no error")
	}
	back, err := Registry[name].Load(raw)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func TestAbsentClassIsAnError(t *testing.T) {
	forEach(t, func(t *testing.T, name string, classes int) {
		task, _ := blobs(classes)
		_, y := task.Train.ReadAll()
		var rows []int
		for i, c := range y {
			if c != 1 {
				rows = append(rows, i)
			}
		}
		task.Train = task.Train.Subset(rows)
		if _, err := build(t, name, nil).Fit(t.Context(), task, &methodtest.Recorder{}); err == nil {
			t.Error("no error")
		}
	})
}

// A row's probabilities do not depend on the rows around it.
func TestBatchSizeOfPrediction(t *testing.T) {
	forEach(t, func(t *testing.T, name string, classes int) {
		task, _ := blobs(classes)
		x, _ := data.NewExamples(methodtest.Blobs(1100, 3, classes, rand.New(rand.NewPCG(6, 7))), data.All(1100), nil).ReadAll()
		p, all := fitted(t, build(t, name, map[string]any{"thinning": 5}), task, classes, x)
		for _, cut := range [][2]int{{0, 1}, {17, 18}, {500, 600}, {3, 1030}, {1099, 1100}} {
			part := probabilities(p, classes, mat.DenseCopyOf(x.Slice(cut[0], cut[1], 0, 3)))
			if !mat.Equal(part, all.Slice(cut[0], cut[1], 0, classes)) {
				t.Errorf("rows %d to %d alone have other probabilities", cut[0], cut[1])
			}
		}
	})
}

func TestPredictorsAreSafeForConcurrentUse(t *testing.T) {
	forEach(t, func(t *testing.T, name string, classes int) {
		task, x := blobs(classes)
		p, want := fitted(t, build(t, name, nil), task, classes, x)
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				if !mat.Equal(probabilities(p, classes, x), want) {
					t.Error("another result")
				}
			})
		}
		wait.Wait()
	})
}

// withoutCheckpoints are the methods that offer no checkpoints: an interrupted fit begins again.
var withoutCheckpoints = []string{"dirichlet", "dirichlet-full", "ep-fitc", "ep-full", "gfitc", "kl", "label-prior", "laplace-fitc", "laplace-full", "logistic", "logistic-ova", "majority", "mfsp"}

// needCheckpoint skips the test where a fit left no checkpoint, which only a method without
// checkpoints may.
func needCheckpoint(t *testing.T, name string, left bool) {
	t.Helper()
	switch without := slices.Contains(withoutCheckpoints, name); {
	case left && without:
		t.Error("there is a checkpoint of a method without checkpoints")
	case without:
		t.Skip("the method offers no checkpoints")
	case !left:
		t.Fatal("there is no checkpoint")
	}
}

// A fit that goes on from a checkpoint ends with the same bits, and counts the same
// events.
func TestResume(t *testing.T) {
	forEach(t, func(t *testing.T, name string, classes int) {
		task, x := blobs(classes)
		c := build(t, name, map[string]any{"tolerance": 1e-9, "stop": "holdout", "check_every": 7, "holdout_tolerance": 1e-12})
		checkResume(t, name, c, task, classes, x)
		if _, err := c.Fit(t.Context(), task, &methodtest.Recorder{From: 3, State: []byte("nonsense")}); err == nil {
			t.Error("a damaged checkpoint is no error")
		}
	})
}

// A checkpoint of more inducing inputs is refused, with what to do about it.
func TestResumeRefusesAnotherModel(t *testing.T) {
	refused := 0
	forEach(t, func(t *testing.T, name string, classes int) {
		if !slices.ContainsFunc(Describe(name), func(o method.Option) bool { return o.Name == "inducing" }) {
			t.Skip("the method has no inducing inputs")
		}
		task, _ := blobs(classes)
		rec := &methodtest.Recorder{States: map[int][]byte{}}
		if _, err := build(t, name, map[string]any{"iterations": 3}).Fit(t.Context(), task, rec); err != nil {
			t.Fatal(err)
		}
		needCheckpoint(t, name, len(rec.States) > 0)
		refused++
		other := build(t, name, map[string]any{"iterations": 3, "inducing": 7})
		if _, err := other.Fit(t.Context(), task, rec.Interrupted(2)); !errors.Is(err, method.ErrOtherCheckpoint) {
			t.Errorf("error %v", err)
		}
	})
	if refused == 0 {
		t.Error("no method was looked at")
	}
}

// Nearly the same rows in two places far from each other make the jitter grow, again
// and again: resuming must not count that twice.
func TestResumeCountsEventsOnce(t *testing.T) {
	grew := 0
	forEach(t, func(t *testing.T, name string, classes int) {
		x, y := mat.NewDense(60, 2, nil), make([]int, 60)
		for i := range y {
			x.SetRow(i, []float64{1e5*float64(i%2) + 0.3*float64(i%6), 0.1 * float64(i%3)})
			y[i] = (i / 2) % classes
		}
		task := methodtest.Task(data.NewMemory(x, y), classes, 5)
		c := build(t, name, map[string]any{"inducing": "all", "inducing_init": "first", "noise": 0.0, "lengthscale": 1.0})
		grew += checkResume(t, name, c, task, classes, x).Events[method.EventJitter]
	})
	if grew == 0 {
		t.Error("the jitter of no method grew: the test tests nothing")
	}
}

// checkResume fits, resumes the fit from four of its checkpoints, the last among them, and returns the
// recorder of the whole fit.
func checkResume(t *testing.T, name string, c method.Classifier, task method.Task, classes int, x *mat.Dense) *methodtest.Recorder {
	t.Helper()
	rec := &methodtest.Recorder{Every: 1000, States: map[int][]byte{}}
	p, err := c.Fit(t.Context(), task, rec)
	if err != nil {
		t.Fatal(err)
	}
	needCheckpoint(t, name, len(rec.States) > 0)
	want := probabilities(p, classes, x)
	for _, at := range []int{1, 29, 59, rec.Last} {
		rest := rec.Interrupted(at)
		q, err := c.Fit(t.Context(), task, rest)
		if err != nil {
			t.Fatal(err)
		}
		if !mat.Equal(probabilities(q, classes, x), want) {
			t.Errorf("a fit resumed after iteration %d differs", at)
		}
		if fmt.Sprint(rest.Events) != fmt.Sprint(rec.Events) {
			t.Errorf("a fit resumed after iteration %d counts %v, the whole fit %v", at, rest.Events, rec.Events)
		}
	}
	return rec
}

// A budget that is spent once the clock has been asked so often, at once or on the way, ends a fit with a model.
func TestSpentBudget(t *testing.T) {
	forEach(t, func(t *testing.T, name string, classes int) {
		if !slices.ContainsFunc(Describe(name), func(o method.Option) bool { return o.Name == "budget_seconds" }) {
			t.Skip("the method has no budget")
		}
		task, x := blobs(classes)
		seen := configurations{}
		for _, calls := range []bool{false, true} { // true: an iteration is an evaluation, and one more may follow the search
			options, most := map[string]any{"budget_seconds": 1.0, "iterations": 1000}, 1
			if calls {
				options["trace_calls"], options["optimiser"], options["batch"], most = true, "lbfgs", 0, 2
			}
			c := build(t, name, options)
			if seen.again(c) {
				continue
			}
			for _, after := range []int{0, 1, 5, 30} {
				asked := 0
				rec := &methodtest.Recorder{Clock: func() time.Duration {
					if asked++; asked > after {
						return time.Hour
					}
					return 0
				}}
				p, err := c.Fit(t.Context(), task, rec)
				if err != nil {
					t.Fatalf("asked %d times: %v", after, err)
				}
				for _, v := range probabilities(p, classes, x).RawMatrix().Data {
					if !(v >= 0 && v <= 1) {
						t.Fatalf("asked %d times: the probability %v", after, v)
					}
				}
				if rec.Last > after+most {
					t.Errorf("asked %d times: %d iterations", after, rec.Last)
				}
			}
		}
	})
}

// A fit that a rule for stopping ended, and that was interrupted before its
// result was kept, ends at the same iteration when it is resumed.
func TestConvergedFitStaysConverged(t *testing.T) {
	ended := 0
	forEach(t, func(t *testing.T, name string, classes int) {
		task, _ := blobs(classes)
		c := build(t, name, map[string]any{"tolerance": 0.5, "stop": "holdout", "check_every": 1, "holdout_tolerance": 10.0})
		rec := &methodtest.Recorder{Every: 1000, States: map[int][]byte{}}
		if _, err := c.Fit(t.Context(), task, rec); err != nil {
			t.Fatal(err)
		}
		state, ok := rec.States[rec.Last]
		needCheckpoint(t, name, ok)
		if _, more := rec.States[rec.Last+1]; more {
			t.Fatal("there is a checkpoint after the last iteration")
		}
		ended++
		again := &methodtest.Recorder{Every: 1000, From: rec.Last, State: state}
		if _, err := c.Fit(t.Context(), task, again); err != nil {
			t.Fatal(err)
		}
		if again.Last != rec.Last || again.Objectives[again.Last] != rec.Objectives[rec.Last] {
			t.Errorf("ended after iteration %d at %v, and resumed there after %d at %v", rec.Last, rec.Objectives[rec.Last], again.Last, again.Objectives[again.Last])
		}
	})
	if ended == 0 {
		t.Error("no method was looked at")
	}
}

func TestNewRefuses(t *testing.T) {
	var unknown *UnknownError
	if _, _, err := New("xgp", nil); !errors.As(err, &unknown) {
		t.Errorf("unknown method: %v", err)
	}
	for _, name := range fitting() {
		var option *method.OptionError
		if _, _, err := New(name, map[string]any{"inducin": 3}); !errors.As(err, &option) {
			t.Errorf("%s: unknown option: %v", name, err)
		}
		_, options, err := New(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, again, err := New(name, options); err != nil || fmt.Sprint(again) != fmt.Sprint(options) {
			t.Errorf("%s: options after defaults are not taken back: %v, %v", name, again, err)
		}
		if options["standardise"] != !Registry[name].Does(data.Multilabel) { // which leaves sparse rows sparse
			t.Errorf("%s: standardise is %v by default", name, options["standardise"])
		}
	}
}

// Options that cannot be together whatever the data are refused before there is any.
func TestNewRefusesWhatCannotBeTogether(t *testing.T) {
	for _, c := range []struct {
		method  string
		options map[string]any
		key     string // what is refused
	}{
		{"mfsp", map[string]any{"approximation": "decoupled", "prediction": "monte-carlo"}, "prediction"},
		{"svgp", map[string]any{"decoupled": true, "likelihood": "logit"}, "decoupled"},
		{"svgp", map[string]any{"bounds": []any{-2, 2}, "optimiser": "scg"}, "bounds"},
		{"svgp", map[string]any{"bounds": []any{-2, 2}, "learn": []any{"inducing"}}, "bounds"},
		{"vi", map[string]any{"bounds": []any{-2, 2}, "optimiser": "adam"}, "bounds"},
		{"vi", map[string]any{"trace_calls": true, "optimiser": "adadelta"}, "trace_calls"},
		{"svi-mgpc", map[string]any{"likelihood": "robust-max", "training_draws": 10}, "training_draws"},
		{"scmgpc", map[string]any{"class_batch": 1}, "class_batch"},
		{"scmgpc", map[string]any{"lengthscale_prior": 1.0, "learn": []any{"inducing"}}, "lengthscale_prior"},
		{"svgp", map[string]any{"variance_prior": 1.0, "learn": []any{}}, "variance_prior"},
		{"laplace-full", map[string]any{"variance_prior": 1.0, "learn": []any{}}, "variance_prior"},
		{"mfsp", map[string]any{"lengthscale_prior": 1.0, "learn": []any{"inducing"}}, "lengthscale_prior"},
		{"exact", map[string]any{"matched_frame": true, "adapted_frame": true}, "matched_frame"},
		{"ep-full", map[string]any{"learn": []any{"kernel", "inducing"}}, "learn"},
		{"kl", map[string]any{"learn": []any{"inducing"}}, "learn"},
		{"dirichlet-full", map[string]any{"learn": []any{"inducing"}}, "learn"},
		{"laplace-full", map[string]any{"learn": []any{"inducing"}}, "learn"},
		{"logistic", map[string]any{"inner_folds": 1}, "inner_folds"},
		{"logistic-ova", map[string]any{"inner_folds": 1}, "inner_folds"},
	} {
		var option *method.OptionError
		if _, _, err := New(c.method, c.options); !errors.As(err, &option) || option.Key != c.key {
			t.Errorf("%s, %v: error %v", c.method, c.options, err)
		}
	}
}

// Repeated rows as inducing inputs, no noise and a long lengthscale make Kuu
// singular to rounding; a constant column and one far-away row do not help.
// Nothing of that may end in NaN.
func TestSingularStart(t *testing.T) {
	forEachAtOnce(t, func(t *testing.T, name string, classes int) {
		rng := rand.New(rand.NewPCG(12, 13))
		x, y := repeatedRows(60, classes, rng)
		task := methodtest.Task(data.NewMemory(x, y), classes, 5)
		seen := configurations{}
		for _, more := range []map[string]any{
			{"inducing": "all", "inducing_init": "first", "noise": 0.0, "lengthscale": 30.0, "batch": 0, "iterations": 100},
			{"inducing": "all", "inducing_init": "first", "noise": 0.0, "lengthscale": 30.0, "batch": 7, "iterations": 200},
			{"inducing": "all", "inducing_init": "first", "noise": 0.0, "lengthscale": 30.0, "batch": 7, "iterations": 200, "whiten": true},
			{"inducing": "all", "inducing_init": "first", "noise": 0.0, "lengthscale": 0.01, "batch": 7, "iterations": 200, "variance": 100.0},
			{"inducing": 20, "inducing_init": "first", "noise": 0.0, "lengthscale": 30.0, "batch": 7, "iterations": 200, "whiten": false, "optimiser": "adam"},
			{"inducing": 20, "inducing_init": "first", "batch": 7, "iterations": 200, "whiten": false, "optimiser": "adadelta", "step": 0.1, "hyper_rate": 0.1},
			{"inducing": 20, "inducing_init": "first", "noise": 0.0, "lengthscale": 30.0, "batch": 0, "iterations": 50, "whiten": false, "optimiser": "lbfgs", "freeze": 10},
			{"inducing": 20, "inducing_init": "kmeans", "kernel": "linear-ard", "noise": 0.0, "batch": 7, "iterations": 200},
		} {
			more["ep_tolerance"] = 1e-3 // what is singular is so at any tolerance, and sweeps take long
			c := build(t, name, more)
			if seen.again(c) {
				continue
			}
			rec := &methodtest.Recorder{Every: 50}
			p, err := c.Fit(t.Context(), task, rec)
			if err != nil {
				t.Errorf("%v: %v", more, err)
				continue
			}
			probs := probabilities(p, classes, x)
			for i := range y {
				for _, v := range probs.RawRowView(i) {
					if math.IsNaN(v) {
						t.Fatalf("%v: row %d: %v", more, i, probs.RawRowView(i))
					}
				}
			}
			for at, v := range rec.Objectives {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%v: objective %v in iteration %d", more, v, at)
				}
			}
		}
	})
}

// repeatedRows are n rows, each there three times, with a constant column.
func repeatedRows(n, classes int, rng *rand.Rand) (*mat.Dense, []int) {
	x, y := mat.NewDense(n, 3, nil), make([]int, n)
	for i := range n {
		if i%3 == 0 {
			x.SetRow(i, []float64{rng.NormFloat64(), rng.NormFloat64(), 0})
		} else {
			x.SetRow(i, x.RawRowView(i-1))
		}
		y[i] = i % classes
	}
	x.Set(n-1, 0, 1000)
	return x, y
}

// An option of several methods is of one type and has values that all of them take, so that
// an experiment can set it for all. A value that a method does not take is refused before
// anything runs. The option likelihood has values in common among methods of one latent
// function, and among those of a function a class.
func TestOptionsMeanTheSameEverywhere(t *testing.T) {
	seen := map[string]method.Option{}
	for _, name := range Names() {
		for _, o := range Describe(name) {
			if o.Help == "" || o.Type == "" {
				t.Errorf("%s: option %s has no type or no help", name, o.Name)
			}
			if o.Name == "likelihood" && slices.Contains(o.OneOf, "softmax") {
				o.Name = "likelihood of several functions"
			}
			if before, ok := seen[o.Name]; ok {
				common := slices.DeleteFunc(slices.Clone(o.OneOf), func(v string) bool { return !slices.Contains(before.OneOf, v) })
				if before.Type != o.Type || (before.OneOf == nil) != (o.OneOf == nil) || o.OneOf != nil && len(common) == 0 {
					t.Errorf("%s: option %s is %s of %v, elsewhere %s of %v", name, o.Name, o.Type, o.OneOf, before.Type, before.OneOf)
				}
				o.OneOf = common
			}
			seen[o.Name] = o
		}
	}
}
