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

// mostKept is how many numbers scoring keeps of rows, 128 MiB: two a row of one class, one a label
// of label sets. Of more rows there are the metrics that need no row again.
const mostKept = 16 << 20

// FileScores are what predictions are worth on the rows of a file that have labels.
type FileScores struct {
	FileCounts
	Unlabelled int // of those that have a prediction, without a label
	Metrics    map[string]float64
	Bins       []record.Bin // of the calibration error; nil of label sets
	Forgotten  bool         // rows were too many for the metrics that need each again
}

// Scored is the number of rows that metrics are of.
func (s *FileScores) Scored() int { return s.Rows - s.Lacking - s.Unlabelled }

// ScoreFile scores what a model predicts of the rows of a file, whose labels stand in a column that
// is named or numbered from 0; without one it is the column of the table that the model was trained
// on. Metrics are those that a record has of test rows, the same bits on the same rows. Of a row that
// lacks its label, or a value where such rows were left out in training, there is none. Predictions
// are also written to w, as PredictFile does, unless it is nil; mark is as there. Rows are read a block at a time;
// mostKept bounds what is kept of them.
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

// fileScorer adds up the predictions of the rows of a file.
type fileScorer struct {
	FileScores
	model    *model.Model
	metrics  metrics.Scorer
	bins     metrics.Bins
	kept     int // numbers of rows so far
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

// add takes the rows of a block.
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

// addClass takes the class probabilities of a row of class y.
func (s *fileScorer) addClass(p []float64, y int) {
	row := metrics.Row{P: p, Class: y, Best: floats.MaxIdx(p)}
	s.metrics.Add(row)
	s.bins.Add(&row)
	if m, ok := s.model.Predictor.(method.ExpectedLog); ok {
		s.expected -= m.ExpectedLogLik(p, y)
	}
}

// keep counts the numbers that are kept of rows, and has them forgotten when they are too many.
func (s *fileScorer) keep(numbers int) {
	if s.kept += numbers; s.kept > mostKept && !s.Forgotten {
		s.metrics, s.Forgotten = s.metrics.Forget(), true
	}
}

// result returns the scores of all rows of a file.
func (s *fileScorer) result(path string) (*FileScores, error) {
	n := s.Scored()
	if n == 0 {
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
