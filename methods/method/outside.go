package method

import (
	"io"
	"time"
)

// Outside is what a fit has beside its task that another program makes.
type Outside struct {
	Folder     string    // of the program, empty: it is gone afterwards
	Inputs     string    // folder that names of files are relative to
	Log        io.Writer // takes what the program prints; nil: nobody
	Threads    int
	Pinned     bool     // the program has that many processors, not all
	Memory     int64    // bytes; 0: no limit
	Trace      bool     // whether traces are of use: there are rows to score them on
	Attributes []string // names of the columns
	Classes    []string // names of classes or labels
}

// OutsideRecorder is a Recorder of fits that other programs make.
type OutsideRecorder interface {
	Recorder
	// Processes has the clock count the CPU time of other processes, which cpu returns, instead of this one's.
	Processes(cpu func() time.Duration)
	// Provenance adds to what the record says that it was made with.
	Provenance(key, value string)
	// PeakMemory states the most anonymous memory that the other processes had, and the most with that of files, 0
	// where it is not known. Both are in bytes.
	PeakMemory(anonymous, all int64)
}

// KindedError is the error of a fit or prediction of which a record keeps the kind.
type KindedError interface {
	error
	FailureKind() string
}

// Traced is a Predictor whose fit was traced without predictions, which it makes afterwards: test rows come
// after the fit.
type Traced interface {
	Predictor
	// Along returns the states that the trace was taken of, by iteration.
	Along() map[int]Predictor
}

// Listing is a Predictor of label sets that may know the best labels of a row alone. The probabilities of others are
// written as 0 then, and nothing is to be said of them.
type Listing interface {
	Predictor
	OnlyBest() bool
}

// BestListed is the number of labels of a row that such a predictor knows at least, or all, if there are fewer.
const BestListed = 10

// Starting is a Predictor of a model file that starts a program to predict. Until it is allowed it does
// not.
type Starting interface {
	Predictor
	io.Closer
	// Starts says what would be started.
	Starts() string
	// Allow says that it may be, with what it has then.
	Allow(o Outside)
}
