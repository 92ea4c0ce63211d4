// Package svimgpc is SVI-MGPC: multi-class Gaussian-process classification by a stochastic
// variational bound with natural gradients. Galy-Fajou, Wenzel, Donner and Opper (Scalable
// multi-class Gaussian process classification via data augmentation, NIPS workshop on
// approximate inference, 2018, galyfajou2018) compare SC-MGPC with it. The bound is that of
// Hensman, Matthews and Ghahramani (Scalable variational Gaussian process classification,
// AISTATS 2015, hensman2015), the steps are those of Salimbeni, Eleftheriadis and Hensman
// (Natural gradients in practice, AISTATS 2018, salimbeni2018).
//
// # Model
//
// C latent functions f_c, each a Gaussian process with inducing inputs and a kernel of its
// own, unless share says that they have them in common. galyfajou2018 does not name the
// likelihood. Its released program has GPflow's for several classes, with epsilon = 1e-3,
//
//	robust-max   p(y | f) = 1 - epsilon        if f_y is the largest,
//	                        epsilon/(C - 1)    if not,
//
// and one kernel and one set of inducing inputs for all classes. The other likelihoods are
//
//	softmax            p(y | f) = exp(f_y) / sum_c exp(f_c),
//	logistic-softmax   p(y | f) = sigma(f_y) / sum_c sigma(f_c)     galyfajou2018 (1).
//
// The last makes it the model of SC-MGPC (package scmgpc) without augmentations: the two
// posteriors differ by the cost of the augmentations.
//
// # Objective
//
//	sum_i E_q log p(y_i | f_i) - sum_c KL(q(u_c) || p(u_c))       hensman2015 (19)
//
// for q(f, u) = prod_c p(f_c | u_c) q(u_c), q(u_c) = N(mu_c, Sigma_c). On a minibatch of b
// rows the sum over rows is multiplied by N/b. With the probability P that f_y is the
// largest,
//
//	robust-max         E log p = P log(1 - epsilon) + (1 - P) log(epsilon/(C - 1))
//	softmax            E log p = m_y - E log sum_c exp(f_c)
//	logistic-softmax   E log p = E log sigma(f_y) - E log sum_c sigma(f_c)
//
// are integrals over one variable for any C: package likelihood says how, and how exact
// they are. m and v are means and variances of the f_c of a row. With training_draws the
// second is the average over that many draws, which all rows and iterations have in common;
// GPflow and GPyTorch draw them anew each time.
//
// # Natural gradients
//
// The gradient by the expectation parameters is the natural gradient by the natural ones
// (salimbeni2018 (9)). With g_ic and h_ic the derivatives of E log p(y_i | f_i) by m_ic and
// v_ic, a step of rate gamma is
//
//	Sigma_c^-1      <- (1 - gamma) Sigma_c^-1 + gamma (Kuu^-1 + N/b kappa' diag(-2 h_c) kappa),
//	Sigma_c^-1 mu_c <- (1 - gamma) Sigma_c^-1 mu_c + gamma N/b kappa' (g_c - 2 h_c m_c),
//
// kappa = Kfu Kuu^-1, products with h_c and m_c by element. For a Gaussian likelihood a step of
// rate 1 is exact. Here gamma rises from 1e-5 by a factor 10^0.1 an iteration to rate_value. For
// the softmax h is never positive except for the error of its quadrature, up to 2e-8, so its steps
// fail only if millions of rows are saturated. For the other likelihoods they may fail: package
// natgrad says what happens then, as in the released program. That package takes the steps.
//
// # Kernel and inducing inputs
//
// Adam, up the exact gradient of the bound on the same minibatch at the q before the natural
// step. The released program takes steps of 1e-3 with TensorFlow's Adam after every natural
// step, on another minibatch, and holds the whitened q fixed while the kernel moves; whiten
// is therefore true by default. With steps of 1e-3 thousands of iterations leave the kernel
// close to where it starts. The defaults are larger, so that fits of 3,000 iterations end near
// an optimum; hyper_rate = 0.001, hyper_every = 1 and inducing_rate = 1 are the released ones.
//
// # Prediction
//
// E_q p(y | f) by an integral over one variable; for the softmax clocks says which.
//
// Cost O(C (b M^2 + M^3)) an iteration, b D M more for every kernel, and the quadrature's. Drawing
// classes would not lower it without bias: E log p is a logarithm of a sum, or a probability of a largest
// function, of all C of them, and no sum over classes whose mean a draw would have. The augmentation of
// package scmgpc makes it one.
package svimgpc
