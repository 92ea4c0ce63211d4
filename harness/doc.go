// Package harness runs experiments: it makes the plan of a specification's
// cells, runs those that are not done in worker processes, keeps their clock,
// scores their predictions and keeps their records.
//
// What decides a cell's result is hashed into its ID. Its deterministic part
// (metrics, and the trace without its seconds) is a pure function of that,
// for any number of workers and after any kill.
package harness

// NumericsVersion is raised when the results of any cell may change; records
// made under another version are stale.
const NumericsVersion = 2
