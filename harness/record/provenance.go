package record

import (
	"cmp"
	"strconv"
	"strings"
)

// Keys of Record.Provenance that programs use. The others are for people.
const (
	DataKey     = "data"     // digest of the data set
	EngineKey   = "engine"   // which code did the algebra
	SamenessKey = "sameness" // why another run may have other bits; absent if it has the same
	TimingKey   = "timing"   // TimedAlone, TimedBeside, ...; empty for imported predictions
	ThreadsKey  = "threads"  // cores that the fit might use, if more than one
	ImportedKey = "imported" // digest of the file of predictions
	DateKey     = "date"     // when the cell ran

	TrainRowsKey = "train_rows"
	TestRowsKey  = "test_rows"
	ClassesKey   = "classes"

	// What the user's own program reports about itself; see OfProgram.
	programKey  = "command"
	languageKey = "language"
	libraryKey  = "library " // followed by the library's name
)

// Data returns the digest of the data set.
func (r *Record) Data() string { return r.Provenance[DataKey] }

// Imported says whether the predictions were made elsewhere.
func (r *Record) Imported() bool { return r.Provenance[ImportedKey] != "" }

// SeveralCores says whether the fit might use more than one core.
func (r *Record) SeveralCores() bool { return r.Provenance[ThreadsKey] != "" }

// OfCommand says whether the user's own program fitted the cell.
func (r *Record) OfCommand() bool {
	return r.Provenance[programKey] != "" || r.Provenance[languageKey] != ""
}

// OfProgram says whether a key of provenance is one with which the user's own program says what it is made of.
func OfProgram(key string) bool {
	return key == programKey || key == languageKey || strings.HasPrefix(key, libraryKey)
}

// reproducible says whether another run of the cell must give the same bits. It
// need not if the record says so, or if gonum's own code did the algebra.
func (r *Record) reproducible() bool {
	return r.Provenance[SamenessKey] == "" && !strings.HasPrefix(r.Provenance[EngineKey], "gonum")
}

// Date returns when the cell ran; empty if the record does not say.
func (r *Record) Date() string {
	if r.in != nil {
		return r.in.date(r.number)
	}
	return cmp.Or(r.date, r.Provenance[DateKey])
}

// TrainRows returns the number of training rows; 0 if the record does not say.
func (r *Record) TrainRows() int { return count(r.Provenance[TrainRowsKey]) }

// TestRows returns the number of test rows; 0 if the record does not say.
func (r *Record) TestRows() int { return count(r.Provenance[TestRowsKey]) }

// Classes returns the number of classes, or labels, of the data set; 0 if the record does not say.
func (r *Record) Classes() int { return count(r.Provenance[ClassesKey]) }

// count parses a number of rows or classes. It returns 0 for a damaged text.
func count(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return max(n, 0)
}
