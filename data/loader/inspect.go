package loader

import (
	"gpcbench/data"
	"gpcbench/data/catalogue"
)

// Inspect reads a user's table once and says what is known of its columns and labels, also
// where File would refuse it: what it would refuse it for are remarks then. Errors are of
// files that cannot be read as a table at all, and of keys that name what is not there.
func Inspect(table catalogue.UserTable) (*data.Summary, error) {
	s, err := fileSource(table)
	if err != nil {
		return nil, err
	}
	found, err := s.Look()
	if err != nil {
		return nil, err
	}
	out := found.Summary()
	out.Remarks = append(out.Remarks, s.Remarks...)
	return out, nil
}
