// Package svgp is sparse variational Gaussian-process classification: the
// KLSp bound of Hensman, Matthews and Ghahramani (Scalable variational Gaussian
// process classification, AISTATS 2015; equation numbers are those of that
// paper), which wenzel2019 calls SVGPC.
//
// # Model and objective
//
// Classes y_i = +-1 with p(y_i | f_i) = Phi(y_i f_i) (probit) or
// 1 / (1 + exp(-y_i f_i)) (logit), f a Gaussian process, u its values at M
// inducing inputs and q(u) = N(m, C C'). The bound on log p(y) is (19),
//
//	sum_i E_{N(f | mean_i, var_i)} log p(y_i | f) - KL(q(u) || p(u)),
//
// with the marginals mean_i, var_i of (18). The expectations are Gauss-Hermite sums of
// 20 nodes, which a row with |mean| < 5 feels by 1e-6 at variance 4, 1e-4 at 9 and 2e-3
// at 25 (logit). Their derivatives are the identities (20),
//
//	d/dmean E log p = E (log p)',   d/dvar E log p = 1/2 E (log p)'',
//
// by the same quadrature: likelihood.Bernoulli.
//
// # Training
//
// Package variational says how the bound is maximised and what the options do. By
// default m and C are of v = L^-1 u, Kuu = L L'; with whiten = false they are of u itself,
// as the paper writes it. Section 5 of the paper freezes the kernel first, then
// releases it (freeze); wenzel2019 section 5.2 stops by held-out rows (stop).
//
// Cost O(b M^2 + M^3) an iteration, b D M more for the kernel.
package svgp
