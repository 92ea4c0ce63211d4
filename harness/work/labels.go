package work

import (
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/methods/method"
)

// Limits of scoring for label sets.
const (
	// mostPairs is the largest number of test rows times labels for which every label's
	// probability is scored, by log loss and AUC. Beyond it, only the best labels of a row
	// are scored. A trace scores at most this many pairs.
	mostPairs = 100_000_000
	// bestLabels is the number of labels of a row that are ranked, and kept with the
	// predictions.
	bestLabels = method.BestListed
	// mostHits is the largest number of test rows for which the record keeps the hits of
	// each row.
	mostHits = 100_000
)

// labelScorer scores the predicted label sets of test rows, in order.
type labelScorer struct {
	metrics metrics.Scorer
	hits    []byte // digits of record.Hits
}

// add adds a row: the probabilities p of K labels, the row's labels, and the labels ranked first,
// of which there are bestLabels, or K if that is fewer.
func (s *labelScorer) add(p []float64, labels []int32, ranked []int32) {
	s.metrics.Add(metrics.Row{P: p, Labels: labels, Ranked: ranked})
	var found [len(record.HitCutoffs)]int
	for c, k := range record.HitCutoffs {
		for _, l := range ranked[:min(k, len(ranked))] {
			if _, ok := slices.BinarySearch(labels, l); ok {
				found[c]++
			}
		}
	}
	s.hits = append(s.hits, record.Hit(found))
}

// keptHits returns the hits to keep in the record: none if there are more than mostHits rows.
func (s *labelScorer) keptHits() record.Hits {
	if len(s.hits) > mostHits {
		return ""
	}
	return record.Hits(s.hits)
}

// rank fills best with the labels of the largest probabilities, the largest first; of equal ones the
// smaller label comes first. It takes O(K) time if the labels are in random order.
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

// knowsAll says whether a model knows the probability of every label.
func knowsAll(model method.Predictor) bool {
	listing, ok := model.(method.Listing)
	return !ok || !listing.OnlyBest()
}
