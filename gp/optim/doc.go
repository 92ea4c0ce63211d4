// Package optim has the optimisers. All maximise.
//
// Adam, Adadelta and SignRate take a step for each gradient; for the first two it may be
// that of a minibatch. Their whole state is in exported fields, so that a checkpoint
// holds it.
//
// LBFGS and SCG search for the maximum of an objective without noise. Search runs either
// by its name.
package optim
