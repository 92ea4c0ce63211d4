package plan

// NoDataError says that nothing could run because data is missing.
type NoDataError struct{ Message string }

// Error returns the message.
func (e *NoDataError) Error() string { return e.Message }

// SelectionError says why the cells selected by a label and a filter cannot be fitted or
// imported, and which to choose instead.
type SelectionError struct{ Message string }

// Error returns the Message.
func (e *SelectionError) Error() string { return e.Message }
