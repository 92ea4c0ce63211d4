package work

import (
	"cmp"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"gpcbench/harness/record"
)

// bins is the number of bins of the calibration error.
const bins = record.CalibrationBins

// leastProbability is a short name; rows whose probability is raised to it are counted as
// clipped.
const leastProbability = record.LeastProbability

// scores are what predictions are worth.
type scores struct {
	metrics     map[string]float64
	calibration []record.Bin
	tenths      []record.Bin
	hits        record.Hits   // of label sets
	said        []said        // of each row with one class
	predicting  time.Duration // what the model took for it
}

// scorer adds up the predictions of test rows, in their order.
type scorer struct {
	classes    int
	wrong      int
	clipped    int
	nll        []float64 // -log p(true class) of each row
	brier      float64
	count      [bins]int
	confidence [bins]float64 // sum of the largest probabilities
	right      [bins]int
	ranks      []ranked // two classes: p(second class) of each row
	of, missed []int    // rows of each class, and those of them that another class is predicted for
	said       []said   // of each row
}

// said is the class predicted for a row, its probability, and whether it is the row's.
type said struct {
	class      int
	confidence float64
	right      bool
}

// ranked is a probability of the second class with what was true.
type ranked struct {
	p      float64
	second bool
}

// add takes the class probabilities p of a row of class y.
//
//	error  argmax_k p_k != y, the first of equals
//	nll    -log max(p_y, 1e-300)
//	brier  sum_k (p_k - [k = y])^2
func (s *scorer) add(p []float64, y int) {
	best := floats.MaxIdx(p)
	for k, v := range p {
		if k == y {
			v -= 1
		}
		s.brier += v * v
	}
	if s.of == nil {
		s.of, s.missed = make([]int, len(p)), make([]int, len(p))
	}
	s.of[y]++
	if best != y {
		s.wrong++
		s.missed[y]++
	}
	truth := p[y]
	if truth < leastProbability {
		truth = leastProbability
		s.clipped++
	}
	s.nll = append(s.nll, -math.Log(truth))
	bin := bins - 1
	if at := int(p[best] * bins); at < bin && !math.IsNaN(p[best]) {
		bin = max(at, 0)
	}
	s.said = append(s.said, said{best, p[best], best == y})
	s.count[bin]++
	s.confidence[bin] += p[best]
	if best == y {
		s.right[bin]++
	}
	if s.classes == 2 {
		s.ranks = append(s.ranks, ranked{p[1], y == 1})
	}
}

// result returns the metrics over all rows added, nll_sd with divisor N. auc is left out unless both
// classes are among them.
func (s *scorer) result() scores {
	n := float64(len(s.nll))
	mean, sd := meanAndSD(s.nll)
	out := scores{metrics: map[string]float64{
		"error": float64(s.wrong) / n, "nll": mean, "nll_sd": sd, "nll_median": median(s.nll),
		"brier": s.brier / n, "clipped": float64(s.clipped),
	}}
	ece := 0.0
	for b := range bins {
		if s.count[b] == 0 {
			out.calibration = append(out.calibration, record.Bin{})
			continue
		}
		m := float64(s.count[b])
		bin := record.Bin{Count: s.count[b], Confidence: s.confidence[b] / m, Accuracy: float64(s.right[b]) / m}
		out.calibration = append(out.calibration, bin)
		ece += m / n * math.Abs(bin.Accuracy-bin.Confidence)
	}
	out.metrics["ece"] = ece
	out.tenths, out.said = s.tenths(), s.said
	out.metrics["balanced_error"] = s.balancedError()
	if auc, ok := areaUnderROC(s.ranks); ok {
		out.metrics["auc"] = auc
	}
	return out
}

// balancedError is the mean over classes, of those that rows have, of the share of rows that
// another class is predicted for.
func (s *scorer) balancedError() float64 {
	sum, classes := 0.0, 0
	for c, n := range s.of {
		if n > 0 {
			sum += float64(s.missed[c]) / float64(n)
			classes++
		}
	}
	return sum / float64(classes)
}

// median returns the middle value, of an even number the mean of the middle
// two. It sorts values.
func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	if n%2 == 1 {
		return values[n/2]
	}
	return (values[n/2-1] + values[n/2]) / 2
}

// areaUnderROC returns the share of pairs of a row of the second class and one
// of the first in which the former has the greater probability of the second
// class; a tie is half a pair. It sorts rows.
func areaUnderROC(rows []ranked) (auc float64, ok bool) {
	slices.SortFunc(rows, func(a, b ranked) int {
		switch {
		case a.p < b.p:
			return -1
		case a.p > b.p:
			return 1
		}
		return 0
	})
	pairs, below, second := 0.0, 0, 0
	for i := 0; i < len(rows); {
		firstHere, secondHere := 0, 0
		j := i
		for ; j < len(rows) && rows[j].p == rows[i].p; j++ {
			if rows[j].second {
				secondHere++
			} else {
				firstHere++
			}
		}
		if j == i { // NaN equals nothing
			return 0, false
		}
		pairs += float64(secondHere) * (float64(below) + float64(firstHere)/2)
		below += firstHere
		second += secondHere
		i = j
	}
	if below == 0 || second == 0 {
		return 0, false
	}
	return pairs / (float64(below) * float64(second)), true
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
