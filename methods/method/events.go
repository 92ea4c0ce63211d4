package method

// The names of events that several methods count.
const (
	// EventJitter is a decomposition that needed more jitter, counted once
	// for each tenfold growth.
	EventJitter = "jitter"
	// EventRefused is a step of the kernel or of inducing inputs that was
	// undone because the covariance matrix then had no decomposition.
	EventRefused = "kernel step refused"
	// EventNaturalRefused is a natural-gradient step of a q(u) that was undone because its
	// precision was then not positive definite.
	EventNaturalRefused = "natural step refused"
	// EventNaturalShortened is a natural-gradient step of a q(u) that was halved until its
	// precision was positive definite.
	EventNaturalShortened = "natural step shortened"
	// EventSearchNotConverged is a full-batch search that ended too early: its iterations or budget ran
	// out before its gradient met the tolerance or progress stopped, rounding ended it short of its
	// optimum, or it began and ended where the objective has no slope. For steps without such an end,
	// it is a fit whose objective was still rising: see Loop.
	EventSearchNotConverged = "search not converged"
	// EventNotFinite is a step that was skipped because the gradient held NaN
	// or an infinity.
	EventNotFinite = "gradient not finite"
	// EventNotConverged is a latent value whose Markov chains do not agree, or
	// are too short, by the end of a fit.
	EventNotConverged = "not converged"
	// EventEPNotConverged is a fit of EP's sites, or factors, that ended before its fixed
	// point.
	EventEPNotConverged = "EP not converged"
	// EventBestKept is a fit whose last state has a worse objective than an earlier state,
	// which is the fit's result.
	EventBestKept = "earlier state kept"
	// EventInducingStay is a fit that leaves inducing inputs where they start, because left-out
	// rows are then predicted better.
	EventInducingStay = "inducing inputs not learnt"
)

// muchLost is how many nats a row an objective must have fallen for the reader to be told.
const muchLost = 0.01

// BestKept counts a fit whose last objective is well below that of the state that it keeps, given
// the number of rows.
func BestKept(rec Recorder, last, kept float64, rows int) {
	if last < kept-muchLost*float64(rows) {
		rec.Event(EventBestKept, 1)
	}
}

// Jitter counts the times the jitter grew, if it did.
func Jitter(rec Recorder, growths int) {
	if growths > 0 {
		rec.Event(EventJitter, growths)
	}
}
