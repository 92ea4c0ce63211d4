package work

import (
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/methods/method"
)

// Limits of what is scored of label sets.
const (
	// mostPairs is the largest number of test rows times labels for which every label's
	// probability is scored, by log loss and AUC; beyond, the best labels of a row alone
	// are. A trace scores so many pairs at most.
	mostPairs = 100_000_000
	// bestLabels is the number of labels of a row that are ranked, and kept with the
	// predictions.
	bestLabels = method.BestListed
	// mostHits is the largest number of test rows of which each one's hits are kept in the
	// record.
	mostHits = 100_000
)

// labelScorer adds up the predictions of label sets of test rows, in their order.
type labelScorer struct {
	metrics metrics.Scorer
	hits    []byte // of record.Hits
}

// add takes the probabilities p of K labels in a row, its labels, and the labels in the order
// of rank, of which there are bestLabels or K.
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

// keptHits are those of a record: of a great many rows there are none.
func (s *labelScorer) keptHits() record.Hits {
	if len(s.hits) > mostHits {
		return ""
	}
	return record.Hits(s.hits)
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

// knowsAll says whether a model knows the probability of every label.
func knowsAll(model method.Predictor) bool {
	listing, ok := model.(method.Listing)
	return !ok || !listing.OnlyBest()
}
