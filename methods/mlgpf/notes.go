package mlgpf

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gpcbench/linalg"
)

// notes are what the model reports about itself: how far inducing inputs have moved from their
// start, how many minibatches make an epoch, how good the basis is, and for a finished fit the
// results of lookBack.
func (f *fit) notes() map[string]float64 {
	notes := map[string]float64{"inducing_moved": f.start.moved(f.result().inducing), "minibatches_per_epoch": f.scale()}
	for name, v := range f.start.basis {
		notes[name] = v
	}
	for name, v := range f.end {
		notes[name] = v
	}
	return notes
}

// lookBack computes, at the state before the last step, the jitter needed by bounds that decompose
// K_Z, and what the labels of a row are worth in a sample.
func (f *fit) lookBack() {
	f.end = map[string]float64{"gram_jitter": jitterOf(f.elbo.q.k)}
	if f.sampled == nil {
		return
	}
	if gain := f.sampled.gain(f.elbo.latent, f.at, &f.batch); !math.IsNaN(gain) && !math.IsInf(gain, 1) {
		f.end["sampling_gain"] = gain
	}
}

// jitterOf returns the jitter over the mean diagonal that a decomposition of k takes, 0 if none.
func jitterOf(k *mat.Dense) float64 {
	l := mat.DenseCopyOf(k)
	if linalg.Cholesky(l, k) == nil {
		return 0
	}
	growths, _ := linalg.JitterCholesky(l, k)
	return linalg.JitterStart * math.Pow10(growths)
}

// gainTerms is about how many terms of the sum over labels gain looks at.
const gainTerms = 1_000_000

// gain returns the standard deviation of the estimate of the sum over labels from a uniform sample of
// all labels of each row, over that from the row's own labels and a sample of the others, (23), with
// as many terms. Both are exact, of the first rows of a batch.
func (s *sampled) gain(of marginals, at *parameters, rows *batch) float64 {
	n, _ := of.mean.Dims()
	var uniform, stratified float64
	for i := range min(n, 1+gainTerms/len(at.b)) {
		own := rows.labels.Row(i)
		if len(at.b)-len(own) <= s.negatives {
			continue // all labels are taken
		}
		all, others := s.terms(of.mean.RawRowView(i), of.variance.RawRowView(i), at, own)
		uniform += sampleVariance(all, len(own)+s.negatives)
		stratified += sampleVariance(others, s.negatives)
	}
	return math.Sqrt(uniform / stratified)
}

// terms returns the terms of the sum over labels of a row, of all labels and of those that it does
// not have.
func (s *sampled) terms(m, v []float64, at *parameters, own []int32) (all, others []float64) {
	s.row++
	for _, l := range own {
		s.drawn[l] = s.row
	}
	var none [2]float64
	for l := range at.b {
		phi := at.phi.RawRowView(l)
		for p, f := range phi {
			s.square[p] = f * f
		}
		mean, variance := []float64{at.b[l] + linalg.Dot(phi, m)}, []float64{linalg.Dot(s.square, v)}
		term := -s.expect.Expect(none[:1], none[1:], mean, variance)
		if s.drawn[l] == s.row {
			all = append(all, term+mean[0])
			continue
		}
		all, others = append(all, term), append(others, term)
	}
	return all, others
}

// sampleVariance returns the variance of N/n times the sum of n of N numbers that are drawn without
// replacement.
func sampleVariance(values []float64, n int) float64 {
	total := float64(len(values))
	return total * total * (1/float64(n) - 1/total) * stat.Variance(values, nil)
}
