package slurm

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"gpcbench/data/fetch"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/rows"
	"gpcbench/harness/spec"
)

// fake puts commands in the place of Slurm's: each is a shell script that is run
// in the folder which is returned.
func fake(t *testing.T, commands map[string]string) (folder string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("Slurm's commands are faked by Unix shell scripts")
	}
	folder = t.TempDir()
	for name, script := range commands {
		text := fmt.Sprintf("#!/bin/sh\ncd '%s'\n%s\n", folder, script)
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	return folder
}

func TestStates(t *testing.T) {
	folder := fake(t, map[string]string{
		"squeue": `printf '7|1|RUNNING\n7|2|PENDING\n8|N/A|RUNNING\n7|5|COMPLETED\n'`,
		"sacct":  `echo "$*" > asked; printf '7_1|PENDING\n7_3|TIMEOUT\n7_4|CANCELLED by 1000\n7_[8-9]|PENDING\n9|COMPLETED\n'`,
	})
	got, err := statesOf(context.Background(), []string{"7", "9"})
	want := map[Task]string{{"7", 1}: "RUNNING", {"7", 2}: "PENDING", {"7", 3}: "TIMEOUT", {"7", 4}: "CANCELLED", {"7", 5}: "COMPLETED"}
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, want %v (%v)", got, want, err)
	}
	if asked, _ := os.ReadFile(filepath.Join(folder, "asked")); !strings.Contains(string(asked), "--jobs=7,9") {
		t.Errorf("sacct was asked for %s", asked)
	}
}

// Without accounts squeue has to do; without squeue nothing is known.
func TestStatesWithoutAccounts(t *testing.T) {
	folder := fake(t, map[string]string{"squeue": `echo '7|1|NODE_FAIL'`, "sacct": `echo 'Slurm accounting storage is disabled' >&2; exit 1`})
	if got, err := statesOf(context.Background(), []string{"7"}); err != nil || len(got) != 1 || got[Task{"7", 1}] != "NODE_FAIL" {
		t.Errorf("%v, %v", got, err)
	}
	os.Remove(filepath.Join(folder, "squeue"))
	t.Setenv("PATH", folder)
	if _, err := statesOf(context.Background(), []string{"7"}); err == nil || !strings.Contains(err.Error(), "there is no command squeue here") {
		t.Errorf("no squeue: %v", err)
	}
}

func TestKind(t *testing.T) {
	for state, want := range map[string]string{
		"PENDING": Queued, "REQUEUED": Queued, "CONFIGURING": Queued, "RUNNING": Running, "COMPLETING": Running, "SUSPENDED": Running,
		"COMPLETED": Ended, "FAILED": Ended, "TIMEOUT": Ended, "CANCELLED": Ended, "NODE_FAIL": Ended, "PREEMPTED": Ended, "OUT_OF_MEMORY": Ended, "": Ended,
	} {
		if got := kind(state); got != want {
			t.Errorf("%q is %s, want %s", state, got, want)
		}
	}
}

// eightCells is a plan of so many, of which those in done are, in a folder of its own.
func eightCells(t *testing.T, dir string, done ...int) *plan.Plan {
	t.Helper()
	var table strings.Builder
	table.WriteString("a,b,class\n")
	for i := range 40 {
		fmt.Fprintf(&table, "%d,%d,c%d\n", i%7, i%5, i%2)
	}
	if err := os.WriteFile(filepath.Join(dir, "t.csv"), []byte(table.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := spec.Parse([]byte("[experiment]\nsplit = { kind = \"kfold\", folds = 8 }\n[[dataset]]\nfile = \"t.csv\"\n[[method]]\nname = \"logistic\"\n"), filepath.Join(dir, "s.toml"), spec.Quick, nil)
	if err != nil {
		t.Fatal(err)
	}
	loader := &rows.Cache{Fetcher: &fetch.Fetcher{Cache: filepath.Join(dir, "cache")}}
	p, err := plan.New(context.Background(), s, plan.Env{Results: filepath.Join(dir, "results"), Loader: loader})
	if err != nil {
		t.Fatal(err)
	}
	end(p, record.OK, done...)
	return p
}

// end gives a plan the records of cells that ended so.
func end(p *plan.Plan, status string, cells ...int) {
	for _, i := range cells {
		p.AddRecord(record.Record{Cell: p.Cells[i].Cell, Status: status})
	}
}

// idsOf returns the IDs of cells of a plan.
func idsOf(p *plan.Plan, cells ...int) (ids []string) {
	for _, i := range cells {
		ids = append(ids, p.Cells[i].ID)
	}
	return ids
}

// What is done, queued or running is not submitted, all else is.
func TestLeft(t *testing.T) {
	p := eightCells(t, t.TempDir(), 0, 4, 1) // equal cells are dealt out in turn: share 1 of 4 has 0 and 4
	end(p, record.Failed, 5)
	q := &Queue{tasks: map[string]Task{p.Cells[2].ID: {"7", 3}, p.Cells[6].ID: {"7", 3}}, states: map[Task]string{{"7", 3}: "RUNNING"}}
	got, err := q.Left(p, 4, false)
	want := map[int][]string{2: idsOf(p, 5), 4: idsOf(p, 3, 7)}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v (%v)", got, want, err)
	}
	if _, err := q.Left(p, 3, false); err == nil || !strings.Contains(err.Error(), "job 7 has not ended and has cells of share ") {
		t.Errorf("other shares: %v", err)
	}
}

// From a submission to its end: what squeue says of its tasks decides what is
// queued, running, and left to be submitted again.
func TestQueue(t *testing.T) {
	folder := fake(t, map[string]string{
		"sbatch": `cat > script; echo '12;cluster'`, "squeue": `cat queue`, "sacct": `exit 1`, "scancel": `echo "$*" > cancelled`,
	})
	set := func(queue string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, "queue"), []byte(queue), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ctx := context.Background()
	dir := t.TempDir()
	p := eightCells(t, dir)
	journals := record.Folder(filepath.Join(dir, "results"), "s", spec.Quick)
	empty, err := NewQueue(ctx, journals)
	if err != nil || !empty.Empty() {
		t.Fatalf("%+v, %v", empty, err)
	}
	left, err := empty.Left(p, 4, false)
	if err != nil || len(left) != 4 {
		t.Fatalf("%v, %v", left, err)
	}
	j := Job{Name: "s", Command: []string{"runexp"}, Shares: 4, Tasks: []int{1, 2, 3, 4}, Cores: 1}
	if job, err := Submit(ctx, journals, j, left); err != nil || job != "12" {
		t.Fatalf("job %q, %v", job, err)
	}
	if script, _ := os.ReadFile(filepath.Join(folder, "script")); regexp.MustCompile(`#SBATCH --comment=gpcbench-[0-9a-f]{16}\n`).ReplaceAllString(string(script), "") != j.Script() {
		t.Errorf("sbatch was given\n%s", script)
	}

	set("12|1|RUNNING\n12|2|PENDING\n12|3|TIMEOUT\n12|4|COMPLETED\n")
	end(p, record.OK, 3)
	end(p, record.Failed, 7)
	q, err := NewQueue(ctx, journals)
	if err != nil || q.Empty() {
		t.Fatalf("%+v, %v", q, err)
	}
	for cell, want := range []string{Running, Queued, "", "", Running, Queued, "", ""} {
		if got := q.State(p.Cells[cell].ID); got != want {
			t.Errorf("cell %d is %q, want %q", cell, got, want)
		}
	}
	again, err := q.Left(p, 4, false)
	if want := (map[int][]string{3: idsOf(p, 2, 6), 4: idsOf(p, 7)}); err != nil || !reflect.DeepEqual(again, want) {
		t.Errorf("left: %v, want %v (%v)", again, want, err)
	}
	lines := q.Jobs(func(id string) bool { return id != p.Cells[3].ID && id != p.Cells[7].ID })
	if want := []string{"job 12, tasks with unfinished cells: 1 PENDING (2), 1 RUNNING (1), 1 TIMEOUT (3)"}; !reflect.DeepEqual(lines, want) {
		t.Errorf("%q, want %q", lines, want)
	}
	if jobs, err := q.Cancel(ctx); err != nil || !reflect.DeepEqual(jobs, []string{"12"}) {
		t.Errorf("cancelled %v, %v", jobs, err)
	}
	if said, _ := os.ReadFile(filepath.Join(folder, "cancelled")); strings.TrimSpace(string(said)) != "12" {
		t.Errorf("scancel was given %q", said)
	}
	set("")
	q, err = NewQueue(ctx, journals)
	if jobs, _ := q.Cancel(ctx); err != nil || len(jobs) != 0 || q.State(p.Cells[0].ID) != "" {
		t.Errorf("a job that Slurm has forgotten: %v, %v", jobs, err)
	}
}

// What Slurm says when it refuses is reported, and what is no answer too.
func TestSubmitThatFails(t *testing.T) {
	journals := t.TempDir()
	for script, says := range map[string]string{
		`echo 'sbatch: error: invalid partition specified: x' >&2; exit 1`: "sbatch: error: invalid partition specified: x",
		`exit 3`:        "sbatch: exit status 3",
		`echo Welcome!`: `sbatch answered "Welcome!"`,
	} {
		fake(t, map[string]string{"sbatch": script})
		_, err := Submit(context.Background(), journals, Job{Tasks: []int{1}}, nil)
		if err == nil || err.Error() != says && !strings.HasPrefix(err.Error(), says+" instead") {
			t.Errorf("%v, want %s", err, says)
		}
	}
	intents, _ := filepath.Glob(filepath.Join(Folder(journals), "*"+intentExtension))
	if len(intents) != 1 { // of the answer that is none: the job may be there
		t.Errorf("intents left: %q", intents)
	}
	for _, file := range intents {
		os.Remove(file)
	}
	if err := os.WriteFile(filepath.Join(Folder(journals), "1.json"), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if q, err := NewQueue(context.Background(), journals); err == nil || !strings.Contains(err.Error(), "1.json is not a valid note of a job") || !q.Empty() {
		t.Errorf("a file of something else: %v", err)
	}
}

// What squeue and sacct say is what was asked for, or nobody knows what runs.
func TestDoubt(t *testing.T) {
	for _, answer := range []string{"garbage", "7|1", "7|1|RUNNING|x", "x|1|RUNNING", "7|x|RUNNING", "7|1|running", "7|1|", "7|1|RUNNING\nslurm_load_jobs error", "<html>"} {
		if err := parseQueue(answer, map[Task]string{}); err == nil || !strings.Contains(err.Error(), "it is not known whether tasks run") {
			t.Errorf("squeue %q: %v", answer, err)
		}
	}
	for _, answer := range []string{"garbage", "7_1", "7_1|", "x_1|FAILED", "7_1|Failed"} {
		if err := parseAccounts(answer, map[Task]string{}); err == nil {
			t.Errorf("sacct %q is no error", answer)
		}
	}
}

// A process that is killed while sbatch runs leaves its intent, by which its job is found.
func TestIntent(t *testing.T) {
	folder := fake(t, map[string]string{"squeue": `case "$*" in *%k*) cat comments;; *) echo '31|1|RUNNING';; esac`, "sacct": `exit 1`})
	ctx, journals := context.Background(), t.TempDir()
	if err := os.MkdirAll(Folder(journals), 0o777); err != nil {
		t.Fatal(err)
	}
	cells := map[int][]string{1: {"a"}}
	comment, _, err := newIntent(Folder(journals), cells)
	if err != nil {
		t.Fatal(err)
	}
	answer := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, "comments"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	answer("30|(null)\n")
	if _, err := NewQueue(ctx, journals); err == nil || !strings.Contains(err.Error(), "its job may still appear") {
		t.Errorf("at once: %v", err)
	}
	answer("30|(null)\n31|" + comment + "\n")
	q, err := NewQueue(ctx, journals)
	if err != nil || q.State("a") != Running {
		t.Errorf("the job is %q, %v", q.State("a"), err)
	}
	if left, _ := filepath.Glob(filepath.Join(Folder(journals), "*"+intentExtension)); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
	other := t.TempDir()
	if err := os.MkdirAll(Folder(other), 0o777); err != nil {
		t.Fatal(err)
	}
	if comment, _, err = newIntent(Folder(other), cells); err != nil {
		t.Fatal(err)
	}
	file, old := filepath.Join(Folder(other), comment+intentExtension), time.Now().Add(-2*settles)
	if err := os.Chtimes(file, old, old); err != nil {
		t.Fatal(err)
	}
	answer("")
	if q, err := NewQueue(ctx, other); err != nil || !q.Empty() {
		t.Errorf("no job came: %v", err)
	}
}
