// Package logisticova is L2-regularised logistic regression one against all: each of K labels
// has its own regression, of the rows that have the label against all others. It is the
// linear baseline of multi-label classification.
//
// # Model
//
//	p(label k | x) = 1 / (1 + exp(-w_k'x - b_k)).
//
// # Objective
//
// The objective minimised for label k is that of the method logistic,
//
//	F_k(w, b) = sum_i log(1 + exp(-y_ik (w'x_i + b))) + |w|^2 / (2 C),  y_ik = 1 or -1,
//
// which is LIBLINEAR's |w|^2 / 2 + C sum loss over C, but for the intercept, which LIBLINEAR
// penalises and this does not. The objective that is reported is -sum_k F_k. A label that no
// training row has, or every one, has its optimum at infinity: it keeps w = 0 and gets the
// probability (n + 1/2) / (N + 1) of n rows of N, as the method label-prior has it.
//
// inner_folds chooses C, one for all labels, by the log loss of rows that are left out.
//
// # Optimiser
//
// Newton's method, as in the method logistic: each step is solved by conjugate gradients
// (Nocedal & Wright, Numerical optimization, 2006, algorithm 7.1), which need products with X
// and X' alone, so that sparse rows stay sparse. Labels are independent of one another. Up to
// 32 of them take their steps together, because a product of X with 32 columns costs little
// more than one with a single column; each has its own step length and ends by itself. An
// iteration is a step of every label that has not ended. A label ends when its step has
// changed F_k by no more than rounding, or, with a tolerance, when no element of dF_k is above
// tolerance N.
//
// Conjugate gradients are slow if columns differ in size or are far from 0, and a gradient in which
// one column is large says little about the others. Where the values of a column that are not 0 are
// a thousand times as large as those of another (root mean squares), or dense rows have a column a
// hundred of its standard deviations from 0, the search sees other columns: dense ones less their
// means, and all divided by (q + 4 / (C N))^1/2, q their mean square then. The penalty goes with
// them, so that F and its optimum are the same; the tolerance is of the derivatives by their
// weights. At the end the search estimates from the gradient and the diagonal of the Hessian by how
// much F_k can still fall: more than a millionth of F_k is the event "search not converged".
//
// Cost O(nnz K) a product, nnz the number of values of X that are not zero; some hundreds of
// products. Memory: the training rows and 8 (D + 1) bytes a label, a few times; more than 2 GB
// of weights are refused.
package logisticova
