package catalogue

// Format says how bytes become rows, and how rows are prepared.
type Format struct {
	Kind        string     `toml:"kind"`        // how rows are written: Delimited, LIBSVM, ...
	Separator   string     `toml:"separator"`   // delimited: one character, or "blank" for runs of white space
	Comment     string     `toml:"comment"`     // delimited: lines that start with it are skipped
	Header      bool       `toml:"header"`      // delimited: the first line names the columns
	Skip        int        `toml:"skip"`        // delimited: lines to skip before anything else
	Columns     []string   `toml:"columns"`     // delimited: names if there is no header
	Label       string     `toml:"label"`       // name or number (from 0) of the label column; "last"; default "last"
	LabelNumber string     `toml:"-"`           // a user's table: number of the label column, from 0 or, negative, from the end; before label. Text, so that 0 is stated
	Multilabel  bool       `toml:"-"`           // a user's table: any number of labels per row
	Labels      int        `toml:"-"`           // a user's multi-label table: K if the file does not state it; 0: detected
	LabelsFirst bool       `toml:"-"`           // a user's multi-label ARFF file: the labels come before the other attributes
	Own         bool       `toml:"-"`           // a user's table: its columns are checked by the heuristics
	MissingSaid bool       `toml:"-"`           // a user's table: MissingAs is stated by the user
	AlsoMissing []string   `toml:"-"`           // a user's table: texts of MissingAs that the user adds to the default ones
	Only        []string   `toml:"-"`           // a user's table: the columns that are used, names or numbers (all if empty)
	Decimal     string     `toml:"-"`           // a user's table: the sign before decimals; "" is a point
	Thousands   string     `toml:"-"`           // a user's table: the sign between thousands
	Units       []string   `toml:"-"`           // a user's table: texts beside numbers that are not part of them, such as kg
	ZeroBased   bool       `toml:"-"`           // a user's LIBSVM file: columns are counted from 0
	Drop        []string   `toml:"drop"`        // columns not used, names or numbers
	SplitColumn string     `toml:"-"`           // a user's table: column that a split uses, which is not an attribute
	Categorical []string   `toml:"categorical"` // columns to one-hot although all their values are numbers
	Missing     string     `toml:"missing"`     // empty: an error; DropRow or Mean
	MissingAs   []string   `toml:"missing_as"`  // tokens that stand for a missing value, besides the empty field
	Dim         int        `toml:"dim"`         // libsvm: D if trailing columns may be all zero
	Positive    []string   `toml:"positive"`    // classes that become +1; the rest is -1
	Negative    []string   `toml:"negative"`    // with positive: the rest is dropped unless listed here
	Merge       [][]string `toml:"merge"`       // classes that become one, named after the first
	Keep        []string   `toml:"keep"`        // the classes whose rows are kept (all if empty)
	TrimLabel   string     `toml:"trim_label"`  // suffix removed from labels
	Divide      float64    `toml:"divide"`      // idx: values are divided by this; 0 is 1
	Recipe      string     `toml:"recipe"`      // a preparation in code, by name: airline-delay, airline-villacampa, nycflights13
	Published   string     `toml:"published"`   // where published splits come from: parts (train files, test files), ida, index-lines
}

// The values of Format.Kind.
const (
	Delimited = "delimited" // one row per line, with separated fields
	LIBSVM    = "libsvm"    // one row per line, its label or labels and column:value
	ARFF      = "arff"
	IDX       = "idx" // arrays of bytes, as in MNIST
	IDA       = "ida" // the IDA repository's files of numbers
	XC        = "xc"  // the Extreme Classification repository's files of label sets
)

// kinds are all values of Format.Kind.
var kinds = []string{Delimited, LIBSVM, ARFF, IDX, IDA, XC}

// The treatments of missing values, if these are not an error.
const (
	DropRow = "drop-row" // a row with one is left out
	Mean    = "mean"     // it is replaced by its column's mean
)

// LabelsApart reports whether labels are in separate files.
func (f *Format) LabelsApart() bool { return f.Kind == IDX || f.Kind == IDA }

// FromZero reports whether the file counts its columns from 0.
func (f *Format) FromZero() bool { return f.Kind == XC || f.ZeroBased }
