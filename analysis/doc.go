// Package analysis computes from the records of an experiment all that a report says:
// cells by their coordinates, summaries over repeats, comparisons of methods, times to
// a target and distances to a reference. Its results are values; other packages show them. It uses
// only the records and the predictions kept beside them.
//
// # Summaries
//
// A table cell is the mean over repeats (folds or splits) of a metric, x_1 to
// x_n, with
//
//	sd = sqrt(sum_i (x_i - mean)^2 / (n - 1)),  se = sd / sqrt(n),
//	95% interval: mean +- t(0.975, n - 1) se.
//
// The training rows of folds overlap, so the repeats are not independent and
// the interval is too narrow; no unbiased estimate exists (Bengio and
// Grandvalet 2004, JMLR 5). Pairs of methods are compared by a t-test whose
// variance allows for the overlap ([statistics.Design]). docs/statistics.md has its formulas, and
// those of times to a target.
//
// A median comes with the standard error of Maritz and Jarrett (1978, JASA 73),
// the standard deviation of the bootstrap distribution of a sample median with
// the Beta((n+1)/2, (n+1)/2) weights, and with a distribution-free interval
// between two order statistics.
//
// A single split has no spread over repeats. There the error e over N test
// rows has se = sqrt(e (1 - e) / N), and the NLL has se = sd / sqrt(N) with
// the standard deviation over test rows, if the record has it (nll_sd). Their intervals are those of
// [RowsInterval].
//
// # Distance to a reference
//
// Where the specification names a reference, the predictions that were kept of
// a cell are joined with those of the reference on the same data set and
// repeat, and a cell's metrics get, with values a_i of its own and b_i of the
// reference at n test rows,
//
//	delta = 1/n sum_i |a_i - b_i|
//
// of the latent mean, the latent variance and the class probabilities (the mean
// over latent functions and over classes). If b_i is a sampler's estimate with Monte Carlo standard error
// s_i, a method without error has a distance of sqrt(2/pi) 1/n sum_i s_i; the reference itself gets that value.
package analysis
