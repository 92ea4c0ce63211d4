package slurm

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

// Task identifies a task of an array job.
type Task struct {
	Job    string
	Number int
}

// The kinds of task states.
const (
	Queued  = "queued"
	Running = "running"
	Ended   = "ended" // for whatever reason
)

// ends are the Slurm states of a task that has ended.
var ends = []string{
	"BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "LAUNCH_FAILED", "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED",
	"RECONFIG_FAIL", "REVOKED", "TIMEOUT",
}

// isState reports whether Slurm has this state.
func isState(state string) bool { return kind(state) != Ended || slices.Contains(ends, state) }

// kind returns the kind of a Slurm state. A task without a state has ended.
func kind(state string) string {
	switch state {
	case "PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "RESV_DEL_HOLD", "SPECIAL_EXIT":
		return Queued
	case "RUNNING", "COMPLETING", "SUSPENDED", "STOPPED", "SIGNALING", "STAGE_OUT", "RESIZING":
		return Running
	}
	return Ended
}

// statesOf asks Slurm for the states of the tasks of array jobs, such as PENDING or
// TIMEOUT. squeue lists tasks that are unfinished or ended recently. sacct lists all others, if
// the cluster keeps accounts. A task that neither lists has no state. Unexpected output of either
// command is an error, because it does not mean that nothing runs.
func statesOf(ctx context.Context, jobs []string) (map[Task]string, error) {
	out, err := run(ctx, "", "squeue", "--noheader", "--me", "--array", "--states=all", "--format=%F|%K|%T")
	if err != nil {
		return nil, err
	}
	states := map[Task]string{}
	if accounts, err := run(ctx, "", "sacct", "--noheader", "--parsable2", "--allocations", "--array", "--jobs="+strings.Join(jobs, ","), "--format=JobID,State"); err == nil {
		if err := parseAccounts(accounts, states); err != nil {
			return nil, err
		}
	}
	return states, parseQueue(out, states)
}

// parseQueue parses lines job|number|state of squeue.
func parseQueue(text string, states map[Task]string) error {
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimSpace(line), "|")
		if len(fields) != 3 || !isNumber(fields[0]) || !isState(fields[2]) {
			return doubt("squeue", line)
		}
		number, err := strconv.Atoi(fields[1])
		switch {
		case err == nil:
			states[Task{fields[0], number}] = fields[2]
		case fields[1] != "N/A": // N/A: not an array job
			return doubt("squeue", line)
		}
	}
	return nil
}

// parseAccounts parses lines job_number|state of sacct. Words may follow the state, as in
// CANCELLED by 1000.
func parseAccounts(text string, states map[Task]string) error {
	for line := range strings.Lines(text) {
		id, state, two := strings.Cut(strings.TrimSpace(line), "|")
		job, number, _ := strings.Cut(id, "_")
		words := strings.Fields(state)
		if !two || !isNumber(job) || len(words) == 0 || !isState(words[0]) {
			return doubt("sacct", line)
		}
		if n, err := strconv.Atoi(number); err == nil { // fails for [8-9]: tasks that squeue lists
			states[Task{job, n}] = words[0]
		}
	}
	return nil
}
