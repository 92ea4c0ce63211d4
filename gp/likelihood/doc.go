// Package likelihood has the likelihoods of a class given latent values, and the
// quantities that inference needs.
//
// Variational inference (package variational) and prediction (package sparse) see a
// Likelihood: how many latent functions and outputs it has, the expectation of log p(y | f)
// under independent Gaussians with its derivatives, and the probabilities that it predicts.
// Bernoulli makes one from a link, and RobustMax one from the largest of several values. Other
// methods use links and the Polya-Gamma moments directly. TestAccuracy checks expectations and
// predictions against quadrature for latent variances from 1e-8 to 1e4: they are good to 1e-9,
// with the exceptions that it lists for each likelihood.
//
// # Two classes, one latent value
//
// y is -1 or +1. These are the links "logit", "probit" and "cloglog".
//
//	logit    p(y | f) = sigma(y f) = 1 / (1 + exp(-y f))
//	probit   p(y | f) = Phi(y f), the normal distribution function
//	cloglog  p(+1 | f) = 1 - exp(-exp(f)),   p(-1 | f) = exp(-exp(f))
//
// cloglog is McCullagh and Nelder (Generalized Linear Models, 1989, section 4.3.1): see Cloglog.
// The first two are symmetric: p(-1 | f) = p(+1 | -f), so everything is written in
// z = y f. Values and derivatives keep their relative precision in both tails.
// Their expectations are sums over 20 Gauss-Hermite nodes, as GPflow's: at a variance of 9 they are
// off by 1e-4, at 100 by 2e-2 of 1 + |E log p|.
//
// # Several classes, a latent value each
//
// "robust-max" is the largest value except for noisy labels: see RobustMax. "argmax" is the largest
// value with Gaussian noise on each, the multinomial probit: see Argmax, which only samplers use,
// because E log p is not available. "softmax" and "logistic-softmax" are below. Argmax: y is the
// class whose value is the largest, p(y | f) = prod_{k != y} Theta(f_y - f_k) (villacampa2017 (1)).
// For independent f_k ~ N(m_k, v_k), with z_k = (t - m_k)/s_k, s_k^2 = v_k,
//
//	P_y        = integral N_y(t) prod_{k != y} Phi(z_k) dt,   N_k(t) = N(t | m_k, v_k)
//	           = integral G(t) r_y(t) dt,   G = prod_k Phi(z_k),   r_k = N_k/Phi(z_k)
//	dP_y/dm_k  = -integral G r_y r_k dt
//	dP_y/dm_y  = -sum_{k != y} dP_y/dm_k
//	dP_y/dv_k  = 1/2 d2P_y/dm_k2 = -1/2 A_k
//	dP_y/dv_y  = 1/2 sum_{k != y} Y_k
//	A_k        = integral G r_y r_k z_k/s_k dt
//	Y_k        = integral G r_y r_k z_y/s_y dt
//	A_k + Y_k  = integral G r_y r_k sum_{j != y, k} r_j dt
//
// (the first line is villacampa2017 (68), the last is integration by parts: of A_k and
// Y_k the one with the wider Gaussian is integrated, since the other loses digits to
// cancellation). All classes share the nodes, and a node takes C functions log Phi and
// one exponential. Nothing is divided by a Phi that may be 0: r_k is what the engine
// returns for log Phi's derivative, and log G is a sum. The integrands sum to dG/dt,
// hence probabilities to 1.
//
// The integrands are entire and vanish at both ends, so the trapezoidal rule on one
// uniform grid converges exponentially. If variances are so different, or means so far
// apart, that this takes more than 256 nodes, it is replaced by Gauss-Legendre panels
// as narrow as the Gaussians in them. Probabilities sum to 1 within 1e-11 for ratios of
// variances up to 1e8. Against a grid with a quarter of the spacing their relative
// error is below 1e-11 down to 1e-20, 1e-6 down to 1e-120 and 1e-3 down to the smallest
// numbers. Variances below 1e-10 of the largest in the row are replaced by that limit.
//
// # The softmax and the logistic softmax
//
// p(y | f) = s_y / S with S = sum_k s_k and s_k = exp(f_k) or sigma(f_k) (galyfajou2018
// (1)). 1/S is the
// integral of exp(-t S) over t > 0 and log S that of (exp(-t) - exp(-t S)) / t, so that for
// independent f_k, with t = e^w,
//
//	G_k(w)     = E exp(-t s_k)
//	E[s_y / S] = integral -G_y' prod_{k != y} G_k dw,   -G_y' = t E[s_y exp(-t s_y)]
//	E[log S]   = integral (exp(-t) - prod_k G_k) dw
//
// for any number of classes: C exponential clocks of rates s_k, of which y's is the first
// to ring. The integrands of the first sum to the derivative of -prod G, hence
// probabilities to 1. Both integrals, over w and over each f_k, are trapezoidal sums of
// functions that are analytic for imaginary parts below pi/2; the probabilities agree with
// sums of a third of the spacing to 1e-8 of each for variances up to 100. Training takes
// fewer nodes, which are good to 1e-7. Variances above 2500 are replaced by 2500, and the
// derivative by them is 0. Where sigma is so small that its powers are 0 it is divided by a
// factor that all classes share.
//
// Training on the softmax needs exp(-t s_k) = b(w + f_k), b(u) = exp(-e^u), at no more points
// than w has: G_k is a sum over one grid of b, sharpened, times a Gaussian, and so a product of
// matrices for all classes and rows together (see logSumExp). E log S is good to 1e-8 and its
// derivatives to 5e-7 for variances up to 10 and ten classes. The error grows as the number of
// classes times the largest standard deviation: 1e-6 of E log S for 100 classes and variances of
// 300.
//
// Time and nodes grow with the largest variance: 100 rows with variances of 2500 take 0.2 s.
// Searches over kernels, which meet such variances, compute the same integral in another way (see
// Wide and clocks): with integration by parts E log S = -gamma - E X, where X is when the first
// clock rings, on the scale of logarithms, and P(X > w) = prod G_k(w). Each G_k is tabled as a
// function of its mean and variance, and the panels of the integral are as wide as the G_k that
// they touch. E log S is good to 1e-11 for variances up to 1000, and to 1e-11 standard deviations
// beyond, whatever its size; a row of three classes takes some 6 microseconds, beyond variances of
// 200 some 30.
//
// The derivative of E log S by the mean of f_y is E[s_y / S]. The prediction "clocks" takes it where a row has variances
// above 4, from tables that have digits of small probabilities: it is good to 1e-9 of those above 1e-8 and to 1e-5 of
// those above 1e-30, for variances of any size; what is below 1e-80 counts as 1e-80. By the transforms a probability of 1e-20 is wrong by half at variances of
// 100. A row takes 5 to 20 microseconds in place of milliseconds, once its tables are made, in some 3 milliseconds for
// variances that differ by less than a hundredth.
package likelihood
