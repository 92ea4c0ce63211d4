package slurm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// run runs a command of Slurm and returns what it printed. The error has what it
// said.
func run(ctx context.Context, input, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &stdout, &stderr
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return "", absent(name)
	case err != nil:
		said := strings.Join(strings.Fields(stderr.String()), " ")
		if said == "" {
			said = err.Error()
		}
		return "", fmt.Errorf("%s: %s", name, strings.TrimPrefix(said, name+": "))
	}
	return stdout.String(), nil
}

// absent says that Slurm does not have a command here.
func absent(name string) error {
	return fmt.Errorf("there is no command %s here: Slurm's jobs are submitted and watched on a host of its cluster", name)
}

// Available says what is wrong where jobs cannot be submitted.
func Available() error {
	if _, err := exec.LookPath("sbatch"); err != nil {
		return absent("sbatch")
	}
	return nil
}

// Submit submits an array job whose tasks have these cells, and notes it in
// Folder(journals). It returns the job's number.
func Submit(ctx context.Context, journals string, j Job, cells map[int][]string) (job string, err error) {
	if err := os.MkdirAll(Folder(journals), 0o777); err != nil {
		return "", fmt.Errorf("logs of tasks cannot be kept: %w", err)
	}
	out, err := run(ctx, j.Script(), "sbatch", "--parsable")
	if err != nil {
		return "", err
	}
	job, _, _ = strings.Cut(strings.TrimSpace(out), ";") // what follows is the cluster
	if !isNumber(job) {
		return "", fmt.Errorf("sbatch answered %q where the number of the job was expected", strings.TrimSpace(out))
	}
	return job, Submission{Job: job, Shares: j.Shares, Tasks: cells}.save(Folder(journals))
}

// Cancel cancels those jobs of a queue that have not ended and returns their
// numbers.
func (q *Queue) Cancel(ctx context.Context) ([]string, error) {
	var jobs []string
	for _, s := range q.submissions {
		for number := range s.Tasks {
			if kind(q.states[Task{s.Job, number}]) != Ended && !slices.Contains(jobs, s.Job) {
				jobs = append(jobs, s.Job)
			}
		}
	}
	if len(jobs) == 0 {
		return nil, nil
	}
	_, err := run(ctx, "", "scancel", jobs...)
	return jobs, err
}
