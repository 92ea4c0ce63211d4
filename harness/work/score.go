package work

import (
	"cmp"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// scores are the scores of predictions.
type scores struct {
	metrics     map[string]float64
	calibration []record.Bin
	tenths      []record.Bin
	hits        record.Hits   // for label sets
	said        []said        // by row, if rows have one class
	predicting  time.Duration // time that the model took to predict
}

// scorer scores the predictions of test rows of one class, in order.
type scorer struct {
	metrics metrics.Scorer
	bins    metrics.Bins
	said    []said // by row
}

// newScorer returns a scorer without rows. If trace is set, it only has the metrics of traces.
func newScorer(classes int, trace bool) *scorer {
	return &scorer{metrics: metrics.NewScorer(metrics.ClassSet(classes), trace)}
}

// said is the class predicted for a row, its probability, and whether it is right.
type said struct {
	class      int
	confidence float64
	right      bool
}

// add adds a row of class y, given its class probabilities p. Of equal ones the first is predicted.
func (s *scorer) add(p []float64, y int) {
	row := metrics.Row{P: p, Class: y, Best: floats.MaxIdx(p)}
	s.metrics.Add(row)
	s.bins.Add(&row)
	s.said = append(s.said, said{row.Best, p[row.Best], row.Best == y})
}

// result returns the scores of all rows added.
func (s *scorer) result() scores {
	return scores{metrics: s.metrics.Values(), calibration: s.bins.Of(), tenths: s.tenths(), said: s.said}
}

// tenths returns ten bins whose numbers of rows differ by at most one, the least confident rows
// first. Rows of the same confidence stay in order. With fewer than ten rows there are none.
func (s *scorer) tenths() []record.Bin {
	const tenths = 10
	if len(s.said) < tenths {
		return nil
	}
	rows := slices.Clone(s.said)
	slices.SortStableFunc(rows, func(a, b said) int { return cmp.Compare(a.confidence, b.confidence) })
	var out []record.Bin
	for k := range tenths {
		part := rows[k*len(rows)/tenths : (k+1)*len(rows)/tenths]
		b := record.Bin{Count: len(part)}
		for _, row := range part {
			b.Confidence += row.confidence / float64(len(part))
			if row.right {
				b.Accuracy += 1 / float64(len(part))
			}
		}
		out = append(out, b)
	}
	return out
}
