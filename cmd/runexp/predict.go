package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"gpcbench/data"
	"gpcbench/data/schema"
	"gpcbench/harness/model"
	"gpcbench/harness/work"
	"gpcbench/methods/method"
	"gpcbench/wording"
)

func predictVerb() verb {
	return verb{
		name: "predict", args: "MODEL FILE", help: "predict class probabilities of new rows, as CSV, or score them",
		flags: []flags{
			predictionFlags, jsonFlag, outFlag("`file` of the predictions, which must not exist yet (default: standard output)"),
			labelFlag("with --score, name or number of the `column` of the classes (default: as in the table that the model was trained on)"),
		},
		words: files, run: (*app).predict,
	}
}

// prediction is how predict predicts.
type prediction struct {
	score      bool // score the predictions
	markUnseen bool
	allow      bool // a model may start its program
}

func predictionFlags(fs *flag.FlagSet, a *arguments) {
	p := &a.prediction
	fs.BoolVar(&p.markUnseen, "mark-unseen", false, "predict rows with a category unseen in training from their other columns; "+
		"a column named unseen says where it is, and which columns of LIBSVM are unseen")
	fs.BoolVar(&p.allow, "allow-command", false, "let a model that predicts by a program start it; without this, predict only says what would be started")
	fs.BoolVar(&p.score, "score", false, "score the predictions on rows that have labels, and print the scores; with --out the predictions are written too")
}

// predict writes a model's predictions of new rows, or their scores.
func (a *app) predict(ctx context.Context, args arguments) error {
	if len(args.words) != 2 {
		return usagef("predict takes a model and a file of rows, such as runexp predict model.gpc new.csv, or - for rows from standard input")
	}
	if !args.prediction.score && (args.label != "" || args.json) {
		return usagef("predict: --label and --json need --score")
	}
	m, err := model.Open(args.words[0])
	if err != nil {
		return err
	}
	end, err := allowed(m, args.prediction.allow)
	if err != nil {
		return err
	}
	defer end()
	rowsFile := args.words[1]
	if rowsFile == "-" {
		kept, err := keepInput(ctx, a.stdin)
		if err != nil {
			return fmt.Errorf("predict: standard input cannot be copied to the folder for temporary files (TMPDIR): %w", err)
		}
		defer os.Remove(kept)
		return ofInput(a.predictFile(ctx, m, kept, args), kept)
	}
	return a.predictFile(ctx, m, rowsFile, args)
}

// allowed lets a model, or the members of a mean, start programs if the user allows it. end ends the
// programs.
func allowed(m *model.Model, allow bool) (end func(), err error) {
	var programs []method.Starting
	var starts []string
	for _, of := range append([]*model.Model{m}, m.Members...) {
		if p, starting := of.Predictor.(method.Starting); starting {
			programs, starts = append(programs, p), append(starts, p.Starts())
		}
	}
	if len(programs) > 0 && !allow {
		return nil, usagef("predict: this model predicts by starting a program, which can do anything that you can: %s. If you trust whoever made the model, add --allow-command", strings.Join(starts, "; and "))
	}
	var ends []func()
	end = func() {
		for _, f := range ends {
			f()
		}
	}
	for _, p := range programs {
		o, err := work.NewOutside("")
		if err != nil {
			end()
			return nil, err
		}
		p.Allow(o)
		ends = append(ends, func() {
			p.Close()
			os.RemoveAll(o.Folder)
		})
	}
	return end, nil
}

// ofInput turns an error about the copy of standard input into one about standard input.
func ofInput(err error, kept string) error {
	const name = "standard input"
	if e, ok := errors.AsType[*data.ContentError](err); ok && e.File == kept {
		e.File = name
	}
	if e, ok := errors.AsType[*data.RequestError](err); ok && e.Name == kept {
		e.Name = name
	}
	return err
}

// predictFile is predict for the rows of a file.
func (a *app) predictFile(ctx context.Context, m *model.Model, rowsFile string, args arguments) error {
	if args.prediction.score {
		return a.score(ctx, m, rowsFile, args)
	}
	if args.out == "" || args.out == "-" {
		c, err := work.PredictFile(ctx, m, rowsFile, args.prediction.markUnseen, a.stdout)
		a.noticeIgnored(c)
		return a.predicted(asksToMark(err))
	}
	out, err := createOutput(args.out)
	if err != nil {
		return err
	}
	defer out.Abandon()
	c, err := work.PredictFile(ctx, m, rowsFile, args.prediction.markUnseen, out)
	if err != nil {
		return a.predicted(asksToMark(err))
	}
	if err := out.Finish(); err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "%s: %s\n", wording.Plural(c.Rows, "row"), args.out)
	if c.Lacking > 0 {
		fmt.Fprintf(a.stdout, "%d of them lack a value and have no prediction\n", c.Lacking)
	}
	if c.Unseen > 0 {
		fmt.Fprintln(a.stdout, unseenText(c.Unseen)+": the column unseen says where")
	}
	a.noticeIgnored(c)
	return nil
}

// unseenText counts rows that --mark-unseen predicts.
func unseenText(n int) string {
	return fmt.Sprintf("%d of them have a category or a column unseen in training", n)
}

// noticeIgnored counts the values that a model ignores.
func (a *app) noticeIgnored(c work.FileCounts) {
	if c.Ignored > 0 {
		fmt.Fprintf(a.stderr, "notice: %s in columns that no training row has: left out\n", wording.Plural(c.Ignored, "value"))
	}
}

// asksToMark adds to the error of a category unseen in training how to have its row predicted.
func asksToMark(err error) error {
	if errors.Is(err, schema.ErrNotSeen) {
		return fmt.Errorf("%w; --mark-unseen predicts such rows from their other columns, and marks them", err)
	}
	return err
}

// keepInput copies the input to a temporary file, because the format of a file is found by
// looking at it before it is read. So memory does not grow with the number of rows. An
// interrupt ends it even if nothing more comes in, and leaves no file.
func keepInput(ctx context.Context, in io.Reader) (path string, err error) {
	f, err := os.CreateTemp("", "standard-input-*")
	if err != nil {
		return "", err
	}
	copied := make(chan error, 1)
	go func() {
		_, err := io.Copy(f, in)
		copied <- err
	}()
	select {
	case err = <-copied:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

// predicted is the error of a prediction. One of standard output is reported when the command
// ends.
func (a *app) predicted(err error) error {
	if w, ok := a.stdout.(*careful); ok && w.err != nil && errors.Is(err, w.err) {
		return nil
	}
	return err
}
