// Package variational is sparse variational Gaussian-process classification for any
// likelihood and any number of latent functions: the algorithm that svgp and vi are
// configurations of. It follows Hensman, Matthews and Ghahramani (Scalable variational
// Gaussian process classification, AISTATS 2015) and, for several functions,
// villacampa2017 section 3.
//
// # Model and objective
//
// Given latent functions f^1 .. f^F, each a Gaussian process with inducing inputs Z^k
// and a kernel of its own, unless they share them, a class has a likelihood
// p(y | f_i^1 .. f_i^F) of package likelihood. u^k are the values of f^k at Z^k, and
// q(u^k) = N(m^k, C^k C^k') with C^k lower triangular. The bound on log p(y), the ELBO,
// is hensman2015 (19), villacampa2017 (15):
//
//	sum_i E_q log p(y_i | f_i) - sum_k KL(q(u^k) || p(u^k)),
//
// f_i^k independent N(mean, variance) with the marginals of hensman2015 (18), and the
// expectation that of the likelihood. On a minibatch of b rows the sum is multiplied by
// N/b; the reported objective is then that estimate for the rows of the iteration's
// minibatch, and on a full batch the bound itself. The likelihood's derivatives with
// respect to marginal means and variances are carried on to m, C, the kernel and the
// inducing inputs by package sparse.
//
// # Parameters
//
// The optimised parameters are m and the lower triangle of C for each function, the
// logarithms of the kernels' parameters, and Z. The diagonal of C is not constrained to
// be positive: C C' does not depend on its sign, and the bound contains log|C_jj|, which
// keeps each C_jj away from 0. With whiten m and C are of v = L^-1 u, Kuu = L L', and the
// kernel moves at fixed q(v); without it they are of u itself. Either way q starts at the
// prior.
//
// # Optimisers
//
// "lbfgs" and "scg" (full batch only): L-BFGS or the scaled conjugate gradients of Moller (1993),
// which hensman2015 uses for its figure 2, over q alone for freeze iterations or until it
// converges, then over everything that learn names. "adam" (Kingma & Ba 2015) and "adadelta"
// (Zeiler 2012): a step an iteration on full batches or minibatches, over q alone for the first
// freeze iterations. With averaged the steps are the same, but predictions are made at the average
// over the iterations (average.go). "natural" is below. "collapsed" (full batch only) is L-BFGS
// over kernel and inducing inputs with the optimal q for each: package collapsed. With
// lengthscale_prior = s and variance_prior = r it maximises the bound and, but for a constant, the log
// density of a prior of the kernel together, MAP, with l and v where lengthscales and variances start:
//
//	F - 1/2 sum_d ((log l_d - log l) / s)^2 - 1/2 sum_j ((log v_j - log v) / r)^2.
//
// "auto-collapsed" is that on the full batch, which a table of at most 1,000 rows gets unless batch
// says otherwise, and natural gradients on minibatches. "auto-natural" has L-BFGS on the full
// batch, as has "auto-collapsed" with bounds, squared_lengthscales or held-out rows. "auto" has
// L-BFGS and Adam, which is also for averaged and squared_lengthscales. A step after which a Kuu
// has no Cholesky factor even with the largest jitter is undone for all kernels and inducing
// inputs, and counted as the event "kernel step refused".
//
// # Natural gradients
//
// optimiser = "natural" steps q by natural gradients (Salimbeni, Eleftheriadis and Hensman,
// Natural gradients in practice, AISTATS 2018, (9); Khan and Lin, Conjugate-computation
// variational inference, AISTATS 2017, (8)) and the rest by Adam. In the natural parameters
// P = S^-1 and r = P m of q(v), with g and h the derivatives of the expectations by marginal
// means and variances, a step of length rho is
//
//	P <- (1 - rho) P + rho (I - 2 A' diag(h) A),
//	r <- (1 - rho) r + rho A'(g - 2 h o mean),
//
// the rows of A being a_i = L^-1 k(Z, x_i). Each row adds the site of a Gaussian likelihood of
// precision -2 h_i: q is the posterior of a conjugate model, whose data are averages over the
// iterations. With a Gaussian likelihood one step of length 1 on the full batch is exact. Package
// natgrad takes the steps, halves those that do not give a density, and says what is fixed while
// the kernel moves: q(v) with whiten, else q(u), or the sites with dual. It also explains EP's
// energy, which the kernel climbs instead of the bound with Settings.Tilted.
//
// The steps of q are rho = (1 + t)^-0.7 in iteration t, which sums the sites of the minibatches up
// as a mean of which later ones weigh more (Robbins and Monro: the sum of rho has no limit, that
// of rho^2 has one). On the full batch rho is 1/2. natural_rate fixes it. The steps of Adam are 10
// hyper_rate / sqrt(1 + t/20): long ones while the kernel is far off, and those of hyper_rate
// after 2,000 iterations. Those of inducing inputs are 3 inducing_rate times these, but not longer
// than these.
//
// With several classes and the robust max, natural gradients may end in a worse optimum, whether
// epsilon is learnt or not, so vi keeps Adam on minibatches. Test NLL of one split after 1,000
// minibatches of 100 (M = 50, se, at most 2,000 rows):
//
//	           epsilon learnt     epsilon 0.03
//	           natural    adam    natural    adam
//	glass        1.157   1.157
//	satellite    0.564   0.358      0.624   0.319
//	svmguide2    0.499   0.485
//	vehicle      0.577   0.517      0.456   0.468
//	wine         0.087   0.089
//
// The cause is the likelihood, not the kernel's steps, minibatches or the length of steps. With the
// kernel as it starts, on 2,000 rows of satellite (M = 50, epsilon learnt):
//
//	                                        bound    test NLL
//	L-BFGS, 300 iterations                  -1303       0.442
//	natural, all rows, steps of 1/2         -1567       0.608
//	natural, all rows, steps of 0.1         -1498       0.607
//	natural, batches of 100, of 0.02                    0.601
//
// With the softmax, whose log p is concave, ten steps of 1/2 come within 0.03 nats of forty, and steps of
// 0.1 end there too.
//
// The cause is that the robust max is not concave: rows on the wrong side of the largest function have
// h > 0, their sites a negative precision, and a step widens q and throws its mean far out. Without the
// sites of h > 0 (0 in place of h, g as it is) the same steps end 180 to 1,600 nats higher. Bounds with
// the kernel as it starts, on the same rows:
//
//	                                         epsilon learnt    epsilon 0.03
//	L-BFGS, 300 and 400 iterations                    -1303           -1477
//	natural, steps of 0.1, 1000 and 400               -1487           -3405
//	  without the sites of h > 0                      -1306           -1792
//	  steps of 0.02, 400                                              -1517
//	natural, steps of 1/2, 200                        -1549
//	  without the sites of h > 0, 400                 -1477
//	natural, steps of 0.2, 300, P held for 100        -1493
//
// The narrowing of the Gaussians while they move is not the cause: if P is held until the means
// have moved, the end is the same. Long steps still end in worse optima, of which there are
// several, and on minibatches of 100 (satellite, kernel learnt, 1,000 iterations, decaying steps)
// the bound is -1594 with all sites, -1591 without those of h > 0, and -1236 with Adam. So vi keeps
// Adam.
//
// # Bounds
//
// bounds = [low, high], for "lbfgs", keeps the logarithms of variance, weights, noise and
// squared lengthscales within them: the search is L-BFGS-B (optim.Search, 5 pairs), with no
// bounds on q and inducing inputs. Its variables are the logarithms of the squared
// lengthscales, so that a bound is on what is stepped, as the authors' code of
// villacampa2017 has it with [-10, 10]; that scales the derivative of a lengthscale by 1/2,
// which leaves the maximum where it is and changes the way there. A start outside the
// bounds is refused. Package vi says what they do. squared_lengthscales has the same
// variables without bounds, for every optimiser: a step of Adam, which is of one length
// whatever the scale of a derivative, then moves a lengthscale half as far.
//
// # Stopping
//
// tolerance is for "collapsed", "lbfgs" and "scg": the largest absolute derivative, divided by N,
// at which it ends, and 0 is that of package collapsed with "collapsed"; with bounds, the largest
// element of the projected gradient. A search whose iterations or budget ran out before that, while
// there was still progress, is the event "search not converged". With stop = "holdout" (wenzel2019
// section 5.2) a tenth of the training rows, but at most 10,000, drawn by the stream "holdout", is
// kept out; every check_every iterations their mean negative log probability is computed with the
// clock stopped, and the fit ends when its average over the last five checks differs from the
// average one check earlier by less than holdout_tolerance. Checks begin when kernels and inducing
// inputs are released.
//
// # Cost
//
// O(F (b M^2 + M^3)) an iteration, F b D M more for the kernels, and the likelihood's
// expectations. Functions that share kernel and inducing inputs share a projection, and
// one solve and one pullback to the kernel.
package variational
