// Package logistic is L2-regularised logistic regression, the linear baseline
// of the papers.
//
// # Model
//
// Two classes: p(y = 1 | x) = 1 / (1 + exp(-w'x - b)). More: the multinomial
// model p(y = c | x) = exp(w_c'x + b_c) / sum_k exp(w_k'x + b_k), with a weight
// vector for every class.
//
// # Objective
//
// The fit minimises
//
//	F(w, b) = sum_i -log p(y_i | x_i) + |w|^2 / (2 C),
//
// scikit-learn's C sum loss + |w|^2 / 2 divided by C; the intercepts b are not
// penalised (LIBLINEAR penalises them). The objective that is reported is -F. F
// is convex; in the multinomial model adding a number to all b_c changes
// nothing, and sum_c b_c stays 0, where it starts.
//
// With inner_folds = k, C is chosen from a grid of seven by the NLL over k folds of the
// training rows, from the smallest up, until two in a row are no better: at most 7 k further
// fits, each starting where the fit with the previous weight ended. They get a quarter of the
// time of a budget. "auto", the default, has five folds of at most 10,000 rows, fewer where
// they have many columns; with fewer than 20 rows C is as given, 1 by default.
//
// # Optimiser
//
// Newton's method, each step solved by preconditioned conjugate gradients
// (Nocedal & Wright, Numerical optimization, 2006, algorithm 7.1): products with the Hessian take
// one pass over the rows, no matrix is formed, and the steps converge fast
// enough to give the optimum to rounding, which gradient methods do not. An
// iteration is a Newton step. With tolerance 0 the fit ends when rounding
// leaves no progress; otherwise when no element of dF is above tolerance N.
//
// Cost O(N D C) a pass; some tens of passes in all. Up to 512 MB of rows are
// held in memory, more are read again in blocks at every pass.
package logistic
