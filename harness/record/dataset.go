package record

// Planned is a cell of a plan. Its variants are not in records, but come from the
// current specification.
type Planned struct {
	Cell
	Variants []string // names of the variants that have the cell; none if the specification has none

	// Refits are the IDs of the cells fitted with parts of this one's budget, the points of its curve.
	Refits []string
	// Refit is the option that holds the reduced budget of a cell made only for a curve; empty for a fit of its own.
	Refit string
}

// Dataset is what is known about a data set of an experiment. A plan finds it
// out, and a report prints it. For an unavailable set of the catalogue, the rows,
// attributes and classes are those stated in the catalogue.
type Dataset struct {
	Name, Title               string
	Set                       string // name in the catalogue; empty for a file
	Rows, Attributes, Classes int
	Multilabel                bool     // rows have any number of labels; Classes counts the labels
	Source                    string   // where the data come from: an address, or the user's file
	Notes                     []string // assumptions
	Differs                   string   // why rows or attributes differ from the paper's, or empty
	Assumed                   string   // what the paper leaves open about the task, and our reading of it, or empty
	Digest                    string   // SHA-256, hex
	Available                 bool     // whether it could be loaded
	Missing                   string   // why not
	Own                       bool     // whether it is the user's own table
	ClassNames                []string // for the user's own table
	ClassRows                 []int    // rows of each class, for the user's own table and for a set of the catalogue
	Zeros                     float64  // share of inputs that are 0, estimated from some rows; only if the specification asks for advice
}
