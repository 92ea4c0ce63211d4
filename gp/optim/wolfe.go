package optim

import "math"

// The constants of zhu1997.
const (
	enoughDecrease  = 1e-3
	enoughCurvature = 0.9
	narrowest       = 0.1  // relative width of an interval that is not searched further
	farthest        = 1e10 // largest step where there is no bound
	evaluations     = 20   // in a line search
)

// wolfe is a line search for a step with the strong Wolfe conditions
//
//	f(step) <= f(0) + 1e-3 step f'(0),  |f'(step)| <= 0.9 |f'(0)|
//
// or the largest step allowed: the method of Moré and Thuente (Line search algorithms
// with guaranteed sufficient decrease, ACM Transactions on Mathematical Software 20, 1994:
// more1994). The minimum that it narrows down is that of f(step) - 1e-3 step f'(0) at
// first, and that of f once a step has decreased f enough and f rises there.
type wolfe struct {
	step float64 // where f is wanted next

	value, slope float64 // f(0), f'(0)
	largest      float64
	best, other  lineEnd // of the interval; best has the lowest f
	bracketed    bool    // a minimum lies between best and other
	plain        bool    // the minimum sought is that of f
	low, high    float64 // what the next step may be
	width, wider float64 // of the interval now, and two steps ago
}

// lineEnd is a step with f and f' there.
type lineEnd struct{ step, f, g float64 }

// newWolfe returns the search before f is evaluated at the first step.
func newWolfe(value, slope, step, largest float64) *wolfe {
	start := lineEnd{0, value, slope}
	return &wolfe{
		step: step, value: value, slope: slope, largest: largest, best: start, other: start,
		high: 5 * step, width: largest, wider: 2 * largest,
	}
}

// done takes f and f' at the step. It says whether the search ends there; if not, step is
// the next.
func (w *wolfe) done(f, g float64) bool {
	slope := enoughDecrease * w.slope
	enough := f <= w.value+w.step*slope
	switch {
	case enough && math.Abs(g) <= -enoughCurvature*w.slope:
		return true
	case w.step == w.largest && enough && g <= slope:
		return true
	case w.bracketed && (w.step <= w.low || w.step >= w.high || w.high-w.low <= narrowest*w.high):
		return true
	}
	w.plain = w.plain || enough && g >= 0
	at := lineEnd{w.step, f, g}
	if !w.plain && f <= w.best.f && !enough {
		w.best, w.other, at = w.best.tilted(slope), w.other.tilted(slope), at.tilted(slope)
		w.advance(at)
		w.best, w.other = w.best.tilted(-slope), w.other.tilted(-slope)
	} else {
		w.advance(at)
	}
	w.safeguard()
	return false
}

// tilted returns the end for f(step) - slope step.
func (e lineEnd) tilted(slope float64) lineEnd {
	return lineEnd{e.step, e.f - e.step*slope, e.g - slope}
}

// safeguard halves an interval that does not shrink to two thirds in two steps (to 0.66 in
// MINPACK-2's dcsrch), and keeps the next step within bounds.
func (w *wolfe) safeguard() {
	if !w.bracketed {
		ahead := w.step - w.best.step
		w.low, w.high = w.step+1.1*ahead, w.step+4*ahead
		w.step = min(w.step, w.largest)
		return
	}
	width := math.Abs(w.other.step - w.best.step)
	if width >= 2.0/3*w.wider {
		w.step = w.best.step + (w.other.step-w.best.step)/2
	}
	w.width, w.wider = width, w.width
	w.low, w.high = min(w.best.step, w.other.step), max(w.best.step, w.other.step)
	if w.step <= w.low || w.step >= w.high || w.high-w.low <= narrowest*w.high {
		w.step = w.best.step // the best there will be
	}
}

// advance updates the interval with what f is at the step, and chooses the next step, by
// the four cases of more1994, section 4.
func (w *wolfe) advance(at lineEnd) {
	l, opposite := w.best, at.g*w.best.g < 0
	next := 0.0
	switch {
	case at.f > l.f: // 1: higher, so that a minimum lies between
		cubic, quadratic := cubicMinimum(l, at), l.step+l.g/((l.f-at.f)/(at.step-l.step)+l.g)/2*(at.step-l.step)
		next = cubic
		if math.Abs(cubic-l.step) >= math.Abs(quadratic-l.step) {
			next = cubic + (quadratic-cubic)/2
		}
		w.bracketed = true
	case opposite: // 2: lower, and a minimum lies between
		cubic, secant := cubicMinimum(l, at), secantZero(l, at)
		next = farther(at.step, cubic, secant)
		w.bracketed = true
	case math.Abs(at.g) < math.Abs(l.g): // 3: lower, and flatter
		cubic, secant := w.flatter(at), secantZero(l, at)
		if w.bracketed {
			next = cubic
			if math.Abs(cubic-at.step) >= math.Abs(secant-at.step) {
				next = secant
			}
			limit := at.step + 2.0/3*(w.other.step-at.step)
			if at.step > l.step {
				next = min(limit, next)
			} else {
				next = max(limit, next)
			}
		} else {
			next = max(w.low, min(farther(at.step, cubic, secant), w.high))
		}
	case w.bracketed: // 4: lower, and no flatter
		next = cubicMinimum(w.other, at)
	case at.step > l.step:
		next = w.high
	default:
		next = w.low
	}

	if at.f > l.f {
		w.other = at
	} else {
		if opposite {
			w.other = l
		}
		w.best = at
	}
	w.step = next
}

// flatter returns the minimum of the cubic beyond at, or how far the step may go if it has
// none there.
func (w *wolfe) flatter(at lineEnd) float64 {
	minimum := cubicMinimum(w.best, at)
	beyond := (minimum-at.step)*(at.step-w.best.step) > 0
	switch {
	case beyond && !math.IsInf(minimum, 0):
		return minimum
	case at.step > w.best.step:
		return w.high
	}
	return w.low
}

// farther returns the one of two steps that is farther from a third.
func farther(from, a, b float64) float64 {
	if math.Abs(a-from) > math.Abs(b-from) {
		return a
	}
	return b
}

// secantZero returns the minimum of the parabola with the slopes of two ends.
func secantZero(a, b lineEnd) float64 { return b.step + b.g/(b.g-a.g)*(a.step-b.step) }

// cubicMinimum returns the minimum of the cubic with the values and slopes of two ends.
func cubicMinimum(a, b lineEnd) float64 {
	theta := 3*(a.f-b.f)/(b.step-a.step) + a.g + b.g
	s := max(math.Abs(theta), math.Abs(a.g), math.Abs(b.g))
	gamma := s * math.Sqrt(max(0, (theta/s)*(theta/s)-a.g/s*(b.g/s)))
	if b.step > a.step {
		gamma = -gamma
	}
	p, q := gamma-b.g+theta, gamma-b.g+gamma+a.g
	return b.step + p/q*(a.step-b.step)
}
