// Package command is the method that is a program of the user's, in any language. Each fit is a
// process, and the harness exchanges lines of JSON with it (see docs/protocol.md). Package wire has
// the messages, package child the process.
//
// The clock runs from the message fit to the message done, except for the pauses in which the
// program waits: while it is asked for a snapshot or a checkpoint, and while the record is written.
// Test rows are sent after the fit, so the trace is scored then, from the snapshots; test labels
// never leave the harness. Test rows are sent in random order, and some of them twice, among
// different rows, because a prediction must depend on its row only.
//
// CPU time and memory are those of the program and all its descendants, which are ended with it.
package command
