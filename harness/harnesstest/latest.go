package harnesstest

import "gpcbench/harness/record"

// Latest returns the valid record of each cell, with its trace and details: the first that is ok,
// or else the last that failed.
func Latest(records []record.Record) map[string]record.Record {
	out := map[string]record.Record{}
	for _, r := range records {
		if have, ok := out[r.ID]; !ok || have.Status != record.OK {
			out[r.ID] = r
		}
	}
	return out
}
