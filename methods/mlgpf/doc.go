// Package mlgpf is classification with any number of K labels a row by a few latent
// Gaussian processes: the multi-label Gaussian process factor model of panos2018 (Panos,
// Dellaportas and Titsias, Fully scalable Gaussian processes using subspace inducing
// inputs, 2018; equation numbers are those of that paper).
//
// # Model
//
// P latent functions h_p with one kernel k, (11), give K utilities and those the labels,
// (12), (13):
//
//	h_p ~ GP(0, k)      f_k = sum_p phi_kp h_p + b_k      p(y_k = 1 | f) = 1/(1 + e^-f_k).
//
// The kernel is v exp(-|x - x'|^2 / 2 l^2), whose two parameters are learnt, or v x'x'. That v is
// fixed, because Phi has a scale of its own: the paper's v is 1, and another v gives the same
// model with another Phi, but a different search. Here v = variance / mean |x|^2, so that steps of
// Adam do not depend on the scale of the rows: on Bibtex as its files have it, |x|^2 = 69 on
// average, the bound of v = 1 is -87,000 after 400 minibatches and that of v = 1/69 -43,000 (M =
// 200, R = 200). The mean is over all training rows, or over 10,000 that the stream "norm" draws
// if there are more.
//
// Distances do not depend on where the rows lie, but their rounding does, and so does that mean. Where rows
// with the squared exponential kernel lie together far from 0, so that their spread about the mean of these rows
// is less than a tenth of the root of that mean |x|^2, the mean is taken from all rows, of tests too, and x
// stands for what is left: in X~, Z and |x|^2. Other rows, and sparse ones, stay as they are.
//
// # Inducing inputs
//
// All latent functions share M inducing inputs Z, (A.1). They are free, an M x D matrix,
// or lie in the span of R fixed vectors, (4):
//
//	Z = A X~,
//
// X~ the right singular vectors of the training rows with the R largest singular values
// (package subspace), A learnt. Then, (5), (6), K_Z and K_XZ of the linear kernel are A
// K_X~ A' and K_XX~ A'. The rows of X~ are orthonormal, so K_X~ = I, and it suffices to
// replace X by X X~' and Z by A: the code below uses inner products of rows and inducing
// inputs, in either space. The squared exponential kernel follows from the inner products
// and from the squared norms (A.6), in which |x|^2 is that of the whole row, X~ or not.
//
// If R is the rank of X and A = Z X~', the model is the one at Z.
//
// # q(u)
//
// Of every latent function, (8), with Sigma_p diagonal:
//
//	m_p = K_Z mu_p      S_p = (K_Z^-1 + Sigma_p^-1)^-1 = K_Z - K_Z (K_Z + Sigma_p)^-1 K_Z.
//
// Only K_Z + Sigma_p is decomposed, which needs no jitter: Sigma = 1e-6 + e^xi, (2.3). With equal
// inducing inputs and Sigma at 1e-6 rounding shows in s_ip from kernel variances of 1e4 on (0.1%),
// and from some 1e8 on s_ip is lost.
// With c_i row i of K_XZ and B_p = (K_Z + Sigma_p)^-1 the marginals are, (18), (19), where
// the paper prints K_X mu for K_XZ mu,
//
//	m_ip = c_i mu_p      s_ip = k(x_i, x_i) - c_i B_p c_i'.
//
// What the M instead of M(M+1)/2 parameters of a covariance cost of the bound at its optimum,
// with kernel, inducing inputs, Phi and b held: 2.8 of 1588 with M = 30 on Mulan's emotions
// (P = 3, squared exponential kernel), 9.0 of 1648 with the linear one, and 1.8 of 159 on one
// label, IDA's banana, M = 30. At Z = X they cost nothing, whatever the number of labels: the
// bound depends on S_p through its diagonal alone, so that S_p^-1 - K^-1 is diagonal at the optimum
// and m_p is K times a vector, as in A.5.
//
// # Objective
//
// The bound (20), with E over (21), f_ik ~ N(sum_p phi_kp m_ip + b_k, sum_p phi_kp^2 s_ip):
//
//	F    = -sum_ik E log(1 + e^(-y_ik f_ik)) - sum_p KL_p
//	KL_p = 1/2 mu_p'K_Z mu_p - 1/2 tr(B_p K_Z) + 1/2 log|K_Z + Sigma_p| - 1/2 log|Sigma_p|   (22)
//
// E log(1 + e^-f) is E log(1 + e^f) - E f, so that one function, likelihood.Softplus,
// serves all labels. Its Gauss-Hermite quadrature has nodes = 20 nodes: on emotions the
// bounds are 2e-6 off with the squared exponential kernel and 7e-4 with the linear one, whose
// utilities vary more. tr(B_p K_Z) is M - sum_j [B_p]_jj sigma_pj.
//
// On a minibatch the first sum is N/b times that over its rows. With negatives = n it has
// the labels of a row, and of the others a sample of n, weighted by their number over
// n, (23): without bias.
//
// # Derivatives
//
// With g and d the derivatives of the first sum by m_ip and s_ip, T_p = C B_p, U the mu_p
// as columns:
//
//	dF/dmu_p   = C'g_p - K_Z mu_p
//	dF/dSigma  = sum_i d_ip t_ij^2 - 1/2 (2 [B]_jj - [B Sigma B]_jj - 1/sigma_j)
//	dF/dC      = g U' - 2 sum_p diag(d_p) T_p
//	dF/dK_Z    = sum_p (T_p'diag(d_p) T_p + 1/2 B_p Sigma_p B_p - 1/2 B_p) - 1/2 U U'
//	dF/dPhi    = e'm + 2 Phi o (w's)      dF/db = e'1
//
// e and w being the derivatives by the means and variances of (21). From K_Z, C and
// k(x, x) they go on to inducing inputs and kernel as elsewhere.
//
// # Training
//
// Adam on all of it, a step a minibatch: on mu, xi, Phi and b at the rate step, on the
// logarithms of kernel parameters at hyper_rate, on A or Z at inducing_rate times that and times the root of that mean |x|^2.
// The paper does not say where the search starts. Here mu = 0, Sigma = 1, phi_kp ~ N(0, 1/P), and
// b_k is the logarithm of the odds of label k among the training rows, with half a row
// added on either side. A starts at centres of k-means on X X~', Z at those on X.
//
// Steps of Phi and b that begin ten times as long, and fall to step within 2,000 iterations, were tried with natural gradients.
// On raw rows the log loss falls sooner. In gpcbench/multilabel it is after 30 seconds lower by 0.0001 in the mean on two of
// the seven sets that were run, and higher by up to 0.0007 on five; one fit of Delicious ends at 0.071 for 0.063.
//
// # Natural gradients
//
// With natural = true, the default, q takes natural gradients (Salimbeni, Eleftheriadis and Hensman, Natural
// gradients in practice, AISTATS 2018), Adam the rest. q(u_p) is the
// prior times exp(r'u - 1/2 sum_j lambda_j u_j^2), lambda = 1/Sigma: an exponential family in r and lambda.
// By the mean and by lambda its Fisher information is S^-1 and 1/2 S o S, so that, with s = dF/dmu_p and
// S = Sigma - Sigma B Sigma,
//
//	lambda <- lambda - 2 rho (S o S)^-1 (sum_i d_i (sigma o t_i)^2 + 1/2 (S o S) lambda),
//	mu     <- mu + rho B Sigma K_Z^-1 s,
//
// the bracket minus dF/dlambda. mu moves with the Sigma of the same step, as in the natural parameters of a
// Gaussian: with the one before, which is the prior's at first, it moves too far. A hundredth of the
// diagonal of S o S is added to S o S, because inducing inputs close to each other make the matrix singular;
// the point where the step is 0 does not change. An element of Sigma grows or shrinks at most fivefold in a
// step. K_Z is decomposed, which needs jitter. rho is (1 + t)^-0.7, at least 0.05 because Phi and Z go on
// moving, and 1/2 on the full batch; but at most 1/P, since all functions step at once: a quadratic form of
// P parts is at most P times the sum over its parts alone, so that steps of 1/P do not overshoot where one
// function alone would not. With limit_steps = false rho may be above 1/P, and mu moves by the Sigma before.
//
// Natural steps fit mu to where the inducing inputs are, so these must not jump. A step of Adam moves each coordinate by
// up to its rate: with 1,836 columns, as on Bibtex, an inducing input by a fifth of a lengthscale. There (M = 500, batches of
// 500) a natural step raised the bound of its minibatch in each of 200 iterations, by up to 3,600, and Adam's step after it
// lowered it by up to 6,000. Of the 23 iterations that were looked at by parts, that was Z's alone, by up to 1,600: Phi, b and
// the kernel raised it.
// So the rate of A or Z is in units of the starting lengthscale or, where that is less and with the linear kernel, of the root
// of that mean |x|^2, over the root of the number of coordinates: an inducing input moves by at most a hundredth of it. The log
// loss of new rows is then
//
//	iterations                 100    251    501    794
//	each coordinate moves      0.053  0.054  0.050  0.049
//	an inducing input moves    0.049  0.047  0.047  0.047
//
// By Adam alone q follows more slowly, and short steps of Z gain nothing; with the linear kernel they lose. To the same log
// loss of new rows Adam takes 13 times as long with se, and 1.5 times with the linear kernel (rivals/natural-labels, 11 sets).
//
// # Prediction
//
// probability = "marginal" gives E 1/(1 + e^-f) under the posterior (24), by the nodes of
// training: with 20 it is 2e-10 off where f has a variance of 1, 2e-4 at 9, 0.004 at 25 and 0.03
// at 100. "point" replaces f by its mean, by which the paper ranks labels (A.3). The order of
// labels differs little. For means above 36.7 the probability is exactly 1, so such labels tie
// and are ranked by their number, the smaller first.
//
// On genbase MLGPF has a higher log loss than logistic regression. Neither time nor inducing inputs are the cause (a fold of
// the rows of gpcbench/multilabel, se):
//
//	1,000 iterations                                0.0103
//	8,000 iterations                                0.0103
//	501 iterations, 100 inducing inputs             0.0117
//	488 iterations, 300                             0.0118
//	1,000 iterations, probability = "point"         0.0073
//	logistic regression                             0.0027
//
// Labels that a row has cost about the same in both, 10.8 and 9.1 nats in all. Labels that it does not have get a
// probability of 0.009 here, in the mean, and of 0.0001 there. The variance of f is some 40% of the difference. Why the means
// of f go no further is not explained.
//
// Cost of a minibatch, in multiplications: P (3/2 b M^2 + M^3), b K (6 P + 70), and
// 2 b M R + 3/2 M^2 R for A and R for every value of the batch that is not zero for X X~', or
// 2 M for every such value and 3/2 D M^2 for Z. Nothing of size b x D is formed.
// Cost counts these, and the set-up: singular vectors and k-means.
package mlgpf
