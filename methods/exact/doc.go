// Package exact draws from the whole posterior of Gaussian-process classification, latent
// functions and kernel parameters, by Markov chains. This is the answer of the model itself, with
// which approximations are compared. There are no inducing inputs.
//
// # Model
//
// F latent functions, one for a link of two classes and otherwise one a class, with one
// kernel,
//
//	z ~ N(0, I)                      parameters theta_j = centre_j + sd_j z_j of the kernel, logarithms
//	f_c | theta ~ N(0, K),           K = k(X, X) with the kernel's noise on its diagonal, which is not sampled
//	y_i | f ~ p(y_i | f_i1 .. f_iF)  any likelihood of package likelihood.
//
// With the likelihood argmax, the kernel's noise belongs to the likelihood and f is noise-free: y
// is the class of the largest f_c + e_c, e_c ~ N(0, noise), the multinomial probit. It is the model
// of ep, sep and gfitc, whose f_c contains the noise, written so that the likelihood has no steps.
// With two classes it is the probit of one function with kernel k over the noise, and that function
// is sampled.
//
// centre is where the options let the kernel start, sd is lengthscale_sd or variance_sd:
// lengthscales and variances have log-normal priors. With learn = [] theta stays at the centre.
//
// # Coordinates
//
// Given theta, f_c = L v_c, K = L L', v ~ N(0, I). A chain does not move v, which the likelihood
// ties to theta, but eta, in a frame that is computed anew for each theta:
//
//	v_c = m_c + T_c^-T eta_c,   T_c T_c' = I + L' W_c L,
//
// m(theta) about where p(v | y, theta) is largest and W_c(theta) the diagonal of the curvature of the
// likelihood there. With one latent function N(m, (T T')^-1) is the Laplace approximation (Rasmussen &
// Williams, Gaussian processes for machine learning, 2006, section 3.4), given which eta is about
// N(0, I) whatever theta is. Murray & Adams (Slice sampling covariance hyperparameters of latent
// Gaussian models, 2010, section 3) call this whitening by a posterior. The density of (z, eta),
//
//	p(z, eta | y) ~ N(z | 0, I) prod_c N(v_c | 0, I) / |T_c| prod_i p(y_i | f_i),
//
// is exact for any m and T that are functions of theta and the data: a better frame only makes the
// chain mix faster.
//
// The frame is laid for E log p(y_i | f_i + e), e ~ N(0, 1), in place of log p(y_i | f_i): its
// slope and curvature are those of variational inference at a variance of 1, about the posterior
// variance of f, and W is thus an average over the width of the posterior. m is found by at most
// six steps of Newton's method from v = 0, with halvings, and with the diagonal of the Hessian
// where there are several functions. With adapted_frame the variances are those of the frame's own
// Gaussian, which a few rounds of Newton's method and (K^-1 + W)^-1 find: where the kernel's
// variance is large, latent values are anything but of size 1. A likelihood with steps in f
// (robust-max) has the frame of one without (softmax), and argmax that of the softmax of pi/(6
// noise)^1/2 f: Gumbel's noise, which the softmax is the largest with, has that variance then.
//
// With frame_points the expectations of a softmax are sums over the 2 F points m + e with e_c = +-(F v_c)^1/2 in one function c: a
// frame need not have their digits, and the integrals of the logistic softmax take half of the time of its chains.
//
// A Gaussian that is fitted to E log p lies inside the posterior: where the kernel's variance is so large that a
// link of two classes is a step, it is much narrower, and a chain in its frame, whose stationary density has
// heavier tails than the N(0, I) that moves are drawn from, sticks. With matched_frame m and W are those of
// expectation propagation with the probit (matched.go), whose Gaussian has about the posterior's covariance. R-hat does
// not tell: it is of the log-likelihood, which hardly moves there. Of two rows with the cloglog link at a fixed variance
// of 10^4, p(+1) a lengthscale beside them is 0.829 by importance sampling; matched_frame has 0.828 to 0.829, the
// default 0.81 to 0.85 and adapted_frame 0.76, all with an R-hat of 1.001. Up to a variance of 100 all are within 0.003.
//
// With several classes and coupled_frame (coupled.go), W is all of the curvature of a softmax and not its diagonal.
// For row i it is s (diag(q) - q q'), q the expected probabilities and s such that the trace is right. The logistic
// softmax log sigma(f_y) - log sum_k sigma(f_k) has, with u_c = d/df_c log sum_k sigma(f_k), the Hessian
//
//	-d2 log p / df_c df_k = w_c [c = k] - u_c u_k [c != k],
//
// which may have negative eigenvalues. Its W is diag(w + t u^2) - t u u', which has the diagonal w,
// t = 1 or as large as leaves it none: sum_c t u_c^2 / (w_c + t u_c^2) <= 1. Both are diag(D) - U
// U', and T is for all functions at once: with I + L'D_c L = B_c B_c', V_c = B_c^-1 L'U_c, I -
// sum_c V_c'V_c = R R',
//
//	I + L'W L = B (I - V V') B',  D = s q, U = s^1/2 q or D = w + t u^2, U = t^1/2 u,
//	T^-T = B^-T S,  S = I + V R^-T (I + R)^-1 V',  S S' = (I - V V')^-1,  log|T| = sum_c log|B_c| + log|R|.
//
// Only N x N matrices are decomposed, as in Rasmussen & Williams (2006), algorithm 3.3; S is a
// square root in the form that Andrews (A square root formulation of the Kalman covariance
// equations, 1968) gave. A number added to all functions of a row does not change a softmax: W has
// no curvature in that direction, though its diagonal has some, and in the frame the direction is
// N(0, I) as under the prior.
//
// # Moves
//
// A sweep is kernel_moves of z given eta, then latent_moves of eta given z. Each is an elliptical
// slice (Murray, Adams & MacKay, Elliptical slice sampling, 2010) through the present point and a
// draw of N(0, I), under the remaining factor of the density,
//
//	z    sum_c (-1/2 |v_c|^2 - log|T_c|) + sum_i log p(y_i | f_i)
//	eta  sum_c (-1/2 |v_c|^2 + 1/2 |eta_c|^2) + sum_i log p(y_i | f_i).
//
// The directions nu ~ N(0, I) of moves of eta depend on nothing before them. With batched_moves
// (batch.go) those of a sweep are drawn at once, and T_c^-T nu and L T_c^-T nu are products of
// matrices. On an ellipse f is then a combination of two vectors, and |v_c|^2 and |eta_c|^2 are
// quadratic forms in cos and sin of its angle: a try costs the likelihood alone.
//
// Neither has a step size. All z are moved together along prior draws, so a kernel with many
// lengthscales that the data hardly determine needs no more moves than one with two parameters.
//
// Where the data determine z well, its posterior is far from its prior: most of an ellipse is far
// from the posterior, and a move takes many frames and does not go far. With fitted_ellipse the
// moves use N(b, A A') as the prior, b and A A'/1.4^2 the moments of the draws of all chains in the
// burn-in (Nishihara, Murray & Adams, Parallel MCMC with generalized elliptical slice sampling,
// 2014): zeta = A^-1 (z - b) has N(0, I), and log N(z | 0, I) - log N(z | b, A A') is part of the
// remaining density. It is fitted in the middle and at the end of the burn-in, and is fixed
// afterwards.
//
// Two other moves of z exist for comparison (experiments/yardstick/samplers). With surrogate_data
// (Murray & Adams 2010, algorithm 4, here with slices on ellipses) f is whitened by its prior, T =
// I, and a move of z first draws
//
//	g_c | f_c ~ N(f_c, W^-1),
//
// W the curvature of the smoothed likelihood at f = 0, whatever z is. Then v | g, z is N(m, (T
// T')^-1) with T_c T_c' = I + L'W_c L and m_c = (T_c T_c')^-1 L'W_c g_c, and z moves at fixed eta
// of that frame, under
//
//	sum_c (-1/2 |v_c|^2 - log|T_c| - 1/2 (g_c - f_c)'W_c (g_c - f_c)) + sum_i log p(y_i | f_i).
//
// With estimates = J (Filippone & Girolami 2014) z takes a random step, which is accepted by the ratio of N(z | 0, I) times
//
//	1/J sum_j w(z, eta_j),  log w = sum_c (-1/2 |v_c|^2 + 1/2 |eta_c|^2 - log|T_c|) + sum_i log p(y_i | f_i),
//
// eta_j ~ N(0, I), an unbiased estimate of p(y | theta). At the present z one of the J is the present eta.
//
// Moves of eta have an alternative for comparison too: with leapfrogs they are Hamiltonian Monte
// Carlo (hamiltonian.go),
//
//	H = 1/2 |eta|^2 + 1/2 |p|^2 - R(eta),  dR/deta_c = eta_c + T_c^-1 (L'g_c - v_c),
//
// R the remaining density, g the slope of the log likelihood: turns of (eta, p) between kicks of p
// by dR/deta.
//
// With truncated_gaussian (truncated.go), for probit and argmax, moves of eta are those of h_c = f_c + e_c, e_c ~ N(0, s^2 I)
// the likelihood's noise (s = 1 of a probit). Given the labels h is N(0, K + s^2 I) in each function, truncated to the region
// g_j'h > 0 where they are those of h: y_i h_i > 0 of one function, h_iy - h_ik > 0 for all k != y of several. A move draws
// h | f, y row by row, moves h by the dynamics of Pakman & Paninski (Exact Hamiltonian Monte Carlo for truncated
// multivariate Gaussians, 2014), and draws f | h. With C = K + s^2 I and u ~ N(0, C) the path is
//
//	h(t) = h cos t + u sin t,   0 <= t <= pi/2,
//
// until g_j'h(t) = 0: with a = g_j'h > 0 and b = g_j'u < 0 at t = pi/2 + atan(b/a), so that the boundary of the least b/a is the
// next. There u becomes u - 2 C g_j (g_j'u)/(g_j'C g_j). Energy is kept, nothing is rejected, and no matrix is multiplied on the
// way. f | h is L v with v = v0 + L'C^-1 (h - L v0 - e0), v0 and e0 draws of N(0, I) and N(0, s^2 I). Where the kernel's variance
// is so large that a label is the sign of a function, slices hardly move and these chains hardly notice.
//
// # Chains
//
// Chains start at draws of the prior and each has a random stream of its own. They move side by side
// where there are cores, with the same bits. The logarithm of the likelihood and the parameters of
// the kernel are judged by split R-hat and effective sample size (package mcmc). Where the kernel's
// variance is so large that every likelihood rounds to the same number, |v|^2 is judged in place of
// its logarithm. The worst are metrics of the fit, rhat and ess. Those with an R-hat of 1.01 or
// more, or an effective sample size below 400, are counted as the event "not converged". With a
// tolerance the run ends, at a multiple of 100 iterations, when there are none of these and no
// standard error of a mean is above tolerance posterior standard deviations.
//
// # Prediction
//
// f*_c | theta, v has mean a*'v_c, a* = L^-1 k(X, x*), and variance k(x*, x*) + noise - |a*|^2. The
// probability of a class is the mean over the kept draws of E[p(y | f*)], by the likelihood's own
// integral: no integral over f* is random. With several classes such an integral takes tens of
// microseconds (the logistic softmax: milliseconds), and there is one for each kept draw and row. With draws = J it is the mean of
// p(y | f*) over J draws of f* (predictive.go), which are new for every kept draw and row: S J in
// the mean over S kept draws. The reported error of the NLL includes their randomness.
//
// # Evidence
//
// (z, eta) has the prior N(0, I), and the remaining factor of the density above is its weight,
// whose mean is p(y). Annealed importance sampling with powers of that weight (evidence.go)
// estimates it, with the moves above at each power; with fitted_ellipse z begins at N(b, A A') in
// place of its prior. In matched and in wide frames and without one powers begin at about one over
// the kernel's variance.
//
// Where several classes have kernels of a variance of 3 or more a frame's N(0, I) of eta can be
// narrower than the posterior, and the few large weights are missed, with the standard error. With
// frame_curvature = a the frame is wider, T T' = I + a L'W L. From the prior (prior_frame, a = 0) the
// weight is the likelihood alone, at most 1, but with too few powers no run finds the posterior, and
// the standard error does not tell either. log p(y) of Laplace's kernel on 150 rows of Vehicle, four
// classes, a variance of 823, by 48 runs:
//
//	              powers   log p(y)
//	prior          1,200   -148.3 +- 0.7
//	a = 0.03         300   -129.6 +- 0.5
//	                1,200   -129.8 +- 0.2
//	a = 0.1          300   -129.8 +- 0.3
//	                1,200   -129.4 +- 0.1
//	a = 0.25         300   -129.8 +- 0.2
//
// Where a label is all but the largest function, slices hardly move at any power. With truncated_gaussian the likelihood
// p(y_i | u f_i) has the functions at a scale u, from 0 to 1, in place of a power, and moves are those of the truncated Gaussian
// at each scale. log p(y) of EP's kernel on the rows of Vehicle, whose variance is 4e4 times the noise's (EP's own: -134.5):
//
//	                               runs   powers   log p(y)
//	from the prior, by slices        24      600   -348 +- 1.0
//	truncated Gaussian, by scales    12      250   -132.7 +- 1.0
//	                                 12    1,000   -132.3 +- 0.6
//
// The evidences of all labels of three rows sum to 1. At a variance of 100, by 200 runs of 30 powers
// (evidence_test.go):
//
//	          softmax        robust-max     logistic softmax   argmax
//	a = 1     0.91 +- 0.03   0.87 +- 0.03   0.93 +- 0.09       0.97 +- 0.13
//	a = 0.25  0.99 +- 0.02   0.95 +- 0.02   1.00 +- 0.04       1.03 +- 0.05
//	a = 0.1   1.02 +- 0.02   1.02 +- 0.02   0.99 +- 0.02       0.97 +- 0.03
//
// Truncated Gaussians have 0.99 +- 0.04 for argmax at a variance of 10,000.
//
// # Cost
//
// A frame: (2 + 4 F + F steps) N^3/3 flops and as many expectations of the likelihood as there are
// steps, with coupled_frame 4 F N^3 flops a step more, with matched_frame some 3 N^3 flops a round of EP; 3 to 6 frames a move of the kernel. A move of the latent functions: some 10 F N^2 flops, with
// batched_moves 4 F N^2 and the likelihood at each try, with truncated_gaussian 12 F N^2 and 10 F N a bounce, of which there may be
// a hundred thousand.
// Memory: 8 (3 + chains (2 + 2 F)) N^2 bytes, with coupled_frame 8 chains (4 + 2 F) N^2 and with truncated_gaussian 16 N^2 a chain more, and 8 (F N + P) bytes a kept draw. Prediction: N^3/3 + n N^2 flops a draw.
package exact
