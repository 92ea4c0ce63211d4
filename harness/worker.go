package harness

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
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
	Version     string        `json:"version"`     // of the program, for provenance
	Engine      string        `json:"engine"`      // which code does the dense algebra, for provenance
	Checkpoint  string        `json:"checkpoint"`  // file
	Every       time.Duration `json:"every"`       // between checkpoints
	Predictions string        `json:"predictions"` // file; empty: not kept
	Map         string        `json:"map"`         // file; empty: none is made
}

// WorkerMain is the main function of a worker process: it reads one cell from
// stdin, fits and scores it, and answers on stdout with its record. stdin must
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
	if err := fit(ctx, q, loader, &out); err != nil {
		out.Status, out.Error = record.Failed, err.Error()
	}
	out.Timing.PeakAnon = anonymous(os.Getpid()) // the least that it can be: a short fit ends between two looks from outside
	return out
}

// fit trains and scores a cell and fills in its record.
func fit(ctx context.Context, q request, loader Loader, out *record.Record) (err error) {
	defer data.Failed(&err)
	ds, err := loader.Load(ctx, q.Rows.Source)
	if err != nil {
		return err
	}
	if ds.Digest != q.Rows.Digest {
		return fmt.Errorf("data set %s was changed while cells of it were run; run again", q.Cell.Dataset)
	}
	if err := ds.Prepare(); err != nil {
		return err
	}
	split, err := q.Rows.split(ds, q.Cell.Seed, q.Cell.Repeat)
	if err != nil {
		return err
	}
	out.Provenance = provenance(ds, split, q)
	classifier, _, err := methods.New(q.Cell.Method, q.Cell.Options)
	if err != nil {
		return err
	}
	var scaler *data.Scaler
	if q.Cell.Options["standardise"] != false {
		scaler = data.FitScaler(ds, split.Train)
		if j := scaler.Overflown(); j >= 0 {
			return fmt.Errorf("standardise: the standard deviation of column %q is too large for a number; divide the column", ds.Attributes[j])
		}
	}
	test := data.NewExamples(ds, split.Test, scaler)
	job := method.Task{
		Kind: ds.Kind, Classes: len(ds.ClassNames), Train: data.NewExamples(ds, split.Train, scaler),
		Stream: func(purpose string) *rand.Rand {
			return Stream(q.Cell.Seed, q.Cell.Dataset, q.Cell.Repeat, purpose)
		},
	}
	r := newRecorder(test, job.Classes, q.Checkpoint, q.Every)
	r.clock.start()
	model, err := classifier.Fit(ctx, job, r)
	r.clock.stop()
	out.Inducing, out.Trace, out.Events = r.inducing, r.trace, r.events
	out.Timing = record.Timing{
		WallSeconds: r.clock.wall.Seconds(), CPUSeconds: r.clock.cpu.Seconds(), PeakRSS: peakRSS(), Iterations: r.iteration,
	}
	if absent := (*method.AbsentClassError)(nil); errors.As(err, &absent) {
		absent.Name = ds.ClassNames[absent.Class] // methods know classes by number
	}
	if err != nil {
		return err
	}
	var keep *predictions
	if q.Predictions != "" {
		keep = newPredictions(ds, model, test)
	}
	s := score(model, test, job.Classes, func(i int, p []float64, y int) {
		if keep != nil {
			keep.add(i, test.Row(i), p, y)
		}
	})
	for name, v := range s.metrics {
		if !isFinite(v) {
			return fmt.Errorf("the model predicts probabilities that are not finite: %s is %v", name, v)
		}
	}
	if d, ok := model.(method.Diagnosed); ok {
		maps.Copy(s.metrics, d.Diagnostics())
	}
	if keep != nil {
		if err := keep.write(q.Predictions); err != nil {
			return err
		}
	}
	if q.Map != "" {
		if err := keepMap(q.Map, model, job.Train, ds.ClassNames); err != nil {
			return err
		}
	}
	out.Status, out.Metrics, out.Calibration = record.OK, s.metrics, s.calibration
	return nil
}
