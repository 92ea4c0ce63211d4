// Package nested fits models whose objective is a function of kernel parameters and
// inducing inputs alone, because an inner loop finds everything else for each of their
// values: the sites of expectation propagation, or the free parameters of a variational
// posterior.
//
// At the end of the inner loop the objective is stationary in what the loop has found. The
// exceptions are laplace and a bound without augmentations at another bound's best q (collapsed),
// which document what they add. Its derivatives are therefore those with all of that held fixed,
// and an error of the inner loop is squared in the value.
//
// A search (L-BFGS or scaled conjugate gradients, package optim) maximises the objective
// over the logarithms of the kernels' parameters and over the inducing inputs. In a line
// search the inner loop starts from where it ended at the last accepted point. The
// objective is then one function of the parameters, to the last bit, until the next point
// is accepted.
//
// An inner loop may be Coarse: while an iteration gains much, it ends early. It becomes finer, by a factor
// each time, once an iteration gains less than what the loop leaves out, and where a search ends. The
// search does not begin anew for that: a constant is added to the finer objective, by which its value at
// the present point is the coarser one. It ends when an iteration gains less than the finest loop resolves.
// The model's loop is as fine as it gets, unless the budget is spent.
//
// With LeastGain a search ends when an iteration gains less. Otherwise L-BFGS tries some 120 points to find that none
// is higher. Neither ends a search on a level.
//
// If f hardly differs from row to row under the kernel, or no row is correlated with another, the
// objective is a level: all derivatives are small, wherever the optimum is. A search that starts
// and ends there may be far from the optimum, and has the event "search not converged". The level
// is detected by the covariances of at most 100 rows: their mean variance about their mean is below
// 1e-3, or no correlation above 1e-12.
//
// Where a Gaussian q is that of sites exp(nu_i f_i - lambda_i f_i^2 / 2), methods whose inner loop climbs a bound share how
// it starts (Begin) and how it moves them (Sweeps, MoveMeans). What they propose and what a step costs differs.
//
// The cost of a value is that of the kernel matrices and their decompositions, of the
// inner loop and of its gradient.
package nested
