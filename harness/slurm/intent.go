package slurm

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
)

// An intent is written before sbatch is called. It has the tasks of the job and the comment that the
// job will have. It is removed once the job is noted. If an intent is left, its process was killed in
// between, and squeue shows by the comment whether the job exists.
type intent struct {
	Comment string           `json:"comment"`
	Tasks   map[int][]string `json:"tasks"`
}

const intentExtension = ".intent"

// settles is how long a job may take to appear in squeue after its intent was noted: sbatch continues
// when the process that called it is killed.
const settles = 2 * time.Minute

// newIntent notes that a job with these cells is about to be submitted. It returns the job's comment
// and a function that removes the note.
func newIntent(folder string, cells map[int][]string) (comment string, done func(), err error) {
	var unique [8]byte
	rand.Read(unique[:])
	comment = "gpcbench-" + hex.EncodeToString(unique[:])
	text, err := json.Marshal(intent{comment, cells})
	if err != nil {
		return "", nil, err
	}
	file := filepath.Join(folder, comment+intentExtension)
	return comment, func() { os.Remove(file) }, atomicfile.Write(file, append(text, '\n'))
}

// resolveIntents notes the jobs of intents that were left, and removes intents without a job. It returns
// an error if it is too early to tell.
func resolveIntents(ctx context.Context, folder string) error {
	files, _ := filepath.Glob(filepath.Join(escapeGlob(folder), "*"+intentExtension))
	for _, file := range files {
		text, err := data.ReadRegular(file, data.SmallFile)
		if err != nil {
			return fmt.Errorf("submissions: %w", err)
		}
		var of intent
		if err := json.Unmarshal(text, &of); err != nil || of.Comment == "" {
			return fmt.Errorf("%s is not a valid note of a job: delete it once no job is queued", file)
		}
		job, err := commented(ctx, of.Comment)
		if err != nil {
			return err
		}
		info, err := os.Stat(file)
		switch {
		case job != "":
			if err := save(folder, Submission{Job: job, Tasks: of.Tasks}); err != nil {
				return err
			}
		case err == nil && time.Since(info.ModTime()).Abs() < settles: // a time far in the future: the clock was set back
			return fmt.Errorf("a submission was killed %.0f s ago, but its job may still appear: try again in %.0f s, or delete %s if it cannot",
				max(0, time.Since(info.ModTime()).Seconds()), settles.Seconds(), file)
		}
		os.Remove(file)
	}
	return nil
}

// escapeGlob returns a pattern that matches exactly the path.
func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// commented returns the number of the job with that comment, "" if Slurm has none.
func commented(ctx context.Context, comment string) (job string, err error) {
	out, err := run(ctx, "", "squeue", "--noheader", "--me", "--states=all", "--format=%F|%k")
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(out) {
		number, said, two := strings.Cut(strings.TrimSpace(line), "|")
		if !two || !isNumber(number) {
			return "", doubt("squeue", line)
		}
		if said == comment {
			job = number
		}
	}
	return job, nil
}

// doubt returns the error for unexpected output of a command.
func doubt(command, line string) error {
	return fmt.Errorf("%s answered %.60q, which was not expected, so it is not known whether tasks run", command, strings.TrimRight(line, "\n"))
}
