// Package catalogue describes the data sets that gpcbench knows: one TOML
// file a set, under sets/, named after the set. The files are embedded in the
// program; nothing here reads a disk or a network.
package catalogue

// Entry is one data set of the catalogue, as its TOML file states it.
type Entry struct {
	Name        string         `toml:"-"`           // file stem
	Title       string         `toml:"title"`       // for people
	Task        string         `toml:"task"`        // binary, multiclass, multilabel
	Rows        int            `toml:"rows"`        // N after preparation, checked after loading
	Attributes  int            `toml:"attributes"`  // D after preparation, checked after loading
	Classes     map[string]int `toml:"classes"`     // rows of each class after preparation, checked after loading
	Labels      int            `toml:"labels"`      // K, multi-label only
	Train       int            `toml:"train"`       // rows of the published training part, checked after loading; 0: not stated
	Cardinality float64        `toml:"cardinality"` // labels a row, the mean over all rows to two decimals, checked after loading; multi-label only
	Home        string         `toml:"home"`        // canonical address, for people
	Licence     string         `toml:"licence"`
	Citation    string         `toml:"citation"`
	Notes       []string       `toml:"notes"`   // assumptions that reports print
	Differs     string         `toml:"differs"` // why rows or attributes are not the paper's
	Assumed     string         `toml:"assumed"` // what of the task the paper does not say, and how we read it
	Generated   string         `toml:"generated"`
	Files       []File         `toml:"file"`
	Format      Format         `toml:"format"`

	// Propensity holds the constants A and B of a multi-label set's propensities, where they
	// are not the usual ones.
	Propensity [2]float64 `toml:"propensity"`
}

// File is one file of a set. It lies at <folder>/<name> in a mirror and in the
// cache.
//
// An address is an https URL, pinned to a commit where it can be. A fragment
// names a file inside the archive that the address serves, and a second one a
// file inside that: "https://host/a.zip#b.zip#c.csv".
type File struct {
	Folder    string   `toml:"folder"` // default: the name of the set
	Name      string   `toml:"name"`
	Bytes     int64    `toml:"bytes"`     // 0: not known
	SHA256    string   `toml:"sha256"`    // empty: pinned on first download
	Addresses []string `toml:"addresses"` // where these very bytes are
	Unpacked  Unpacked `toml:"unpacked"`  // for a .gz file: its content
	Role      string   `toml:"role"`      // empty: rows; or join, train-data, train-labels, test-data, test-labels, splits, images, labels, names, doc
	Repeat    int      `toml:"repeat"`    // for published splits in files of their own: 1, 2, ...
	Member    string   `toml:"member"`    // file inside a .zip
}

// Unpacked is the content of a .gz file. The addresses serve this content,
// plain or compressed in another way than the mirror's file; a file that came
// from one of them lies in the cache unpacked, under its name without .gz.
type Unpacked struct {
	Bytes     int64    `toml:"bytes"`
	SHA256    string   `toml:"sha256"`
	Addresses []string `toml:"addresses"`
}

// Format says how the bytes become rows, and how rows are prepared.
type Format struct {
	Kind        string     `toml:"kind"`        // delimited, libsvm, arff, idx, ida, xc
	Separator   string     `toml:"separator"`   // delimited: one character, or "blank" for runs of white space
	Comment     string     `toml:"comment"`     // delimited: lines that start with it are skipped
	Header      bool       `toml:"header"`      // delimited: the first line names the columns
	Skip        int        `toml:"skip"`        // delimited: lines to skip before anything else
	Columns     []string   `toml:"columns"`     // delimited: names where there is no header
	Label       string     `toml:"label"`       // name or number (from 0) of the label column; "last"; default "last"
	LabelNumber string     `toml:"-"`           // a user's table: number of the label column, from 0 or, negative, from the end; before label. Text, so that 0 is stated
	Multilabel  bool       `toml:"-"`           // a user's table: any number of labels a row
	Labels      int        `toml:"-"`           // a user's multi-label table: K where the file does not state it; 0: found out
	Own         bool       `toml:"-"`           // a user's table: what its columns look like is looked at
	MissingSaid bool       `toml:"-"`           // a user's table: MissingAs is what the user says
	AlsoMissing []string   `toml:"-"`           // a user's table: those of MissingAs that the user adds to the others
	Only        []string   `toml:"-"`           // a user's table: the columns that are used, names or numbers (all if empty)
	Decimal     string     `toml:"-"`           // a user's table: the sign before decimals; "" is a point
	Thousands   string     `toml:"-"`           // a user's table: the sign between thousands
	ZeroBased   bool       `toml:"-"`           // a user's LIBSVM file: columns are counted from 0
	Drop        []string   `toml:"drop"`        // columns not used, names or numbers
	SplitColumn string     `toml:"-"`           // a user's table: column that a split goes by, which is no attribute
	Categorical []string   `toml:"categorical"` // columns to one-hot though all their values are numbers
	Missing     string     `toml:"missing"`     // empty: an error; drop-row; mean
	MissingAs   []string   `toml:"missing_as"`  // tokens that stand for a missing value, beside the empty field
	Dim         int        `toml:"dim"`         // libsvm: D where trailing columns may be all zero
	Positive    []string   `toml:"positive"`    // classes that become +1; the rest is -1
	Negative    []string   `toml:"negative"`    // with positive: the rest is dropped unless listed here
	Merge       [][]string `toml:"merge"`       // classes that become one, named after the first
	Keep        []string   `toml:"keep"`        // the classes whose rows are kept (all if empty)
	TrimLabel   string     `toml:"trim_label"`  // suffix taken off labels
	Divide      float64    `toml:"divide"`      // idx: values are divided by this; 0 is 1
	Recipe      string     `toml:"recipe"`      // a preparation in code, by name: airline-delay, airline-villacampa, nycflights13
	Published   string     `toml:"published"`   // where published splits come from: parts (train files, test files), ida, index-lines
}
