// Package linalg is the dense linear algebra that the methods share, on
// gonum's row-major *mat.Dense: products, triangular solves, the Cholesky
// decomposition with a jitter policy, and the eigendecomposition of symmetric
// matrices.
//
// Destinations come first. Factors L are lower triangular with zeros above the
// diagonal. Shape misuse panics.
//
// # Rounding
//
// A row of a product of matrices or of a solve from the right is the same to the last bit
// whatever rows stand beside it, so that a prediction does not depend on the
// batch that it is part of; and nothing depends on the number of processors.
package linalg
