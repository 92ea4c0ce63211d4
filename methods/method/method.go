// Package method is what every classifier of gpcbench has in common: the task
// it is given, the recorder it reports to and the predictor it returns.
package method

import (
	"context"
	"encoding"
	"io"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inputs"
	"gpcbench/gp/kernel"
)

// Classifier is a configured method: a plain struct whose exported fields are
// its options. Fit must not change it.
type Classifier interface {
	// Fit trains on task.Train. It returns within one iteration of ctx being
	// cancelled, with ctx's error.
	Fit(ctx context.Context, task Task, rec Recorder) (Predictor, error)
}

// Validated is a Classifier with options that are valid individually but not in
// every combination.
type Validated interface {
	Classifier
	// Validate returns an *OptionError if the options cannot be combined, whatever the
	// data. Fit checks what depends on the data.
	Validate() error
}

// Task is what a method is trained on.
type Task struct {
	Kind    data.Kind
	Classes int            // C; multi-label: K
	Train   *data.Examples // rows already standardised, if the options ask for it
	// Stream returns the random stream for a purpose ("inducing",
	// "minibatch", "holdout", "sampler"). Every method of a repeat gets the
	// same numbers for the same purpose.
	Stream func(purpose string) *rand.Rand
	// Kernel is the starting kernel instead of that of the options; nil: the options decide.
	Kernel kernel.Kernel
	// Outside is what a method fitted by another program needs; nil where no program may be
	// started.
	Outside *Outside
}

// Predictor is a fitted model. It is safe for concurrent use and depends on
// nothing but what it marshals.
//
// It may come from an untrusted file. Load checks that the parts fit together, and Size says for
// which rows: gp/saved has the readers.
type Predictor interface {
	// Predict writes p(class | x) of the n rows of x (n x D, on the scale of
	// the training examples) to dst, n x C. A row's result does not depend on
	// the other rows.
	Predict(dst, x *mat.Dense)
	// Size returns D, 0 if any rows will do, and C; for a multi-label task D and
	// K.
	Size() (columns, classes int)
	encoding.BinaryMarshaler
}

// RowsPredictor is a Predictor that takes rows as they are, sparse or dense. For a
// multi-label task it writes p(label k | x) of each of K labels separately, so a row need
// not sum to one.
type RowsPredictor interface {
	Predictor
	// PredictRows writes what Predict does, for rows x, to dst, n x C or n x
	// K.
	PredictRows(dst *mat.Dense, x inputs.Rows)
}

// Diagnosed is a Predictor that knows how far it can be trusted:
// Diagnostics returns finite numbers, which become metrics of the fit.
type Diagnosed interface {
	Predictor
	Diagnostics() map[string]float64
}

// Latent is a Predictor with Gaussian or sampled latent functions: one, or one a class.
type Latent interface {
	Predictor
	// Functions returns F, the number of latent functions.
	Functions() int
	// Latents writes their posterior means and variances at the n rows of x to mean and
	// variance, n x F.
	Latents(mean, variance, x *mat.Dense)
}

// ExpectedLog is a Predictor for which the expectation of the log likelihood
// under its posterior q(f) follows from its predictions. ExpectedLogLik returns
// E_q log p(y | f) of a row of class y for which Predict gives the class
// probabilities p.
type ExpectedLog interface {
	Predictor
	ExpectedLogLik(p []float64, y int) float64
}

// Deviating is a Predictor whose class probabilities are expectations under the posterior.
// Deviations returns a function that writes their posterior standard deviations at the n rows
// of x to dst, n x C; nil if they are not known.
type Deviating interface {
	Predictor
	Deviations() func(dst, x *mat.Dense)
}

// Located is a Predictor with inducing inputs. It returns those of each
// latent function, M x D, on the scale of the training examples.
type Located interface {
	Predictor
	Inducing() []*mat.Dense
}

// Parametrised is a Predictor that knows the covariance function of each latent
// function.
type Parametrised interface {
	Predictor
	Kernels() []kernel.Kernel
}

// Sampled is a Predictor whose predictions are averages over draws.
type Sampled interface {
	Latent
	// StandardErrors writes the Monte Carlo standard errors of the latent means, of the
	// latent variances and of the class probabilities, for the n rows of x, to three
	// matrices of n x F. With one latent function the probability is the second class's.
	// It returns false, and writes nothing, if there are too few draws to tell.
	StandardErrors(mean, variance, probability, x *mat.Dense) bool
}

// Chained is a Predictor whose predictions are averages over draws of Markov chains of equal
// length.
type Chained interface {
	Predictor
	// Chains returns their number.
	Chains() int
	// Draws calls f with the class probabilities at the n rows of x of each draw, n x C, chain by
	// chain. f must not keep p.
	Draws(x *mat.Dense, f func(p *mat.Dense))
}

// PartDivergence is the part of a fit spent on the divergences of its bound and their
// derivatives.
const PartDivergence = "divergence"

// Recorder follows a fit. It owns the clock, which runs from the call of Fit. The clock is
// stopped while the recorder traces, reports progress or writes a checkpoint, and in
// OffClock and SetUp.
type Recorder interface {
	// Iterated reports that iteration t (counted from 1) has ended, and returns whether the trace is
	// taken after it.
	Iterated(t int) (due bool)
	// Trace takes the trace after iteration t: at every t that is due, and at
	// the last iteration. A second call with the same t is ignored. objective
	// may be nil.
	Trace(t int, objective func() float64, predictor func() (Predictor, error)) error
	// Event counts things worth a reader's attention, such as "jitter".
	Event(name string, n int)
	// Inducing states M.
	Inducing(m int)
	// Elapsed is the time on the clock, over all parts of a resumed fit.
	Elapsed() time.Duration
	// OffClock runs f with the clock stopped.
	OffClock(f func())
	// SetUp runs f, which finds starting values, with the clock stopped, and
	// records its time separately.
	SetUp(f func())
	// Part runs f without changing the clock, and adds its CPU time to that of the parts
	// of that name, such as PartDivergence.
	Part(name string, f func())
	// Checkpoint is offered after each iteration by methods that can go on from
	// a saved state; the recorder calls save, which writes it, when it is time
	// for one.
	Checkpoint(t int, save func(w io.Writer) error) error
	// Resume returns the state that an earlier, interrupted part of this fit
	// saved after iteration t; t is 0 if there is none.
	Resume() (t int, state []byte)
}
