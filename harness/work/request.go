package work

import (
	"time"

	"gpcbench/harness/record"
	"gpcbench/harness/rows"
)

// Verb is the word that makes the command a worker, see Main.
const Verb = "worker"

// Request is what a worker is asked, one line of JSON.
type Request struct {
	Cell        record.Cell    `json:"record"`
	Rows        rows.Selection `json:"rows"`
	Timing      string         `json:"timing"`
	Parameters  bool           `json:"parameters"`       // whether those of the covariance function are kept
	Engine      string         `json:"engine"`           // which code does the dense algebra, for provenance
	Threads     int            `json:"threads"`          // GOMAXPROCS of the worker
	Checkpoint  string         `json:"checkpoint"`       // file
	Every       time.Duration  `json:"every"`            // between checkpoints
	Predictions string         `json:"predictions"`      // file; empty: not kept
	Map         string         `json:"map"`              // file; empty: none is made
	Inputs      string         `json:"inputs,omitempty"` // folder that files of a program are relative to
	Log         string         `json:"log,omitempty"`    // file that what a program prints goes to; empty: it is not kept
	Follow      time.Duration  `json:"follow"`           // between steps; 0: none are written

	Title string     `json:"-"` // what the cell is called on the terminal
	Tell  func(Step) `json:"-"` // takes the steps; nil: nobody

	notice func(string) // takes what the user should know before the cell is done; nil: nobody
}

// anew tells that a fit does not go on from its checkpoint, and why.
func (q Request) anew(why string) {
	if q.notice != nil && why != "" {
		q.notice("the fit begins anew, for its checkpoint " + why)
	}
}

// Failed is the record of a cell that failed.
func (q Request) Failed(why string) record.Record {
	return record.Record{V: record.Version, Cell: q.Cell, Status: record.Failed, Error: why, Metrics: map[string]float64{}, Provenance: map[string]string{}}
}
