package main

import (
	"testing"

	"gpcbench/methods/method"
	"gpcbench/report/page"
)

// Reports see no methods, and name the event that these count.
func TestNotConverged(t *testing.T) {
	if page.NotConverged != method.EventNotConverged {
		t.Errorf("reports look for the event %q, methods count %q", page.NotConverged, method.EventNotConverged)
	}
}
