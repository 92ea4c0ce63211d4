package work

import (
	"context"
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gpcbench/data"
	"gpcbench/data/loader"
	"gpcbench/data/schema"
	"gpcbench/harness/metrics"
	"gpcbench/harness/model"
	"gpcbench/harness/record"
	"gpcbench/methods/method"
	"gpcbench/wording"
)

// mostKept is the most numbers that scoring keeps of rows, 128 MiB: two for a row of one class, and
// one per label for a row of label sets. With more rows, only metrics that need no row again remain.
const mostKept = 16 << 20

// FileScores are the scores of predictions on the labelled rows of a file.
type FileScores struct {
	FileCounts
	Unlabelled int // rows that have a prediction but no label
	Metrics    map[string]float64
	Bins       []record.Bin // of the calibration error; nil for label sets
	Forgotten  bool         // too many rows for the metrics that need each row again
}

// Scored returns the number of rows that were scored.
func (s *FileScores) Scored() int { return s.Rows - s.Lacking - s.Unlabelled }

// ScoreFile scores a model's predictions for the rows of a file. label is the name of the label column,
// or its number from 0; if empty, it is the label column of the table that the model was trained on. The
// metrics are those that a record has for test rows, with the same bits on the same rows. A row without
// a label is not scored, nor is one that lacks a value if training left out such rows. Predictions are
// also written to w as by PredictFile, unless w is nil; mark is as there. Rows are read a block at a
// time, and mostKept bounds what is kept of them.
func ScoreFile(ctx context.Context, m *model.Model, path, label string, mark bool, w io.Writer) (*FileScores, error) {
	in, err := openNewRows(m, path, mark)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if r, ok := in.(*loader.NewRows); ok {
		r.ReadLabels(label, m.Classes)
	} else if label != "" {
		return nil, data.KeyErrorf(path, "label", "a file of label sets has its labels first in each row, or last in ARFF, so no label column can be chosen")
	}
	if w == nil {
		w = io.Discard
	}
	out, s := newRowWriter(m, mark, w), newFileScorer(m)
	err = eachBlock(ctx, m, in, func(b block) error {
		s.add(b)
		return out.write(b)
	})
	if err == nil {
		err = out.flush()
	}
	if err != nil {
		return nil, err
	}
	s.Ignored = in.Ignored()
	return s.result(path)
}

// fileScorer scores the predictions of the rows of a file.
type fileScorer struct {
	FileScores
	model    *model.Model
	metrics  metrics.Scorer
	bins     metrics.Bins
	kept     int // how many numbers are kept so far
	expected float64
	labels   *data.LabelSets
	ranked   []int32
	classes  []int
}

func newFileScorer(m *model.Model) *fileScorer {
	set := metrics.ClassSet(len(m.Classes))
	if m.Kind == data.Multilabel {
		set.Task, set.Gains, set.AllLabels = metrics.LabelSets, m.Gains, knowsAll(m.Predictor)
	}
	return &fileScorer{
		model: m, metrics: metrics.NewScorer(set, false),
		labels: data.NewLabelSets(), ranked: make([]int32, min(bestLabels, len(m.Classes))),
	}
}

// add adds the rows of a block.
func (s *fileScorer) add(b block) {
	s.count(b)
	every := positions(len(b.missing))
	if s.model.Kind == data.Multilabel {
		s.labels.Reset()
		b.table.(data.Multilabeled).AppendLabels(s.labels, every)
	} else {
		s.classes = slices.Grow(s.classes[:0], len(every))[:len(every)]
		b.table.Classes(s.classes, every)
	}
	for i, lacks := range b.missing {
		switch {
		case lacks:
		case s.model.Kind == data.Multilabel:
			rank(s.ranked, b.p.RawRowView(i))
			s.metrics.Add(metrics.Row{P: b.p.RawRowView(i), Labels: s.labels.Row(i), Ranked: s.ranked})
			s.keep(len(s.model.Classes))
		case s.classes[i] == schema.Unlabelled:
			s.Unlabelled++
		default:
			s.addClass(b.p.RawRowView(i), s.classes[i])
			s.keep(2)
		}
	}
}

// addClass adds a row of class y, given its class probabilities.
func (s *fileScorer) addClass(p []float64, y int) {
	row := metrics.Row{P: p, Class: y, Best: floats.MaxIdx(p)}
	s.metrics.Add(row)
	s.bins.Add(&row)
	if m, ok := s.model.Predictor.(method.ExpectedLog); ok {
		s.expected -= m.ExpectedLogLik(p, y)
	}
}

// keep counts the numbers kept of rows, and makes the metrics forget them once there are too many.
func (s *fileScorer) keep(numbers int) {
	if s.kept += numbers; s.kept > mostKept && !s.Forgotten {
		s.metrics, s.Forgotten = s.metrics.Forget(), true
	}
}

// result returns the scores of all rows of a file.
func (s *fileScorer) result(path string) (*FileScores, error) {
	n := s.Scored()
	if n == 0 {
		if s.Rows == 0 {
			return nil, &data.ContentError{File: path, Problem: "it has no rows to score"}
		}
		return nil, &data.ContentError{File: path, Problem: fmt.Sprintf("none of %s can be scored: %d lack a value, %d a label", wording.Plural(s.Rows, "row"), s.Lacking, s.Unlabelled)}
	}
	s.Metrics = s.metrics.Values()
	if s.model.Kind != data.Multilabel {
		s.Bins = s.bins.Of()
		if _, ok := s.model.Predictor.(method.ExpectedLog); ok {
			s.Metrics["expected_nll"] = s.expected / float64(n)
		}
	}
	return &s.FileScores, nil
}
