// Package sparse is the algebra of inducing inputs that the methods share: the prior of the inducing variables, the marginals of the latent
// function under a Gaussian q(u), the divergence from the prior, and the
// pullback of all that to the kernel.
//
// # Model
//
// f is a Gaussian process with covariance k, u = f(Z) its values at M inducing inputs Z, p(u) =
// N(0, Kuu), and q(f, u) = p(f | u) q(u). Kuu holds the kernel's noise variance and the jitter
// on its diagonal; Kfu holds neither. The jitter, a share of the mean of the diagonal, counts
// as a constant in derivatives: at a q(u) that is not the best one, directions below it then
// lack a part of those by the variance. Prior is p(u), Projection is the projection of the rows
// of a batch on it, Gaussian is q(u) by its natural parameters, and Model is the fitted model.
//
// # Whitened coordinates
//
// With Kuu = L L' and u = L v the prior of v is N(0, I). Everything here is
// written in v: q(v) = N(m, S), which is q(u) = N(L m, L S L'). Nothing then
// depends on the inverse of Kuu, which loses all digits when inducing inputs
// come close to each other. With a_i = L^-1 k(Z, x_i) the marginals are
//
//	mean_i = a_i' m
//	var_i  = k(x_i, x_i) + noise - a_i' a_i + a_i' S a_i
//
// (wenzel2019 (13), hensman2015 (18)) and the divergence is
//
//	KL(q(u) || p(u)) = 1/2 (tr S + m'm - M - log|S|).
//
// With C latent functions, one a class, each has a prior (which may be the same), and
// q(v_k) of its own; given the functions the class is that of the largest one, and its
// probability (villacampa2017 (68)) is a one-dimensional integral over the marginals:
// see package likelihood. A robust model draws the class anew from all C with
// probability epsilon (villacampa2017 (13)): the probability of class k is then
// (1 - epsilon) P_k + epsilon/C, which the paper does not print.
//
// # Pullback
//
// Let an objective be F = sum_i F_i(mean_i, var_i) - KL, g_i = dF/dmean_i and
// h_i = dF/dvar_i; A the b x M matrix of rows a_i, G = A' g and
// H = A' diag(h) A. Then, of the sum alone,
//
//	dF/dm   = G
//	dF/dS   = H
//	dF/dA   = g m' + 2 diag(h) A (S - I)
//	dF/dKfu = dF/dA L^-1
//	dF/dVar = h
//	dF/dKuu = L^-T W L^-1
//
// where W depends on what is held fixed while the kernel moves. If it is
// q(v), KL does not change and reverse-mode differentiation of the Cholesky
// decomposition (Murray, Differentiation of the Cholesky decomposition, 2016)
// gives, with P = (dF/dA)'A = m G' + 2 (S - I) H,
//
//	W = -1/2 (T(P) + T(P)'),  T = lower triangle with half of the diagonal.
//
// If it is q(u), KL moves too and
//
//	W = -1/2 (m G' + G m') + H - S H - H S + 1/2 (S + m m' - I).
//
// If it is the sites t(u) = q(u) / p(u) (Adam, Chang, Khan and Solin, Dual parameterization of
// sparse variational Gaussian processes, 2021), then with K~ = L^-1 K L^-T, which is I where
// the derivative is taken, q moves by dS = S dK~ S and dm = S dK~ m. With dF/dm = G - m and
// dF/dS = H - 1/2 (I - S^-1), KL's part among them,
//
//	W = that of fixed q(u) + S H S + 1/2 (S - S S) + 1/2 (m e'S + S e m'),   e = G - m.
//
// At the best q(u) of a kernel the three are equal, except for the jitter. All
// are tested against finite differences. Pullback.Function computes them for
// one latent function and Pullback.Shared for several with one prior. Where
// var(f_i | u) has another weight than a_i'S a_i, as for approximate factors of
// expectation propagation, the objective is a sum of parts: Pullback.Sum.
//
// # Inducing inputs that are the training rows
//
// With Z = X and noise there are two models. In the sparse one f at a training row has
// noise of its own, independent of that of u at the same input: Kfu has no noise, and
// r_i = var(f_i | u) is about twice it. In the full one f_i is an element of u, so that
// a_i is a row of L, r_i = 0, and f at the training rows has exactly the prior N(0,
// Kuu). A Prior with Own set is that of the full model, for training rows only: new
// rows have new noise in either model. The pullback is then
//
//	fixed q(v):  W = 1/2 (T(P') + T(P')'),  P' = G m' + 2 H S
//	fixed q(u):  W = 1/2 (S + m m' - I)
//
// and nothing goes through Kfu and k(x, x): at fixed q(u) only KL moves. Fixed sites add to
// the second what they add above. Without noise the two models are the same, except for the
// jitter.
package sparse
