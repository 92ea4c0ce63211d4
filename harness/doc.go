// Package harness runs experiments. It says which version of the program and of its numbers this
// is; the rest is in its packages:
//
//   - spec reads a specification; record is what is kept of a cell, and its journal; metrics is
//     the table of metrics; machine tells of the machine that cells run on.
//   - rows says which rows a cell trains on and which it is tested on, and loads them.
//   - plan makes the cells of a specification, with their IDs: it checks options, layout and
//     limits, loads the data sets, tells what their tables look like, finds out which cells are
//     done and how long the others take, and deals them into shares.
//   - work is what a worker process does with one cell, and the request for it: prepare, train
//     with a recorder that has the clock, evaluate, and write what is kept beside the record. It
//     also fits a method to all rows, and predicts new rows with a model, which package model
//     keeps in a file.
//   - run has a queue of a plan's cells that are not done. An executor runs each, today in a
//     worker process of this host, and the record goes to the journal.
//   - exchange writes splits for other programs and takes their predictions into the records.
//   - slurm submits shares of a plan to a cluster; draft writes a specification for a table of
//     one's own.
//
// What decides a cell's result is hashed into its ID. Its deterministic part
// (metrics, and the trace without its seconds) is a pure function of that,
// for any number of workers and after any kill.
package harness
