package work

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gpcbench/harness/record"
	"gpcbench/linalg/engine"
)

// Limits of what is scored of label sets.
const (
	// mostPairs is the largest number of test rows times labels for which every label's
	// probability is scored, by log loss and AUC; beyond, the best labels of a row alone
	// are. A trace looks at so many pairs at most.
	mostPairs = 100_000_000
	// bestLabels is the number of labels of a row that are ranked, and kept with the
	// predictions.
	bestLabels = 10
	// mostHits is the largest number of test rows of which each one's hits are kept in the
	// record.
	mostHits = 100_000
)

// cutoffs are the k of precision, of its propensity-scored form and of nDCG at k.
var cutoffs = record.HitCutoffs

// labelScorer adds up the predictions of label sets of test rows, in their order. Its
// slices have a number a row.
type labelScorer struct {
	gains []float64 // 1 / propensity of each of K labels
	pairs bool      // whether every label's probability is scored

	precision, ndcg [len(cutoffs)][]float64
	gain, most      [len(cutoffs)][]float64 // propensity-scored: of the labels ranked first, of the best ranking
	logLoss, wrong  []float64               // mean over labels
	clipped         int
	hits            []byte // of record.Hits

	space, labelGains []float64
}

// add takes the probabilities p of K labels in a row, its labels, and the labels in the order
// of rank, of which there are bestLabels or K. With y_k = 1 for a label of the row, and
// l_1, l_2, ... the labels by rank:
//
//	precision  1/k sum_{j <= k} y_{l_j}
//	ndcg       sum_{j <= k} y_{l_j} / log2(j + 1), over the same of the best ranking
//	logLoss    -1/K sum_k log max(p_k, 1e-300) where y_k = 1, log max(1 - p_k, 2^-54) elsewhere
//	wrong      1/K times the number of labels with (p_k > 1/2) != y_k
//
// A row without labels has precision and ndcg 0, whatever is predicted.
func (s *labelScorer) add(p []float64, labels []int32, ranked []int32) {
	unknown := 0.0 // NaN if a probability is
	for _, v := range p {
		unknown += 0 * v
	}
	s.labelGains = s.labelGains[:0]
	for _, l := range labels {
		s.labelGains = append(s.labelGains, s.gains[l])
	}
	slices.SortFunc(s.labelGains, func(a, b float64) int { return cmp.Compare(b, a) })
	hits, gain, most, dcg, ideal := 0, unknown, 0.0, unknown, 0.0
	var found [len(cutoffs)]int // hits by cutoff
	j := 0
	for c, k := range cutoffs {
		for ; j < k && j < len(ranked); j++ {
			discount := 1 / math.Log2(float64(j+2))
			if _, has := slices.BinarySearch(labels, ranked[j]); has {
				hits++
				gain += s.gains[ranked[j]]
				dcg += discount
			}
			if j < len(labels) {
				most += s.labelGains[j]
				ideal += discount
			}
		}
		found[c] = hits
		s.precision[c] = append(s.precision[c], (unknown+float64(hits))/float64(k))
		s.gain[c], s.most[c] = append(s.gain[c], gain), append(s.most[c], most)
		if ideal > 0 {
			s.ndcg[c] = append(s.ndcg[c], dcg/ideal)
		} else {
			s.ndcg[c] = append(s.ndcg[c], unknown)
		}
	}
	s.hits = append(s.hits, record.Hit(found))
	if s.pairs {
		s.addPairs(p, labels)
	}
}

// keptHits are those of a record: of a great many rows there are none.
func (s *labelScorer) keptHits() record.Hits {
	if len(s.hits) > mostHits {
		return ""
	}
	return record.Hits(s.hits)
}

// leastComplement is what 1 - p of a label that a row does not have is raised to before its
// logarithm is taken: half of the smallest that is not 0.
const leastComplement = 1.0 / (1 << 54)

// addPairs scores the probability of every label of a row.
func (s *labelScorer) addPairs(p []float64, labels []int32) {
	s.space = slices.Grow(s.space[:0], len(p))[:len(p)]
	wrong := 0
	for k, v := range p {
		truth, least := 1-v, leastComplement
		has := len(labels) > 0 && int(labels[0]) == k
		if has {
			truth, least = v, leastProbability
			labels = labels[1:]
		}
		if (v > 0.5) != has {
			wrong++
		}
		if truth < least {
			truth = least
			s.clipped++
		}
		s.space[k] = truth
	}
	engine.Log(s.space, s.space)
	sum := 0.0
	for _, v := range s.space {
		sum -= v
	}
	s.logLoss = append(s.logLoss, sum/float64(len(p)))
	s.wrong = append(s.wrong, float64(wrong)/float64(len(p)))
}

// metrics returns the metrics over all rows added, but AUC. Those that are means over rows
// have their standard deviation over rows, with divisor N, beside them under their name and
// "_sd". psp_at_k is the gain of all rows over the most that there can be, as in the Extreme
// Classification repository; its standard deviation is that of (gain - psp_at_k most) / mean
// of most, so that over the root of N it is the ratio's standard error to first order. A
// cutoff above K has no metrics, and psp_at_k needs a row with labels.
func (s *labelScorer) metrics() map[string]float64 {
	out := map[string]float64{}
	mean := func(name string, values []float64) {
		out[name], out[name+"_sd"] = meanAndSD(values)
	}
	for c, k := range cutoffs {
		if k > len(s.gains) {
			break
		}
		mean(fmt.Sprintf("p_at_%d", k), s.precision[c])
		mean(fmt.Sprintf("ndcg_at_%d", k), s.ndcg[c])
		if ratio, sd, ok := ratioOfSums(s.gain[c], s.most[c]); ok {
			name := fmt.Sprintf("psp_at_%d", k)
			out[name], out[name+"_sd"] = ratio, sd
		}
	}
	if s.pairs {
		mean("log_loss", s.logLoss)
		mean("hamming_loss", s.wrong)
		out["clipped"] = float64(s.clipped)
	}
	return out
}

// meanAndSD returns the mean and the standard deviation with divisor N.
func meanAndSD(values []float64) (mean, sd float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v
	}
	mean /= n
	squares := 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(squares / n)
}

// ratioOfSums returns sum a / sum b, and the standard deviation of (a - ratio b) / mean b.
func ratioOfSums(a, b []float64) (ratio, sd float64, ok bool) {
	above, below := 0.0, 0.0
	for i := range a {
		above += a[i]
		below += b[i]
	}
	if below == 0 {
		return 0, 0, false
	}
	ratio = above / below
	squares := 0.0
	for i := range a {
		d := a[i] - ratio*b[i]
		squares += d * d
	}
	n := float64(len(a))
	return ratio, math.Sqrt(squares/n) / (below / n), true
}

// rank writes the labels of the largest probabilities to best, from the largest on, as many as
// it holds; of equal ones the smaller label comes first. Cost O(K) for labels in random order.
func rank(best []int32, p []float64) {
	n := 0
	for k, v := range p {
		if n == len(best) {
			if !(v > p[best[n-1]]) {
				continue
			}
			n--
		}
		j := n
		for ; j > 0 && v > p[best[j-1]]; j-- {
			best[j] = best[j-1]
		}
		best[j] = int32(k)
		n++
	}
}
