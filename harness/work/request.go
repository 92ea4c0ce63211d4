package work

import (
	"time"

	"gpcbench/harness/record"
	"gpcbench/harness/rows"
)

// Verb is the word that makes the command a worker, see Main.
const Verb = "worker"

// Request is a request to a worker, written as one line of JSON.
type Request struct {
	Cell        record.Cell    `json:"record"`
	Rows        rows.Selection `json:"rows"`
	Timing      string         `json:"timing"`
	Parameters  bool           `json:"parameters"`       // whether to keep the parameters of the covariance function
	Engine      string         `json:"engine"`           // which code does the dense algebra, for provenance
	Threads     int            `json:"threads"`          // GOMAXPROCS of the worker
	Checkpoint  string         `json:"checkpoint"`       // file
	Every       time.Duration  `json:"every"`            // time between checkpoints
	Predictions string         `json:"predictions"`      // file; empty: not kept
	Map         string         `json:"map"`              // file; empty: none is made
	Inputs      string         `json:"inputs,omitempty"` // folder that a program's files are relative to
	Log         string         `json:"log,omitempty"`    // file for the output of a program; empty: not kept
	Follow      time.Duration  `json:"follow"`           // time between steps; 0: none are written

	Title string     `json:"-"` // name of the cell on the terminal
	Tell  func(Step) `json:"-"` // receives the steps; may be nil

	notice func(string) // receives what the user should know before the cell is done; may be nil
}

// anew reports that a fit does not continue from its checkpoint, and why.
func (q Request) anew(why string) {
	if q.notice != nil && why != "" {
		q.notice("the fit begins anew, for its checkpoint " + why)
	}
}

// Failed returns the record of a cell that failed.
func (q Request) Failed(why string) record.Record {
	return record.Record{V: record.Version, Cell: q.Cell, Status: record.Failed, Error: why, Metrics: map[string]float64{}, Provenance: map[string]string{}}
}
