package harness

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/fetch"
	"gpcbench/harness/spec"
	"gpcbench/methods"
	"gpcbench/methods/method"
)

// asWorker makes the test program a worker, asRun one that runs the
// specification of that path. In aliveDir a worker locks a file as long as it
// lives, and in fitsDir a random walk leaves when it was fitted.
const (
	asWorker = "GPCBENCH_TEST_WORKER"
	asRun    = "GPCBENCH_TEST_RUN"
	aliveDir = "GPCBENCH_TEST_ALIVE"
	fitsDir  = "GPCBENCH_TEST_FITS"
)

// TestMain registers two methods that exist for the tests alone, in the tests'
// process and in that of their workers.
func TestMain(m *testing.M) {
	methods.Registry["walk"] = methods.Entry{Title: "Random walk", Tasks: []data.Kind{data.Binary}, New: func() method.Classifier {
		return &walk{Scaling: method.Scaling{Standardise: true}, Schedule: method.Schedule{Iterations: 20}, Then: "end"}
	}}
	methods.Registry["rate"] = methods.Entry{Title: "Base rate", Tasks: []data.Kind{data.Binary, data.Multiclass}, New: func() method.Classifier {
		return &rate{Scaling: method.Scaling{Standardise: true}, Smooth: 1}
	}}
	if os.Getenv(asWorker) != "" {
		if dir := os.Getenv(aliveDir); dir != "" {
			flock.New(filepath.Join(dir, fmt.Sprint(os.Getpid()))).Lock()
		}
		if err := WorkerMain(os.Stdin, os.Stdout, cacheLoader(), func() { os.Exit(1) }); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if path := os.Getenv(asRun); path != "" {
		if err := runFile(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// kinds are figures along an option, and of rows of one class each.
var kinds = []spec.FigureKind{
	{Name: "line", Read: func(t *spec.FigureTable, f *spec.Figure) {
		f.X, f.Y = t.Dimension("x", "", spec.Sizes...), t.Metrics("y")
	}},
	{Name: "classes", Read: func(_ *spec.FigureTable, f *spec.Figure) { f.OneClass = true }},
}

// runFile runs a specification with results beside it, and tells on standard
// output.
func runFile(path string) error {
	src, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	s, err := spec.Parse(src, path, "paper", kinds)
	if err != nil {
		return err
	}
	p, err := NewPlan(context.Background(), s, Env{Results: filepath.Join(filepath.Dir(path), "results"), Loader: cacheLoader()})
	if err != nil {
		return err
	}
	os.Setenv(asWorker, "1")
	_, err = Run(context.Background(), p, RunOptions{Jobs: 2, Command: []string{os.Args[0]}, LockDir: filepath.Dir(path), Progress: os.Stdout})
	return err
}

// cacheLoader loads without a cache or a network.
func cacheLoader() Loader { return &Cache{Fetcher: &fetch.Fetcher{Cache: os.Getenv("GPCBENCH_DATA")}} }

// rate predicts the classes' shares of the training rows.
type rate struct {
	method.Scaling
	Smooth float64 `option:"smooth" above:"0" help:"added to each count"`
}

func (m *rate) Fit(_ context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	_, y := task.Train.ReadAll()
	p := make(constant, task.Classes)
	for _, c := range y {
		p[c]++
	}
	for c := range p {
		p[c] = (p[c] + m.Smooth) / (float64(len(y)) + m.Smooth*float64(len(p)))
	}
	model := func() (method.Predictor, error) { return p, nil }
	return p, rec.Trace(1, func() float64 { return math.Inf(1) }, model)
}

// constant predicts the same probabilities for every row.
type constant []float64

func (c constant) Predict(dst, x *mat.Dense) {
	n, _ := x.Dims()
	for i := range n {
		dst.SetRow(i, c)
	}
}
func (c constant) MarshalBinary() ([]byte, error) { return nil, nil }

// expecting is constant with an E log p of -3 for class 0 and -1 for the others.
type expecting struct{ constant }

func (expecting) ExpectedLogLik(_ []float64, y int) float64 {
	if y == 0 {
		return -3
	}
	return -1
}

// walk adds a random number to its state in every iteration, and can go on
// from a checkpoint.
type walk struct {
	method.Scaling
	method.Schedule
	Pause float64 `option:"pause" min:"0" help:"seconds an iteration"`
	Then  string  `option:"then" oneof:"end|panic|exit|nan|error" help:"what happens after the last iteration"`
}

func (m *walk) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	if dir := os.Getenv(fitsDir); dir != "" {
		defer leaveFit(dir, time.Now())
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
		return constant{1 - p, p}, nil
	}
	for t := from + 1; t <= m.Iterations; t++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		time.Sleep(time.Duration(m.Pause * 1e9))
		at += steps[t]
		if rec.Due(t) || t == m.Iterations {
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
	case "error":
		return nil, errors.New("no luck")
	}
	return predictor()
}

// write puts a file into dir and returns its path.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// table is a CSV of n rows in the given classes.
func table(n int, classes ...string) string {
	var b strings.Builder
	b.WriteString("a,b,class\n")
	for i := range n {
		fmt.Fprintf(&b, "%d,%d.5,%s\n", i*i%17, i%5, classes[i*7/3%len(classes)])
	}
	return b.String()
}

// folder is a place with two tables, for a test that runs things.
type folder struct {
	t   *testing.T
	dir string
}

func newFolder(t *testing.T) folder {
	dir := t.TempDir()
	t.Setenv("GPCBENCH_DATA", filepath.Join(dir, "cache"))
	write(t, dir, "two.csv", table(60, "no", "yes"))
	write(t, dir, "three.csv", table(60, "p", "q", "r"))
	return folder{t, dir}
}

// parse reads a specification that lies in the folder.
func (f folder) parse(text string) (*spec.Spec, error) {
	return spec.Parse([]byte(text), filepath.Join(f.dir, "x.toml"), "paper", kinds)
}

func (f folder) env() Env {
	return Env{Results: filepath.Join(f.dir, "results"), Loader: cacheLoader()}
}

// plan makes the plan of a specification that must be right, of the cells for
// which the conditions key=value hold.
func (f folder) plan(text string, only ...string) *Plan {
	f.t.Helper()
	s, err := f.parse(text)
	if err != nil {
		f.t.Fatal(err)
	}
	env := f.env()
	for _, condition := range only {
		key, value, _ := strings.Cut(condition, "=")
		env.Only = append(env.Only, Condition{key, value})
	}
	p, err := NewPlan(context.Background(), s, env)
	if err != nil {
		f.t.Fatal(err)
	}
	return p
}

func (f folder) options(jobs int) RunOptions {
	f.t.Helper()
	f.t.Setenv(asWorker, "1")
	return RunOptions{Jobs: jobs, Command: []string{os.Args[0]}, LockDir: f.dir, Progress: io.Discard}
}
