package main

import (
	"testing"

	"gpcbench/methods/method"
	"gpcbench/report/analysis"
)

// Reports see no methods, and name the event that these count.
func TestNotConverged(t *testing.T) {
	if analysis.NotConverged != method.EventNotConverged {
		t.Errorf("reports look for the event %q, methods count %q", analysis.NotConverged, method.EventNotConverged)
	}
}
