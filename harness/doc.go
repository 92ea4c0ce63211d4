// Package harness runs experiments: it makes the plan of a specification's
// cells, runs those that are not done in worker processes, keeps their clock,
// scores their predictions and keeps their records.
//
// What decides a cell's result is hashed into its ID. Its deterministic part
// (metrics, and the trace without its seconds) is a pure function of that,
// for any number of workers and after any kill.
//
// A plan ([NewPlan], plan.go) reads the journals, checks options (options.go) and
// layout (layout.go) and limits (limits.go), loads the data sets (datasets.go), tells what
// their tables look like (notices.go), says which rows a cell trains and is tested on
// (rows.go), lists the cells (cells.go) that a filter leaves (filter.go) with their IDs
// (identity.go), finds out which are done (states.go) and how long the others take
// (estimate.go).
//
// [Run] has a runner (runner.go) take the cells that are not, or a share of them
// (shard.go, cost.go), each of which an
// executor runs (executor.go), today in worker processes of this host
// (processes.go). A worker (worker.go) goes through four parts that do not need
// one another: prepare (prepare.go), train (train.go, with the recorder), evaluate
// (evaluate.go, score.go, of label sets labels.go and labelauc.go), and write what is kept
// beside the record (predictions.go, map.go, parameters.go in it). The recorder (recorder.go)
// has the clock (clock.go), checkpoints (checkpoint.go) and the steps that are told of a fit
// that goes on (step.go), which the screen shows (screen.go) beside the time that is left
// (forecast.go). A cell is claimed by a lock (lock.go), and memory is watched and limited
// (memory.go, memorylimit.go).
//
// Whether each repeat of a plan trains on every class is in classes.go, for drafts of
// specifications.
//
// [Fit] trains on all rows (fit.go), and [PredictFile] predicts new ones (newrows.go).
// Predictions that are made elsewhere begin with the rows of each split (splits.go) and end as
// records (import.go, foreign.go).
package harness

// NumericsVersion is raised when the results of any cell may change; records
// made under another version are stale.
const NumericsVersion = 2
