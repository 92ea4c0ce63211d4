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
// with X'X, which is applied to a block W of columns as X'(X W), 1024 training rows at a
// time. Sparse rows cost 4 flops for each value that is not zero and each column of W. They
// are read once and kept, 12 bytes a value; dense rows are read each time.
//
// Where D is at most 3R, or 1024, all of X'X is decomposed. Otherwise a block Lanczos
// iteration with thick restarts (Wu & Simon, Thick-restart Lanczos method for large
// symmetric eigenvalue problems, 2000) makes an orthonormal basis Q of a Krylov space, D x
// some 3R/2, and keeps the best Ritz vectors, those of the eigenvectors of Q'X'XQ, when it
// is full. The singular values of text fall slowly, so that the R-th is hardly larger than
// the next: only a polynomial of X'X separates them, and Lanczos finds the best of its
// degree, where subspace iteration would take hundreds of passes of width R. About 5R
// columns go through X'X in all. Q is kept orthogonal to rounding by projecting twice.
// Blocks need few passes over the rows and have fast products, and find as many copies of
// a repeated value as a block is wide. Memory is Q, three blocks and the sparse rows.
//
// # Accuracy
//
// The root of an eigenvalue of X'X has a relative error of some 2^-52 (s_1/s)^2. Where the
// R-th value is below 3e-4 s_1, V is therefore turned until the columns of X V are
// orthogonal in relation to their lengths, which are then the singular values with an
// error of some 2^-52 s_1/s.
//
// What is reported is |X'u - s v| / s with u = X v / s, which rounding keeps above some
// 2^-52 (s_1/s)^2. The other residual, |X v - s u|, is 0 by the definition of u. The relative
// error of s is at most the residual, and of the order of its square where values are apart.
//
// Signs of vectors have a rule: the first element of at least 0.99 of the size of the
// largest is positive. With the same random stream the result has the same bits.
//
// # Cost
//
// Processor time on one core of an AMD EPYC (Zen 5) that other programs share, at RCV1's
// shape (N = 623,847, D = 47,236, 75 values a row), R = 2000: X'X times a block of 64 columns
// 3.8 s, so 120 s for R columns; the projections of a block 2.4 s when Q is full; the
// eigenvectors of order 3008 and the restart 15 s. The first cycle takes 270 s and each other
// one 105 s. At AmazonCat's shape (N = 1,186,239, D = 203,882, 71 values a row) the flops are
// 1.8 times as many in products with X and 4.3 times as many in projections, and Q is 4.9 GB.
//
// On generated rows of these shapes one cycle alone leaves a median residual of 5e-4 and 7e-4, and
// a largest one of 0.14 and 0.15. With the residuals and k-means it takes 9 and 23 minutes of a core
// that is half as fast.
package subspace
