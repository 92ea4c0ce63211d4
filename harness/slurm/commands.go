package slurm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

// run runs a Slurm command and returns its standard output. The error includes its
// messages.
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

// absent returns the error for a Slurm command that is not installed.
func absent(name string) error {
	return fmt.Errorf("there is no command %s here: submit and watch Slurm jobs on a host of the cluster", name)
}

// Available returns an error if jobs cannot be submitted on this host.
func Available() error {
	if _, err := exec.LookPath("sbatch"); err != nil {
		return absent("sbatch")
	}
	return nil
}

// Submit submits an array job whose tasks have these cells, notes it in
// Folder(journals) and returns its number. The caller must hold Lock. A job that
// cannot be noted is cancelled. The intent is noted first, so that NewQueue finds
// the job even if this process is killed.
func Submit(ctx context.Context, journals string, j Job, cells map[int][]string) (job string, err error) {
	if err := checkFolder(Folder(journals)); err != nil {
		return "", fmt.Errorf("the job could not be noted, so it was not submitted: %w", err)
	}
	comment, done, err := newIntent(Folder(journals), cells)
	if err != nil {
		return "", fmt.Errorf("the job could not be noted, so it was not submitted: %w", err)
	}
	j.Comment = comment
	// An interrupt must not separate the job from its note.
	uninterrupted := context.WithoutCancel(ctx)
	out, err := run(uninterrupted, j.Script(), "sbatch", "--parsable")
	switch {
	case err != nil && ctx.Err() != nil:
		return "", fmt.Errorf("sbatch was interrupted; check with squeue --me whether the job was submitted anyway, and end it with scancel: %w", ctx.Err())
	case err != nil && strings.Contains(err.Error(), "array"):
		done()
		return "", fmt.Errorf("%w (the cluster may not accept so many tasks: give fewer with --array)", err)
	case err != nil:
		done()
		return "", err
	}
	job, _, _ = strings.Cut(strings.TrimSpace(out), ";") // the cluster's name may follow
	if !isNumber(job) {
		return "", fmt.Errorf("sbatch answered %q instead of the number of the job", strings.TrimSpace(out))
	}
	if err := save(Folder(journals), Submission{Job: job, Tasks: cells}); err != nil {
		_, end := run(uninterrupted, "", "scancel", job)
		return "", errors.Join(fmt.Errorf("job %s was submitted but could not be noted, so it was cancelled: %w", job, err), end)
	}
	done()
	return job, nil
}

// Cancel cancels the jobs of the queue that have not ended and returns their
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
