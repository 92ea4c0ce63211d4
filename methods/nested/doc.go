// Package nested fits models whose objective is a function of kernel parameters and
// inducing inputs alone, because an inner loop finds everything else for each of their
// values: the sites of expectation propagation, or the free parameters of a variational
// posterior.
//
// Where the inner loop ends the objective is stationary in what it has found, but for those of
// laplace and of a bound without augmentations at another bound's best q (collapsed), which say what
// they add. Its derivatives are therefore those with all of that held fixed, and an error of the inner
// loop is squared in the value.
//
// A search (L-BFGS or scaled conjugate gradients, package optim) maximises the objective
// over the logarithms of the kernels' parameters and over the inducing inputs. In a line
// search the inner loop starts from where it ended at the last accepted point. The
// objective is then one function of the parameters, to the last bit, until the next point
// is accepted.
//
// The cost of a value is that of the kernel matrices and their decompositions, of the
// inner loop and of its gradient.
package nested
