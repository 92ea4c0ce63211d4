package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inputs"
	"gpcbench/methods/command/wire"
	"gpcbench/methods/method"
)

// Tolerances of probabilities.
const (
	sumTolerance   = 1e-3 // for the sum of a row's probabilities, as for imported predictions
	agreeTolerance = 1e-5 // for a row that is predicted twice, among different rows: programs may compute in float32
)

// askedTwice is the number of rows that are predicted twice.
const askedTwice = 10

// Model is the predictor that Fit returns. Its program runs until it is closed.
type Model interface {
	method.Traced
	io.Closer
	// PredictExamples writes what Predict does for the examples at positions, or for all examples if
	// positions is empty.
	PredictExamples(dst *mat.Dense, rows *data.Examples, pos []int)
}

// predictor is a fitted model: a program that waits for rows, and the state in which it is to
// predict.
type predictor struct {
	*session
	ctx      context.Context
	columns  int
	classes  int
	snapshot *string // nil: the state at the end of the fit
	along    map[int]method.Predictor
	asked    *asked // of all states

	archive []byte // of a model that was loaded
	allowed bool   // whether its program may be started
}

// asked is what the predictors of one program's states have asked it for. Only one side speaks at a
// time.
type asked struct {
	turn  sync.Mutex
	files int             // of predictions so far
	twice map[string]bool // states whose predictions were asked for twice
}

func newAsked() *asked { return &asked{twice: map[string]bool{}} }

// Along returns the states at which the trace was taken.
func (p *predictor) Along() map[int]method.Predictor { return p.along }

// Size returns D and C.
func (p *predictor) Size() (columns, classes int) { return p.columns, p.classes }

// Predict predicts rows that are not examples, such as those of a map.
func (p *predictor) Predict(dst, x *mat.Dense) {
	p.PredictExamples(dst, data.NewExamples(data.NewMemory(x, nil), data.All(x.RawMatrix().Rows), nil), nil)
}

// PredictRows predicts rows that are not examples, sparse ones too.
func (p *predictor) PredictRows(dst *mat.Dense, x inputs.Rows) {
	if sparse, ok := x.(inputs.Sparse); ok {
		none := data.NewLabelSets()
		for range sparse.Len() {
			none.Append(nil)
		}
		p.PredictExamples(dst, data.NewExamples(data.NewSparseMemory(sparse.CSR, none), data.All(sparse.Len()), nil), nil)
		return
	}
	p.Predict(dst, x.(inputs.Dense).Dense)
}

// PredictExamples predicts the examples at positions, or all if positions is empty. They are sent
// in random order, and some of them once more in another order.
func (p *predictor) PredictExamples(dst *mat.Dense, rows *data.Examples, pos []int) {
	if pos == nil {
		pos = make([]int, rows.Len())
		for i := range pos {
			pos[i] = i
		}
	}
	if err := p.predict(dst, rows, pos); err != nil {
		data.FailRead(err)
	}
}

func (p *predictor) predict(dst *mat.Dense, rows *data.Examples, pos []int) error {
	if len(pos) == 0 {
		return nil
	}
	p.asked.turn.Lock()
	defer p.asked.turn.Unlock()
	if err := p.revive(); err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(uint64(len(pos)), uint64(p.asked.files)))
	order := rng.Perm(len(pos))
	first, err := p.probabilities(rows, pos, order)
	if err != nil {
		return err
	}
	for i, k := range order {
		dst.SetRow(k, first[i*p.classes:(i+1)*p.classes])
	}
	if p.asked.twice[name(p.snapshot)] {
		return nil
	}
	p.asked.twice[name(p.snapshot)] = true
	again := rng.Perm(len(pos))[:min(askedTwice, len(pos))]
	second, err := p.probabilities(rows, pos, again)
	if err != nil {
		return err
	}
	for i, k := range again {
		if floats.Distance(dst.RawRowView(k), second[i*p.classes:(i+1)*p.classes], math.Inf(1)) > agreeTolerance {
			return p.protocol("it predicted %v for a row among %d others and %v for the same row among %d: a prediction must not depend on the other rows", dst.RawRowView(k), len(pos)-1, second[i*p.classes:(i+1)*p.classes], len(again)-1)
		}
	}
	return nil
}

// name is the name of a snapshot, empty for the end.
func name(snapshot *string) string {
	if snapshot == nil {
		return ""
	}
	return *snapshot
}

// probabilities asks for the probabilities of some of the rows, in an order.
func (p *predictor) probabilities(rows *data.Examples, pos, order []int) ([]float64, error) {
	asked := make([]int, len(order))
	for i, k := range order {
		asked[i] = pos[k]
	}
	p.asked.files++
	stem := fmt.Sprintf("predict-%d", p.asked.files)
	x, err := p.writeInputs(stem, rows, asked)
	if err != nil {
		return nil, err
	}
	question := wire.Predict{Type: wire.TypePredict, Rows: x, N: len(asked), Snapshot: p.snapshot, Out: fmt.Sprintf("probabilities-%d.f64", p.asked.files)}
	if p.lists {
		question.Labels = fmt.Sprintf("labels-%d.i64", p.asked.files)
	}
	m, err := p.ask(p.ctx, question, wire.TypeProbabilities, "the probabilities of the rows")
	if err != nil {
		return nil, err
	}
	if m.File != question.Out {
		return nil, p.protocol("it wrote probabilities to %q instead of %q", m.File, question.Out)
	}
	if m.Labels != question.Labels {
		return nil, p.protocol("it wrote labels to %q instead of %q", m.Labels, question.Labels)
	}
	wide := p.classes
	if p.lists && len(m.Shape) == 2 {
		wide = min(max(m.Shape[1], method.BestListed), p.classes) // a list may be longer, not shorter
	}
	if len(m.Shape) != 2 || m.Shape[0] != len(asked) || m.Shape[1] != wide {
		return nil, p.with(WrongShape, fmt.Errorf("its probabilities have the shape %v instead of [%d %d]", m.Shape, len(asked), wide))
	}
	values, err := wire.ReadFloats(p.o.Folder, question.Out, len(asked)*wide)
	if err == nil && p.lists {
		values, err = p.scattered(values, question.Labels, len(asked), wide)
	}
	if shape, ok := errors.AsType[*wire.ShapeError](err); ok {
		return nil, p.with(WrongShape, shape)
	}
	if err != nil {
		return nil, p.with(Protocol, err)
	}
	p.tidy(stem, question)
	return values, p.check(values)
}

// scattered returns the probabilities of all labels, given lists of the best ones: those of the
// others are 0.
func (p *predictor) scattered(values []float64, labels string, rows, wide int) ([]float64, error) {
	of, err := wire.ReadInts(p.o.Folder, labels, rows*wide)
	if err != nil {
		return nil, err
	}
	all := make([]float64, rows*p.classes)
	listed := make([]bool, p.classes)
	for i := range rows {
		list := of[i*wide : (i+1)*wide]
		for j, l := range list {
			if l < 0 || l >= int64(p.classes) {
				return nil, wire.Problemf("it listed label %d, but labels run from 0 to %d", l, p.classes-1)
			}
			if listed[l] {
				return nil, wire.Problemf("it listed label %d twice for a row", l)
			}
			listed[l] = true
			all[i*p.classes+int(l)] = values[i*wide+j]
		}
		for _, l := range list {
			listed[l] = false
		}
	}
	return all, nil
}

// OnlyBest says whether the program lists only the best labels of a row.
func (p *predictor) OnlyBest() bool { return p.lists }

// tidy removes the files of a prediction.
func (p *predictor) tidy(stem string, asked wire.Predict) {
	for _, of := range []string{"-x.f64", "-x-indptr.i64", "-x-indices.i64", "-x-values.f64", ".csv"} {
		os.Remove(filepath.Join(p.o.Folder, stem+of))
	}
	os.Remove(filepath.Join(p.o.Folder, asked.Out))
	if asked.Labels != "" {
		os.Remove(filepath.Join(p.o.Folder, asked.Labels))
	}
}

// check checks that probabilities are valid.
func (p *predictor) check(values []float64) error {
	for i := 0; i < len(values); i += p.classes {
		row := values[i : i+p.classes]
		for _, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return p.with(NotFinite, fmt.Errorf("it predicted a probability of %v", v))
			}
			if v < 0 || v > 1+sumTolerance {
				return p.with(NotNormalised, fmt.Errorf("it predicted a probability of %v", v))
			}
		}
		if sum := floats.Sum(row); !p.labels && math.Abs(sum-1) > sumTolerance {
			return p.with(NotNormalised, fmt.Errorf("the probabilities of a row sum to %v, not to 1", sum))
		}
	}
	return nil
}

// Close ends the program.
func (p *predictor) Close() error {
	p.asked.turn.Lock()
	defer p.asked.turn.Unlock()
	p.bye()
	return nil
}

// modelHead is what the archive of a model says about it.
type modelHead struct {
	Run         []string       `json:"run"`
	Inputs      []string       `json:"inputs"`
	Environment []string       `json:"environment,omitempty"`
	Socket      bool           `json:"socket,omitempty"`
	Options     map[string]any `json:"options"`
	MemoryGB    float64        `json:"memory_gb,omitempty"`
	WaitSeconds float64        `json:"wait_seconds,omitempty"`
	Hello       wire.Hello     `json:"hello"`
	Schema      wire.Schema    `json:"schema"`
	Columns     int            `json:"columns"`
	Classes     int            `json:"classes"`
	Labels      bool           `json:"labels"`
	Lists       bool           `json:"lists,omitempty"`
	Snapshot    string         `json:"snapshot"`
}

// noSnapshots is why a model cannot be kept.
const noSnapshots = "the program writes no snapshots, so there is no model to keep"

// MarshalBinary has the program write its state, and returns an archive of it and of the program's files.
func (p *predictor) MarshalBinary() ([]byte, error) {
	p.asked.turn.Lock()
	defer p.asked.turn.Unlock()
	if p.archive != nil {
		return p.archive, nil
	}
	if !p.ready.Snapshots {
		return nil, errors.New("command: " + noSnapshots)
	}
	const snapshot = "model"
	if err := p.request(p.ctx, wire.TypeSnapshot, snapshot); err != nil {
		return nil, err
	}
	c := p.c
	argv, err := p.resolved()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	head := modelHead{
		Run: argv, Inputs: c.Inputs.names(), Environment: c.Environment, Socket: c.Socket, Options: c.others, MemoryGB: c.MemoryGB, WaitSeconds: c.WaitSeconds,
		Hello: p.hello, Schema: p.schema, Columns: p.columns, Classes: p.classes, Labels: p.labels, Lists: p.lists, Snapshot: snapshot,
	}
	err = pack(&out, p.o.Folder, head, append(c.Inputs.names(), snapshot))
	return out.Bytes(), err
}

// Load returns the model of an archive. It starts nothing until it is allowed.
func Load(raw []byte) (method.Predictor, error) {
	var h modelHead
	if err := headOf(raw, &h); err != nil {
		return nil, err
	}
	if len(h.Run) == 0 || h.Columns < 0 || h.Classes < 1 || len(h.Schema.Classes) != h.Classes {
		return nil, errors.New("the archive of the program says too little")
	}
	c := &Config{Run: h.Run, Environment: h.Environment, Socket: h.Socket, MemoryGB: h.MemoryGB, WaitSeconds: h.WaitSeconds, others: h.Options}
	for _, name := range h.Inputs {
		if !filepath.IsLocal(name) {
			return nil, fmt.Errorf("the archive of the program names %q", name)
		}
		c.Inputs = append(c.Inputs, name)
	}
	if err := c.Validate(); err != nil {
		return nil, err
	}
	h.Hello.Checkpoint, h.Hello.Restore = nil, &h.Snapshot
	s := &session{c: c, hello: h.Hello, schema: h.Schema, labels: h.Labels, lists: h.Lists}
	return &predictor{session: s, ctx: context.Background(), columns: h.Columns, classes: h.Classes, asked: newAsked(), archive: raw}, nil
}

// Starts says what would be started.
func (p *predictor) Starts() string {
	return fmt.Sprintf("%q, with the files %q", []string(p.c.Run), p.c.Inputs.names())
}

// Allow says that the program may be started.
func (p *predictor) Allow(o method.Outside) { p.o, p.allowed = o, true }

// revive starts the program of a model that was loaded, once.
func (p *predictor) revive() error {
	if p.proc != nil && !p.closed {
		return nil
	}
	if p.archive == nil || p.proc != nil {
		return errors.New("command: the program has ended")
	}
	if !p.allowed {
		return errors.New("command: the program of this model was not allowed to start")
	}
	if err := unpack(bytes.NewReader(p.archive), p.o.Folder, &modelHead{}); err != nil {
		return err
	}
	s, err := open(p.ctx, p.c, p.o, newLog(p.o.Log, p.o.Folder), p.hello, p.schema)
	if err != nil {
		return err
	}
	p.session = s
	return nil
}
