package data

// Original is a Table of which it is known how its rows stood in the user's file.
type Original interface {
	Table
	// Columns returns the columns of the file that inputs were made from, in their order.
	Columns() []OriginalColumn
	// Fields returns the text of each of them in a row, "" where the value is missing.
	Fields(row int) []string
}

// OriginalColumn is a column of a user's file.
type OriginalColumn struct {
	Name     string
	Category bool // else it has numbers
}

// Original returns the table of the examples if it is known how its rows stood in the user's file.
func (e *Examples) Original() (Original, bool) {
	o, ok := e.table.(Original)
	return o, ok
}
