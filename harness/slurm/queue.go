package slurm

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gpcbench/harness/plan"
)

// Queue is the submitted jobs for a folder of journals and their states in
// Slurm.
type Queue struct {
	submissions []Submission // oldest first
	states      map[Task]string
	tasks       map[string]Task // by cell, for tasks that are queued or running
}

// NewQueue reads the submissions and asks Slurm for their states, if there are any.
// With an error it still returns a queue, which may be incomplete.
func NewQueue(ctx context.Context, journals string) (*Queue, error) {
	if err := resolveIntents(ctx, Folder(journals)); err != nil {
		return &Queue{}, err
	}
	all, err := submissions(Folder(journals))
	if err != nil {
		return &Queue{}, err
	}
	slices.SortFunc(all, func(a, b Submission) int {
		return cmp.Or(cmp.Compare(len(a.Job), len(b.Job)), strings.Compare(a.Job, b.Job))
	})
	q := &Queue{submissions: all, tasks: map[string]Task{}}
	if len(all) == 0 {
		return q, nil
	}
	var jobs []string
	for _, s := range all {
		jobs = append(jobs, s.Job)
	}
	q.states, err = statesOf(ctx, jobs)
	for _, s := range all {
		for number, cells := range s.Tasks {
			if task := (Task{s.Job, number}); kind(q.states[task]) != Ended {
				for _, id := range cells {
					q.tasks[id] = task
				}
			}
		}
	}
	return q, err
}

// Empty reports whether nothing was ever submitted.
func (q *Queue) Empty() bool { return len(q.submissions) == 0 }

// State returns Queued or Running, the state of the cell's task, or "" if no such
// task has the cell. A task runs its cells one after another, so a cell whose task
// is running may still be waiting for its turn.
func (q *Queue) State(cell string) string {
	if task, ok := q.tasks[cell]; ok {
		return kind(q.states[task])
	}
	return ""
}

// Left returns, by number of the share, the cells to submit as tasks of an array
// job that runs a plan in this many shares: unfinished cells that are neither
// queued nor running. It is an error if a share has both such cells and cells that
// are queued or running, because its task would run the latter twice.
func (q *Queue) Left(p *plan.Plan, shares int, predictions bool) (map[int][]string, error) {
	left := map[int][]string{}
	for i, share := range p.Shares(shares) {
		var waiting *Task
		cells, _ := p.ToRun(share, predictions)
		for _, c := range cells {
			if task, ok := q.tasks[c.ID]; ok {
				waiting = &task
				continue
			}
			left[i+1] = append(left[i+1], c.ID)
		}
		if waiting != nil && left[i+1] != nil {
			return nil, fmt.Errorf("job %s has not ended and has cells of share %d/%d: give the same --array and selection as for that job, wait for it to end, or cancel it with runexp cancel",
				waiting.Job, i+1, shares)
		}
	}
	return left, nil
}

// Jobs describes the jobs with cells that undone reports as not done, by the states
// of their tasks: "job 12, tasks with unfinished cells: 3 RUNNING (1-3), 1 TIMEOUT (7)".
func (q *Queue) Jobs(undone func(cell string) bool) []string {
	var out []string
	for _, s := range q.submissions {
		byState := map[string][]int{}
		for number, cells := range s.Tasks {
			if slices.ContainsFunc(cells, undone) {
				state := cmp.Or(q.states[Task{s.Job, number}], "no longer known to Slurm")
				byState[state] = append(byState[state], number)
			}
		}
		var parts []string
		for _, state := range slices.Sorted(maps.Keys(byState)) {
			numbers := byState[state]
			slices.Sort(numbers)
			parts = append(parts, strconv.Itoa(len(numbers))+" "+state+" ("+ranges(numbers)+")")
		}
		if len(parts) > 0 {
			out = append(out, fmt.Sprintf("job %s, tasks with unfinished cells: %s", s.Job, strings.Join(parts, ", ")))
		}
	}
	return out
}
