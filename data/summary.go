package data

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Summary describes a user's table before training. It is filled in even if something is wrong with
// the columns.
type Summary struct {
	Rules      int             `json:"rules"`             // heuristics.Rules of the program that read the table
	Rows       int             `json:"rows"`              // rows that have a label and are used
	Dropped    int             `json:"dropped,omitempty"` // rows left out, for lack of a label or of a value
	Columns    []ColumnSummary `json:"columns"`
	Label      int             `json:"label"`   // place of the label's column; -1 if the label is in no column
	Classes    []ClassCount    `json:"classes"` // in order
	Duplicates int             `json:"duplicates"`
	Compared   int             `json:"compared"`            // rows compared to find duplicates
	Decimal    string          `json:"decimal,omitempty"`   // the sign before decimals; "" is a point
	Thousands  string          `json:"thousands,omitempty"` // the sign between thousands; "" is none
	Amounts    []string        `json:"amounts,omitempty"`   // texts behind numbers that multiply them, such as k
	Remarks    []Remark        `json:"remarks,omitempty"`   // on the labels and on the table as a whole
}

// ClassCount is a class and its rows.
type ClassCount struct {
	Name string `json:"name"`
	Rows int    `json:"rows"`
}

// ColumnKind is what a column becomes.
type ColumnKind string

// The kinds of column.
const (
	NumberColumn   ColumnKind = "number"
	CategoryColumn ColumnKind = "category" // one attribute for each level
	LabelColumn    ColumnKind = "label"
	UnusedColumn   ColumnKind = "unused" // the specification leaves it out
)

// ColumnSummary is a column of a user's table.
type ColumnSummary struct {
	Name     string     `json:"name"`
	Key      string     `json:"key"` // as drop and categorical name it: "name" in quotes, or its number
	Kind     ColumnKind `json:"kind"`
	Sign     string     `json:"sign,omitempty"`    // the sign of all its numbers, such as %, $ or kg
	Units    []string   `json:"units,omitempty"`   // the unit behind the number in all texts, if there is one, or several that multiply the number
	Levels   int        `json:"levels"`            // of a category, or those that a column of numbers and texts would have as one
	Missing  int        `json:"missing"`           // missing values, including infinite ones
	Distinct int        `json:"distinct"`          // different values, as far as they were counted
	Counted  bool       `json:"counted"`           // Distinct counts all of them
	Repeats  bool       `json:"repeats,omitempty"` // not all of them were counted, and they occur more than once
	Whole    bool       `json:"whole,omitempty"`   // all values are whole numbers, as far as they were kept
	Texts    bool       `json:"texts,omitempty"`   // of the label: not all are numbers
	Dates    bool       `json:"dates,omitempty"`   // all values are dates of the calendar, whose order is known
	// Decimal and Thousands are the style in which all values of a column of numbers and texts are
	// numbers; "" if there is none.
	Decimal   string       `json:"decimal,omitempty"`
	Thousands string       `json:"thousands,omitempty"`
	Words     []ClassCount `json:"words,omitempty"`  // words for a missing value in a column of numbers, and their rows
	Blanks    []ClassCount `json:"blanks,omitempty"` // texts that stand for a missing value, and their rows
	Remarks   []Remark     `json:"remarks,omitempty"`
}

// NumberKeys returns the keys of a specification that say how numbers are written.
func NumberKeys(decimal, thousands string) string {
	var keys []string
	if decimal != "" {
		keys = append(keys, "decimal = "+Quoted(decimal))
	}
	if thousands != "" {
		keys = append(keys, "thousands = "+Quoted(thousands))
	}
	return strings.Join(keys, " with ")
}

// Suspicion is what a column, or the table, may be instead of what it was read as.
type Suspicion string

// The suspicions.
const (
	SuspectLostClass   Suspicion = "lost class"   // rows are left out whose label may be a class
	SuspectMissing     Suspicion = "missing"      // values are missing, and nothing says what to do about it
	SuspectEmpty       Suspicion = "empty"        // no value in any training row
	SuspectMixed       Suspicion = "mixed"        // numbers and texts
	SuspectUnits       Suspicion = "units"        // a row of texts below the header, above numbers only
	SuspectSigned      Suspicion = "signs"        // numbers with different signs, such as % and none
	SuspectUnit        Suspicion = "unit"         // texts that are numbers and one unit, such as 70 kg
	SuspectInfinite    Suspicion = "infinite"     // values beyond all numbers
	SuspectHuge        Suspicion = "huge"         // numbers too large to be squared
	SuspectRounded     Suspicion = "rounded"      // whole numbers with more digits than a float64 holds
	SuspectNumeric     Suspicion = "numbers"      // texts that are numbers written in another way
	SuspectDate        Suspicion = "date"         // days
	SuspectTime        Suspicion = "time"         // times of day
	SuspectIdentifier  Suspicion = "identifier"   // texts that name rows
	SuspectManyLevels  Suspicion = "many levels"  // a category of very many texts
	SuspectBlank       Suspicion = "blank"        // a class or a level that other programs write for a missing value
	SuspectLevel       Suspicion = "level"        // a text that may stand for a missing value is a level
	SuspectGroup       Suspicion = "group"        // identities that repeat: rows that belong together
	SuspectWeight      Suspicion = "weight"       // how many rows a row stands for
	SuspectCode        Suspicion = "code"         // numbers that are codes
	SuspectSpelling    Suspicion = "spelling"     // texts of one number, or that look alike
	SuspectGrouped     Suspicion = "thousands"    // numbers with a point that may stand between thousands
	SuspectFarOut      Suspicion = "far out"      // a number far from all others
	SuspectPlaceholder Suspicion = "placeholder"  // a number that may stand for a missing value
	SuspectDecisive    Suspicion = "decisive"     // a column that the label may follow from
	SuspectRowNumber   Suspicion = "row number"   // numbers that count rows
	SuspectConstant    Suspicion = "constant"     // one value in all rows
	SuspectMeasurement Suspicion = "measurement"  // labels that are no classes
	SuspectManyClasses Suspicion = "many classes" // more than can be learnt
	SuspectHeader      Suspicion = "header"       // a first line that may name the columns
	SuspectDuplicated  Suspicion = "duplicates"   // rows that occur more than once
)

// Remark is something that a user should know about a table.
type Remark struct {
	What    Suspicion `json:"what"`
	Refused bool      `json:"refused"` // the table is not used unless the specification settles it
	Finding string    `json:"finding"` // what was seen: "the values look like dates, such as ..."
	Advice  string    `json:"advice"`  // what to write into the specification
	File    string    `json:"file,omitempty"`
	Line    int       `json:"line,omitempty"` // where it was first seen; 0: nowhere in particular
}

// Placed returns the finding with the line where it was first seen.
func (r Remark) Placed() string {
	if r.Line == 0 {
		return r.Finding
	}
	return fmt.Sprintf("%s (%s, line %d)", r.Finding, filepath.Base(r.File), r.Line)
}

// Told returns the finding, with the line where it was first seen, and the advice.
func (r Remark) Told() string {
	r.Finding = r.Placed()
	return r.String()
}

// String returns finding and advice.
func (r Remark) String() string {
	if r.Advice == "" {
		return r.Finding
	}
	return r.Finding + ": " + r.Advice
}
