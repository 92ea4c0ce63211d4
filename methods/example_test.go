package methods_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/optim"
	"gpcbench/gp/saved"
	"gpcbench/linalg"
	"gpcbench/methods"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// Softmax is a whole method: multinomial logistic regression without intercepts,
//
//	p(y = c | x) = exp(w_c'x) / sum_k exp(w_k'x),   w_c ~ N(0, variance I),
//
// whose weights Adam takes from minibatches to the largest
// sum_i log p(y_i | x_i) - sum_c |w_c|^2 / (2 variance). Its exported fields are its
// options.
type Softmax struct {
	method.Scaling
	method.Schedule // tolerance is against the largest element of the gradient, a row
	method.Batching
	Step     float64 `option:"step" above:"0" help:"step of Adam"`
	Variance float64 `option:"variance" above:"0" help:"prior variance of a weight"`
}

// NewSoftmax returns the defaults.
func NewSoftmax() *Softmax {
	return &Softmax{
		Scaling: method.Scaling{Standardise: true}, Schedule: method.Schedule{Iterations: 300},
		Batching: method.Batching{Batch: 100}, Step: 0.05, Variance: 10,
	}
}

// softmaxState is what a checkpoint holds.
type softmaxState struct {
	W                []float64 // the weights w_c, one after the other
	Adam             *optim.Adam
	Objective, Slope float64 // of the last minibatch before its step; Slope is what tolerance is against
}

// Fit trains on task.Train: two classes or more, each with a row.
func (s *Softmax) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	if err := method.CheckMulticlass(task); err != nil {
		return nil, fmt.Errorf("softmax: %w", err)
	}
	n, d := task.Train.Len(), task.Train.Dim()
	fresh := &softmaxState{W: make([]float64, task.Classes*d), Adam: optim.NewAdam(task.Classes*d, s.Step)}
	state := &softmaxState{}
	t, err := method.ResumeState(rec, "softmax", state)
	if err != nil {
		return nil, err
	}
	if t == 0 {
		state = fresh
	} else if !saved.SameShape(state, fresh) {
		return nil, method.OtherCheckpoint("softmax")
	}
	minibatches := data.NewMinibatches(n, s.Size(n), task.Stream("minibatch"))
	rows := make([]int, minibatches.Size())
	x, y := mat.NewDense(len(rows), d, nil), make([]int, len(rows))
	scale := float64(n) / float64(len(rows))
	w, gradient := mat.NewDense(task.Classes, d, state.W), mat.NewDense(task.Classes, d, nil)
	predictor := func() (method.Predictor, error) { return softmaxModel{mat.DenseCopyOf(w)}, nil }
	err = s.Run(ctx, rec, t, method.Loop{
		Iterate: func(t int) error {
			minibatches.At(rows, t-1)
			task.Train.Read(x, y, rows)
			state.Objective = softmaxModel{w}.objective(gradient, x, y, scale, s.Variance)
			state.Slope = floats.Norm(gradient.RawMatrix().Data, math.Inf(1)) / float64(n)
			if !state.Adam.Ascend(state.W, gradient.RawMatrix().Data) {
				rec.Event(method.EventNotFinite, 1)
			}
			return nil
		},
		Converged: func(int) bool { return state.Slope < s.Tolerance },
		Trace: func(t int) error {
			return rec.Trace(t, func() float64 { return state.Objective }, predictor)
		},
		Save: func(out io.Writer) error { return method.SaveState(out, state) },
	})
	if err != nil {
		return nil, err
	}
	return predictor()
}

// softmaxModel is a fitted model: the weights w_c in the rows of C x D.
type softmaxModel struct{ *mat.Dense }

// MarshalBinary returns the model for LoadSoftmax.
func (m softmaxModel) MarshalBinary() ([]byte, error) {
	var out bytes.Buffer
	r, c := m.Dims()
	err := method.SaveState(&out, r, c, m.RawMatrix().Data)
	return out.Bytes(), err
}

// LoadSoftmax returns the model that was marshalled. The file may be anyone's: saved compares
// its sizes with the numbers that it has.
func LoadSoftmax(raw []byte) (method.Predictor, error) {
	var classes, columns int
	var w []float64
	if err := saved.Decode(raw, &classes, &columns, &w); err != nil {
		return nil, err
	}
	weights, err := saved.Matrix(w, classes, columns)
	return softmaxModel{weights}, err
}

// Size returns D and C.
func (m softmaxModel) Size() (columns, classes int) {
	classes, columns = m.Dims()
	return columns, classes
}

// logProbabilities writes log p(y = c | x) of the rows of x to dst.
func (m softmaxModel) logProbabilities(dst, x *mat.Dense) {
	linalg.Mul(dst, false, true, 1, x, m.Dense, 0)
	n, _ := dst.Dims()
	for i := range n {
		row := dst.RawRowView(i)
		floats.AddConst(-floats.LogSumExp(row), row)
	}
}

// Predict writes the class probabilities of the rows of x to dst.
func (m softmaxModel) Predict(dst, x *mat.Dense) {
	m.logProbabilities(dst, x)
	dst.Apply(func(_, _ int, v float64) float64 { return math.Exp(v) }, dst)
}

// objective returns the objective, with each row of a minibatch for scale rows, and
// writes its gradient (Y - P)'X scale - W / variance.
func (m softmaxModel) objective(gradient, x *mat.Dense, y []int, scale, variance float64) float64 {
	p := mat.NewDense(len(y), m.RawMatrix().Rows, nil)
	m.logProbabilities(p, x)
	norm := mat.Norm(m, 2)
	value := -norm * norm / (2 * variance)
	for i, class := range y {
		value += scale * p.At(i, class)
		row := p.RawRowView(i)
		for c := range row {
			row[c] = -scale * math.Exp(row[c])
		}
		row[class] += scale
	}
	gradient.Scale(-1/variance, m)
	linalg.Mul(gradient, true, false, 1, p, x, 1)
	return value
}

// init registers the method, as an entry in registry.go does for the program. The tests
// of this package then hold it, as every other method, to what Classifier, Predictor
// and Recorder ask for.
func init() {
	methods.Registry["softmax"] = methods.Entry{
		Title: "softmax regression", Tasks: []data.Kind{data.Binary, data.Multiclass},
		New:  func() method.Classifier { return NewSoftmax() },
		Load: LoadSoftmax,
	}
}

// A method of one's own: options by name, as a specification gives them, a fit, and
// what it gets right.
func Example() {
	softmax, options, err := methods.New("softmax", map[string]any{"step": 0.1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("iterations", options["iterations"], "step", options["step"])

	rng := rand.New(rand.NewPCG(1, 2))
	task := methodtest.Task(methodtest.Blobs(600, 2, 3, rng), 3, 1)
	rec := &methodtest.Recorder{Every: 100}
	model, err := softmax.Fit(context.Background(), task, rec)
	if err != nil {
		log.Fatal(err)
	}
	test := data.NewExamples(methodtest.Blobs(2000, 2, 3, rng), data.All(2000), nil)
	nll, wrong := methodtest.Score(model, 3, test)
	fmt.Printf("after %d iterations: error %.2f, NLL %.2f\n", rec.Last, wrong, nll)
	// Output:
	// iterations 300 step 0.1
	// after 300 iterations: error 0.13, NLL 0.45
}
