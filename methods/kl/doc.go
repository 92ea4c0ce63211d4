// Package kl is Gaussian variational classification without inducing inputs: the full KL
// method of Nickisch and Rasmussen (Approximations for binary Gaussian process
// classification, JMLR 9, 2008) in the 2N parameters of Opper and Archambeau (The variational
// Gaussian approximation revisited, Neural Computation 21, 2009). It is a baseline of
// Hensman, Matthews and Ghahramani (Scalable variational Gaussian process classification,
// AISTATS 2015; equation numbers are those of that paper).
//
// # Model
//
// (1): f ~ N(0, K) at the N training rows, K with the kernel's noise, and classes y_n = +-1
// with p(y_n | f_n) = Phi(y_n f_n) (probit) or 1 / (1 + exp(-y_n f_n)) (logit), or another
// link of package likelihood, all of which have a concave log p.
//
// # Objective
//
// Among Gaussians q(f) = N(m, V), the method finds the one with the largest bound on log
// p(y), which is (19) at Z = X,
//
//	F = sum_n E_n - KL(q(f) || N(0, K)),   E_n = E_{N(f_n | m_n, V_nn)} log p(y_n | f_n).
//
// The E_n and their slopes g_n = dE_n/dm_n, h_n = dE_n/dV_nn are those of package likelihood,
// by the identities (20). Where F is largest
//
//	m = K alpha,   V = (K^-1 + diag(lambda))^-1,   alpha_n = g_n,   lambda_n = -2 h_n,
//
// so that q needs only these 2N numbers. They are those of Gaussian sites exp(nu_n f_n -
// lambda_n f_n^2 / 2), nu = alpha + lambda o m, and as log p(y | f) is concave lambda >= 0.
// With W = diag(lambda)^1/2 and B = I + W K W, whose eigenvalues are at least 1, nothing
// needs the inverse of K:
//
//	alpha = nu - W B^-1 W K nu
//	V_nn  = (1 - [B^-1]_nn) / lambda_n, or where lambda_n is small K_nn - k_n'W B^-1 W k_n
//	F     = sum_n E_n + (sum_n lambda_n V_nn - alpha'm - log|B|) / 2.
//
// # Inner loop
//
// A sweep moves all sites to those given by the slopes: a step of the natural gradient of F.
// If F falls it goes half of the way, and so on. By itself that is slow, because means and
// variances wait for each other. So before each sweep up to three steps V (g - alpha), O(N^2)
// each, move the means to their optimum for the variances; a step that lowers F is undone.
// Once no site moves by more than half of its posterior's scale, Anderson acceleration
// (package optim) combines the last five sweeps, unless F falls.
//
// Sites have converged when none would move by more than site_tolerance, lambda_n in units of
// 1 / V_nn and nu_n in units of 1 / sqrt(V_nn). On the first split of banana the default of
// 1e-4 takes 5 sweeps from the prior, and 3 or 2 from the sites of a kernel whose parameters
// differ by 5 or 1 in a hundred; F is then good to 1e-8 and its derivatives to 1e-4. An inner
// loop that ends after `sweeps` sweeps is counted as the event "KL not converged"; F is still
// a bound, except for the error of the quadrature: for one row at its own optimum it is up to
// 0.006 too high at a kernel variance of 400 and 0.02 at 10,000 with the logit link. This
// event occurs for kernel variances in the thousands: sums of 20 nodes then no longer follow
// log p(y | f), and the sites given by their slopes jump. With 120 nodes it converges for
// probit.
//
// # Optimiser
//
// L-BFGS over the logarithms of the kernel's parameters, with the inner loop inside
// (package nested): in a line search it starts from the sites of the last accepted point.
// At the end of the inner loop F is stationary in q(f), and only the divergence moves with K:
//
//	dF/dK = 1/2 (alpha alpha' - W B^-1 W).
//
// tolerance is the largest absolute derivative, divided by N, at which the fit ends. It also ends when an
// iteration gains less than least_gain, in nats a row.
//
// # Prediction
//
// As that of package sparse with the training rows as inducing inputs, f there with its
// noise: f at a new row has mean k'alpha and variance k(x, x) - k'W B^-1 W k.
//
// # Cost
//
// A sweep costs 2/3 N^3 flops, and N^2 more for each row whose lambda is small; the
// derivatives and the decomposition of K, which prediction needs, N^3. Memory is up to a
// dozen N x N matrices, most of them while a model is made: 1.5 GB at N = 4,000. More
// than 15,000 rows are an error.
package kl
