// Package laplace is Laplace's approximation: a Gaussian at the mode of the posterior of the latent
// values, with the curvature there (Williams and Barber, Bayesian classification with Gaussian
// processes, 1998; Rasmussen and Williams, Gaussian processes for machine learning, 2006, sections
// 3.4, 3.5 and 5.5, whose algorithms 3.1 to 3.4 and 5.1 these are, in another order). Full has no
// inducing inputs. Config has the FITC prior (Naish-Guzman and Holden, The generalized FITC
// approximation, NIPS 2007; Vanhatalo and Vehtari, Sparse log Gaussian processes via MCMC for
// spatial epidemiology, 2007). For several classes it is worked out here: (19) to (23).
//
// # Model
//
// Two classes have a latent function and p(y | f) of a link, y = +-1, whose logarithm is concave. C
// classes have one each, independent under the prior, and the softmax
//
//	p(y | f) = exp(f_y) / sum_k exp(f_k).
//
// f are the values at the N training rows, with the kernel's noise, of all functions one below the
// other, and f ~ N(0, K). FITC has K = A A' + diag(r) in the coordinates of package sparse.
//
// # Approximation
//
// With g = d log p(y | f)/df and W = -d^2 log p(y | f)/df df', which is diag(w) or, for the softmax,
// D - P P' of the probabilities p of a row, D = diag(p), the mode and the approximation are
//
//	f = K a,  a = g(f),                                                                 (1)
//	q(f) = N(f, (K^-1 + W)^-1),                                                         (2)
//	log q(y) = log p(y | f) - 1/2 a'f - 1/2 log|I + K W|.                               (3)
//
// log q(y) is not a bound. The mode is found by
//
//	da = (I + W K)^-1 (g - a) = (g - a) - E K (g - a),  E = (K + W^-1)^-1,              (4)
//
// halved until log p(y | f) - 1/2 a'f does not fall. With W of the present f this is
// Newton's step; with a factor of an earlier W it costs O(N^2) instead of O(N^3), and reaches the
// same mode, because it makes (1) zero. A factor is used for as long as each step is at most 0.3 of
// the one before. Within a search the mode is sought from the a of the last accepted point (package
// nested), or from 0 if that is higher.
//
// Two classes: with B = I + W^1/2 K W^1/2, E = W^1/2 B^-1 W^1/2 and log|I + K W| = log|B|. FITC, with
// o_i = w_i / (1 + w_i r_i) and O = diag(o):
//
//	P = I + A'O A,  E = O - O A P^-1 A'O,  log|I + K W| = log|P| + sum_i log(1 + w_i r_i).   (5)
//
// In x - E K x, of (4) and (8), large numbers cancel if K is large beside W^-1. Steps then are no ascent, and a mode took
// 200 steps without being found. With stable_steps
//
//	(I + W K)^-1 x = y - O A P^-1 A'y,  y_i = x_i / (1 + w_i r_i).
//
// Softmax: with B_c = I + D_c^1/2 K_c D_c^1/2, E_c = D_c^1/2 B_c^-1 D_c^1/2 and sum_c E_c = J J',
//
//	E = diag(E_1, ..., E_C) - [E_c (J J')^-1 E_k]_ck,                                   (6)
//	log|I + K W| = sum_c log|B_c| + log|J J'|.                                          (7)
//
// Algorithm 3.3 is printed without the last term of (7): its value is not (3.44) of the same book.
//
// # Derivatives
//
// At the mode (3) has the derivatives tr(G dK), of which the first part is that at fixed f and the
// second that of the mode, by df = (I + K W)^-1 dK a:
//
//	G = 1/2 (a a' - E) + 1/2 (a b' + b a'),  b = (I + W K)^-1 s = s - E K s,            (8)
//	s = d/df of -1/2 log|I + K W|.
//
// With S = (K^-1 + W)^-1 the covariance of (2), two classes have
//
//	s_i = 1/2 S_ii d^3 log p(y_i | f_i)/df_i^3,  w_i S_ii = 1 - [B^-1]_ii,              (9)
//
// and FITC w_i S_ii = o_i (r_i + q_i / (1 + w_i r_i)), q_i = a_i'P^-1 a_i. Its derivatives by A and r are
//
//	dF/dA = 2 G A = a (A'(a + b))' + b (A'a)' - O A P^-1,  dF/dr_i = G_ii,              (10)
//	E_ii = o_i - o_i^2 q_i.                                                             (11)
//
// The softmax has, of the kernel of class c,
//
//	G_c = 1/2 (a_c a_c' + a_c b_c' + b_c a_c' - E_c + T_c T_c'),  T_c = E_c J^-T,       (12)
//
// and of the C x C block S_i of row i, as dp_k/df_m = p_k (1[k = m] - p_m),
//
//	u_k = S_i,kk - 2 sum_l S_i,kl p_l,   s_im = -1/2 p_m (u_m - sum_k p_k u_k).         (13)
//
// K_c E_c = I - D_c^-1 E_c gives these without another product. With t_ci, j_i and l_i row i of T_c,
// of J^-T and of J^-T - J, and g_ci = j_i - t_ci / p_ic,
//
//	S_i,ck = 1[c = k] (1 - [B_c^-1]_ii) / p_ic + g_ci'g_ki,  sum_k p_ik g_ki = l_i,     (14)
//	p_ic u_ic = (1 - 2 p_ic) (1 - [B_c^-1]_ii) + p_ic g_ci'(g_ci - 2 l_i).              (15)
//
// Inducing inputs of FITC are not learnt by default. If they were, the diagonal r could make every
// row a function of its own: on 90 rows in three dimensions, M = 8, log q(y) rises from -23.3 to
// -17.2, above the -22.7 of the model without inducing inputs, the variance to e^9.7, and the NLL
// of new rows from 0.30 to 0.55 (ep-fitc: from 0.33 to 0.37). If learning them is requested,
// left-out rows decide whether they are learnt (inducing_folds; package method, InducingChoice).
// These fits are short: a fit of thousands of iterations may still be ruined, as on thyroid, from
// 0.08 to 0.67.
//
// # Predictions
//
// The latent values of a new row are Gaussian. Of two classes p(y) is the expectation of the link, good
// to 1e-10 (package likelihood). Of several classes the values depend on each other: with v_c the
// whitened coordinates of function c, K_c = L_c L_c',
//
//	mean v_c = L_c'a_c,  cov(v_c, v_k) = 1[c = k] (I + L_c'D_c L_c)^-1 + G_c G_k',  G_c = L_c'T_c.   (16)
//
// The expectation of the softmax is then an integral over all differences of values: see contrasts.
//
// The mode of a skewed posterior lies on the near side of its mean. If a class is rare or the
// variance large, most of (2) may lie where the link contradicts the labels: with two rows of one
// class among 1000, the expectation gives every row 0.1 for it. Without row i, (2) has
//
//	f_i ~ N(f_i - c_i g_i, c_i),  c_i = S_ii / (1 - w_i S_ii),                           (17)
//
// from which both the expectation of the link and its value at the mean predict y_i. Two classes
// have probabilities at the mode if the sum of log p(y_i) over all rows is better by more than two
// standard errors (choose_prediction). NLL of 200 new rows, of 1000 and 100 to 200:
//
//	                       expectation  at the mode  chosen
//	one in a thousand         0.112        0.001     0.001
//	image                     0.333        0.129     0.129
//	ringnorm                  0.338        0.191     0.191
//	heavy tails               0.528        0.573     0.528
//	twonorm                   0.364        0.371     0.364
//
// Several classes have the same problem if they are easily told apart: their variances become
// large, and the expectation of the softmax is close to the classes' shares. With the block S_i of
// row i, of (16) and K_c = L_c L_c',
//
//	f_i ~ N(f_i - C_i g_i, C_i),  C_i = (S_i^-1 - W_i)^-1 = S_i + S_i V (I - V'S_i V)^-1 V'S_i,
//	W_i = V V',  V = D^1/2 (I - q q'),  q = D^1/2 1,                                     (18)
//
// takes the place of (17). NLL of new rows, of 100 to 200:
//
//	                              expectation  chosen
//	five classes on a circle         1.055      0.002
//	new-thyroid                      0.262      0.079
//	vehicle                          0.700      0.437
//	glass                            0.954      0.925
//	a fifth noisy, three classes     0.724      0.729
//	waveform                         0.432      0.449
//
// # Several classes with FITC
//
// K_c = A_c A_c' + R_c for each class, R_c = diag(r_c), all of them K = A A' + R with A = diag(A_1, ..., A_C).
// W is a block for each row, and so is O = (R + W^-1)^-1, which is (6) for a single row. With
// t_c = 1 / (1 + p_c r_c), e_c = p_c t_c and s = sum_c e_c, all of them of a row i,
//
//	O_i = diag(e) - e e' / s,   (I + W_i R_i)^-1 = diag(t) + e (1 - t)' / s =: T_i',       (19)
//	P = I + A'O A,   E = O - O A P^-1 A'O,                                             (20)
//	log|I + K W| = log|P| + sum_i (sum_c log(1 + p_ic r_ic) + log s_i).                (21)
//
// P has C M rows. Steps are the stable ones, (I + W K)^-1 x = y - O A P^-1 A'y with y_i = T_i'x_i.
// With H_i the C x C of a_ic'[P^-1]_ck a_ik the rows have the covariances
//
//	S_i = T_i R_i + T_i H_i T_i',   T_i R_i = diag(t r) + (1 - t) (1 - t)' / s,            (22)
//
// with which (13) is worked out as it stands. Of class c, dF/dA_c = a_c (A_c'(a_c + b_c))' +
// b_c (A_c'a_c)' - [O A P^-1]_cc and dF/dr_c = diag G_c, E_ii = O_i - O_i H_i O_i. O and the diagonal
// blocks of P have e_c (s - e_c) / s as the sum of other classes' e_k, in which nothing cancels where a
// class is certain. The posterior of all coordinates, and so of new rows, is
//
//	v ~ N(A'a, P^-1),   P^-1 = G G',                                                   (23)
//
// of which (16) has the rows of class c as G_c, and no part that is a class's own. (18) is of some 500 training rows,
// spread evenly: an expectation takes a millisecond, and a factor of 4,000 rows less than thirty. By default all classes
// have one kernel and one set of inducing inputs. With a kernel for each (share), NLL of a fold:
//
//	           shared   own
//	vehicle     0.353  0.493
//	segment     0.155  0.123
//	waveform    0.352  0.347
//	svmguide2   0.537  0.612
//	satellite   0.246  0.246
//	glass       1.554  1.712
//
// # Cost
//
// Without inducing inputs a factor costs N^3/3 flops for two classes, and a value with its derivatives
// has some two of them, 2/3 N^3 for the derivatives and those of the kernel, 4 N^2 D. The softmax has
// C N^3 a factor and 2 C N^3 for the derivatives; its memory is 8 (5 C + 3) N^2 bytes, and twice as much while a
// model is made. More than 4,000 rows are an error. FITC costs N M^2 a factor and 6 N M^2 for the derivatives.
// Several classes with FITC cost N (C M)^2 + (C M)^3/3 a factor and twice that for the derivatives, and their memory is
// 48 (C M)^2 bytes, for which more than C M = 6,000 is an error.
package laplace
