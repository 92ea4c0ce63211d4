package run

import "fmt"

// FailedError says that cells failed.
type FailedError struct{ Failed int }

// Error counts them.
func (e *FailedError) Error() string {
	if e.Failed == 1 {
		return "1 cell failed; it is tried again by the next run"
	}
	return fmt.Sprintf("%d cells failed; they are tried again by the next run", e.Failed)
}
