// Package gibbs draws from the posterior of Gaussian-process classification
// with the logit link by Gibbs sampling with Polya-Gamma variables: the ground
// truth that approximations are compared with (Polson, Scott & Windle, Bayesian
// inference for logistic models using Polya-Gamma latent variables, 2013;
// Wenzel et al., Efficient Gaussian process classification using Polya-Gamma
// data augmentation, AAAI 2019, section 5.1, whose equation numbers these are).
// Kernel and inducing inputs stand still.
//
// # Model
//
// p(y_i | f_i) = 1 / (1 + exp(-y_i f_i)), y_i = +-1, f a Gaussian process. With
// omega_i ~ PG(1, 0),
//
//	p(y_i | f_i) = 1/2 E[exp(y_i f_i / 2 - omega_i f_i^2 / 2)]            (4)
//
// so that, given omega, f is Gaussian, and given f the omega_i are independent
// and PG(1, f_i). The sampler draws the two in turn, exactly; what it leaves
// behind tends to draws from the posterior.
//
// # Full form
//
// With inducing = "all" the chain is on f = f(X), the N training rows, under
// N(0, K), K with the kernel's noise and the jitter on its diagonal, K = L L',
// f = L v, see package sparse. Its stationary distribution is the posterior of the model, without
// approximation:
//
//	f | omega, y ~ N(1/2 S y, S),  S = (K^-1 + Omega)^-1.
//
// It is drawn without an inverse of K (Matheron's rule): z, e ~ N(0, I),
//
//	B = I + Omega^1/2 K Omega^1/2                  (eigenvalues of at least 1)
//	w = Omega^1/2 B^-1 (1/2 Omega^-1/2 y - Omega^1/2 L z - e)
//	v = z + L' w.
//
// For then f = L z + K (K + Omega^-1)^-1 (1/2 Omega^-1 y - L z - Omega^-1/2 e),
// which is a draw of the prior moved to the pseudo-observations
// 1/2 Omega^-1 y with noise of covariance Omega^-1.
//
// # Sparse form
//
// With M inducing inputs Z the chain is on u = f(Z) = L v, Kuu = L L'. Under
// (6) f_i | u has mean a_i' v, a_i = L^-1 k(Z, x_i), and variance r_i. What is
// sampled is the distribution that the paper's bound belongs to: the marginal
// joint distribution of section 4.1 with Jensen's inequality (8) inside,
//
//	p(v, omega) ~ p(v) p(omega) exp(E[1/2 y'f - 1/2 f'Omega f | v])
//	            = p(v) p(omega) prod_i exp(1/2 y_i a_i'v - 1/2 omega_i (r_i + (a_i'v)^2)),
//
// which normalised, and with omega summed out, is
//
//	p(v) prod_i exp(1/2 y_i a_i'v) / (2 cosh(1/2 sqrt(r_i + (a_i'v)^2))).
//
// (11) and (12) are mean-field inference of it, and the bound L is the logarithm of
// its normaliser less KL(q(u) q(omega) || it): so the sampler shows what the
// factorisation costs X-GPC, and nothing else. It is not FITC, which integrates
// p(y_i | f_i) over f_i | u instead of taking the expectation of the exponent.
// With Z = X and no noise r = 0, and it is the posterior of the full form.
//
//	omega_i | v ~ PG(1, sqrt(r_i + (a_i'v)^2))
//	v | omega, y ~ N(1/2 P^-1 A'y, P^-1),  P = I + A' Omega A.
//
// # Chains
//
// Chains start at draws of the prior and each has a random stream of its own.
// An iteration is a sweep of every chain; burn_in sweeps that nothing is kept
// of go before the first one. Of every thinning-th iteration v is kept.
//
// The kept values of u, which in the full form are those of f at the training
// rows, are judged by split R-hat, effective sample size and Monte Carlo
// standard errors of mean and variance (package mcmc). The worst over the
// elements of u are metrics of the fit: rhat, ess, mcse_mean, mcse_variance.
// Elements with an R-hat of 1.01 or more, or an effective sample size for mean
// or variance below 400, are counted as the event "not converged". With a
// tolerance the run ends, at a multiple of 100 iterations, when there are none
// and no standard error of a mean is above tolerance posterior standard
// deviations. Nothing is optimised, so that there is no objective.
//
// # Prediction
//
// f* | v has mean a*'v and variance r*, (13), and the probability of the
// second class is the mean over the kept draws of E[sigma(f*) | v]: the
// integral over f* is not left to chance. Mean and variance of f* are
// those of a*'v over the draws, the variance plus r*. StandardErrors says how
// good the three are as averages over draws.
//
// # Cost
//
// Full: N^3/3 flops a sweep, memory 24 N^2 bytes. Sparse: N M^2 + M^3/3 flops,
// memory 16 N M + 24 M^2. Draws: 8 chains iterations / thinning M bytes, twice
// while a predictor is made, and in the saved model; checkpoints hold them
// too. Prediction: O(M^2) and one integral a draw for every row.
package gibbs
