package catalogue

import (
	"cmp"
	"slices"
	"strconv"
)

// UserTable is a user's own table: its files and how to read them.
type UserTable struct {
	File     string `json:"file,omitempty"`      // CSV, other delimited text, LIBSVM or ARFF; plain, .gz, .bz2 or .zip
	TestFile string `json:"test_file,omitempty"` // test rows, if they are in a separate file

	Label       string   `json:"label,omitempty"`        // column of the labels: name, number from 0, or "last" (also if empty)
	LabelNumber *int     `json:"label_number,omitempty"` // its number, from 0, or from the end, where -1 is the last; nil: see Label
	Header      *bool    `json:"header,omitempty"`       // whether the first line names the columns; nil: detected
	Positive    []string `json:"positive,omitempty"`     // classes that become +1, the rest being -1
	Categorical []string `json:"categorical,omitempty"`  // columns to one-hot although their values are numbers
	Missing     string   `json:"missing,omitempty"`      // "" (an error), "drop-row" or "mean"

	GroupColumn   string   `json:"group_column,omitempty"` // column whose equal values a split keeps together; not an attribute
	TimeColumn    string   `json:"time_column,omitempty"`  // column in whose order test rows follow training rows; not an attribute
	Drop          []string `json:"drop,omitempty"`         // columns that are not used, names or numbers
	Columns       []string `json:"columns,omitempty"`      // the columns that are used, besides the label; nil: all
	MissingValues []string `json:"missing_values"`         // texts that stand for a missing value, besides the empty field, NaN and infinite numbers; nil: heuristics.Missing
	AlsoMissing   []string `json:"also_missing,omitempty"` // texts that also do
	Separator     string   `json:"separator,omitempty"`    // between fields: a sign, "tab" or "blank"; "": detected
	Decimal       string   `json:"decimal,omitempty"`      // before decimals: "." or ","; "": detected
	Thousands     string   `json:"thousands,omitempty"`    // between thousands: ",", ".", " " or "'"; "": detected
	Units         []string `json:"units,omitempty"`        // texts beside numbers that are not part of them, such as kg

	Task   string `json:"task,omitempty"`   // "multilabel": File is an XC, LIBSVM or ARFF file with any number of labels per row; "": one class per row
	Labels int    `json:"labels,omitempty"` // multilabel: K. An XC file states it; LIBSVM: 0 is the largest label + 1; ARFF: the labels are the last K attributes, or where the header says; 0 is the header's number
}

// Format returns the stated part of the table's format; the rest is detected from the files.
func (t UserTable) Format() Format {
	f := Format{
		Label: t.Label, Positive: t.Positive, Categorical: t.Categorical, Missing: t.Missing, Multilabel: t.Task == "multilabel", Labels: t.Labels,
		Drop: t.Drop, Only: t.Columns, Separator: t.Separator, Decimal: t.Decimal, Thousands: t.Thousands, Units: t.Units,
	}
	f.SplitColumn = cmp.Or(t.GroupColumn, t.TimeColumn)
	f.Own, f.MissingSaid, f.MissingAs, f.AlsoMissing = !f.Multilabel, t.MissingValues != nil, t.MissingValues, t.AlsoMissing
	if len(t.AlsoMissing) > 0 {
		f.MissingAs = slices.Concat(t.MissingValues, t.AlsoMissing)
	}
	if t.LabelNumber != nil {
		f.LabelNumber = strconv.Itoa(*t.LabelNumber)
	}
	return f
}
