// Package harnesstest has helpers shared by tests of several packages of the harness: methods
// for tests only, tables, and folders to run experiments in.
package harnesstest

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods"
	"gpcbench/methods/method"
)

// Fitted, if not nil, is called at the end of every fit of a random walk with its start time.
var Fitted func(start time.Time)

// RegisterMethods registers two methods for tests only, in this process.
func RegisterMethods() {
	methods.Registry["walk"] = methods.Entry{Title: "Random walk", Tasks: []data.Kind{data.Binary}, New: func() method.Classifier {
		return &Walk{Scaling: method.Scaling{Standardise: true}, Schedule: method.Schedule{Iterations: 20}, Then: "end"}
	}}
	methods.Registry["rate"] = methods.Entry{Title: "Base rate", Tasks: []data.Kind{data.Binary, data.Multiclass}, New: func() method.Classifier {
		return &Rate{Scaling: method.Scaling{Standardise: true}, Smooth: 1}
	}}
}

// Rate predicts the class shares of the training rows.
type Rate struct {
	method.Scaling
	Smooth float64 `option:"smooth" above:"0" help:"added to each count"`
}

func (m *Rate) Fit(_ context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	_, y := task.Train.ReadAll()
	p := make(Constant, task.Classes)
	for _, c := range y {
		p[c]++
	}
	for c := range p {
		p[c] = (p[c] + m.Smooth) / (float64(len(y)) + m.Smooth*float64(len(p)))
	}
	model := func() (method.Predictor, error) { return p, nil }
	return p, rec.Trace(1, func() float64 { return math.Inf(1) }, model)
}

// Constant predicts the same probabilities for every row.
type Constant []float64

func (c Constant) Predict(dst, x *mat.Dense) {
	n, _ := x.Dims()
	for i := range n {
		dst.SetRow(i, c)
	}
}
func (c Constant) Size() (columns, classes int)   { return 0, len(c) }
func (c Constant) MarshalBinary() ([]byte, error) { return nil, nil }

// Walk adds a random number to its state in every iteration and can resume
// from a checkpoint.
type Walk struct {
	method.Scaling
	method.Schedule
	Pause float64 `option:"pause" min:"0" help:"seconds an iteration"`
	Then  string  `option:"then" oneof:"end|panic|exit|nan|fail" help:"what happens after the last iteration"`
}

func (m *Walk) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	if Fitted != nil {
		defer Fitted(time.Now())
	}
	rng := task.Stream("walk")
	steps := make([]float64, m.Iterations+1)
	for t := range steps {
		steps[t] = rng.NormFloat64()
	}
	from, state := rec.Resume()
	at := 0.0
	if from > 0 {
		at = math.Float64frombits(binary.LittleEndian.Uint64(state))
		rec.Event("resumed", 1)
	}
	predictor := func() (method.Predictor, error) {
		p := 1 / (1 + math.Exp(-at))
		return Constant{1 - p, p}, nil
	}
	for t := from + 1; t <= m.Iterations; t++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		time.Sleep(time.Duration(m.Pause * 1e9))
		at += steps[t]
		if rec.Iterated(t) || t == m.Iterations {
			if err := rec.Trace(t, func() float64 { return -at * at }, predictor); err != nil {
				return nil, err
			}
		}
		save := func(w io.Writer) error { return binary.Write(w, binary.LittleEndian, at) }
		if err := rec.Checkpoint(t, save); err != nil {
			return nil, err
		}
	}
	switch m.Then {
	case "panic":
		go panic("a goroutine gave up")
		time.Sleep(time.Second)
	case "exit":
		fmt.Fprintln(os.Stderr, "last words")
		os.Exit(7)
	case "nan":
		at = math.NaN()
	case "fail":
		return nil, errors.New("no luck")
	}
	return predictor()
}
