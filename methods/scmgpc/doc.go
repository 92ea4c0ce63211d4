// Package scmgpc is SC-MGPC: multi-class Gaussian-process classification with the
// logistic softmax, which three augmentations make conjugate (Galy-Fajou, Wenzel, Donner
// and Opper, Scalable multi-class Gaussian process classification via data augmentation,
// NIPS workshop on approximate inference, 2018; equation numbers are those of that paper).
//
// # Model
//
// C latent functions f_c, each a Gaussian process with inducing inputs Z_c and a kernel of
// its own, unless share says that they have them in common, and
//
//	p(y | f) = sigma(f_y) / sum_c sigma(f_c).                                      (1)
//
// A row gets variables lambda, n_c, omega_c and omega~ with
//
//	1/S                     = integral of exp(-lambda S) over lambda > 0,          (2)
//	exp(-lambda sigma(f_c)) = sum_n sigma(-f_c)^n Po(n | lambda),                  (3)
//	sigma(-f)^n             = 2^-n E exp(-n f/2 - omega f^2/2), omega ~ PG(n, 0),  (4)
//
// and sigma(f_y) its omega~ ~ PG(1, 0). The second is a probability generating function,
// whose sum starts at 0; the paper calls it the moment generating function and starts at 1.
//
// # Objective
//
// q is prod_c q(u_c) times, a row, Ga(lambda | alpha, C) prod_c Po(n_c | gamma_c)
// PG(omega_c | n_c, b_c) PG(omega~ | 1, d). With m_c and v_c mean and variance of f_c and
//
//	b_c = sqrt(v_c + m_c^2) (5, 8),   d = b_y (9),
//	h_c = -m_c/2 - log(2 cosh(b_c/2)),
//
// a row has in the bound on log p(y)
//
//	F = m_y/2 - log(2 cosh(b_y/2)) + sum_c gamma_c (h_c + E log lambda + 1 - log gamma_c)
//	    - C E lambda + H,
//	H = alpha - log C + log Gamma(alpha) + (1 - alpha) psi(alpha),
//	E lambda = alpha/C,   E log lambda = psi(alpha) - log C,
//
// H the entropy of q(lambda); all less sum_c KL(q(u_c) || p(u_c)). On a minibatch of b rows
// the sum over rows is multiplied by N/b.
//
// # Local step
//
// alpha = 1 + sum_c gamma_c (7), and update = "derived" takes the gamma_c at which F is
// largest, update = "paper" those of (6), which has E log q(lambda) = -H in the place of
// E log lambda:
//
//	derived   log gamma_c = h_c + psi(alpha) - log C
//	paper     log gamma_c = h_c + log C - log Gamma(alpha) - alpha - (1 - alpha) psi(alpha)
//
// As printed (6) multiplies by beta = C where the derivation divides. At f = 0 the derived
// alpha is 1.536 for every C, the printed one 1.51, 1.95, 6.16 and 2447 for C = 2, 3, 10 and
// 1000: with many classes "paper" is another method. Its bound is the lower one; the paper's
// remark on overflow is about its gamma.
//
// Either way sum_c gamma_c = alpha - 1 is one equation in x = log(alpha - 1),
//
//	derived   x = log A + psi(1 + e^x),                  A = 1/C sum_c e^h_c < 1
//	paper     x = log(C^2 A) - log Gamma(1 + e^x) - 1 - e^x + e^x psi(1 + e^x)
//
// whose difference of sides grows with x, so that Newton's method finds the one solution
// for any C; the paper iterates (6) and (7), as local_rounds does from gamma from [0, 1]. With the derived alpha, F is
//
//	m_y/2 - log(2 cosh(b_y/2)) - 1 + alpha - log C + log Gamma(alpha) + (1 - alpha) psi(alpha).
//
// # Lambda and the counts jointly
//
// Most of the cost of the augmentations is due to lambda being independent of the n_c in q.
// This independence is not needed: for given q(f) and b the best q(lambda, n_1 .. n_C) of a
// row is
//
//	lambda ~ Ga(1, R),   n_c | lambda ~ Po(lambda e^h_c),   R = sum_c (1 - e^h_c),
//
// since sum_n (lambda e^h)^n/n! = exp(lambda e^h), which leaves exp(-lambda R) of the integrand.
// update = "joint", the default, uses it; the paper does not have it. It is in closed form,
//
//	gamma_c = E n_c = e^h_c / R,
//	F       = m_y/2 - log(2 cosh(b_y/2)) - log R,
//
// b_c as above, for F grows with h_c, and so are the updates below. Its F is above the others' for any q(f),
// and log p(y | f) itself where v = 0, for there e^h_c = sigma(-f_c). With class_batch
// R is estimated as C A is below. On 14 data sets of several classes its test NLL after ten
// seconds is below that of "derived" on each in the mean of three folds, and where that ends at the
// trivial solution, as on Airline, it does not (gpcbench/multiclass).
//
// # Several optima
//
// The bound has several optima by q. The precision of a site falls with v: that of a class which is not y as
// gamma_c/(2 b_c), where gamma_c is near 0 itself. With a large prior variance the sites of the prior therefore say
// little, q stays wide, and probabilities end near the uniform ones. From a narrow q, at the same kernel, they do not.
// Neither end is always the higher one. "joint" on 20 data sets of 48 rows, drawn from the model, with 12 inducing
// inputs:
//
//	prior variance                         10     15     20     30    100   1000
//	narrow start ends higher, of 20         0      2      1      8     18      3
//	by, in nats, in the mean of all      0.00   0.05   0.03   0.20   3.47  -0.63
//
// A fit to the full batch with "joint" or "derived" whose mean prior variance is above 12 at the start therefore takes both starts
// and goes on from the one with the higher objective: package collapsed, Several optima. It takes up to twice as long
// where the kernel stays. Minibatches and "paper", which does not move up its bound, start at the prior.
//
// # Which bound the kernel moves up
//
// The bound of "joint" is log p(y | f) where v = 0 and falls behind E log p(y | f) as v grows: by
// 0.16, 0.50 and 0.85 nats a row at m = 0 and v = 1, 4 and 9 of two classes. A kernel that explains
// the data has a large variance, so that on noisy rows the largest bound is that of variance 0, the
// class shares. With collapse = true, the default, a fit to the full batch with "joint" maximises
// the bound without augmentations over kernel and inducing inputs,
//
//	sum_i E_q log p(y_i | f_i) - sum_c KL(q(u_c) || p(u_c)),
//
// at the q that is best with them, which the updates below lead to: package collapsed, Two bounds.
// The recorded objective is that bound. The search ends where no derivative, divided by N, is above
// 2e-5, or where it makes no more progress: at the 3e-4 of tolerance = 0 up to 0.6 nats a hundred
// rows are left. It has no effect on minibatches, with "derived" and "paper", which are the
// paper's, or with classes drawn.
//
// # Updates
//
// Row i has on f_c a site of
//
//	shift = (y'_c - gamma_c)/2,   precision = y'_c theta~ + theta_c,
//	theta_c = gamma_c tanh(b_c/2)/(2 b_c),   theta~ = tanh(d/2)/(2d),
//
// y' the one-hot class. The paper's (8) and (9) lack the 2 in their denominators, and (10)
// is mu = 1/2 Sigma kappa'(y' - gamma) where Sigma^-1 is printed. Natural-gradient steps on
// these sites, minibatches with their factor N/b, which (10) and (11) lack, steps of kernels
// and inducing inputs, and when a fit ends are those of package natgrad.
//
// With average = "natural" a step of a minibatch averages Sigma^-1 mu and Sigma^-1, which is a
// step along the natural gradient: as the derivation has it. Algorithms 1 and 2 print averages
// of mu and Sigma: "moments". On the full batch the rate is 1, and both are the target.
// The target of a minibatch is noisy in both; since Sigma is convex in Sigma^-1, the
// mean of the targets' Sigma is above the Sigma of the mean target.
//
// # Derivatives of the updates
//
// Of "joint", which package collapsed asks for (Linear): where m_c and v_c change by dm_c and dv_c,
//
//	d(b_c^2) = dv_c + 2 m_c dm_c,   dh_c = -1/2 (dm_c + theta(b_c) d(b_c^2)),   theta(b) = tanh(b/2)/(2b),
//	dgamma_c = gamma_c (dh_c + sum_k gamma_k dh_k),
//	dlambda_c = dgamma_c theta(b_c) + (gamma_c + y'_c) theta'(b_c) d(b_c^2),   dnu_c = -1/2 dgamma_c,
//
// lambda the precision and nu the shift, theta' the derivative by b^2, (b/2 sech^2(b/2) - tanh(b/2)) / (4 b^3).
//
// # Rates
//
// The paper leaves rho_t open. The authors' released program of the time of the paper takes
// the adaptive rate, rate = "ranganath", and has 1/(t + 40) in its place where that is switched
// off: rate = "robbins-monro" with rate_delay = 40 and rate_power = 1. It moves the kernel in
// every third iteration (hyper_every = 3). Its later versions have t^-kappa for a fixed split
// into training and test rows (rate_delay = 0). Here every class has an adaptive rate of its
// own.
//
// # Class subsampling
//
// class_batch is the size of the set K of classes that algorithm 2 draws for every minibatch:
// all sets of that size are as likely, and q(u_c) is updated for c in K. Such an update needs
// only alpha from the other classes. The equation of alpha has the sum over all classes of
// e^h_c, of which the class y of the row and the others in K give
//
//	C A ~ e^h_y + (C - 1)/|K \ y| sum_{c in K, c != y} e^h_c,
//	alpha = 1 + gamma_y + (C - 1)/|K \ y| sum_{c in K, c != y} gamma_c.
//
// The mean over K of the first is C A. (12), which update = "paper" takes, has no such y:
// alpha = 1 + C/|K| sum_{c in K} gamma_c. The paper does not say whether y must be in K. Its mean is
// right too, but alpha - 1 is nearly A / (2 (1 - A)), and in a row that is fitted e^h_y
// is near 0 and the others are near 1: without y the estimate of A is near 1, and that of
// alpha too large. At C = 10, m_y = 2, the other means from -3 to -4.8 and all variances 0.5
// the mean gamma of the first class, which is not y, when it is drawn, is 9%, 5% and 2% below the
// right one for 2, 3 and 5 drawn classes. The derived gamma with the sum of (12), which no option
// has, would be 87%, 85% and 63% above. The gamma of (6) as printed hardly depends on alpha, its
// log going as -log(alpha) / 2: with (12) it is 0.2%, 0.1% and 0.02% below what it is with all
// classes.
//
// The equation is estimated without bias, but its solution is not: the bias goes as 1/|K|. At given
// alpha the target of a drawn class is the full one, and every class is drawn as often, so that the
// mean step is |K|/C of the full step. The derivatives of parameters that classes share are those
// of the drawn classes, C/|K| times: their mean is the full one. A class's own kernel and inducing
// inputs move when it is drawn; the adaptive rate and Adam go on from when it was drawn last. The
// bound in the trace is of all classes.
//
// An iteration costs that of |K| classes and, for the e^h_y of classes that are not in K,
// at most one more. Where classes share their kernel or inducing inputs, a step of these
// moves q of all classes to the new coordinates, in O(C M^3), unless whiten keeps q(v).
//
// # Prediction
//
// prediction = "quadrature" is E p(y | f) exactly, by an integral over one variable for any
// C (package likelihood); "monte-carlo" is the average over common draws; "taylor" is A.4 with
// its second derivatives corrected, "taylor-paper" with those printed, which are
// S/2 times as large, S = sum_c sigma(m_c), and "plug-in" is its order 0, p(y | m).
// How far p(y | f) varies under the posterior (metric probability_sd) is worked out in the same
// way. The variance of the expansion has as its second term
// + 1/2 sum_ij (d2p/df_i df_j)^2 v_i v_j, where A.4 has -1/4 and i = j alone.
//
// # What the augmentations cost
//
// The bound is loose by about half a nat a row: its gap at f = 0, where log p(y | f) is -log C, is
// -log C - F = 0.313 for every C, of update = "joint" 0. Kernels that are learnt on it inherit
// that. Its maximum is also elsewhere: with kernels held, on two small sets, the means of f are off
// the exact posterior's by 2.0 and 2.5, of update = "joint" by 0.7 and 1.2, and those of the same
// Gaussian q under the bound without augmentations (svi-mgpc, logistic-softmax) by 0.1
// (galyfajou2018/gibbs). Given f, lambda has the mean 1/S: the two move together, and no q here has
// that.
//
// # Two classes
//
// With f_2 = -f_1 and C = 2 the model is the logistic link of f_1: S is 1. X-GPC (package xgpc)
// augments sigma(y f) alone, with omega~, and so
//
//	F = F_xgpc + G(A),   F_xgpc = y m/2 - log(2 cosh(b/2)),   A = cosh(m/2) / (2 cosh(b/2)),
//	G(A) = -1 + alpha - log 2 + log Gamma(alpha) + (1 - alpha) psi(alpha),
//
// for m, b of f_1 and y of +-1. SC-MGPC does not know that S is 1: G is what the augmentations of
// exp(-lambda S) lose, at most -0.313, which it is at v = 0, for every m. There
// the two methods' derivatives by m are the same; the sites of SC-MGPC add
// theta_1 + theta_2 to the precision, and (gamma_2 - gamma_1)/2 to the shift, which is as much times m. With v the loss
// grows, so that SC-MGPC has the narrower q. With f_1 and f_2 independent, as they are
// here, the model is another one.
//
// # Cost
//
// O(C (b M^2 + M^3)) an iteration, C b D M more for the kernels.
package scmgpc
