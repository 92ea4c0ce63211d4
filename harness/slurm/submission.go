package slurm

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Submission is an array job that was submitted: which cells each of its tasks
// has.
type Submission struct {
	Job    string           `json:"job"`
	Shares int              `json:"shares"`
	Tasks  map[int][]string `json:"tasks"` // IDs of cells, by number of the task
}

// Folder returns where submissions are kept, and the logs of their tasks, of the
// journals in a folder.
func Folder(journals string) string { return filepath.Join(journals, "slurm") }

// save keeps a submission.
func (s Submission) save(folder string) error {
	text, err := json.Marshal(s)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, s.Job+".json"), append(text, '\n'), 0o666)
	}
	if err != nil {
		return fmt.Errorf("job %s was submitted, but cannot be noted, so that runexp plan and cancel know nothing of it: %w", s.Job, err)
	}
	return nil
}

// submissions returns those kept in a folder.
func submissions(folder string) ([]Submission, error) {
	files, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) { // below a file there is none
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
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("submissions: %w", err)
		}
		var s Submission
		if err := json.Unmarshal(text, &s); err != nil || s.Job == "" {
			return nil, fmt.Errorf("%s is not what was noted of a job: delete it when no job is queued any more", file)
		}
		all = append(all, s)
	}
	return all, nil
}
