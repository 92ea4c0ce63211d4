package data

// Original is a Table that has the text of its rows in the user's file.
type Original interface {
	Table
	// Columns returns the columns of the file from which inputs were made, in order.
	Columns() []OriginalColumn
	// Fields returns the text of each of these columns in a row, "" for a missing value.
	Fields(row int) []string
}

// OriginalColumn is a column of a user's file.
type OriginalColumn struct {
	Name     string
	Category bool // otherwise it has numbers
}

// Original returns the table of the examples if it has the text of its rows in the user's file.
func (e *Examples) Original() (Original, bool) {
	o, ok := e.table.(Original)
	return o, ok
}
