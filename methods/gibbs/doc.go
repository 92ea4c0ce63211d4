// Package gibbs draws from the posterior of Gaussian-process classification by Gibbs sampling with
// Polya-Gamma variables: the ground truth that approximations are compared with. Two classes have
// the logit link (Polson, Scott & Windle, Bayesian inference for logistic models using Polya-Gamma
// latent variables, 2013; Wenzel et al., Efficient Gaussian process classification using
// Polya-Gamma data augmentation, AAAI 2019, section 5.1, whose equation numbers these are), more
// have the logistic softmax (Galy-Fajou et al., Scalable multi-class Gaussian process
// classification via data augmentation, 2018, appendix A.1). Kernel and inducing inputs are fixed.
// The kernel is that of a variational fit of the same likelihood with at most 100 inducing inputs:
// svgp, or scmgpc with one kernel for all classes. With fit_kernel = false it is that of the
// options.
//
// # Two classes
//
// p(y_i | f_i) = 1 / (1 + exp(-y_i f_i)), y_i = +-1, f a Gaussian process. With
// omega_i ~ PG(1, 0),
//
//	p(y_i | f_i) = 1/2 E[exp(y_i f_i / 2 - omega_i f_i^2 / 2)]            (4)
//
// so that, given omega, f is Gaussian, and given f the omega_i are independent
// and PG(1, f_i). The sampler draws the two in turn, exactly; its draws
// converge to the posterior.
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
// (6) f_i | u has mean a_i' v, a_i = L^-1 k(Z, x_i), and variance r_i. The
// sampled distribution is the one behind the paper's bound: the marginal joint
// distribution of section 4.1 with Jensen's inequality (8) inside,
//
//	p(v, omega) ~ p(v) p(omega) exp(E[1/2 y'f - 1/2 f'Omega f | v])
//	            = p(v) p(omega) prod_i exp(1/2 y_i a_i'v - 1/2 omega_i (r_i + (a_i'v)^2)),
//
// which normalised, and with omega summed out, is
//
//	p(v) prod_i exp(1/2 y_i a_i'v) / (2 cosh(1/2 sqrt(r_i + (a_i'v)^2))).
//
// (11) and (12) are mean-field inference of it, and the bound L is the logarithm of
// its normaliser less KL(q(u) q(omega) || it): so the sampler shows exactly what
// the factorisation costs X-GPC. It is not FITC, which integrates p(y_i | f_i) over
// f_i | u instead of taking the expectation of the exponent. With Z = X and no
// noise r = 0, and it is the posterior of the full form.
//
//	omega_i | v ~ PG(1, sqrt(r_i + (a_i'v)^2))
//	v | omega, y ~ N(1/2 P^-1 A'y, P^-1),  P = I + A' Omega A.
//
// # Several classes
//
// C latent functions with one kernel and one set of inducing inputs, f_c = f_c(X), and
//
//	p(y_i | f_i) = sigma(f_iy) / sum_c sigma(f_ic).                 galyfajou2018 (1)
//
// A row gets lambda, counts n_c and omega_c by
//
//	1/S                     = integral of exp(-lambda S) over lambda > 0,
//	exp(-lambda sigma(f_c)) = sum_n sigma(-f_c)^n Po(n | lambda),
//	sigma(f)^a sigma(-f)^n  = 2^-(a+n) E exp((a - n) f/2 - omega f^2/2),  omega ~ PG(a + n, 0),
//
// a = 1 for the row's own class and 0 for the others, so that
//
//	p(y, lambda, n, omega | f) ~ prod_c lambda^n_c e^-lambda / n_c! 2^-(a_c+n_c)
//	        exp((a_c - n_c) f_c/2 - omega_c f_c^2/2) PG(omega_c | a_c + n_c, 0).
//
// As a function of one of them this is
//
//	f_c | n_c, omega_c        Gaussian: precision K^-1 + Omega_c, linear term (a_c - n_c)/2
//	omega_c | n_c, f_c        PG(a_c + n_c, f_c)
//	n_c | lambda, f_c         Po(lambda sigma(-f_c)), omega_c summed out
//	lambda | n                Ga(1 + sum_c n_c, C)
//
// A.1 has n_c ~ Po(lambda sigma(f_c)), which is wrong: the terms of the second sum have
// sigma(-f_c). n_c must be drawn before omega_c, because it determines the distribution of
// omega_c. Its omega~ is part of our omega_y: a sum of PG(1, f) and PG(n, f) is PG(1 + n, f).
//
// The sampler does not draw lambda given n. With the counts summed out
// too,
//
//	lambda | f  ~  Exp(sum_c sigma(f_c)),
//
// and lambda, n and omega drawn in this order are one draw of all auxiliary variables given f. It
// is exact where omega is PG(n, c) with n up to 16. Beyond, the density of omega is at most 1e-9
// off, in units of its standard deviation (polyagamma.DrawSum). The sampler has two blocks, f and
// the rest; the previous lambda has no influence. (Without lambda, n_c counts how often class c
// is refused where classes are proposed evenly and c is accepted with probability sigma(f_c),
// until one is.)
//
// In the sparse form exp E[log p(y, lambda, n, omega | f) | v] replaces the likelihood as
// above, with m_c = a'v_c, b_c = sqrt(r + m_c^2) and t_c = exp(-m_c/2) / (2 cosh(b_c/2)) for
// sigma(-f_c). With everything auxiliary summed out a row has
//
//	exp(m_y/2) / (2 cosh(b_y/2)) / sum_c (1 - t_c),
//
// lambda ~ Exp(sum_c (1 - t_c)), n_c ~ Po(lambda t_c), omega_c ~ PG(a_c + n_c, b_c). The bound
// of SC-MGPC with update = "derived" belongs to this distribution, as (11) and (12) above
// belong to theirs. Its update = "paper" belongs to none.
//
// This still mixes slowly where the f_c of a row are low in all classes: the likelihood
// hardly changes if all move together, and sum_c n_c, about C/S, keeps them in place. So the
// level g = sum_c v_c / sqrt(C) is moved as well. Under the prior it is N(0, I) and
// independent of the contrasts between classes, which are held fixed. An elliptical slice
// (Murray, Adams & MacKay, Elliptical slice sampling, 2010) through g and a draw of its prior
// leaves p(v | y), with all auxiliary variables summed out, invariant; these variables are
// then drawn anew. Four such moves begin a sweep.
//
// The correction of X-GPC (wenzel2019, A.6, package xgpc) does not carry over directly. It
// expands in sum_i (omega_i - E omega_i) (f_i^2 - E f_i^2). Here a row and class also has
// (n_c - gamma_c) (f_c - E f_c), with a covariance of n_c and omega_c, and (n_c - gamma_c)
// (log lambda - E log lambda). Lambda couples the classes of a row, but for functions of f
// alone it contributes only from the third order on. A correction would need a joint q of
// lambda and n, for instance with n summed out given lambda, and the expansion about it.
//
// # Chains
//
// Chains start at draws of the prior and each has a random stream of its own.
// An iteration is a sweep of every chain; burn_in discarded sweeps precede
// the first one. v is kept at every thinning-th iteration.
//
// The kept values of u, which in the full form are those of f at the training
// rows, are judged by split R-hat, effective sample size and Monte Carlo
// standard errors of mean and variance (package mcmc). The worst values over
// the elements of u are metrics of the fit: rhat, ess, mcse_mean,
// mcse_variance. Elements with an R-hat of 1.01 or more, or an effective
// sample size for mean or variance below 400, are counted as the event "not
// converged". With a tolerance the run ends, at a multiple of 100 iterations,
// when there are none and no standard error of a mean is above tolerance
// posterior standard deviations. Nothing is optimised, so there is no
// objective.
//
// # Prediction
//
// f* | v has mean a*'v and variance r*, (13), and the probability of the second class is the mean
// over the kept draws of E[sigma(f*) | v]: the integral over f* is not random. With several classes
// it is not either: it is over f*_c of all of them (likelihood.LogisticSoftmaxEqualVariance, good
// to 1e-9). Mean and variance of f* are those of a*'v over the draws, the variance plus r*.
// StandardErrors says how good the three are as averages over draws.
//
// # Cost
//
// Full: N^3/3 flops a sweep and latent function, memory 32 N^2 bytes. Sparse: N M^2 + M^3/3
// flops, memory 16 N M + 32 M^2. Draws: 8 chains iterations / thinning M bytes a function, twice
// while a predictor is made, and in the saved model; checkpoints hold them
// too. Prediction: O(M^2) and one integral a draw for every row.
package gibbs
