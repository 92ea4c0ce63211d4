package slurm

import (
	"context"
	"strconv"
	"strings"
)

// Task is a task of an array job.
type Task struct {
	Job    string
	Number int
}

// The kinds of states that a task is in.
const (
	Queued  = "queued"
	Running = "running"
	Ended   = "ended" // whatever the end was
)

// kind returns which of these a state of Slurm is. A state that is not known to
// it is an end.
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
// TIMEOUT. squeue knows those that have not ended long ago, sacct, where the
// cluster keeps accounts, all others; a task that neither knows is in no state.
func statesOf(ctx context.Context, jobs []string) (map[Task]string, error) {
	out, err := run(ctx, "", "squeue", "--noheader", "--me", "--array", "--states=all", "--format=%F|%K|%T")
	if err != nil {
		return nil, err
	}
	states := map[Task]string{}
	if accounts, err := run(ctx, "", "sacct", "--noheader", "--parsable2", "--allocations", "--array", "--jobs="+strings.Join(jobs, ","), "--format=JobID,State"); err == nil {
		parseAccounts(accounts, states)
	}
	parseQueue(out, states)
	return states, nil
}

// parseQueue reads lines job|number|state of squeue.
func parseQueue(text string, states map[Task]string) {
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimSpace(line), "|")
		if len(fields) != 3 {
			continue
		}
		if number, err := strconv.Atoi(fields[1]); err == nil { // or N/A: no array job
			states[Task{fields[0], number}] = fields[2]
		}
	}
}

// parseAccounts reads lines job_number|state of sacct; the state may have words
// behind it, as in CANCELLED by 1000.
func parseAccounts(text string, states map[Task]string) {
	for line := range strings.Lines(text) {
		id, state, _ := strings.Cut(strings.TrimSpace(line), "|")
		job, number, _ := strings.Cut(id, "_")
		n, err := strconv.Atoi(number)
		words := strings.Fields(state)
		if err == nil && len(words) > 0 {
			states[Task{job, n}] = words[0]
		}
	}
}
