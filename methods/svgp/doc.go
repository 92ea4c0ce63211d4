// Package svgp is sparse variational Gaussian-process classification: the
// KLSp bound of Hensman, Matthews and Ghahramani (Scalable variational Gaussian
// process classification, AISTATS 2015; equation numbers are those of that
// paper), which wenzel2019 calls SVGPC.
//
// # Model and objective
//
// Classes y_i = +-1 with p(y_i | f_i) = Phi(y_i f_i) (probit) or
// 1 / (1 + exp(-y_i f_i)) (logit), or another link of package likelihood, f a Gaussian process, u its values at M
// inducing inputs and q(u) = N(m, C C'). With q(f) = integral p(f | u) q(u) du, whose
// marginals N(mean_i, var_i) are those of (18), (17) bounds
//
//	log p(y) >= E_{q(f)} log p(y | f) - KL(q(u) || p(u)).
//
// The classes are independent given f, so that this is (19),
//
//	sum_i E_{N(f | mean_i, var_i)} log p(y_i | f) - KL(q(u) || p(u)).
//
// The expectations of probit and logit are Gauss-Hermite sums of
// 20 nodes, which a row with |mean| < 5 feels by 1e-6 at variance 4, 1e-4 at 9 and 2e-3
// at 25 (logit). Their derivatives are the identities (20),
//
//	d/dmean E log p = E (log p)',   d/dvar E log p = 1/2 E (log p)'',
//
// by the same quadrature: likelihood.Bernoulli.
//
// Prediction is (21): f at a new row has the marginal of q(f) there.
//
// # Limits
//
// With the training rows as inducing inputs (inducing = "all", not learnt) this is full KL,
// which package kl finds faster. With Gaussian noise in place of p(y | f), which is in the
// tests of package variational, the best bound is that of Titsias (6), and with the training
// rows as inducing inputs the evidence.
//
// # The decoupled bound
//
// decoupled = true maximises the bound of section 3.2 instead, for probit. There
// y_i = sign g_i, g_i ~ N(f_i, 1), and the bound (7) for g in place of y leaves
//
//	sum_i [log Phi(y_i mean_i) - var_i / 2] - KL(q(u) || p(u)).
//
// The paper prints a product of Bernoulli probabilities where it takes their logarithm, here
// and in (14), the same with the training rows as inducing inputs. var_i, which is all of
// the variance, stands for its last two traces. The covariance of the best q(u),
//
//	S^-1 = Kuu^-1 + Kuu^-1 Kuf Kfu Kuu^-1,
//
// does not know the labels, and its mean is the maximum a posteriori. (The paper's S^-1 =
// K^-1 + I is this with the training rows as inducing inputs.) The bound is looser: on the
// first split of banana by 77 with 30 inducing inputs and by 30 with all rows, at one
// kernel. Predictions are those of the model, E Phi(f) under q(f), and the saved model is
// a probit model like any other. On all rows package mfsp finds the same q(u) faster, by
// Newton's method; this method also runs on minibatches.
//
// # EP's energy
//
// ep_energy = true learns kernel and inducing inputs by EP's energy at the sites of q, for probit, with
// log Z_i = log Phi(y_i m / sqrt(1 + v)) of a cavity N(m, v): package natgrad has the formulas. q stays that
// of the bound. It needs optimiser = "natural", also on the full batch.
//
// # Training
//
// Package variational says how the bound is maximised and what the options do. By default m
// and C are of v = L^-1 u, Kuu = L L'; with whiten = false they are of u itself, as the
// paper writes it. Section 5 of the paper freezes the kernel first, then releases it:
// optimiser = "lbfgs" with freeze = n, the largest number of iterations over q alone. The
// inducing inputs are also frozen; the paper does not say whether its inducing inputs are.
// Its fits on minibatches are ADADELTA with a step of 0.1, here for all parameters:
// optimiser = "adadelta" with step and hyper_rate 0.1 and inducing_rate 1. Its kernel on
// Airline is kernel = "matern32-ard+linear-ard". wenzel2019 section 5.2 stops by held-out
// rows (stop).
//
// Cost O(b M^2 + M^3) an iteration, b D M more for the kernel.
package svgp
