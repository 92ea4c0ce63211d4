package record

// Planned is a cell of a plan. Records do not say which variants have a cell: the
// specification does, and what it is now.
type Planned struct {
	Cell
	Variants []string // names of those that have the cell; none where the specification names none

	// Refits are the IDs of the cells that are fits with a part of this one's budget: points of its curve.
	Refits []string
	// Refit is the option that is this part, where the cell is there for a curve alone; empty: it is a fit of its own.
	Refit string
}

// Dataset is what is known about a data set of an experiment: a plan finds it
// out, a report says it. Of a set of the catalogue that cannot be had, the rows,
// attributes and classes are the catalogue's.
type Dataset struct {
	Name, Title               string
	Set                       string // of the catalogue; empty for a file
	Rows, Attributes, Classes int
	Multilabel                bool     // a row has any number of labels, of which there are Classes
	Source                    string   // where the data come from: an address, or the user's file
	Notes                     []string // assumptions
	Differs                   string   // why rows or attributes are not the paper's, or empty
	Assumed                   string   // what of the task the paper does not say, and how we read it, or empty
	Digest                    string   // SHA-256, hex
	Available                 bool     // whether it could be loaded
	Missing                   string   // why not
	Own                       bool     // a table of the user's own
	ClassNames                []string // of a table of the user's own
	ClassRows                 []int    // rows of each class, of a table of the user's own and of a set of the catalogue
	Zeros                     float64  // share of the inputs that are 0, by some rows; where the specification asks for advice
}
