// Package gfitc is expectation propagation with the FITC prior: GFITC, the
// multi-class baseline of Villacampa-Calvo and Hernandez-Lobato (Scalable
// multi-class Gaussian process classification using expectation propagation, ICML
// 2017, section 3; equation numbers are those of that paper), and EPFitc, the
// binary probit case with one latent function (Naish-Guzman and Holden, The
// generalized FITC approximation, NIPS 2007), a baseline of Hensman, Matthews and
// Ghahramani (Scalable variational Gaussian process classification, AISTATS 2015). The
// other baseline there is EP of the model without inducing inputs (Rasmussen and Williams,
// Gaussian processes for machine learning, 2006, section 3.6): type Full.
//
// # Model
//
// GFITC has a latent function f^k for each of C classes and the likelihood (1),
//
//	p(y_i | f_i) = prod_{k != y_i} Theta(f_i^{y_i} - f_i^k)
//
// (Kim and Ghahramani 2006), where f_i^k contains the kernel's noise. EPFitc has one
// function and p(y_i | f_i) = Phi(y_i f_i), y_i = +-1. The FITC prior makes the values
// of a function independent given its values u at M inducing inputs. In the
// coordinates of package sparse, u = L v,
//
//	f_i = a_i'v + e_i,  v ~ N(0, I),  e_i ~ N(0, r_i),  a_i = L^-1 k(Z, x_i),
//	r_i = k(x_i, x_i) + noise - a_i'a_i.
//
// This is (8) of hensman2015, N(f | 0, Qnn + diag(Knn - Qnn)), with M numbers for it.
//
// The inducing inputs are parameters of this prior, and with few rows log Z_EP rises as they fit
// noise. inducing_folds decides by left-out rows whether they are learnt (package method,
// InducingChoice).
//
// Without correlations between rows, log Z_EP is flat. An iteration of the search moves the
// logarithm of a lengthscale by 2 at most (longest_step): without that limit it stepped from a
// lengthscale of 1 to one of e^-8.7 on 100 rows whose labels are noisy by a fifth, and ended there.
// If a line search still rises at the limit, the search goes on from there instead of ending.
//
// With inducing = "all" that are not learnt, a_i is a row of L and r_i = 0, with the
// noise inside u (see package sparse): this is EP of the model without inducing inputs;
// for binary classification it is that of GPML.
//
// Full is the same for two classes, to rounding, in a third of the time: it works with
// K = k(X, X) + noise instead of L, by which it is given without jitter. With
// W = diag(tau) and B = I + W^1/2 K W^1/2
//
//	f ~ N(K a, K - K W^1/2 B^-1 W^1/2 K),  a = W^1/2 B^-1 W^-1/2 nu,
//	G = 1/2 nu'K a - 1/2 log|B|,  dG/dK = 1/2 (a a' - W^1/2 B^-1 W^1/2).
//
// The labels in hensman2015 are 0 and 1 in its (1) and (9), and +-1 where it writes y
// f.
//
// GFITC differs from EP and SEP of the same paper in the argument of the factors:
// f_i here, u there, by (3) to (5). At test inputs there is no difference.
//
// # Sites
//
// Every factor has a Gaussian site exp(nu f - tau f^2 / 2) on each function that it
// involves, two for Theta(f^y - f^k). With tau_i and nu_i the sums over the sites on
// f_i, s_i = 1 + tau_i r_i, and e_i integrated out, the sites on a_i'v have precision
// w_i = tau_i / s_i and shift nu_i / s_i, so that
//
//	q(v) = N(m, S),  S^-1 = B = I + A' diag(w) A,  m = S A' (nu / s),
//
// and with g_i = a_i'm and q_i = a_i'S a_i
//
//	mean f_i = (g_i + r_i nu_i) / s_i,  var f_i = r_i / s_i + q_i / s_i^2.
//
// Without all sites of row i these are (g_i - q_i nu_i / s_i) / (1 - w_i q_i) and
// r_i + q_i / (1 - w_i q_i), which have no difference of large numbers in them; the
// cavity of a factor is that times the row's other sites on f_i.
//
// The tilted distribution of Theta(f^y - f^k) under cavities N(m_y, v_y) and
// N(m_k, v_k), and of Phi(y f) under N(m, v), has the normaliser
//
//	Z = Phi(z),  z = (m_y - m_k) / sqrt(v_y + v_k),  or  z = y m / sqrt(1 + v).
//
// With alpha = d log Z / dm and beta = -d^2 log Z / dm^2 the site that gives the
// cavity the tilted moments has tau = beta / (1 - beta v) and nu = (alpha + beta m) /
// (1 - beta v). log Phi is concave and v beta < 1, so no site has a negative
// precision and no cavity a negative variance, except by rounding: such a site is not
// changed in that sweep, and is counted as the event "EP site skipped".
//
// With C = 2, f^2 = 0 and 1 added to the r_i of f^1 the first likelihood is the second,
// to the last digits.
//
// # Sweeps
//
// A sweep computes the posterior and then all sites in parallel, with the factors of one row
// in turn, three times over. EP begins without sites (the authors' code with precisions of
// 1e-2; the fixed point is the same); it has converged when no site moves further than
// ep_tolerance from one sweep to its proposal, precisions in units of 1 / var f_i and shifts
// in units of 1 / sd f_i. A sweep goes the fraction `damping` of the way: the whole way
// leads to cycles if the noise is small compared with the variance. Damped sweeps alone can
// take hundreds, because directions that the data hardly determine move slowly. So once no
// site moves by more than 0.2, Anderson acceleration combines the last five sweeps; the
// fixed points are the same. Started without sites EP then takes 10 to 50 sweeps, and up to
// 160 with a noise of 1e-3 or less, a variance of 1 and long lengthscales.
//
// Combined sweeps can cycle where plain sweeps converge, especially if rows contradict
// each other and have hardly any noise, and log Z_EP is then off by tens of nats. So plain
// sweeps take over when the largest move has not fallen by a tenth in 50 sweeps, and
// combined ones again after as many more (optim.Turns).
//
// Sites of a power below 0.1 overshoot under wide priors, and cycle in either way. There a
// quarter of the damping factor begins new turns, twice at the default factor.
//
// EP also ends after `sweeps` sweeps, or when two turns of each kind have not made the
// largest move fall; this is counted as the event "EP not converged". If sites then move by
// more than half of the posterior's scale, or log Z_EP is above 0, the value means nothing:
// a line search avoids such a point, and only a fit that begins there has its value. This
// happens with equal rows of different classes without noise, whose evidence is 0. "EP
// restarted" counts posteriors without a decomposition, from which EP begins anew. None of
// these ends a fit.
//
// # Objective
//
//	log Z_EP = sum_k G_k + sum_factors [log Z - log Z'],
//
// where Z' is the integral of the cavities times the sites of the factor and G_k that
// of the prior times all sites,
//
//	G = -1/2 log|B| + 1/2 sum_i [ (nu_i / s_i) (g_i + nu_i r_i) - log s_i ].
//
// The first part is (57) without the priors' normalisers, which cancel in G, and the
// second is (58) for Gaussians of one dimension; so the misprints of (60) and (61) are
// not met. q has no covariance between the functions, which costs evidence: where
// sampling finds -9.67 +- 0.03, log Z_EP is -9.83. This is due to the approximation.
// Even with one function log Z_EP is not a bound: for two rows of different classes
// with correlation 1/2 it is -1.561573, and log p(y) = -1.561674.
//
// log Z_EP is stationary in the sites at EP's fixed point, so that an error of theirs is
// squared in it. ep_tolerance applies to the last move, though, and if sites move slowly
// the error is many times that: with a noise of 1e-3, a variance of 1 and lengthscales of
// ten times the inputs' spread log Z_EP is 0.06 below its limit at a tolerance of 1e-3.
// Its derivatives at the fixed point are those of G at fixed sites, 1/2 tr[(b b' - (K +
// diag(1/tau))^-1) dK] for the FITC covariance K, that is
//
//	b     = (nu - tau mean f) = nu / s - w g
//	dG/dr = h = 1/2 (b^2 - w + w^2 q)
//	dG/dA = b m' - diag(w) A S
//
// and, as r contains -a_i'a_i and A = Kfu L^-T,
//
//	dG/dVar = h
//	dG/dKfu = (b m' - diag(w) A S - 2 diag(h) A) L^-1
//	dG/dKuu = 1/2 L^-T (I - S - m m' + 2 A' diag(h) A) L^-1.
//
// # Power EP
//
// alpha < 1 is power EP (Minka, Power EP, 2004); for the sparse model it is that of Bui, Yan and
// Turner (A unifying framework for Gaussian process pseudo-point approximations using power
// expectation propagation, JMLR 18, 2017, section 3), whose factors are functions of u:
//
//	t_i(u)^alpha = E_{p(f_i | u)} p(y_i | f_i)^alpha  is approximated by a site to the power of alpha.
//
// A cavity leaves out the share alpha of a row's sites, and the site's power is matched to the
// factor's. In f_i it is exp(alpha (nu f - tau f^2 / 2)), and its integral over e_i the site on
// a_i'v, so that all formulas above hold with
//
//	s_i   = 1 + alpha tau_i r_i,   w_i = tau_i / s_i,
//	cavity of f_i: mean (g_i - alpha q_i nu_i / s_i) / (1 - alpha w_i q_i), variance r_i + q_i / (1 - alpha w_i q_i),
//	tau   = beta / (1 - beta v) / alpha,  nu = (first + beta m) / (1 - beta v) / alpha,
//	G     = -1/2 log|B| + 1/2 sum_i [ (nu_i / s_i) (g_i + alpha nu_i r_i) - log(s_i) / alpha ],
//	log Z = sum_k G_k + 1/alpha sum_factors [log Z - log Z'],
//	dG/dr = 1/2 (alpha b^2 - w + alpha w^2 q),
//
// first and -beta the derivatives of log Z of Phi^alpha, by quadrature (likelihood.PowerProbit).
// alpha = 1 is EP. As alpha goes to 0 EPFitc goes to the bound of svgp, (19) of hensman2015, at its
// best q, and Full to that of kl; for regression alpha = 1 is FITC and 0 the bound of Titsias.
//
// A row of GFITC is one factor. EP within the row is over its factors Theta, each of which is its
// own power, under the row's cavity. log Theta is -infinity on half of the line, and so is any
// bound: log Z falls without limit as alpha goes to 0.
//
// # Optimiser
//
// L-BFGS over the logarithms of the kernels' parameters and the inducing inputs that
// learn names, each class having its own unless share says otherwise, with EP as the
// inner loop (package nested): in a line search EP starts from the sites of the last
// accepted point. tolerance is the largest absolute derivative, divided by N, at which
// the fit ends.
//
// The authors' code takes at most 1,000 sweeps to 1e-3, GPML 1e-4 for the binary case (of the
// change of log Z_EP; here of the sites). At 1e-3 log Z_EP is off by up to thousandths of a nat,
// depending on the number of sweeps, and a search sees steps. So 1e-8 is the default. Reordering or
// rescaling columns, or adding a constant one, then changes no probability by more than 1e-5 in 30
// iterations on 90 rows. Along inducing inputs log Z_EP is flat, and after 250 iterations rounding
// alone has moved probabilities by 0.01, with log Z_EP the same to 0.004.
//
// On many rows a search begins with coarse_tolerance: a value then takes a twentieth of the sweeps, and
// what log Z_EP is off by, some 0.1 to 1 times N times the square of the tolerance, is little
// beside what an iteration gains. Whenever one gains less, the tolerance is divided by ten, down to ep_tolerance
// (nested.Coarse). The search ends when an iteration gains next to nothing (method.Ending). On few rows ep_tolerance
// holds throughout: see coarseRows.
//
// # Cost
//
// A sweep costs C (2 N M^2 + M^3 / 3) flops, the derivatives 3 C N M^2 and the
// kernels' 4 C N M D. Memory is O(C N M).
//
// For Full a sweep costs 2/3 N^3 flops, the decomposition of K that a value begins with
// N^3 / 3, the derivatives 2/3 N^3 and 4 N^2 D, and the model 7/3 N^3. Memory is at most
// 200 N^2 bytes while traces are taken, 130 without: 0.8 and 0.5 GB for N = 2,000, 3.2 and
// 2.1 GB for N = 4,000. More than 10,000 rows are an error.
package gfitc
