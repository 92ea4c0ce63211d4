// Package methodtest is what tests of methods share: small tasks, and a
// recorder that keeps what it is told.
package methodtest

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/method"
)

// Recorder keeps what a fit reports. Its zero value traces every iteration.
type Recorder struct {
	Every      int // iterations from one trace to the next, 0 for 1
	Objectives map[int]float64
	Last       int // the last iteration traced
	M          int
	Events     map[string]int
	States     map[int][]byte // checkpoints by iteration, kept if not nil
	From       int            // what Resume returns
	State      []byte
	Err        error // what Trace returns
}

// Due says whether t is a multiple of Every.
func (r *Recorder) Due(t int) bool { return t%max(r.Every, 1) == 0 }

// Trace keeps the objective and makes the predictor once, to see that it can.
func (r *Recorder) Trace(t int, objective func() float64, predictor func() (method.Predictor, error)) error {
	if r.Objectives == nil {
		r.Objectives = map[int]float64{}
	}
	if objective != nil {
		r.Objectives[t] = objective()
	}
	r.Last = t
	if r.Err != nil {
		return r.Err
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

// Elapsed returns 0.
func (r *Recorder) Elapsed() time.Duration { return 0 }

// OffClock runs f.
func (r *Recorder) OffClock(f func()) { f() }

// Checkpoint keeps the state if States is not nil.
func (r *Recorder) Checkpoint(t int, save func() ([]byte, error)) error {
	if r.States == nil {
		return nil
	}
	state, err := save()
	r.States[t] = state
	return err
}

// Resume returns From and State.
func (r *Recorder) Resume() (int, []byte) { return r.From, r.State }

// Streams returns named random streams of a seed.
func Streams(seed uint64) func(purpose string) *rand.Rand {
	return func(purpose string) *rand.Rand {
		h := fnv.New64a()
		h.Write([]byte(purpose))
		return rand.New(rand.NewPCG(seed, h.Sum64()))
	}
}

// Table is rows and classes in memory.
type Table struct {
	X *mat.Dense
	Y []int
}

// Len returns N.
func (t *Table) Len() int { return len(t.Y) }

// Dim returns D.
func (t *Table) Dim() int {
	_, d := t.X.Dims()
	return d
}

// Rows copies rows.
func (t *Table) Rows(dst []float64, idx []int) {
	d := t.Dim()
	for i, r := range idx {
		copy(dst[i*d:(i+1)*d], t.X.RawRowView(r))
	}
}

// Classes copies classes.
func (t *Table) Classes(dst []int, idx []int) {
	for i, r := range idx {
		dst[i] = t.Y[r]
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
func Blobs(n, d, classes int, rng *rand.Rand) *Table {
	t := &Table{X: mat.NewDense(n, d, nil), Y: make([]int, n)}
	for i := range n {
		c := i % classes
		angle := 2 * math.Pi * float64(c) / float64(classes)
		for j := range d {
			t.X.Set(i, j, rng.NormFloat64())
		}
		t.X.Set(i, 0, t.X.At(i, 0)+2*math.Cos(angle))
		if d > 1 {
			t.X.Set(i, 1, t.X.At(i, 1)+2*math.Sin(angle))
		}
		t.Y[i] = c
		if rng.Float64() < 0.1 {
			t.Y[i] = rng.IntN(classes)
		}
	}
	return t
}
