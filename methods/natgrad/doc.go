// Package natgrad fits sparse Gaussian-process classifiers by natural gradients in
// models whose auxiliary variables make the likelihood Gaussian in the latent
// functions (Hoffman, Blei, Wang and Paisley, Stochastic variational inference,
// 2013; for classification Wenzel et al., Efficient Gaussian process
// classification using Polya-Gamma data augmentation, AAAI 2019, wenzel2019 below,
// whose equation numbers these are). A method is options, a Likelihood with its
// local step, and what it predicts with: see package xgpc.
//
// # Model
//
// There are C latent functions f_k, independent in prior and posterior: u_k are the
// values of f_k at M inducing inputs, and q(f, u) = prod_k p(f_k | u_k) q(u_k). Under
// the best q of the auxiliary variables of row i the expected logarithm of its
// likelihood is, but for a constant,
//
//	sum_k [shift_ik f_ik - 1/2 precision_ik f_ik^2].
//
// The local step computes these numbers. They are a row's contribution to the natural
// parameters of q(u_k): a site. A likelihood without auxiliary variables uses the
// natural gradient of its expectation instead: see Expected.
//
// # Updates
//
// In the natural parameters eta1 = Sigma^-1 mu, eta2 = -1/2 Sigma^-1 the natural
// gradient is the target minus the present value (12). On a minibatch of b rows the
// target is the prior times the sites of the batch, each N / b times. A step of rate 1
// on the full batch is coordinate ascent (A.4; its (18) needs a plus between Kuu^-1 and
// kappa'Theta kappa, and its references to (15) and (16) are swapped). Full batch
// therefore always takes rate 1. Minibatches take the adaptive rate of Ranganath et al.
// (An adaptive learning rate for stochastic variational inference, 2013), one for every
// function, the Robbins-Monro rate (t + tau)^-kappa, a fixed one, or one that rises from
// 1e-5 by a factor 10^0.1 an iteration. The adaptive rate's averages start from the
// gradients of the first rate_warmup minibatches at the starting point: this is on the
// clock but is not an iteration, and the first iterations use these minibatches again.
//
// Without auxiliary variables a step is not coordinate ascent, and the full batch uses the
// rates of minibatches. Precisions of sites may then be negative. A step after which the
// precision of some q(v_k) is not positive definite is halved for that function until it is,
// which is the event "natural step shortened": the precision before the step is positive
// definite, so that a short enough step is taken. With the rising rate it is refused, which is
// the event "natural step refused", and the rate falls to a thousandth and rises again.
//
// # Some of the functions
//
// A method may update a set of functions that is drawn for each minibatch (Method.Draw). The
// others stay as they are, and so do priors that they do not share; of these functions the
// local step knows the values at the rows of their own class. Averages of the adaptive rate,
// steps of Adam and the measure of change are those of the functions that were drawn. A
// function that no minibatch of the warm-up drew starts its averages at 0: their ratio begins
// at 1/rate_warmup, the weight of its first gradient, and rises from there.
//
// # Coordinates
//
// The paper's Sigma^-1 has the condition number of Kuu, which is without
// bounds. We write u = L v with Kuu = L L' and keep the natural parameters of
// q(v) (sparse.Gaussian), whose target
//
//	P = I + N/b A' diag(precision) A,  r = N/b A'shift,  A = Kfu L^-T,
//
// has eigenvalues of at least 1. The iterates are the same, since the natural
// gradient does not depend on coordinates; only the norms inside the adaptive
// rate do, and they are those of v.
//
// When the kernel moves the paper keeps q(u): P' = T'P T and r' = T'r with
// T = L^-1 L', L' the new factor, and the gradient is at fixed q(u). With
// the option whiten we keep q(v) instead, with the gradient at fixed q(v).
//
// The option dual keeps the sites of u, t(u) = q(u) / p(u): the dual parameterization of Adam,
// Chang, Khan and Solin (Dual parameterization of sparse variational Gaussian processes,
// NeurIPS 2021), t-SVGP. Then P' = I + T'(P - I) T and r' = T'r, and the gradient is that of
// the bound at q(u) = p(u) t(u), p(u) that of the moving kernel (package sparse). Natural steps
// are the same in all three, (12); the bound of the kernel between them differs:
//
//	F_whiten(theta) = F(theta, q(v) fixed)   F_paper(theta) = F(theta, q(u) fixed)
//	F_dual(theta)   = F(theta, p_theta(u) t(u) / Z).
//
// All touch max_q F(theta, q) at the kernel whose best q this is, with its slope. With Z = X
// and a Gaussian likelihood F_dual is log p(y | theta) for every theta, since the sites do not
// depend on the kernel; the two others fall away from it. Elsewhere F_dual is closer to it,
// as a rule, which lets a search over the kernel go further between natural steps. Where there
// is one step of Adam to each natural step, as here, the three differ by where q stands after
// the kernel's step.
//
// # Kernel and inducing inputs
//
// Every hyper_every-th iteration from the third, Adam takes a step up the bound at
// fixed q and auxiliary variables, as estimated on the same minibatch. Without
// auxiliary variables the gradient is that at q before the natural step, where the
// expectations and their derivatives were worked out. The steps are hyper_rate on the
// logarithms of the kernels' parameters, hyper_rate * inducing_rate on inducing inputs;
// with hyper_decay = tau both are divided by sqrt(1 + t/tau) in iteration t. Functions
// may share their kernel, their inducing inputs, or both. A step after which some Kuu
// has no Cholesky factor even with the largest jitter is undone and counted as the
// event "kernel step refused".
//
// wenzel2019 names Adam but no rates; the authors' released code uses 0.1 and
// 0.001. With these the inducing inputs hardly move, and the kernel jumps into poor
// optima. The defaults, 0.03 and 0.3, were chosen by X-GPC's bound on the training
// rows after 3,000 iterations, M = 100: covtype -249,000 against -266,000, shuttle
// -1,340 against -1,940, ringnorm (400 rows, M = 50) -210 against -223; on
// electricity and cod-rna the two are within 2%.
//
// # EP's energy
//
// With Method.Tilted, of one latent function, the kernel does not move up the bound but up EP's
// energy at the sites of q (Li, John and Solin, Improving hyperparameter learning under approximate
// inference in Gaussian process models, ICML 2023): variational inference gives q, and EP's
// estimate of log p(y) is what the kernel is learnt by. With the product t(u) of all sites, which
// is fixed as with dual, q(v) = N(m, S), h_i = a_i'S a_i, mu_i = a_i'm, and of a row the site of
// precision w_i and shift s_i,
//
//	E(theta) = log integral p(u) t(u) du + N/b sum_i [log Z_i - log Z'_i],
//	log Z_i  = log E p(y_i | f),  f ~ N((mu_i - s_i h_i) / c_i, h_i / c_i + var(f_i | u)),  c_i = 1 - w_i h_i,
//	-log Z'_i = 1/2 [(w_i mu_i^2 - 2 s_i mu_i + s_i^2 h_i) / c_i - log c_i].
//
// At EP's own sites this is EP's log Z, of which the sites' movement is no part; at those of the
// variational q it is not stationary in them, and its gradient is that at fixed w_i, s_i and t(u): with
// alpha and -beta the derivatives of log Z_i by the mean and t_i = (w_i mu_i - s_i) / c_i
//
//	dE/dmu_i = alpha / c_i + t_i,   e_i = (alpha^2 - beta) / 2  (by var(f_i | u)),
//	dE/dh_i  = (alpha t_i + e_i / c_i) / c_i + (w_i / c_i + t_i^2) / 2,
//
// where m and S move with the prior. The sites of the rows are those of the local step, which q
// holds at its fixed point. On minibatches it holds averages of them; a row with w_i h_i >= 1,
// which is possible then, is left out and counted as the event "site without a cavity". The
// reported objective is still the bound.
//
// # The full batch
//
// With Collapsing, kernel and inducing inputs are found by L-BFGS with the optimal q for each of
// them (package collapsed): the auxiliary variables are at their best too, so that the bound is
// that of shift and precision with the slopes shift - precision mean and -1/2 precision. On 90 to
// 400 rows X-GPC then ends after 25 to 170 iterations, up to 1.5 nats a hundred rows above 1,000
// steps of Adam.
//
// q starts at the prior. A fit of all rows with Method.SeveralOptima and a wide prior starts at the higher of the two
// optima that package collapsed finds, which are no iterations.
//
// # Stopping
//
// wenzel2019 stops when a sliding-window average of the change of the global
// parameters is small. We take the vector p = (mu, diag Sigma) of all functions, the
// mean over its elements of 2 |p_j - p_j'| / (|p_j| + |p_j'|) between successive
// iterations, and its average over ten of them, which must fall below
// tolerance.
//
// # Cost
//
// O(C (b M^2 + M^3)) an iteration, b D M more for every kernel; projections are done
// once for functions that share their prior.
package natgrad
