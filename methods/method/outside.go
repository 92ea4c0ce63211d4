package method

import (
	"io"
	"time"
)

// Outside is what a fit by another program has besides its task.
type Outside struct {
	Folder     string    // of the program, empty: it is gone afterwards
	Inputs     string    // folder that names of files are relative to
	Log        io.Writer // receives what the program prints; nil: nothing does
	Threads    int
	Pinned     bool     // the program is restricted to that many processors
	Memory     int64    // bytes; 0: no limit
	Trace      bool     // whether traces are of use: there are rows to score them on
	Attributes []string // names of the columns
	Classes    []string // names of classes or labels
}

// OutsideRecorder is a Recorder of fits by other programs.
type OutsideRecorder interface {
	Recorder
	// Processes makes the clock count the CPU time of other processes, which cpu returns, instead of
	// this process's.
	Processes(cpu func() time.Duration)
	// Provenance adds to the record's list of what it was made with.
	Provenance(key, value string)
	// PeakMemory reports the peak anonymous memory of the other processes, and their peak memory
	// including file pages, 0 where it is not known. Both are in bytes.
	PeakMemory(anonymous, all int64)
}

// KindedError is the error of a fit or prediction whose kind is kept in the record.
type KindedError interface {
	error
	FailureKind() string
}

// Traced is a Predictor whose fit was traced without predictions. It makes them afterwards, because
// test rows come after the fit.
type Traced interface {
	Predictor
	// Along returns the states at which the trace was taken, by iteration.
	Along() map[int]Predictor
}

// Listing is a Predictor of label sets that may know only the best labels of a row. The
// probabilities of the other labels are then written as 0, and must not be interpreted.
type Listing interface {
	Predictor
	OnlyBest() bool
}

// BestListed is the least number of labels of a row that such a predictor knows, or all if there
// are fewer.
const BestListed = 10

// Starting is a Predictor of a model file that starts a program to predict, but only once that is
// allowed.
type Starting interface {
	Predictor
	io.Closer
	// Starts says what would be started.
	Starts() string
	// Allow says that the program may be started, with the given
	// surroundings.
	Allow(o Outside)
}
