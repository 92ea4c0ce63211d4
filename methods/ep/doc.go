// Package ep is multi-class Gaussian-process classification by expectation
// propagation, ep, and by its form with tied factors, sep: Villacampa-Calvo and
// Hernandez-Lobato, Scalable multi-class Gaussian process classification using
// expectation propagation, ICML 2017. Equation numbers are those of that paper
// and its supplement.
//
// # Model
//
// A latent function f^k a class, with a prior of its own or a shared one, and its
// values u^k at M inducing inputs. A row belongs to the class of its largest
// function. This condition on all functions is replaced by conditions on pairs,
// (6): given u, a row i of class y has the factors, one for each k != y,
//
//	phi_i^k = Phi((m_i^y - m_i^k) / sqrt(r_i^y + r_i^k)),   m_i^k = upsilon_i^k' u^k,
//
// upsilon_i^k = Kuu^-1 k(Z, x_i) and r_i^k = var(f^k(x_i) | u^k), which holds the
// kernel's noise. With two classes that is not binary EP: each class still has a
// function, and q has no covariance between them. The factorised q costs some
// evidence, which is a property of the method: on two small problems log Z by
// importance sampling is -32.7 and -127.0, EP's log Z_q -37.4 and -133.9.
//
// # Approximate factors
//
// Everything is in whitened coordinates u = L v, Kuu = L L' (package sparse):
// upsilon_i'u = a_i'v. Each factor is approximated by s~ exp(-C1 (a_i'v)^2 / 2 +
// C2 a_i'v) for each of its two functions, (18) to (23), and q is the product of
// these and the prior, by class, (25) to (27):
//
//	W = A' Delta A,   r = A' mu~,   B = I + W,   V = B^-1,   m = V r.
//
// Without the factor the marginal of a_i'v, variance h = a_i'V a_i and mean
// mu = a_i'm, becomes
//
//	h^cav = h / (1 - C1 h),   mu^cav = (mu - C2 h) / (1 - C1 h).
//
// With b = r_i + h^cav of both functions in sum, alpha = (mu_y^cav - mu_k^cav) /
// sqrt(b), beta = N(alpha) / Phi(alpha), log Z_{i,k} = log Phi(alpha) and
// w = (beta^2 + alpha beta) / b, moments are matched by
//
//	C1   = w / (1 - w h^cav)                                        (48), (49)
//	C2_y =  g + C1_y mu_y^cav + g C1_y h_y^cav,  g = beta / sqrt(b)      (52)
//	C2_k = -g + C1_k mu_k^cav - g C1_k h_k^cav                           (53)
//
// All factors of a batch are updated at once and damped, supplement E. The
// factors are log-concave, so C1 >= 0 and in exact arithmetic no cavity is lost.
// If one is lost (by rounding, or because factors were included along another
// a_i), the update of that factor is skipped and counted as "factor skipped".
//
// # Objective
//
// (9), with the constants that cancel left out:
//
//	log Z_q = sum_k [-log|B_k| / 2 + m_k'B_k m_k / 2] + sum_{i, k != y_i} log s~_{i,k},
//	log s~  = log Z + sum_{c in {y, k}} 1/2 [-log(1 - C1 h) + (C1 mu^2 - 2 C2 mu + C2^2 h) / (1 - C1 h)].
//
// # Power EP
//
// alpha < 1, of ep alone, is power EP (Minka, Power EP, 2004; of sparse Gaussian processes Bui, Yan and
// Turner, JMLR 18, 2017): cavities leave out the power alpha of a factor's site, alpha C1 and alpha C2
// in place of C1 and C2 above, and the site's power is matched to phi^alpha, so that (48) to (53) are
// divided by alpha, and
//
//	log Z_q = sum_k [-log|B_k| / 2 + m_k'B_k m_k / 2] + 1/alpha sum_{i, k != y_i} log s~_{i,k}^alpha.
//
// log Z_{i,k} is that of Phi(z)^alpha, z = (a_y'v - a_k'v) / sqrt(rho), rho = r_i^y + r_i^k, under
// a Gaussian of mean a and variance b, by quadrature (likelihood.PowerProbit). Its derivative by
// rho is (-a/2 d/da - b d/db) log Z_{i,k} / rho, which is no longer that by the cavities'
// variances. As alpha goes to 0 log Z_q goes to sum E_q log phi_i^k - KL(q || p) at its best q, a
// bound on the evidence of the factors (6). These sharpen as rho falls: with inducing = "all" and a
// fixed kernel rho is 0, phi a step and its own power, and log Z_q falls without limit.
//
// # Tied factors
//
// sep keeps only the product of all factors, so that its memory does not grow with
// N, and gives each of them the n-th root of it: the cavity of every factor is I +
// (1 - 1/n) W. With tie = "all" n = N (C - 1), as in the text; with tie = "class"
// the factors that involve class c are tied, n_c = (N - N_c) + N_c (C - 1), as in
// the authors' code. In log Z_q then
//
//	sum log s~ = sum_{i,k} log Z_{i,k} + sum_c n_c [g(cavity_c) - g(q_c)],
//
// g the log normaliser. On a batch, the batch's share of the product, b/N or
// the number of its factors over n_c, is replaced by their updates.
//
// # Gradients
//
// "inner-approx" takes one step along (10) after each sweep. "outer" runs sweeps
// until no marginal of a training row moves by more than ep_tolerance; an iteration
// that ends before that counts the event "EP not converged". (10) takes the
// cavities as fixed in u, where log Z_{i,k} moves with a_i and r_i only. Let g_i,
// e_i be the derivatives of sum_k log Z_{i,k} by a function's mu^cav and by its b.
// A cavity has mean m + V a_i t, t = (C1 mu - C2) / (1 - C1 h), and variance V / (1
// - C1 h) along a_i, so that what moves is
//
//	sum_i [g_i d(a_i'm) + h_i d(a_i'V a_i) + e_i dr_i] at fixed m and V in u,
//	h_i = sum of g t / 2 + e / (1 - C1 h),
//
// and (eta - eta_prior)' dtheta_prior, which is the derivative of -KL(q || p) at
// fixed q(u); package sparse takes both to kernel and inducing inputs. At EP's
// fixed point this is the derivative of log Z_q; at that of tied factors it is not
// (see the tests for what it is the derivative of). "inner-exact" is the derivative
// of log Z_q while C1 and C2 stay put, or, for tied factors, their product in u.
// On a batch sums over rows are multiplied by N / b, (12).
//
// # When the kernel moves
//
// On the full batch, C1 and C2 stay fixed for ep; for sep the product in u stays fixed, W
// of the new coordinates being T'W T with T = L^-1 L_new. The authors' program of ep also
// keeps upsilon_i of each factor from the last update, one step behind; on Waveform its
// log Z_q therefore ends 0.5 to 1.6 nats lower, and its NLL 0.001 away.
//
// ep on minibatches cannot do either. It keeps C1 and C2 of all N (C - 1) factors, 32
// N C bytes, and the product in u, but old factors were included along an upsilon_i
// from up to an epoch earlier. The paper's memory of N M C numbers has room for these
// vectors; at M = 200 that is a gigabyte for MNIST and ten for Airline. Removing old
// factors along the present upsilon_i leaves a remainder of either sign, and was seen
// to lose q within two epochs of MNIST. Here the product is
//
//	fresh + (1 - f) old,
//
// fresh the product of the factors of the f N rows that this epoch has updated, old
// that of all rows when it began. It is always positive semi-definite, it is the
// product of all factors whenever an epoch ends, and the weight of a row's factors in
// it is known at any time: (1 - f) C before the update, C_new + (1 - f') C_old after
// it, which is what the cavities leave out. If nothing is learnt, a_i is fixed, and
// factors are replaced one by one, to the fixed point of the full batch.
//
// # Failures
//
// If some B has no Cholesky factor after an iteration, or log Z_q is not finite, the
// fit returns to the last computed posterior ("iteration reverted"); damping and
// steps are halved, and doubled again after two successes in a row. A step after
// which Kuu or q has no factor is undone too ("kernel step refused").
//
// # Options with two settings
//
// damping is rho of new = rho update + (1 - rho) old. The authors' full-batch code
// multiplies its 0.5 by 0.99 after each iteration (damping_decay = 0), and its minibatch
// code does not damp. After some 400 iterations of such a decay the factors no longer move
// while the kernel does: on two thirds of thyroid sep then ends at a log Z_q of -92, after
// it had -26 at 250. ep does not decay by default and takes 1,000 iterations, after which
// log Z_q is higher by 1 to 23 than after the paper's 250 on each of twelve small tables.
// sep follows (10), which does not climb its log Z_q: 1,000 iterations without decay end
// lower on eight of the twelve, on svmguide2 at -192 instead of -135. So it keeps the
// authors' decay; damping_decay = 1 has none.
//
// Since its gradient is not that of its log Z_q, sep keeps the state where log Z_q was highest
// (keep_best). The trace shows that state and the fit returns it; the event "earlier state kept"
// says that the last state was worse by more than a hundredth of a nat a row. With a tolerance, a
// fit ends after 250 iterations without a higher log Z_q, so any number of iterations may be asked for. Log
// Z_q and test NLL on 180 rows of heart, 143 of thyroid and 250 of diabetis (M = 20, se-ard) after
// 250 and after 600 iterations without it:
//
//	           250             600
//	heart     -55.3  0.498  -116.2  0.642
//	thyroid   -24.2  0.044   -24.1  0.040
//	diabetis -120.5  0.480  -163.4  0.628
//
// After a sweep that has moved the factors far, (9) has constants of outdated cavities: on noise it
// is -134.0 after the first sweep, and at most -137.8 once the factors have settled. So only states
// whose sweep moved no mean or variance by more than 0.05 count (keep_settled).
//
// Inducing inputs are parameters of the model (6), not only of q, and with few rows log Z_q rises
// as they fit noise. inducing_folds decides by left-out rows whether they are learnt (package
// method, InducingChoice).
//
// "signrate" is the rule of supplement G, which bounds no rate; the authors' code starts
// at 0.01 and stops growth at 1. How far a gradient step goes depends on the
// parametrisation: the parameters are the logarithms of variance, squared lengthscales
// and noise, as in the authors' code, and the inducing inputs.
//
// "signrate-code" is what the authors' code does instead: it compares the sign that the
// gradient of a lengthscale had with the sign of the sum of the gradients of all lengthscales,
// of all classes and attributes (optimize() in their epMGPC_batch.R and sepMGPC_batch.R). A
// lengthscale whose gradient disagrees with the sum has its rate halved in every iteration and
// soon stops moving. This works as early stopping: on a split of Vehicle (M = 76) log Z_q of ep
// ends at -317.5 and the test NLL at 0.317, of sep at -319.1 and 0.296, where "signrate" ends
// at -283.4 and 0.324, -285.5 and 0.320; their program ends at -319.0 and 0.317, -319.1 and
// 0.295 (TestAuthorsCode).
//
// tolerance applies to the largest change in an iteration of a mean or variance of a_i'v in the
// batch and of a parameter, or, if nothing is learnt, of a factor. In the latter case the fit is EP
// only, and on the full batch it ends at the fixed point: sweeps are accelerated by Anderson's
// method (package optim) like those of gfitc, because plain sweeps are slow in directions that the
// data hardly determine. On 60 rows of three classes plain sweeps of ep are 1e-4 from log Z_q after
// 2000, accelerated ones 1e-12 after 130. sep takes up to 900 with Z = X, and does not end with a
// kernel of rank below M, for which part of W is arbitrary. Plain and accelerated sweeps alternate
// as in gfitc, and a fit that ends before the fixed point counts the event "EP not converged". With
// a tolerance of 0 all iterations are run, and sweeps are plain. The objective of a minibatch is an
// estimate of log Z_q from its rows; ep reports none while the kernel moves, because a batch's own
// factors then have up to twice their weight in q.
//
// # Errata
//
// (53) is printed without the minus signs. (61) cancels as printed. (60) has |K| without
// its logarithm. (36) has the vector k of class y instead of that of class k. (51) has V
// of q instead of the cavity's. (29) to (32) are singular at C1 = 0.
//
// # Cost
//
// O(C (b M^2 + M^3)) an iteration, C b M D more for the kernels; with one prior for all
// classes projections and pullbacks to the kernel are done once. Milliseconds of a
// whole iteration on one core of an idle AMD EPYC (Zen 5), ep / sep, by
// BenchmarkIteration; the authors' R code ran on another machine, on one core with
// AVX2:
//
//	                                           AVX2         AVX-512      R, sep
//	Vehicle    N 761, M 76, C 4, D 18          6.5 / 6.5    4.6 / 4.8     135
//	Satellite  N 1287, M 100, C 6, D 36       30.1 / 30.1  22.0 / 21.8    363
//	Waveform   N 300, M 60, C 3, D 21          1.4 / 1.4    1.1 / 1.1      29
//	MNIST      b 200, M 200, C 10, D 784        86 / 85      58 / 56     1690 (ep 1580)
//	the same, one prior for all classes         31 / 29      21 / 20
//
// A run at b = M = 200, C = 10, D = 8 keeps, beside the data, 63 and 77 MB for ep at
// N = 5,000 and 50,000, and 58 MB for sep at both (BenchmarkMemory).
package ep
