package methods

import (
	"errors"
	"fmt"
	"runtime/metrics"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inputs"
	"gpcbench/machine"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
	"gpcbench/methods/role"
)

const (
	damagedStates = 540             // of a model; fewer of a checkpoint, each of which may be trained on
	mostAllocated = 64 << 20        // by loading a damaged model of some kilobytes
	longestLoad   = 5 * time.Second // of CPU, which a busy machine does not change
)

// eachModel calls do with a fitted predictor of every method for every kind of its tasks.
func eachModel(t *testing.T, do func(t *testing.T, name string, p method.Predictor, columns, classes int)) {
	forEach(t, func(t *testing.T, name string, classes int) {
		task, x := blobs(classes)
		p, _ := fitted(t, build(t, name, map[string]any{"iterations": 5}), task, classes, x)
		do(t, name, p, 3, classes)
	})
	forEachTagging(t, func(t *testing.T, name string, of tagged) {
		p, _ := of.fit(t, of.build(map[string]any{"iterations": 5}))
		do(t, name, p, tagDims, tags)
	})
}

// The numbers of a saved model may be a stranger's. Loading it then is an error, or the model
// predicts: there is no panic, no size that the file does not bear, and no end that does not come.
func TestModelsOfStrangers(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute, and no engine changes what a file says")
	}
	eachModel(t, func(t *testing.T, name string, p method.Predictor, columns, classes int) {
		if d, c := p.Size(); d != columns && d != 0 || c != classes {
			t.Errorf("Size is %d columns and %d classes, want %d and %d", d, c, columns, classes)
		}
		raw, err := p.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		loaded := 0
		methodtest.Damaged(raw, damagedStates, func(damaged []byte) {
			if loadAndPredict(t, name, damaged) {
				loaded++
			}
		})
		t.Logf("%d damaged models could be loaded", loaded)
	})
}

// loadAndPredict holds the load of what may be a model to what is promised, and says whether it is one.
func loadAndPredict(t *testing.T, name string, raw []byte) bool {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("panic: %v", p)
		}
	}()
	before, start := allocated(), machine.CPUTime()
	p, err := Registry[name].Load(raw)
	if took := machine.CPUTime() - start; took > longestLoad {
		t.Errorf("loading took %v", took)
	}
	if more := allocated() - before; more > mostAllocated {
		t.Errorf("loading %d bytes allocated %d", len(raw), more)
	}
	if err != nil {
		return false
	}
	columns, classes := p.Size()
	dst, x := mat.NewDense(2, max(classes, 1), nil), mat.NewDense(2, max(columns, 1), nil)
	if classes < 1 {
		return true // no header has so few
	}
	if rows, ok := p.(method.RowsPredictor); ok {
		rows.PredictRows(dst, inputs.Dense{Dense: x})
	} else {
		p.Predict(dst, x)
	}
	return true
}

// allocated returns the bytes that were allocated so far.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// A checkpoint with other numbers is refused as such, so that the fit starts anew, or the fit goes
// on from it to its end. None goes on from a number that is not finite.
func TestCheckpointsOfStrangers(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute, and no engine changes what a file says")
	}
	const states = 90
	forEach(t, func(t *testing.T, name string, classes int) {
		if !slices.ContainsFunc(Describe(name), func(o method.Option) bool { return o.Name == "iterations" }) {
			t.Skip("the method has no iterations")
		}
		task, _ := blobs(classes)
		c := build(t, name, map[string]any{"iterations": 6})
		rec := &methodtest.Recorder{Every: 1000, States: map[int][]byte{}}
		if _, err := c.Fit(t.Context(), task, rec); err != nil {
			t.Fatal(err)
		}
		if len(rec.States) == 0 {
			t.Skip("the method keeps no checkpoints")
		}
		refused, failed := 0, 0
		methodtest.Damaged(rec.States[5], states, func(damaged []byte) {
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("panic: %v", p)
				}
			}()
			_, err := c.Fit(t.Context(), task, &methodtest.Recorder{Every: 1000, From: 5, State: damaged})
			switch {
			case errors.Is(err, method.ErrOtherCheckpoint):
				refused++
			case err != nil:
				failed++ // the harness starts such a fit anew, too
			}
		})
		t.Logf("%d refused, %d failed", refused, failed)
		if refused == 0 {
			t.Error("no damaged checkpoint was refused")
		}
	})
}

// FuzzLoad loads what may be a model of each method: seeds are fitted ones and damaged ones.
func FuzzLoad(f *testing.F) {
	names := Names()
	for i, name := range names {
		for _, raw := range seeds(f, name) {
			f.Add(uint(i), raw)
		}
	}
	f.Fuzz(func(t *testing.T, of uint, raw []byte) {
		if name := names[of%uint(len(names))]; Registry[name].Load != nil && len(raw) < 1<<20 {
			loadAndPredict(t, name, raw)
		}
	})
}

// seeds returns what a predictor of the method marshals, nil of one that is not fitted here.
func seeds(t testing.TB, name string) (out [][]byte) {
	if r := role.Of[name]; r == role.Imported || r == role.Outside {
		return nil
	}
	options := map[string]any{}
	for _, o := range Describe(name) {
		if v, ok := map[string]any{"inducing": 3, "iterations": 2, "batch": 10, "chains": 1, "burn_in": 1}[o.Name]; ok {
			options[o.Name] = v
		}
	}
	c, _, err := New(name, options)
	if err != nil {
		t.Fatal(err)
	}
	var task method.Task
	if Registry[name].Does(data.Multilabel) {
		of, _ := taggings(false, 20)
		task = of
	} else {
		task, _ = blobs(2)
	}
	p, err := c.Fit(t.Context(), task, &methodtest.Recorder{Every: 1000})
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", name, err))
	}
	raw, err := p.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return [][]byte{raw, raw[:len(raw)/2]}
}
