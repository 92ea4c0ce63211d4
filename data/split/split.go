// Package split divides the rows of a data set into those to train on and those to test on. Each
// kind of split has a file with all that is special about it; kinds, below, lists them.
package split

import (
	"math/rand/v2"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
)

// Spec is a split as a specification states it: split = { kind = "kfold", folds = 10 }. Which of
// the keys a kind takes is in its file. The zero Spec has every row to train on and none to test.
type Spec struct {
	Kind     string
	Folds    int     // number of folds
	Order    string  // of the rows in folds: one of Orders
	Train    float64 // a share below 1, or a count of rows
	Test     float64 // likewise; 0: the rest
	Stratify bool    // keep the classes' shares
	Distinct bool    `json:",omitempty"` // leave out training rows whose inputs and class are an earlier one's
	Column   string  `json:",omitempty"` // of a table of one's own, by name or number
}

// Kind is a kind of split.
type Kind struct {
	Name string
	Keys []string // of split = { kind = Name, ... } that it takes

	// Complete puts in what is not stated, and notes what is wrong.
	Complete func(s *Spec, in Stated)
	// Repeats is how many repeats there are where the specification does not say so, of a data
	// set with so many published splits.
	Repeats func(s Spec, published int) int
	// Cut returns the rows of a repeat, counted from 0. The errors are *data.RequestError.
	Cut func(s Spec, ds *data.Dataset, repeat int, stream Stream) (data.Split, error)
	// Text says in a report how rows are divided.
	Text func(s Spec) string

	// Differ is how many splits of a data set with so many published ones differ, said in words
	// too; 0 if there is no end to them. Training rows may be drawn anew in each repeat. nil: there
	// is no end to them.
	Differ func(s Spec, dataset string, published int, drawn bool) (n int, text string)
	// Load asks for the column that rows are divided by. nil: there is none.
	Load func(s Spec, table *catalogue.UserTable)
	// Notice is what a user should know of a data set that is split so; "" if nothing. nil: never.
	Notice func(s Spec, classes []data.ClassCount) string

	// TestedOnce is how many repeats, from the first on, are tested on rows that no other of them is
	// tested on. nil: one.
	TestedOnce func(s Spec) int

	Given  bool // the splits come with the data
	Nested bool // the training rows of a repeat are among those of the next
}

// kinds are the kinds of splits there are.
var kinds = []Kind{kfold, holdout, published, group, time}

// Stated is what a specification states of a split.
type Stated interface {
	Has(key string) bool
	Problemf(key, format string, args ...any) // notes what is wrong with a key, or with one that is not there
}

// Stream returns the random numbers of a purpose in a repeat; the same
// arguments always give the same numbers.
type Stream func(repeat int, purpose string) *rand.Rand

// Limits are the most training and test rows; 0: no limit.
type Limits struct{ Train, Test int }

// Names are the kinds that a specification may name.
func Names() []string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.Name)
	}
	return names
}

// Find returns the kind of a name.
func Find(name string) (k Kind, ok bool) {
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return Kind{}, false
	}
	return kinds[i], true
}

// Find returns the kind of a split, one without a name if none is stated.
func (s Spec) Find() Kind {
	k, _ := Find(s.Kind)
	return k
}

// Text says in a report how rows are divided, "" where no kind is stated.
func (s Spec) Text() string {
	k, ok := Find(s.Kind)
	if !ok {
		return ""
	}
	text := k.Text(s)
	if s.Stratify {
		text += "; all parts have the classes' shares"
	}
	return text
}

// Make returns the training and test rows of a repeat, counted from 0, of
// the rows of ds. Both keep the file's order.
//
// Stratified, each class is divided by itself, its odd rows spread so that the totals stay as
// they are without.
//
// Where there are more than limits.Test test rows, so many of them are drawn
// without replacement with the numbers of purpose "test" in repeat r. The
// training rows do not change.
//
// Distinct training rows are those of the split without repetitions, each where it
// stands first. The test rows stay as they are.
//
// Where there then are more than limits.Train training rows, so many of them are drawn
// without replacement with the numbers of purpose "train" in repeat r. A class that they
// leave out gets its first row back, for the last that was drawn of the largest class. The
// test rows do not change.
//
// A split takes at most some bits of memory a row of the table, and none that
// grows with N if it is contiguous; distinct rows take as much as they are large.
// Errors are *data.RequestError.
func (s Spec) Make(ds *data.Dataset, limits Limits, repeat int, stream Stream) (data.Split, error) {
	if repeat < 0 {
		panic("split: negative repeat")
	}
	if ds.Kind == data.Multilabel && (s.Stratify || s.Distinct) {
		return data.Split{}, data.RequestErrorf(ds.Name, "stratify and distinct need rows with one class each; rows of this table have any number of labels")
	}
	out := data.Split{Train: data.All(ds.Len()), Test: data.Range{}}
	if s.Kind != "" {
		kind, ok := Find(s.Kind)
		if !ok {
			return data.Split{}, data.RequestErrorf(ds.Name, "unknown kind of split %q: it must be one of %s", s.Kind, strings.Join(Names(), ", "))
		}
		var err error
		if out, err = kind.Cut(s, ds, repeat, stream); err != nil {
			return data.Split{}, err
		}
	}
	if s.Distinct {
		out.Train = distinct(ds, out.Train)
	}
	if limits.Train > 0 && out.Train.Len() > limits.Train {
		drawn := sample(out.Train, ds.Len(), limits.Train, stream(repeat, "train"))
		out.Train = withEveryClass(ds, out.Train, drawn)
	}
	if limits.Test > 0 && out.Test.Len() > limits.Test {
		out.Test = sample(out.Test, ds.Len(), limits.Test, stream(repeat, "test"))
	}
	return out, nil
}
