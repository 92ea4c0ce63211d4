package harness

import (
	"maps"

	"gpcbench/data"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// DatasetInfo is what a plan knows about a data set of its specification.
type DatasetInfo struct {
	Name, Title               string
	File                      string // the user's file, empty for a set of the catalogue
	Rows, Attributes, Classes int
	Notes                     []string
	Differs                   string
	Digest                    string
	Available                 bool // whether it could be loaded
}

// infoOf describes a data set; ds is nil if it cannot be had.
func infoOf(d spec.Dataset, ds *data.Dataset) DatasetInfo {
	out := DatasetInfo{Name: d.Name, Title: d.Name, File: d.File}
	if ds == nil {
		return out
	}
	out.Available = true
	out.Rows, out.Attributes, out.Classes = ds.Len(), ds.Dim(), len(ds.ClassNames)
	out.Notes, out.Differs, out.Digest = ds.Notes, ds.Differs, ds.Digest
	if ds.Title != "" {
		out.Title = ds.Title
	}
	return out
}

// Latest returns the record that counts of every cell that has one, by cell.
func (p *Plan) Latest() map[string]record.Record { return maps.Clone(p.records) }

// HasRecords says whether the results hold any record of an experiment under
// the specification's profile.
func HasRecords(results string, s *spec.Spec) bool {
	records, _ := record.Read(record.Folder(results, s.Records, s.Profile))
	return len(records) > 0
}
