package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"text/tabwriter"

	"gpcbench/data/read"
	"gpcbench/harness/metrics"
	"gpcbench/harness/model"
	"gpcbench/harness/record"
	"gpcbench/harness/work"
	"gpcbench/wording"
)

// scoreFacts are what predict --score --json prints.
type scoreFacts struct {
	Version        int                `json:"version"`
	Model          string             `json:"model"` // label of the method
	Rows           int                `json:"rows"`
	Scored         int                `json:"scored"`
	Lacking        int                `json:"lacking"`
	Unlabelled     int                `json:"unlabelled"`
	Metrics        map[string]float64 `json:"metrics"`
	StandardErrors map[string]float64 `json:"standard_errors"`
}

// score prints the scores of a model's predictions on the rows of a file, and writes the predictions
// if --out names a file.
func (a *app) score(ctx context.Context, m *model.Model, path string, args arguments) error {
	if args.out == "-" {
		return usagef("predict: with --score the scores go to standard output, and predictions to the file that --out names")
	}
	var predictions io.Writer
	finish := func() error { return nil }
	if args.out != "" {
		out, err := createOutput(args.out)
		if err != nil {
			return err
		}
		defer out.Abandon()
		predictions, finish = out, out.Finish
	}
	scores, err := work.ScoreFile(ctx, m, path, args.label, args.prediction.markUnseen, predictions)
	if err != nil {
		return asksToMark(err)
	}
	if err := finish(); err != nil {
		return err
	}
	a.noticeTrainedOn(m, path)
	a.noticeIgnored(scores.FileCounts)
	facts := scoresOf(m, scores)
	if args.json {
		return a.printJSON(facts)
	}
	fmt.Fprintf(a.stdout, "%s on %s\n", m.Label, wording.Plural(scores.Scored(), "row"))
	for _, left := range []struct {
		rows int
		why  string
	}{{scores.Lacking, "a value"}, {scores.Unlabelled, "a label"}} {
		if left.rows > 0 {
			fmt.Fprintf(a.stdout, "%s without %s: not scored\n", wording.Plural(left.rows, "row"), left.why)
		}
	}
	if scores.Unseen > 0 {
		fmt.Fprintln(a.stdout, unseenText(scores.Unseen))
	}
	if scores.Forgotten {
		fmt.Fprintln(a.stdout, "There are too many rows for medians, areas under curves and standard deviations.")
	}
	printScores(a.stdout, facts)
	return nil
}

// noticeTrainedOn warns if the scored rows are those that the model was trained on.
func (a *app) noticeTrainedOn(m *model.Model, path string) {
	if file, err := filepath.Abs(path); err == nil && file == m.Provenance["file"] {
		fmt.Fprintf(a.stderr, "notice: the model was trained on %s, so it scores better on these rows than on new ones: runexp report has the scores on held-out rows\n", path)
	}
}

// scoresOf are the scores of a file with their standard errors over rows.
func scoresOf(m *model.Model, scores *work.FileScores) scoreFacts {
	facts := scoreFacts{
		Version: jsonVersion, Model: m.Label, Rows: scores.Rows, Scored: scores.Scored(), Lacking: scores.Lacking, Unlabelled: scores.Unlabelled,
		Metrics: scores.Metrics, StandardErrors: map[string]float64{},
	}
	if facts.Scored < 2 { // one row gives no standard error
		return facts
	}
	r := record.Record{Metrics: scores.Metrics, Calibration: scores.Bins}
	for name, v := range scores.Metrics {
		ofRows := metrics.Get(name).RowsSE
		if ofRows == nil {
			continue
		}
		if se, told := ofRows(v, float64(facts.Scored), r); told && read.Finite(se) {
			facts.StandardErrors[name] = se
		}
	}
	return facts
}

// printScores prints a line a metric, in the order of the table of metrics.
func printScores(w io.Writer, facts scoreFacts) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "metric\tvalue\tstandard error")
	for _, metric := range metrics.All {
		v, ok := facts.Metrics[metric.Name]
		if !ok {
			continue
		}
		se := ""
		if e, told := facts.StandardErrors[metric.Name]; told {
			se = fmt.Sprintf("%.2g", e)
		}
		fmt.Fprintf(table, "%s\t%.4g\t%s\n", metric.Name, v, se)
	}
	table.Flush()
}
