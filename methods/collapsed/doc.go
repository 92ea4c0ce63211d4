// Package collapsed maximises a sparse variational bound over kernels and inducing inputs with
// the optimal q for each of them. The search is then over few variables: the objective is the
// bound with q "collapsed", which Titsias (Variational learning of inducing variables in sparse
// Gaussian processes, AISTATS 2009) has in closed form for regression.
//
// # Model and objective
//
// Those of package variational: latent functions f^1 .. f^F with inducing values u^k = L v^k,
// Kuu = L L', q(v^k) = N(m^k, S^k), f_i^k with mean a_i'm and variance s_i + r_i, where
// s_i = a_i'S a_i and r_i is the variance that u leaves. The bound is
//
//	F = sum_i E_q log p(y_i | f_i) - sum_k KL(q(v^k) || N(0, I)).
//
// With g and h the slopes of the expectations by mean and variance of f_i^k, F is stationary in
// q where, for every function,
//
//	S^-1 = I + A' diag(lambda) A,   S^-1 m = A' nu,   lambda_i = -2 h_i,   nu_i = g_i - 2 h_i mean_i
//
// (Khan and Lin, AISTATS 2017; without inducing inputs Opper and Archambeau 2009, see package
// kl). q is the posterior of Gaussian sites exp(nu_i f_i - lambda_i f_i^2 / 2), one for each
// row and function. The inner loop finds these sites. At any sites
//
//	KL = 1/2 (m'm + log|S^-1| - sum_i lambda_i s_i).
//
// # Inner loop
//
// A sweep moves all sites to those given by the slopes: a natural gradient step of length 1
// (Salimbeni, Eleftheriadis and Hensman, AISTATS 2018, (9)). If F falls, or q is not a density, it
// goes half of the way, and so on. As in package kl, a sweep is preceded by up to three steps of
// the means, which need no factorisation; with several functions it is one step of all together
// (see joint). Once no site moves by more than half of its posterior's scale, Anderson acceleration
// combines the last five sweeps, unless F falls. A lambda may be negative, where log p is convex on
// average.
//
// Sites have converged when none would move by more than 1e-5, lambda_i in units of 1 / var f_i and
// nu_i in units of 1 / sd f_i: F is then good to 1e-10, and its derivatives to 1e-5. If 200 sweeps
// do not reach this, the event "q not converged" is counted; F is still a bound. A search needs less: with
// SweepTolerance = 1e-3 F is good to 1e-6, and a search ends as high with half of the sweeps. With 1e-2 some line
// searches find no higher point any more. A model's sites always converge to 1e-5. CPU seconds of svi-mgpc on at most 300
// rows, M a fifth of them, one busy core:
//
//	                  se-ard           se
//	               1e-5   1e-3    1e-5   1e-3
//	vehicle         5.9    3.6     3.2    2.0
//	glass           4.7    3.0     9.2    4.4
//	svmguide2       1.5    1.1     3.7    2.9
//	dna            13.9    9.3     2.2    1.7
//	segment                       71.6   36.5
//
// Sites extrapolated from those of the last points save nothing, and sweeps without a step of the means take more.
//
// # Search
//
// L-BFGS over logarithms of kernel parameters and inducing inputs (package nested). As F is
// stationary in q, its derivatives by kernel and inducing inputs are those at fixed q(v). It ends
// where no derivative, divided by N, is above the tolerance; 0 is 1e-5, and 3e-5 of several
// functions, whose expectations take longer. The bound is then some 0.003 and 0.03 nats a hundred
// rows below its maximum. If the kernel starts on a level (package nested, detected by package
// method), 0 means as long as there is progress.
//
// # Two bounds
//
// Auxiliary variables make q easy and the bound loose, and a loose bound is a bad judge of kernels.
// With Outer, the expectations E^o of a tighter bound, the search maximises
//
//	G(theta) = F^o(theta, q(theta)),   q(theta) the best by F,
//
// a bound on log p(y) too, at the q that the method has. F^o is not stationary there. For
//
//	U(theta, t) = max over q of (1 - t) F + t F^o
//
// dU/dt at t = 0 is F^o - F at q(theta), so that G = U + dU/dt, and as U is a maximum its derivatives are
// those at fixed q(v). So are, therefore, G's:
//
//	dG = dU(0) + d/dt dU,   d/dt dU = (dU(t) - dU(-t)) / 2t,   t = 0.02.
//
// How q depends on t is determined by the slopes of F^o at q(theta) only, so a linear function of
// means and variances with these slopes replaces E^o, which is computed once a value. The
// difference has an error of the order of t^2: 1e-4 or so of the derivative. (Bilevel optimisation
// calls the second term the hypergradient; Scellier and Bengio, Equilibrium propagation, 2017,
// compute it by such a nudge.) Sites converge to 1e-7, and the search ends at 3e-4 unless the
// tolerance says otherwise. That is early if the search passes a saddle. For scmgpc it is 2e-5:
// the error of the difference may prevent a search from reaching it, which then ends where it
// makes no more progress.
//
// # The derivative of q by t
//
// With Settings.Implicit, dq/dt itself is computed by implicit differentiation. In natural
// parameters a site is theta_i = (nu_i, -lambda_i/2), which belong to f_i and f_i^2 with the
// expectations eta_i = (mean_i, s_i + r_i + mean_i^2). A sweep is theta <- dE/deta. For
//
//	Phi = d eta / d theta, the covariance of these f_i and f_i^2 under q,   H = d2E / d eta^2, a block a row,
//
// differentiating (1 - t) dE/deta + t dE^o/deta = theta at t = 0 gives
//
//	(I - H Phi) dtheta/dt = b,   b = dE^o/deta - dE/deta.
//
// The second derivatives of F by theta are -Phi (I - H Phi): at a maximum I - H Phi is positive definite and
// self-adjoint for the product x'Phi y, so that conjugate gradients in it converge. With K = A S A' and its
// elements squared
//
//	d mean = K (d nu - mean d lambda),   d s = -(K * K) d lambda,
//
// and H comes from the likelihood (Linear). q then moves by t dtheta/dt to either side, by at most 1e-3 in the unit of
// a site, and the mean of dU(t) and dU(-t) is dU(0).
//
// The same equation with b = dE/deta - theta, the move of a sweep, gives a step of Newton's method
// to the best q: sweeps go to 1e-3, and two or three steps to 1e-9. Searches that used to end for
// lack of progress then end where their gradient is flat. The two nudged q converge by sweeps if F
// has no maximum by q, or with more than 500 rows or 20 an inducing input, for which the squares
// cost more than they save.
//
// Seconds of CPU time for 40 iterations of scmgpc, se-ard, on a busy machine, by the nudge and implicitly:
//
//	rows, classes        M = 100        M = 20
//	glass, 142, 6      4.1   2.0      1.3   1.0
//	wine, 118, 3       1.8   0.8      0.6   0.4
//	svmguide2, 200, 3  1.9   1.2      0.7   0.6
//	vehicle, 300, 4    9.1   4.0      1.9   1.6
//
// Later ones take fewer sweeps: 1,000 iterations of glass are 58 and 45 s with M = 100, 31 and 28 s with M = 20. Of
// 60 iterations on rows of Satellite 400 take 27 and 17 s with M = 100, and 600 take 48 and 46.
//
// # Several optima
//
// With auxiliary variables, F may have more than one optimum by q. For the logistic softmax
// (package scmgpc) it has several where the prior variance of f is large: a site has next to no
// precision at variances that large, so that q stays as wide as the prior, but it has some at small
// ones. With SeveralOptima and a mean prior variance above 12 the inner loop begins twice at the
// starting kernel, from the sites of the prior, which are 0, and from lambda = 1 and nu = 0, with
// which s_i is at most 1. The fit goes on from the larger value, of G if there are two bounds. That
// costs a second first value. Later values start from the present sites of the search, as usual.
//
// # Cost
//
// A sweep O(F (N M^2 + M^3)), a value some 3 to 8 of them, and the derivatives as much as two. A
// search over q, kernel and inducing inputs at once costs about two sweeps an iteration, but
// takes thousands where this takes hundreds: q and the kernel are strongly coupled.
package collapsed
