// Package work is what a worker process does with one cell: it prepares the rows, trains,
// evaluates and keeps what is asked for. It also fits models to all rows, and predicts with them.
package work

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime/debug"

	"gpcbench/data"
	"gpcbench/harness/record"
	"gpcbench/harness/rows"
	"gpcbench/machine"
	"gpcbench/methods"
	"gpcbench/methods/command/child"
	"gpcbench/methods/method"
)

// Main is the main function of a worker process. It reads one request from stdin, fits and scores
// its cell, and answers on stdout with the record, after the steps of the fit if they are asked
// for. stdin must stay open: its end means that the parent is gone or no longer wants the cell.
// Main then cancels ctx, waits for programs to end, and calls orphaned, which should end the
// process. The error after an interrupt is ctx's.
func Main(ctx context.Context, stdin io.Reader, stdout io.Writer, loader rows.Loader, orphaned func()) error {
	in := bufio.NewReader(stdin)
	line, err := in.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("a worker is started by runexp run, not by hand; there is no cell on standard input: %w", err)
	}
	var q Request
	if err := json.Unmarshal(line, &q); err != nil {
		return fmt.Errorf("worker: the cell cannot be read: %w", err)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		io.Copy(io.Discard, in)
		stop()
		child.Await()
		orphaned()
	}()
	q.notice = writeNotices(stdout)
	if q.Follow > 0 {
		q.Tell = writeSteps(stdout)
	}
	done := execute(ctx, q, loader)
	if ctx.Err() != nil { // nobody waits for the record
		return ctx.Err()
	}
	answer, err := json.Marshal(done)
	if err != nil {
		return fmt.Errorf("worker: the record cannot be written: %w", err)
	}
	_, err = stdout.Write(append(answer, '\n'))
	return err
}

// execute runs one cell. Any error, or a panic, makes a failed record.
func execute(ctx context.Context, q Request, loader rows.Loader) (out record.Record) {
	out = q.Failed("")
	defer func() {
		if p := recover(); p != nil {
			os.Stderr.Write(debug.Stack())
			out.Status, out.Error = record.Failed, fmt.Sprintf("a fault of the program: %v", p)
		}
	}()
	if err := runCell(ctx, q, loader, &out); err != nil {
		out.Status, out.Error = record.Failed, err.Error()
		if kinded, ok := errors.AsType[method.KindedError](err); ok {
			out.FailureKind = kinded.FailureKind()
		}
	}
	out.Timing.PeakAnon = cmp.Or(out.Timing.PeakAnon, machine.Anonymous(os.Getpid())) // a lower bound, since a short fit ends between two samples from outside
	return out
}

// runCell prepares a cell's rows, trains on them, evaluates the model and fills
// in the cell's record.
func runCell(ctx context.Context, q Request, loader rows.Loader, out *record.Record) (err error) {
	defer data.Failed(&err)
	p, err := prepare(ctx, loader, q.Rows, q.Cell.Seed, q.Cell.Split())
	if err != nil {
		return err
	}
	out.Provenance = provenance(p, q)
	classifier, _, err := methods.New(q.Cell.Method, q.Cell.Options)
	if err != nil {
		return err
	}
	p.keepOriginal(q.Cell.Method, q.Rows.Source)
	if err := p.scale(q.Cell.Options); err != nil {
		return err
	}
	test := newTestSet(p.dataset, p.train, p.test)
	f, err := train(ctx, classifier, p, test, q)
	defer f.close()
	maps.Copy(out.Provenance, f.about)
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
		out.Parameters = parametersOf(f.model, p.dataset.Attributes, q.Cell.Options.Kernel())
	}
	return nil
}

// evaluateAndKeep evaluates a model and writes what is kept beside the record:
// its predictions and its map, if they are asked for.
func evaluateAndKeep(model method.Predictor, p *prepared, test *testSet, q Request) (scores, error) {
	var kept *Kept
	if q.Predictions != "" {
		kept = newKept(p.dataset, model, p.test)
	}
	s, err := test.evaluateFinal(model, kept)
	if err != nil {
		return s, err
	}
	if kept != nil {
		if err := kept.Write(q.Predictions); err != nil {
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
