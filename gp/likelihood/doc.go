// Package likelihood has the likelihoods of a binary class y in {-1, +1} given
// a latent value f, and what inference needs of them.
//
//	logit   p(y | f) = sigma(y f) = 1 / (1 + exp(-y f))
//	probit  p(y | f) = Phi(y f), the normal distribution function
//
// Both are symmetric: p(-1 | f) = p(+1 | -f), so everything is written in
// z = y f. Values and derivatives keep their relative precision in both tails.
package likelihood
