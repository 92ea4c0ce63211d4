package run

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/record"
	"gpcbench/methods/command"
	"gpcbench/methods/command/commandtest"
)

// programs is a specification of two cells of a program.
func programs(does, options string) string {
	run := commandtest.Run(does)
	return fmt.Sprintf("[experiment]\nname = \"x\"\nrepeats = 2\n[[dataset]]\nname = \"t\"\nfile = \"t.csv\"\nsplit = { kind = \"holdout\", train = 0.8 }\n"+
		"[[method]]\nname = \"command\"\nlabel = \"P\"\nrun = [%q, %q]\noptions = { %s }\n", run[0], run[1], options)
}

// A run of a program that is killed goes on from the program's checkpoints with the same records and predictions,
// and leaves nothing behind in the folder for temporary files.
func TestInterruptedProgramGoesOnWithTheSameResult(t *testing.T) {
	text := programs("", "iterations = 40, pause = 0.01")
	t.Setenv("TMPDIR", t.TempDir())
	f := harnesstest.NewFolder(t)
	harnesstest.Write(t, f.Dir, "t.csv", harnesstest.Table(60, "no", "yes"))
	whole := f.Plan(text)
	o := options(f, 2)
	o.Predictions = true
	if sum, err := Run(context.Background(), whole, o); err != nil || sum.Finished != 2 {
		t.Fatalf("%+v, %v", sum, err)
	}
	other := harnesstest.NewFolder(t)
	harnesstest.Write(t, other.Dir, "t.csv", harnesstest.Table(60, "no", "yes"))
	p, times := interrupted(t, other, text, 2, time.Millisecond)
	if got, want := deterministic(t, p.Folder), deterministic(t, whole.Folder); got != want || times == 0 {
		t.Errorf("after %d interruptions:\n%s\nwhole:\n%s", times, got, want)
	}
	records, err := record.NewReader(p.Folder).All()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if r.Provenance["command"] != "softmax regression 2.1" || r.Provenance["library json"] != "1" || r.Provenance["sameness"] == "" || len(r.Trace) < 10 {
			t.Errorf("provenance %v, %d points", r.Provenance, len(r.Trace))
		}
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// A program that fails is a failed cell with its kind and its last words, and its log is kept.
func TestFailedProgram(t *testing.T) {
	f := harnesstest.NewFolder(t)
	harnesstest.Write(t, f.Dir, "t.csv", harnesstest.Table(60, "no", "yes"))
	p := f.Plan(programs("exits in the fit", ""))
	sum, err := Run(context.Background(), p, options(f, 1))
	if err == nil || sum.Failed != 2 {
		t.Fatalf("%+v, %v", sum, err)
	}
	for r := range p.Latest().All() {
		log, err := os.ReadFile(filepath.Join(p.Folder, "logs", r.ID+".log"))
		if r.FailureKind != command.Protocol || !strings.HasPrefix(r.Error, "protocol: ") || !strings.HasSuffix(r.Error, "last words") || string(log) != "last words\n" || err != nil {
			t.Errorf("%s, log %q, %v", r.Error, log, err)
		}
	}
}

// What is wrong with a prediction has a kind, too.
func TestProgramThatPredictsNaN(t *testing.T) {
	f := harnesstest.NewFolder(t)
	harnesstest.Write(t, f.Dir, "t.csv", harnesstest.Table(60, "no", "yes"))
	p := f.Plan(programs("predicts NaN", ""), "repeat=0")
	if sum, err := Run(context.Background(), p, options(f, 1)); err == nil || sum.Failed != 1 {
		t.Fatalf("%+v, %v", sum, err)
	}
	for r := range p.Latest().All() {
		if r.FailureKind != command.NotFinite {
			t.Errorf("%q: %s", r.FailureKind, r.Error)
		}
	}
}
