// Package mfsp is the sparse mean-field classifier MFSp of Hensman, Matthews and
// Ghahramani (Scalable variational Gaussian process classification, AISTATS 2015, section
// 3.1; equation numbers are those of that paper), and its dense form MF, which is the same
// with inducing = "all" that are not learnt.
//
// # Model
//
// Two classes y_n = +-1 with the probit likelihood. Between the latent function and the
// class there is a variable g_n = f_n + e_n, e_n ~ N(0, 1), whose sign is the class, (9).
// In the coordinates of package sparse, u = L v,
//
//	f_n = a_n'v + e'_n,  v ~ N(0, I),  e'_n ~ N(0, r_n),
//
// and with A the N x M matrix of rows a_n'
//
//	Qnn = A A',  C = Qnn + I,  B = I + A'A = R R',  H = A R^-T,  C^-1 = I - H H'.
//
// The bound (6) of Titsias, of regression with noise of variance 1, takes the place of
// p(g), (10):
//
//	log p(y, g) >= sum_n log theta(y_n g_n) + log N(g | 0, C) - 1/2 sum_n r_n.
//
// r_n = k(x_n, x_n) + noise - |a_n|^2 is the diagonal of Knn - Qnn. In the dense form the
// inducing inputs are the training rows, A = L, C = Knn + I and r_n = 0.
//
// # Mean field
//
// The best q(g) = prod_n q(g_n) is a product of normal distributions truncated at 0,
// (11),
//
//	q(g_n) = theta(y_n g_n) N(g_n | a_n, sigma_n^2) / gamma_n,  1 / sigma_n^2 = c_n = [C^-1]_nn,
//
// with free parameters a_n. (From here on a is their vector, not a row of A.) With
// z_n = y_n a_n / sigma_n and rho_n = N(z_n) / Phi(z_n)
//
//	log gamma_n = log Phi(z_n)
//	G_n         = E g_n = a_n + y_n rho_n sigma_n
//	t_n         = dG_n / da_n = 1 - rho_n (z_n + rho_n), between 0 and 1
//	D_nn        = var g_n = t_n sigma_n^2.
//
// In (12) the variances cancel, and what is left is
//
//	F = sum_n [log gamma_n + rho_n^2 / 2 - log(c_n) / 2] - G'C^-1 G / 2 - log|C| / 2 - sum_n r_n / 2.
//
// Given a prior it has one maximum: as a function of G, which grows with a, it is concave,
// with gradient and Hessian
//
//	e = c o (G - a) - C^-1 G,  -(C^-1 + diag(c (1 - t) / t)).
//
// Newton's method in G takes a step da = dG / t. With w = t / (t + c (1 - t))
//
//	dG = w o (e + A k),  k = (I + A' diag(1 - w) A)^-1 A'(w o e).
//
// At the maximum the derivatives of F by the kernel are those for fixed moments of g:
//
//	dF/dC   = 1/2 [C^-1 (G G' + D) C^-1 - C^-1]
//	dF/dA   = 2 dF/dC A = (C^-1 G) (W'G)' + (D H - H H'D H - H) R^-1,  W = C^-1 A = H R^-1
//	dF/dr_n = -1/2.
//
// Given g, v ~ N(W'g, B^-1). A prediction averages the result over q(g), (13):
//
//	monte-carlo  over S draws of g. A draw costs O(N M) once, not O(N) for each test input
//	             as in the paper, because a model keeps the S means W'g
//	gaussian     with one Gaussian of the same mean W'G and covariance B^-1 + W'D W
//
// On the first split of Banana their mean NLLs agree to 1e-4. With 1,000 draws, the default,
// that of draws has a standard error of 2e-4 there.
//
// # Decoupled bound
//
// approximation = "decoupled" is section 3.2, which the paper abandons: q(v) = N(m, S) of (7)
// instead of q(g). The best S is B^-1, whatever the classes are, and what is left is
//
//	F = sum_n log Phi(y_n a_n'm) - m'm / 2 - log|C| / 2 - sum_n r_n / 2.
//
// m is the mode of v given the classes if all r_n are 0. Newton's method finds it by steps
// (I + A' diag(w) A)^-1 (A'(y o rho) - m), with z_n = y_n a_n'm and w = rho o (z + rho). The
// derivatives are those at fixed m, dF/dA = (y o rho) m' - A B^-1 and dF/dr_n = -1/2, and
// predictions are those of q(v).
//
// # Inner loop
//
// For every value of the kernel and the inducing inputs Newton's method finds a, or m: a step
// is halved as long as it lowers F. The paper's inner loop costs O(N M) an iteration; a step
// here costs O(N M^2), but few are enough: for a on Banana, from any start, at most 10 for
// variances up to 100 and 20 for 10^4. The tolerance is compared with the last step, which
// leaves an error of about its square: accurate enough for scaled conjugate gradients to take
// differences of gradients. A loop that ends earlier, after inner_steps steps or because no
// part of a step raises F, is counted as the event "MFSp not converged".
//
// Package nested has the search over kernel and inducing inputs. Section 5 of the paper
// says that scaled conjugate gradients do better than L-BFGS on (12): optimiser = "scg".
// With an inner loop that ends at the maximum they do not: on Banana both end at the same
// bound, and on Image (4 to 200 inducing inputs) L-BFGS is ahead after 250 iterations, in 0.5
// to 0.8 of the time.
//
// # Errata
//
// The Gaussian form of predictions is printed as p(g | y) ~ N(Sigma Kmm^-1 Kmn E[g], Sigma),
// Sigma = Kmm - Kmn [Qnn + I]^-1 Knm. That is p(u | y), and lacks the spread of q(g): in v it
// is N(W'G, B^-1). The variance of a new g is then k** - q** + k'Kmm^-1 Sigma Kmm^-1 k + 1. On
// Banana its latent variances are six to nine tenths of those with the spread, and its NLL
// is lower by 0.001 to 0.002.
//
// (14) and the bound before it are printed with a product of B(y_n | phi) instead of the sum
// of the logarithms. The optimum stated for (14), S^-1 = Knn^-1 + I, holds at Z = X; in
// general it is S^-1 = Kmm^-1 + Kmm^-1 Kmn Knm Kmm^-1.
//
// Classes are 0 and 1 in (1) and (9), and +-1 where the paper writes y
// f.
//
// # Dense form
//
// With inducing = "all" and learn without "inducing" this is mean field in the model without
// inducing inputs, also with noise: see method.StartPriors. It is not a separate method. If
// inducing inputs are learnt, they only start at the training rows.
//
// # Cost
//
// With K steps of the inner loop the bound and its derivatives cost (K + 10) N M^2 + O(M^3)
// flops beside the kernel's O(N M D). Memory is O(N M).
package mfsp
