// Package subspace finds the basis of subspace inducing inputs (Panos, Dellaportas &
// Titsias, Fully scalable Gaussian processes using subspace inducing inputs, 2018), and
// where inducing inputs start.
//
// Inducing inputs Z = A X~, M x D, are linear combinations of the rows of X~, R x D, which
// are fixed: the right singular vectors of the R largest singular values of the training
// inputs X, N x D,
//
//	X = U S V'   X~ = V'   X V = U S
//
// With orthonormal rows X~ X~' is the identity, and so is K_X~ of the linear kernel: K_Z is
// A A', and K_XZ is (X V) A' = U S A'. If R is the rank of X, then X V V' = X, and every Z in
// the span of the rows of X is A X~ with A = Z X~'.
//
// A starts at the centres of k-means among the rows of U S.
//
// # Algorithm
//
// Only V and S are wanted, and U, N x R, would be larger than the data: everything is done
// with A = X'X, which is applied to a block W of columns as X'(X W) in one pass over the
// training rows, 1024 at a time. Sparse rows cost 4 operations for each value that is not
// zero and each column of W.
//
// Up to some D all of A is decomposed. Above it a block Lanczos iteration with thick
// restarts (Wu & Simon, Thick-restart Lanczos method for large symmetric eigenvalue
// problems, 2000) makes an orthonormal basis Q of a Krylov space, D x some 3R/2, and keeps
// the best Ritz vectors, the eigenvectors of Q'AQ, when it is full. The singular values of
// text fall slowly, so that the R-th is hardly larger than the (R+1)-th: a polynomial of A is
// needed to separate them, and Lanczos finds the best one of the degree it has, where
// subspace iteration with powers of A would take hundreds of passes. Q is kept orthogonal to
// rounding by projecting twice. Blocks keep the passes over the rows few, the products fast,
// and find values that are equal as often as a block is wide. Memory is Q and two blocks.
//
// # Accuracy
//
// The square root of an eigenvalue of A has a relative error of 2^-52 (s_1/s)^2. Where the
// R-th value is below 3e-4 s_1, V is therefore turned until the columns of X V are
// orthogonal in relation to their lengths, which are then the singular values with an
// error of 2^-52 s_1/s.
//
// What is reported is |X'u - s v| / s with u = X v / s. The other residual, |X v - s u|, is 0
// by the definition of u. The error of s is at most residual times s, and of the order of
// the residual's square where values are apart.
//
// Signs of vectors have a rule: the first element of at least 0.99 of the size of the
// largest is positive. With the same random stream the result has the same bits.
package subspace
