package run

import "gpcbench/wording"

// FailedError says that cells failed.
type FailedError struct{ Failed int }

// Error counts them.
func (e *FailedError) Error() string {
	return wording.Counted(e.Failed, "1 cell failed; it is tried again by the next run", "%d cells failed; they are tried again by the next run")
}
