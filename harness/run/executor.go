package run

import (
	"context"

	"gpcbench/harness/record"
	"gpcbench/harness/work"
)

// executor runs cells. It does what work.Main does with each, on any machine.
// It must be safe for concurrent use.
type executor interface {
	// execute runs a cell and returns its record, even if the cell failed. The
	// error is ctx's, or says that no cell can be run at all.
	execute(ctx context.Context, q work.Request) (record.Record, error)
}
