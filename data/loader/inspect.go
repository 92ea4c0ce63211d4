package loader

import (
	"gpcbench/data"
	"gpcbench/data/catalogue"
)

// Inspect reads a user's table once and returns what is known of its columns and labels, even if
// File would refuse it: the reasons for a refusal are then remarks. It is an error if a file cannot
// be read as a table at all, or a key names something that does not exist.
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
