// Package methodtest has what tests of methods share: small tasks, and
// a recorder that keeps what it receives.
package methodtest

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/bundled"
	"gpcbench/data/catalogue"
	"gpcbench/data/loader"
	"gpcbench/methods/method"
)

// Recorder keeps what a fit reports. Its zero value traces every iteration.
type Recorder struct {
	Every      int // iterations from one trace to the next, 0 for 1
	Objectives map[int]float64
	Last       int // the last iteration traced
	SetUps     int // how often SetUp was called
	OffClocks  int // the same of OffClock
	M          int
	Events     map[string]int
	States     map[int][]byte         // checkpoints by iteration, kept if not nil
	Counted    map[int]map[string]int // the events until each of these checkpoints
	From       int                    // what Resume returns
	State      []byte
	Err        error // what Trace returns
	ErrFrom    int   // the first iteration for which it does

	Clock func() time.Duration // what Elapsed returns, nil for 0
}

// Iterated says whether t is a multiple of Every.
func (r *Recorder) Iterated(t int) bool { return t%max(r.Every, 1) == 0 }

// Trace keeps the objective and makes the predictor once, to see that it can.
func (r *Recorder) Trace(t int, objective func() float64, predictor func() (method.Predictor, error)) error {
	if r.Objectives == nil {
		r.Objectives = map[int]float64{}
	}
	if objective != nil {
		r.Objectives[t] = objective()
	}
	r.Last = t
	if r.Err != nil && t >= r.ErrFrom {
		return r.Err
	}
	if predictor == nil {
		return nil
	}
	_, err := predictor()
	return err
}

// Event counts.
func (r *Recorder) Event(name string, n int) {
	if r.Events == nil {
		r.Events = map[string]int{}
	}
	r.Events[name] += n
}

// Inducing keeps M.
func (r *Recorder) Inducing(m int) { r.M = m }

// Elapsed returns what Clock says.
func (r *Recorder) Elapsed() time.Duration {
	if r.Clock == nil {
		return 0
	}
	return r.Clock()
}

// OffClock runs f and counts that it did.
func (r *Recorder) OffClock(f func()) {
	r.OffClocks++
	f()
}

// SetUp runs f and counts that it did.
func (r *Recorder) SetUp(f func()) {
	r.SetUps++
	f()
}

// Part runs f.
func (r *Recorder) Part(_ string, f func()) { f() }

// Checkpoint keeps the state if States is not nil.
func (r *Recorder) Checkpoint(t int, save func(w io.Writer) error) error {
	if r.States == nil {
		return nil
	}
	var state bytes.Buffer
	err := save(&state)
	r.States[t] = state.Bytes()
	if r.Counted == nil {
		r.Counted = map[int]map[string]int{}
	}
	r.Counted[t] = maps.Clone(r.Events)
	return err
}

// Interrupted returns the recorder of a fit that goes on after iteration t, of which r
// kept the checkpoint.
func (r *Recorder) Interrupted(t int) *Recorder {
	return &Recorder{Every: r.Every, From: t, State: r.States[t], Events: maps.Clone(r.Counted[t])}
}

// Resume returns From and State.
func (r *Recorder) Resume() (int, []byte) { return r.From, r.State }

// Never says that a budget is not spent.
func Never() bool { return false }

// Streams returns named random streams of a seed.
func Streams(seed uint64) func(purpose string) *rand.Rand {
	return func(purpose string) *rand.Rand {
		h := fnv.New64a()
		h.Write([]byte(purpose))
		return rand.New(rand.NewPCG(seed, h.Sum64()))
	}
}

// Task returns the task of learning all rows of a table with the given number
// of classes.
func Task(t data.Table, classes int, seed uint64) method.Task {
	kind := data.Binary
	if classes > 2 {
		kind = data.Multiclass
	}
	return method.Task{
		Kind: kind, Classes: classes,
		Train:  data.NewExamples(t, data.All(t.Len()), nil),
		Stream: Streams(seed),
	}
}

// Blobs draws n rows of d attributes: class i mod classes around a centre of
// its own at distance 2 from the origin, unit variance, ten rows in a hundred
// with a class at random.
func Blobs(n, d, classes int, rng *rand.Rand) *data.Memory {
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		c := i % classes
		angle := 2 * math.Pi * float64(c) / float64(classes)
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
		x.Set(i, 0, x.At(i, 0)+2*math.Cos(angle))
		if d > 1 {
			x.Set(i, 1, x.At(i, 1)+2*math.Sin(angle))
		}
		y[i] = c
		if rng.Float64() < 0.1 {
			y[i] = rng.IntN(classes)
		}
	}
	return data.NewMemory(x, y)
}

// Contradictory has 16 rows of c classes; four of them occur twice, with two classes.
func Contradictory(c int) *data.Memory {
	rng := rand.New(rand.NewPCG(11, 12))
	x, y := mat.NewDense(16, 2, nil), make([]int, 16)
	for i := range 16 {
		y[i] = i % c
		angle := 2 * math.Pi * float64(y[i]) / float64(c)
		x.SetRow(i, []float64{rng.NormFloat64() + 1.5*math.Cos(angle), rng.NormFloat64() + 1.5*math.Sin(angle)})
	}
	for i := range 4 {
		x.SetRow(8+i, x.RawRowView(i))
		y[8+i] = (y[i] + 1) % c
	}
	return data.NewMemory(x, y)
}

// LabelBlobs draws n rows of d attributes, of which half are zero, with any of k labels each: a
// row has a label where a score that is linear in its attributes, and noisy, is large. The
// same rows come as a dense and as a sparse table. Row 5 has no label.
func LabelBlobs(n, d, k int, rng *rand.Rand) (dense *data.LabelledMemory, sparse *data.SparseMemory) {
	directions := mat.NewDense(d, k, nil)
	for i := range d * k {
		directions.RawMatrix().Data[i] = rng.NormFloat64()
	}
	full, rows, labels := mat.NewDense(n, d, nil), data.NewCSR(d), data.NewLabelSets()
	scores := mat.NewDense(1, k, nil)
	for i := range n {
		var cols []int
		var values []float64
		for j := range d {
			if v := rng.NormFloat64(); v > 0 {
				full.Set(i, j, v)
				cols, values = append(cols, j), append(values, v)
			}
		}
		rows.Append(cols, values)
		scores.Mul(full.Slice(i, i+1, 0, d), directions)
		var set []int
		for l := range k {
			if i != 5 && scores.At(0, l)+0.5*rng.NormFloat64() > 0.5 {
				set = append(set, l)
			}
		}
		labels.Append(set)
	}
	return data.NewLabelledMemory(full, labels), data.NewSparseMemory(rows, labels)
}

// LabelTask returns the task of learning the label sets, of k labels, of all rows of a table.
func LabelTask(t data.Table, k int, seed uint64) method.Task {
	return method.Task{
		Kind: data.Multilabel, Classes: k,
		Train:  data.NewExamples(t, data.All(t.Len()), nil),
		Stream: Streams(seed),
	}
}

// Mirror returns a data set of the catalogue from the folders of
// GPCBENCH_MIRROR, and skips the test where there are none.
func Mirror(t testing.TB, name string) *data.Dataset {
	t.Helper()
	mirror := os.Getenv("GPCBENCH_MIRROR")
	if mirror == "" {
		t.Skip("GPCBENCH_MIRROR is not set: the real files are not here")
	}
	entry, err := catalogue.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	ds, err := loader.Entry(entry, func(folder, name string) (string, error) {
		for _, root := range filepath.SplitList(mirror) {
			path := filepath.Join(root, folder, name)
			if _, err := os.Stat(path); err == nil {
				return path, nil
			}
		}
		return "", fmt.Errorf("%s/%s is not in the mirror", folder, name)
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	return ds
}

// Bundled returns a data set whose files are within the program.
func Bundled(t testing.TB, name string) *data.Dataset {
	t.Helper()
	entry, err := catalogue.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	ds, err := loader.Entry(entry, func(of, name string) (string, error) {
		r, err := bundled.Open(of, name)
		if err != nil {
			return "", err
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return "", err
		}
		path := filepath.Join(folder, name)
		return path, os.WriteFile(path, text, 0o600)
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	return ds
}

// Standardised returns the task of learning the rows that train names and the
// examples that test names, both scaled by the training rows.
func Standardised(ds *data.Dataset, train, test data.Index, seed uint64) (method.Task, *data.Examples) {
	scaler := data.FitScaler(ds.Table, train)
	task := method.Task{
		Kind: ds.Kind, Classes: len(ds.ClassNames),
		Train:  data.NewExamples(ds.Table, train, scaler),
		Stream: Streams(seed),
	}
	return task, data.NewExamples(ds.Table, test, scaler)
}

// Score returns the mean negative log probability of the true classes and the
// share of rows whose largest class is another.
func Score(p method.Predictor, classes int, test *data.Examples) (nll, wrong float64) {
	x, y := test.ReadAll()
	probs := mat.NewDense(len(y), classes, nil)
	p.Predict(probs, x)
	for i, c := range y {
		row := probs.RawRowView(i)
		nll -= math.Log(row[c]) / float64(len(y))
		if slices.Max(row) > row[c] {
			wrong += 1 / float64(len(y))
		}
	}
	return nll, wrong
}

// Ascent is a run whose iterations on the full batch raise a bound.
type Ascent interface {
	Iterate(t int) error
	Bound() float64
}

// Converged iterates until the bound moves by less than a share of itself in 20 iterations,
// and returns it.
func Converged(t testing.TB, run Ascent, share float64) float64 {
	t.Helper()
	before := math.Inf(-1)
	for i := 1; i < 5000; i++ {
		if err := run.Iterate(i); err != nil {
			t.Fatal(err)
		}
		if i%20 != 0 {
			continue
		}
		bound := run.Bound()
		if math.Abs(bound-before) < share*math.Abs(bound) {
			return bound
		}
		before = bound
	}
	t.Fatal("the bound does not settle")
	return 0
}
