// Package optim has the optimisers. All of them maximise, except
// Anderson.
//
// Adam, Adadelta and SignRate take a step for each gradient; for the first two it may be
// that of a minibatch. Anderson speeds up an iteration to a fixed point. The whole state
// of these is in exported fields, so that a checkpoint holds it.
//
// Search finds the maximum of an objective without noise: by "lbfgs" (L-BFGS), by "scg" (scaled
// conjugate gradients), or in a box by "lbfgsb" (L-BFGS-B).
package optim
