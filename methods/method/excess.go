package method

import "fmt"

// Limited is a Classifier whose fit fails if its options ask for more than the training rows have.
type Limited interface {
	Classifier
	// Excesses returns the options that ask for more than the given numbers of training rows and
	// attributes. Problems name the rows by their data set.
	Excesses(rows, attributes int, set string) []Excess
}

// Excess is an option that asks for too much.
type Excess struct {
	Problem string // "60 inducing inputs are more than the 48 training rows of data set mine"
	Remedy  string // what to say instead
}

// Excesses returns the excess of a number of inducing inputs: see
// [Count.Of].
func (s Sparse) Excesses(rows, _ int, set string) []Excess {
	if _, err := s.Inducing.Of(rows); err != nil {
		return []Excess{{fmt.Sprintf("%v of data set %s", err, set), `inducing = "all", a percentage such as "10%", or fewer`}}
	}
	return nil
}
