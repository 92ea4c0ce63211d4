// Package xgpc is X-GPC: Gaussian-process classification with the logit link
// by Polya-Gamma augmentation, inducing inputs and natural gradients (Wenzel,
// Galy-Fajou, Donner, Kloft, Opper, Efficient Gaussian process classification
// using Polya-Gamma data augmentation, AAAI 2019; equation numbers are those of
// that paper).
//
// # Model
//
// p(y_i | f_i) = 1 / (1 + exp(-y_i f_i)) with y_i = +-1 (1), f a Gaussian
// process, u its values at M inducing inputs Z (6), and one PG(1, 0) variable
// omega_i a row that makes the likelihood Gaussian in f (4). The posterior is
// approximated by q(u) prod_i q(omega_i), q(u) = N(mu, Sigma) and
// q(omega_i) = PG(1, c_i) (9).
//
// # Objective
//
// With theta_i = tanh(c_i / 2) / (2 c_i), mean_i and var_i the marginals of f_i
// under p(f | u) q(u), the bound on log p(y) is
//
//	sum_i [ 1/2 (y_i mean_i - theta_i (var_i + mean_i^2) + c_i^2 theta_i)
//	        - log cosh(c_i / 2) - log 2 ] - KL(q(u) || p(u)).
//
// This is the last line of appendix A.2 with the constants that it leaves out,
// M/2 - n log 2. The paper's (10) prints K~_ii - kappa Sigma kappa' -
// mu'kappa'kappa mu in the bracket after theta_i; A.2 has, and the derivation
// gives, plus signs: the bracket is var_i + mean_i^2. On a minibatch of b rows
// the sum is multiplied by N / b; the objective that is reported then is that
// estimate for the rows of the iteration's minibatch, and on a full batch the
// bound itself.
//
// # Updates
//
// The best c_i is sqrt(var_i + mean_i^2) (11), which leaves
// y_i mean_i / 2 - log(2 cosh(c_i / 2)) of row i. In the natural parameters
// eta1 = Sigma^-1 mu, eta2 = -1/2 Sigma^-1 the natural gradient is the target
// less where we are (12),
//
//	target of eta1 = N/(2b) kappa' y
//	target of eta2 = -1/2 (Kuu^-1 + N/b kappa' diag(theta) kappa),
//
// kappa = Kfu Kuu^-1, so that a step of rate 1 on the full batch is coordinate
// ascent (A.4; its (18) needs a plus between Kuu^-1 and kappa'Theta kappa, and
// its references to (15) and (16) are swapped). Full batch therefore always
// takes rate 1. Minibatches take the adaptive rate of Ranganath et al. (An
// adaptive learning rate for stochastic variational inference, 2013), the
// Robbins-Monro rate (t + tau)^-kappa, or a fixed one. The adaptive rate's
// averages start from the gradients of the first rate_warmup minibatches at the
// starting point: this is on the clock, is no iteration, and the first iterations
// see these minibatches again.
//
// # Coordinates
//
// The paper's Sigma^-1 has the condition number of Kuu, which is without
// bounds. We write u = L v with Kuu = L L' and keep the natural parameters of
// q(v), whose precision P = I + N/b A' diag(theta) A, A = Kfu L^-T, has
// eigenvalues of at least 1. The iterates are the same, since the natural
// gradient does not depend on coordinates; only the norms inside the adaptive
// rate do, and they are those of v.
//
// When the kernel moves the paper keeps q(u): P' = R' P R and eta1' = R' eta1
// with R = L^-1 L', L' the new factor, and the gradient is at fixed q(u). With
// the option whiten we keep q(v) instead, with the gradient at fixed q(v).
//
// # Kernel and inducing inputs
//
// Every hyper_every-th iteration from the third, Adam takes a step up the
// bound at fixed q and c, as estimated on the same minibatch: hyper_rate on the
// logarithms of the kernel's parameters, hyper_rate * inducing_rate on inducing
// inputs. The paper names Adam but no rates; the authors' released code has 0.1
// and 0.001. With these the inducing inputs hardly move, and the kernel jumps
// into poor optima. The defaults, 0.03 and 0.3, were chosen by the bound on the
// training rows after 3,000 iterations, M = 100: covtype -249,000 against
// -266,000, shuttle -1,340 against -1,940, ringnorm (400 rows, M = 50) -210
// against -223; on electricity and cod-rna the two are within 2%. A step after which Kuu has no Cholesky factor even with the largest
// jitter is taken back and counted as the event "kernel step refused".
//
// # Stopping
//
// The paper stops when a sliding-window average of the change of the global
// parameters is small. We take the vector p = (mu, diag Sigma), the mean over
// its elements of 2 |p_j - p_j'| / (|p_j| + |p_j'|) between successive
// iterations, and its average over ten of them, which must fall below
// tolerance.
//
// # Prediction
//
// The latent mean and variance at a new row are (13), and the probability of
// the second class is the integral (14).
//
// Cost O(b M^2 + M^3) an iteration, b D M more for the kernel.
package xgpc
