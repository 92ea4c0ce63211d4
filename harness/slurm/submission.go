package slurm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
)

// Submission is a submitted array job, with the cells of each of its
// tasks.
type Submission struct {
	Job   string           `json:"job"`
	Tasks map[int][]string `json:"tasks"` // IDs of cells, by number of the task
}

// Folder returns the folder of the submissions, and of the logs of their tasks, for a
// folder of journals.
func Folder(journals string) string { return filepath.Join(journals, "slurm") }

// Lock keeps other processes from submitting cells of the journals in a folder until
// release is called. waiting is called once if another process holds the lock. If files
// cannot be locked, as on some network drives, Lock has no effect.
func Lock(ctx context.Context, journals string, waiting func()) (release func(), err error) {
	if err := os.MkdirAll(Folder(journals), 0o777); err != nil {
		return nil, fmt.Errorf("logs of tasks cannot be written: %w", err)
	}
	release, err = atomicfile.Lock(ctx, filepath.Join(Folder(journals), "submit.lock"), waiting)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return func() {}, nil
	}
	return release, nil
}

// checkFolder makes the folder of submissions and returns an error if it is not writable.
func checkFolder(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	if err := atomicfile.Probe(folder); err != nil {
		return atomicfile.Unwritable(folder, err)
	}
	return nil
}

// save writes a submission to a folder.
func save(folder string, s Submission) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(folder, s.Job+".json"), append(text, '\n'))
}

// submissions returns the submissions in a folder.
func submissions(folder string) ([]Submission, error) {
	files, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) { // ENOTDIR: the parent is a file
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("submissions: %w", err)
	}
	var all []Submission
	for _, f := range files {
		if filepath.Ext(f.Name()) != ".json" {
			continue
		}
		file := filepath.Join(folder, f.Name())
		text, err := data.ReadRegular(file, data.SmallFile)
		if err != nil {
			return nil, fmt.Errorf("submissions: %w", err)
		}
		var s Submission
		if err := json.Unmarshal(text, &s); err != nil || s.Job == "" {
			return nil, fmt.Errorf("%s is not a valid note of a job: delete it once no job is queued", file)
		}
		all = append(all, s)
	}
	return all, nil
}
