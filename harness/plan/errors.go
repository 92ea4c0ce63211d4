package plan

// NoDataError says that nothing could run for want of data.
type NoDataError struct{ Message string }

// Error returns the message.
func (e *NoDataError) Error() string { return e.Message }

// SelectionError says why the cells that a label and a filter leave cannot be fitted or
// imported, and which to choose.
type SelectionError struct{ Message string }

// Error returns the Message.
func (e *SelectionError) Error() string { return e.Message }
