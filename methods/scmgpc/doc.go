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
//	1/S                     = integral of exp(-lambda S) over lambda > 0,
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
// for any C; the paper iterates (6) and (7). With the derived alpha, F is
//
//	m_y/2 - log(2 cosh(b_y/2)) - 1 + alpha - log C + log Gamma(alpha) + (1 - alpha) psi(alpha).
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
// these sites, minibatches with their factor N/b, which (10) and (11) lack, rates, steps of
// kernels and inducing inputs, and when a fit ends are those of package natgrad, which
// averages natural parameters; algorithm 1 averages mu and Sigma.
//
// # Prediction
//
// prediction = "quadrature" is E p(y | f) exactly, by an integral over one variable for any
// C (package likelihood); "monte-carlo" is the average over common draws; "taylor" is A.4,
// with its second derivatives corrected.
//
// # What the augmentations cost
//
// The bound is loose by about half a nat a row: its gap at f = 0 is log C - F = 0.313 for
// every C. Kernels that are learnt on it inherit that.
//
// Cost O(C (b M^2 + M^3)) an iteration, C b D M more for the kernels.
package scmgpc
