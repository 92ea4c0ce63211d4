// Package optim has the optimisers. All maximise, but for Anderson.
//
// Adam, Adadelta and SignRate take a step for each gradient; for the first two it may be
// that of a minibatch. Anderson speeds up an iteration to a fixed point. The whole state
// of these is in exported fields, so that a checkpoint holds it.
//
// LBFGS and SCG search for the maximum of an objective without noise, LBFGSB for that in a
// box. Search runs any of them by its name.
package optim
