// Package catalogue describes the data sets that gpcbench knows: one TOML file per set, under
// sets/, named after the set. The files are embedded in the program; nothing here reads a disk or a
// network.
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
	Cardinality float64        `toml:"cardinality"` // mean number of labels per row, to two decimals, checked after loading; multi-label only
	Home        string         `toml:"home"`        // canonical address, for people
	Licence     string         `toml:"licence"`
	Citation    string         `toml:"citation"`
	Notes       []string       `toml:"notes"`   // assumptions that reports print
	Differs     string         `toml:"differs"` // why rows or attributes are not the paper's
	Assumed     string         `toml:"assumed"` // what the paper does not say about the task, and what we assume
	Generated   string         `toml:"generated"`
	Files       []File         `toml:"file"`
	Format      Format         `toml:"format"`

	// Propensity holds the constants A and B of a multi-label set's propensities, if they are not
	// the usual ones.
	Propensity [2]float64 `toml:"propensity"`
}

// File is one file of a set. It is at <folder>/<name> in a mirror and in the cache.
//
// An address is an https URL, pinned to a commit if possible. A fragment names a file inside the
// archive that the address serves, and a second fragment a file inside that file:
// "https://host/a.zip#b.zip#c.csv".
type File struct {
	Folder    string   `toml:"folder"` // default: the name of the set
	Name      string   `toml:"name"`
	Bytes     int64    `toml:"bytes"`     // 0: not known
	SHA256    string   `toml:"sha256"`    // empty: pinned on first download
	Addresses []string `toml:"addresses"` // addresses of exactly these bytes
	Unpacked  Unpacked `toml:"unpacked"`  // for a .gz file: its content
	Role      string   `toml:"role"`      // empty: rows; or join, train-data, train-labels, test-data, test-labels, splits, images, labels, names, doc
	Repeat    int      `toml:"repeat"`    // for published splits with one file each: 1, 2, ...
	Member    string   `toml:"member"`    // file inside a .zip
}

// Unpacked is the content of a .gz file. The addresses serve this content, plain or compressed
// differently from the mirror's file; a file that came from one of them is unpacked in the cache,
// under its name without .gz.
type Unpacked struct {
	Bytes     int64    `toml:"bytes"`
	SHA256    string   `toml:"sha256"`
	Addresses []string `toml:"addresses"`
}
