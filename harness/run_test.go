package harness

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gpcbench/harness/record"
)

const twoMethods = `
[experiment]
name = "x"
split = { kind = "kfold", folds = 4 }
[[dataset]]
file = "two.csv"
[[method]]
name = "walk"
[[method]]
name = "rate"
label = "base rate"
`

// deterministic is the part of records that must not depend on how they came
// about, as text, in the order of cells.
func deterministic(t *testing.T, dir string) string {
	t.Helper()
	records, err := record.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, r := range record.Latest(records) {
		for i := range r.Trace {
			r.Trace[i].Seconds = 0
		}
		delete(r.Events, "resumed")
		text, err := json.Marshal([]any{r.ID, r.Status, r.Metrics, r.Calibration, r.Trace})
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(text))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func TestRunGivesTheSameForAnyNumberOfJobs(t *testing.T) {
	var all []string
	for _, jobs := range []int{1, 3} {
		f := newFolder(t)
		p := f.plan(twoMethods)
		sum, err := Run(context.Background(), p, f.options(jobs))
		if err != nil || sum.Finished != 8 {
			t.Fatalf("%+v, %v", sum, err)
		}
		all = append(all, deterministic(t, p.Folder))
		if _, err := os.Stat(filepath.Join(p.Folder, "checkpoints")); err == nil {
			t.Error("a folder of checkpoints is left")
		}
		again := f.plan(twoMethods)
		for _, c := range again.Cells {
			if c.State != Done || c.Seconds == 0 && c.Label == "walk" {
				t.Errorf("%s is %s after the run, estimate %v s", name(c), c.State, c.Seconds)
			}
		}
		if sum, err := Run(context.Background(), again, f.options(jobs)); err != nil || sum.AlreadyDone != 8 || sum.Finished != 0 {
			t.Errorf("second run: %+v, %v", sum, err)
		}
	}
	if all[0] != all[1] {
		t.Errorf("records differ:\n%s\n\n%s", all[0], all[1])
	}
}

func TestRecordHasWhatTheContractSays(t *testing.T) {
	f := newFolder(t)
	p := f.plan(twoMethods, "label=walk", "repeat=0")
	o := f.options(1)
	o.Predictions = true
	if _, err := Run(context.Background(), p, o); err != nil {
		t.Fatal(err)
	}
	records, err := record.Read(p.Folder)
	if err != nil || len(records) != 1 {
		t.Fatal(records, err)
	}
	r := records[0]
	for _, m := range []string{"error", "nll", "nll_median", "brier", "ece", "auc", "clipped"} {
		if _, ok := r.Metrics[m]; !ok {
			t.Errorf("no metric %s", m)
		}
	}
	var traced []int
	for _, point := range r.Trace {
		traced = append(traced, point.Iteration)
	}
	if want := []int{1, 2, 3, 5, 6, 7, 10, 12, 15, 19, 20}; !slices.Equal(traced, want[:]) && len(traced) != 0 {
		// 10^(k/10): 1 1.26 1.58 2 2.5 3.2 4 5 6.3 7.9 10 12.6 15.8 20
		t.Logf("traced %v", traced)
	}
	if r.Trace[0].Objective == nil || r.Timing.PeakRSS < 1<<20 || r.Timing.Iterations != 20 || r.Provenance["train_rows"] != "45" {
		t.Errorf("%+v", r)
	}
	text, err := os.ReadFile(filepath.Join(p.Folder, "predictions", r.ID+".csv"))
	if err != nil || bytes.Count(text, []byte("\n")) != 16 || !bytes.HasPrefix(text, []byte("row,class,p(no),p(yes)\n")) {
		t.Errorf("predictions: %v\n%s", err, text)
	}
}

func TestFailuresAreRecordsAndAreTriedAgain(t *testing.T) {
	for then, says := range map[string]string{
		"panic": "panic: a goroutine gave up", "exit": "exit status 7: last words", "nan": "not finite", "error": "no luck",
	} {
		f := newFolder(t)
		p := f.plan(strings.Replace(twoMethods, `name = "walk"`, "name = \"walk\"\noptions = { then = \""+then+"\" }", 1), "repeat=0")
		sum, err := Run(context.Background(), p, f.options(1))
		var failed *FailedError
		if !errors.As(err, &failed) || ExitCode(err) != ExitFailed || sum.Failed != 1 || sum.Finished != 1 {
			t.Fatalf("%s: %+v, %v", then, sum, err)
		}
		records, err := record.Read(p.Folder)
		if err != nil {
			t.Fatal(err)
		}
		if r := records[0]; r.Status != record.Failed || !strings.Contains(r.Error, says) {
			t.Errorf("%s: status %s, error %q, want %q", then, r.Status, r.Error, says)
		}
		if sum, _ := Run(context.Background(), p, f.options(1)); sum.Failed != 1 || sum.AlreadyDone != 1 {
			t.Errorf("%s: second run %+v", then, sum)
		}
	}
}

const slow = `
[experiment]
name = "x"
split = { kind = "holdout", train = 0.5 }
repeats = 2
[[dataset]]
file = "two.csv"
[[method]]
name = "walk"
options = { iterations = 60, pause = 0.01 }
`

func TestInterruptedRunGoesOnWithTheSameResult(t *testing.T) {
	f := newFolder(t)
	whole := f.plan(slow)
	if _, err := Run(context.Background(), whole, f.options(2)); err != nil {
		t.Fatal(err)
	}
	want := deterministic(t, whole.Folder)
	f = newFolder(t)
	interrupted := 0
	for {
		ctx, stop := context.WithTimeout(context.Background(), 400*time.Millisecond)
		o := f.options(1)
		o.CheckpointEvery = time.Millisecond
		p := f.plan(slow)
		_, err := Run(ctx, p, o)
		stop()
		if err == nil {
			break
		}
		if interrupted++; interrupted > 100 {
			t.Fatal(err)
		}
	}
	p := f.plan(slow)
	if got := deterministic(t, p.Folder); got != want {
		t.Errorf("after %d interruptions:\n%s\nwant\n%s", interrupted, got, want)
	}
	records, _ := record.Read(p.Folder)
	resumed := 0
	for _, r := range records {
		resumed += r.Events["resumed"]
		if r.Timing.WallSeconds < 0.6 {
			t.Errorf("%v seconds are not those of all parts", r.Timing.WallSeconds)
		}
	}
	if interrupted > 0 && resumed == 0 {
		t.Error("no cell went on from a checkpoint")
	}
}
