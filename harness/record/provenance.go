package record

import (
	"cmp"
	"strconv"
	"strings"
)

// Keys of Record.Provenance that programs go by. The others are for people.
const (
	DataKey     = "data"     // digest of the data set
	EngineKey   = "engine"   // which code did the algebra
	SamenessKey = "sameness" // why another run may have other bits; not there if it has the same
	TimingKey   = "timing"   // TimedAlone, TimedBeside, ...; empty of imported predictions
	ThreadsKey  = "threads"  // cores that the fit might use, where these are several
	ImportedKey = "imported" // digest of the file of predictions
	DateKey     = "date"     // when the cell ran

	TrainRowsKey = "train_rows"
	TestRowsKey  = "test_rows"
	ClassesKey   = "classes"

	// What a program of one's own says of itself; see OfProgram.
	programKey  = "command"
	languageKey = "language"
	libraryKey  = "library " // and the library's name
)

// Data is the digest of the data set.
func (r *Record) Data() string { return r.Provenance[DataKey] }

// Imported says whether the predictions were made elsewhere.
func (r *Record) Imported() bool { return r.Provenance[ImportedKey] != "" }

// SeveralCores says whether the fit might use more than one.
func (r *Record) SeveralCores() bool { return r.Provenance[ThreadsKey] != "" }

// OfCommand says whether a program of one's own fitted the cell.
func (r *Record) OfCommand() bool {
	return r.Provenance[programKey] != "" || r.Provenance[languageKey] != ""
}

// OfProgram says whether a key of provenance is what a program of one's own says that it is made of.
func OfProgram(key string) bool {
	return key == programKey || key == languageKey || strings.HasPrefix(key, libraryKey)
}

// reproducible says whether another run of the cell must give the same bits: not
// if the record says otherwise, or if gonum's own code did the algebra.
func (r *Record) reproducible() bool {
	return r.Provenance[SamenessKey] == "" && !strings.HasPrefix(r.Provenance[EngineKey], "gonum")
}

// Date is when the cell ran; empty where the record does not say.
func (r *Record) Date() string {
	if r.in != nil {
		return r.in.date(r.number)
	}
	return cmp.Or(r.date, r.Provenance[DateKey])
}

// TrainRows is how many rows the cell trained on; 0 where the record does not say.
func (r *Record) TrainRows() int { return count(r.Provenance[TrainRowsKey]) }

// TestRows is how many rows the cell was tested on; 0 where the record does not say.
func (r *Record) TestRows() int { return count(r.Provenance[TestRowsKey]) }

// Classes is how many classes, or labels, the data set has; 0 where the record does not say.
func (r *Record) Classes() int { return count(r.Provenance[ClassesKey]) }

// count reads a number of rows or classes, which of a damaged text is 0.
func count(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return max(n, 0)
}
