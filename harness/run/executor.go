package run

import (
	"context"

	"gpcbench/harness/record"
	"gpcbench/harness/work"
)

// executor runs cells, each by what work.Main does with it, wherever that is.
// Several goroutines use it at a time.
type executor interface {
	// execute runs a cell and returns its record, that of a failed cell too. The
	// error is ctx's, or says that no cell can be run at all.
	execute(ctx context.Context, q work.Request) (record.Record, error)
}
