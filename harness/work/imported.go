package work

import (
	"context"

	"gpcbench/data"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/rows"
)

// Predictions are predictions of a cell's test rows that were made elsewhere.
type Predictions interface {
	// Begin returns an error if the predictions are not for these classes and test rows.
	Begin(classes []string, test *data.Examples) error
	// Predict writes the class probabilities of a row of the table, given the row's class.
	Predict(dst []float64, row, class int) error
	// Seconds returns the wall and the CPU time of training, 0 if unknown.
	Seconds() (wall, cpu float64)
}

// Score scores predictions of a cell that were made elsewhere. It returns the record, and the
// predictions to keep beside it.
func Score(ctx context.Context, cell record.Cell, selection rows.Selection, loader rows.Loader, made Predictions) (record.Record, *Kept, error) {
	p, err := prepare(ctx, loader, selection, cell.Seed, cell.Split())
	if err != nil {
		return record.Record{}, nil, err
	}
	if err := made.Begin(p.dataset.ClassNames, p.test); err != nil {
		return record.Record{}, nil, err
	}
	classes := len(p.dataset.ClassNames)
	s, kept := newScorer(classes, false), newKept(p.dataset, nil, p.test)
	i, probabilities := 0, make([]float64, classes)
	for class := range p.test.Classes() {
		row := p.test.Row(i)
		if err := made.Predict(probabilities, row, class); err != nil {
			return record.Record{}, nil, err
		}
		s.add(probabilities, class)
		kept.add(i, row, probabilities, class)
		i++
	}
	scores := s.result()
	wall, cpu := made.Seconds()
	out := record.Record{
		V: record.Version, Cell: cell, Status: record.OK, Metrics: scores.metrics, Calibration: scores.calibration, Tenths: scores.tenths, Hits: scores.hits,
		Timing:     record.Timing{WallSeconds: wall, CPUSeconds: cpu, Iterations: 1},
		Provenance: provenance(p, Request{Cell: cell, Engine: "none"}),
	}
	if wall == 0 { // a point of a trace needs a time
		return out, kept, nil
	}
	point := record.Point{Seconds: wall, Iteration: 1, Metrics: map[string]float64{}}
	for _, name := range metrics.Traced() {
		if v, ok := scores.metrics[name]; ok {
			point.Metrics[name] = v
		}
	}
	out.Trace = []record.Point{point}
	return out, kept, nil
}
