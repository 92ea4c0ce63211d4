package optim

// The kinds of stochastic optimisers.
const (
	KindAdam     = "adam"
	KindAdadelta = "adadelta"
)

// Steps are the stochastic optimisers of the parts of a parameter vector, one a
// part: all of one kind, the other list is empty.
type Steps struct {
	Adam     []*Adam
	Adadelta []*Adadelta
}

// NewSteps returns optimisers before their first step, of the kind KindAdam or
// KindAdadelta, for parts of the given sizes and rates.
func NewSteps(kind string, sizes []int, rates []float64) *Steps {
	s := &Steps{}
	for i, n := range sizes {
		switch kind {
		case KindAdam:
			s.Adam = append(s.Adam, NewAdam(n, rates[i]))
		case KindAdadelta:
			s.Adadelta = append(s.Adadelta, NewAdadelta(n, rates[i]))
		default:
			panic("optim: NewSteps: there is no optimiser " + kind)
		}
	}
	return s
}

// Ascend moves part i by a step for the gradient g. If an element of g is NaN
// or infinite nothing changes, and it returns false.
func (s *Steps) Ascend(i int, x, g []float64) bool {
	if s.Adam != nil {
		return s.Adam[i].Ascend(x, g)
	}
	return s.Adadelta[i].Ascend(x, g)
}
