// Package command is the method that is a program of the user's, in any language: a process for each fit, which
// is spoken with in lines of JSON over docs/protocol.md. Package wire has the messages, package child the process.
//
// The clock runs from the message fit to the message done, less the pauses, in which the program waits: those in
// which it is asked for a snapshot or a checkpoint, and those in which the record is written. Test rows come
// after the fit, so that the trace is scored then, from the snapshots; test labels never leave the harness. They
// come in an order of chance, and some of them twice, in other company, for a prediction is of its row alone.
//
// CPU time and memory are those of the program and all its descendants, which are ended with it.
package command
