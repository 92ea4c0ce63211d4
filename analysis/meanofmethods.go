package analysis

import (
	"gonum.org/v1/gonum/floats"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// MeanOfMethods scores the mean of the class probabilities of several records of one repeat. It returns a record with
// the metrics of test rows and the seconds of all records, and a metric at each of these rows. The result is not known
// if the predictions of one record were not kept or are for other rows.
func (p *Experiment) MeanOfMethods(records []record.Record, metric string) (mean record.Record, rows []float64, known bool) {
	atRow := metrics.Get(metric).AtRow
	if atRow == nil {
		return mean, nil, false
	}
	var all []*Predictions
	for _, r := range records {
		predictions, err := p.predictions(r.ID, map[string]*Predictions{})
		if err != nil || len(all) > 0 && all[0].sameRows(predictions) != nil {
			return mean, nil, false
		}
		all = append(all, predictions)
		mean.Timing.WallSeconds += r.Timing.WallSeconds
		mean.Timing.CPUSeconds += r.Timing.CPUSeconds
	}
	first := all[0]
	scorer, bins := metrics.NewScorer(metrics.ClassSet(len(first.names)), false), metrics.Bins{}
	for i, class := range first.classes {
		k := first.place(class)
		if k < 0 {
			return mean, nil, false
		}
		row := metrics.Row{P: make([]float64, len(first.names)), Class: k}
		for _, predictions := range all {
			for c, values := range predictions.of[record.ColumnProbability] {
				row.P[c] += values[i] / float64(len(all))
			}
		}
		row.Best = floats.MaxIdx(row.P)
		scorer.Add(row)
		bins.Add(&row)
		rows = append(rows, atRow(row.P, k))
	}
	mean.Cell, mean.Status, mean.Provenance = records[0].Cell, record.OK, records[0].Provenance
	mean.Metrics, mean.Calibration, mean.Timing.Clock = scorer.Values(), bins.Of(), records[0].Timing.Clock
	return mean, rows, true
}
