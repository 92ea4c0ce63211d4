package method

// The names of events that several methods count.
const (
	// EventJitter is a decomposition that needed more jitter, once for each
	// tenfold growth.
	EventJitter = "jitter"
	// EventRefused is a step of the kernel or of inducing inputs that was taken
	// back because the covariance matrix then had no decomposition.
	EventRefused = "kernel step refused"
	// EventNaturalRefused is a natural-gradient step of a q(u) that was taken back because
	// its precision then was not positive definite.
	EventNaturalRefused = "natural step refused"
	// EventNaturalShortened is a natural-gradient step of a q(u) that was halved until its
	// precision was positive definite.
	EventNaturalShortened = "natural step shortened"
	// EventSearchNotConverged is a search with all rows that its iterations, or its budget, ended
	// before its gradient met the tolerance or no progress was left, or one that rounding ended short of its
	// optimum, or that began and ended where the objective has no slope; of steps that have no such end, one whose
	// objective was still rising: see Loop.
	EventSearchNotConverged = "search not converged"
	// EventNotFinite is a step that was left out because the gradient held NaN
	// or an infinity.
	EventNotFinite = "gradient not finite"
	// EventNotConverged is a latent value whose Markov chains do not agree, or
	// are too short, by the end of a fit.
	EventNotConverged = "not converged"
	// EventEPNotConverged is a fit of EP's sites, or factors, that ended before its fixed
	// point.
	EventEPNotConverged = "EP not converged"
	// EventBestKept is a fit whose last state is worse, by its objective, than an earlier one,
	// which is its result.
	EventBestKept = "earlier state kept"
	// EventInducingStay is a fit that leaves inducing inputs where they start, because rows that
	// were left out are predicted better so.
	EventInducingStay = "inducing inputs not learnt"
)

// muchLost is by how many nats a row an objective is to have fallen for a reader to be told.
const muchLost = 0.01

// BestKept counts a fit of so many rows whose last objective is well below that of the state which it
// keeps.
func BestKept(rec Recorder, last, kept float64, rows int) {
	if last < kept-muchLost*float64(rows) {
		rec.Event(EventBestKept, 1)
	}
}

// Jitter counts growths of the jitter, if there were any.
func Jitter(rec Recorder, growths int) {
	if growths > 0 {
		rec.Event(EventJitter, growths)
	}
}
