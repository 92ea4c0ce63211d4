package work

import (
	"cmp"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// scores are what predictions are worth.
type scores struct {
	metrics     map[string]float64
	calibration []record.Bin
	tenths      []record.Bin
	hits        record.Hits   // of label sets
	said        []said        // of each row with one class
	predicting  time.Duration // what the model took for it
}

// scorer adds up the predictions of test rows of one class, in their order.
type scorer struct {
	metrics metrics.Scorer
	bins    metrics.Bins
	said    []said // of each row
}

// newScorer returns the scorer of a test set without rows; one for a trace has what traces have.
func newScorer(classes int, trace bool) *scorer {
	return &scorer{metrics: metrics.NewScorer(metrics.ClassSet(classes), trace)}
}

// said is the class predicted for a row, its probability, and whether it is the row's.
type said struct {
	class      int
	confidence float64
	right      bool
}

// add takes the class probabilities p of a row of class y. Of equal ones the first is predicted.
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

// tenths returns ten bins of as many rows each, to one, from the least confident on; rows of
// the same confidence in their order. Of fewer than ten rows there are none.
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
