package harness

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"gpcbench/data"
	"gpcbench/harness/record"
	"gpcbench/methods"
	"gpcbench/methods/method"
)

// request is what a worker is told, one line of JSON.
type request struct {
	Cell        record.Cell   `json:"record"`
	Rows        rows          `json:"rows"`
	Timing      string        `json:"timing"`
	Parameters  bool          `json:"parameters"`  // whether those of the covariance function are kept
	Engine      string        `json:"engine"`      // which code does the dense algebra, for provenance
	Threads     int           `json:"threads"`     // GOMAXPROCS of the worker
	Checkpoint  string        `json:"checkpoint"`  // file
	Every       time.Duration `json:"every"`       // between checkpoints
	Predictions string        `json:"predictions"` // file; empty: not kept
	Map         string        `json:"map"`         // file; empty: none is made
	Follow      time.Duration `json:"follow"`      // between steps that are told; 0: none is

	tell func(step) // takes them; nil: nobody
}

// WorkerMain is the main function of a worker process: it reads one cell from
// stdin, fits and scores it, and answers on stdout with its record, behind lines on how far
// the fit is if they are asked for. stdin must
// stay open: when it ends, whoever asked is gone and orphaned is called, which
// should end the process.
func WorkerMain(stdin io.Reader, stdout io.Writer, loader Loader, orphaned func()) error {
	in := bufio.NewReader(stdin)
	line, err := in.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("a worker is started by runexp run, not by hand: no cell on standard input: %w", err)
	}
	var q request
	if err := json.Unmarshal(line, &q); err != nil {
		return fmt.Errorf("worker: the cell cannot be read: %w", err)
	}
	go func() {
		io.Copy(io.Discard, in)
		orphaned()
	}()
	if q.Follow > 0 {
		q.tell = writeSteps(stdout)
	}
	answer, err := json.Marshal(execute(context.Background(), q, loader))
	if err != nil {
		return fmt.Errorf("worker: the record cannot be written: %w", err)
	}
	_, err = stdout.Write(append(answer, '\n'))
	return err
}

// execute runs one cell. What goes wrong, a panic too, makes a failed record.
func execute(ctx context.Context, q request, loader Loader) (out record.Record) {
	out = record.Record{V: record.Version, Cell: q.Cell, Status: record.Failed, Metrics: map[string]float64{}, Provenance: map[string]string{}}
	defer func() {
		if p := recover(); p != nil {
			os.Stderr.Write(debug.Stack())
			out.Status, out.Error = record.Failed, fmt.Sprintf("a fault of the program: %v", p)
		}
	}()
	if err := runCell(ctx, q, loader, &out); err != nil {
		out.Status, out.Error = record.Failed, err.Error()
	}
	out.Timing.PeakAnon = anonymous(os.Getpid()) // the least that it can be: a short fit ends between two looks from outside
	return out
}

// runCell prepares a cell's rows, trains on them, evaluates the model and fills
// in the cell's record.
func runCell(ctx context.Context, q request, loader Loader, out *record.Record) (err error) {
	defer data.Failed(&err)
	p, err := prepare(ctx, loader, q.Rows, q.Cell.Seed, q.Cell.Repeat)
	if err != nil {
		return err
	}
	out.Provenance = provenance(p, q)
	classifier, _, err := methods.New(q.Cell.Method, q.Cell.Options)
	if err != nil {
		return err
	}
	if err := p.scale(q.Cell.Options); err != nil {
		return err
	}
	test := newTestSet(p.dataset, p.train, p.test)
	f, err := train(ctx, classifier, p, test, q)
	out.Inducing, out.Trace, out.Events, out.Timing = f.inducing, f.trace, f.events, f.timing
	if err != nil {
		return err
	}
	s, err := evaluateAndKeep(f.model, p, test, q)
	if err != nil {
		return err
	}
	out.Status, out.Metrics, out.Calibration, out.Tenths, out.Hits = record.OK, s.metrics, s.calibration, s.tenths, s.hits
	out.Timing.PredictSeconds = s.predicting.Seconds()
	if q.Parameters {
		out.Parameters = parametersOf(f.model, p.dataset.Attributes, fmt.Sprint(q.Cell.Options["kernel"]))
	}
	return nil
}

// evaluateAndKeep evaluates a model and writes what is kept beside the record:
// its predictions and its map, if they are asked for.
func evaluateAndKeep(model method.Predictor, p *prepared, test *testSet, q request) (scores, error) {
	var kept *predictions
	if q.Predictions != "" {
		kept = newPredictions(p.dataset, model, p.test)
	}
	s, err := test.evaluateFinal(model, kept)
	if err != nil {
		return s, err
	}
	if kept != nil {
		if err := kept.write(q.Predictions); err != nil {
			return s, err
		}
	}
	if q.Map != "" {
		if err := keepMap(q.Map, model, p.train, p.dataset.ClassNames); err != nil {
			return s, err
		}
	}
	return s, nil
}
