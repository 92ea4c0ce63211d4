package run

import (
	"fmt"
	"strings"

	"gpcbench/wording"
)

// FailedError says that cells failed.
type FailedError struct {
	Failed int
	Why    []Failure // different reasons; nil if failures were already reported as they occurred
}

// Failure is why cells failed.
type Failure struct {
	Cell   string // the first cell that failed so
	Cells  int
	Reason string
}

// mostReasons is the largest number of different reasons that are reported.
const mostReasons = 5

// Error counts the cells, and says why they failed if that was not yet reported.
func (e *FailedError) Error() string {
	var b strings.Builder
	b.WriteString(wording.Counted(e.Failed, "1 cell failed; the next run tries it again", "%d cells failed; the next run tries them again"))
	for i, f := range e.Why {
		if i == mostReasons {
			fmt.Fprintf(&b, "\n  and %s", wording.Counted(len(e.Why)-i, "1 further reason", "%d further reasons"))
			break
		}
		cell := f.Cell
		if f.Cells > 1 {
			cell += fmt.Sprintf(" and %d more", f.Cells-1)
		}
		fmt.Fprintf(&b, "\n  %s: %s", cell, f.Reason)
	}
	return b.String()
}

// add counts the failure of a cell.
func (e *FailedError) add(cell, reason string) {
	e.Failed++
	for i := range e.Why {
		if e.Why[i].Reason == reason {
			e.Why[i].Cells++
			return
		}
	}
	e.Why = append(e.Why, Failure{cell, 1, reason})
}
