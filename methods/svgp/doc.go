// Package svgp is sparse variational Gaussian-process classification: the
// KLSp bound of Hensman, Matthews and Ghahramani (Scalable variational Gaussian
// process classification, AISTATS 2015; equation numbers are those of that
// paper), which wenzel2019 calls SVGPC.
//
// # Model and objective
//
// Classes y_i = +-1 with p(y_i | f_i) = Phi(y_i f_i) (probit) or
// 1 / (1 + exp(-y_i f_i)) (logit), f a Gaussian process, u its values at M
// inducing inputs and q(u) = N(m, C C') with C lower triangular. The bound on
// log p(y) is (19),
//
//	sum_i E_{N(f | mean_i, var_i)} log p(y_i | f) - KL(q(u) || p(u)),
//
// with the marginals mean_i, var_i of (18). On a minibatch of b rows the sum is
// multiplied by N / b; the objective that is reported then is that estimate for
// the rows of the iteration's minibatch, and on a full batch the bound itself.
// The expectations are Gauss-Hermite sums of 20 nodes, which a row with |mean| < 5
// feels by 1e-6 at variance 4, 1e-4 at 9 and 2e-3 at 25 (logit). Their derivatives are the identities
// (20),
//
//	d/dmean E log p = E (log p)',   d/dvar E log p = 1/2 E (log p)'',
//
// by the same quadrature, and package sparse carries them on to m, C, the
// kernel and the inducing inputs.
//
// # Parameters
//
// What is optimised is m, the lower triangle of C as it stands, the logarithms
// of the kernel's parameters, and Z. The diagonal of C is not constrained to be
// positive: C C' does not know its sign, the bound holds log|C_jj|, and that
// keeps each C_jj away from 0. With whiten (the default) m and C are of
// v = L^-1 u, Kuu = L L', and the kernel moves at fixed q(v); without it they
// are of u itself, as the paper writes it. Either way q starts at the prior.
//
// # Optimisers
//
// "lbfgs" (full batch only): L-BFGS over q alone for freeze iterations or until
// it converges, then over everything that learn names. "adam" (Kingma & Ba
// 2015) and "adadelta" (Zeiler 2012): a step an iteration on full batches or
// minibatches, over q alone for the first freeze iterations. A step after which
// Kuu has no Cholesky factor even with the largest jitter is taken back for
// the kernel and Z, and counted as the event "kernel step refused".
//
// # Stopping
//
// wenzel2019 section 5.2 stops SVGPC by its performance on held-out rows. With
// stop = "holdout" a tenth of the training rows, but at most 10,000, drawn by
// the stream "holdout", is kept out; every check_every iterations their mean
// negative log probability is taken, off the clock, and the fit ends when its
// average over the last five checks differs from the average one check earlier
// by less than holdout_tolerance. tolerance is for "lbfgs": the largest
// absolute derivative, divided by N, at which it ends.
//
// Cost O(b M^2 + M^3) an iteration, b D M more for the kernel.
package svgp
