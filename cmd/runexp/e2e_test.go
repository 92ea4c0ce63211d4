package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/record"
	"gpcbench/methods/command/commandtest"
)

// asRunexp makes the test program the command itself, and so its workers.
const asRunexp = "GPCBENCH_TEST_RUNEXP"

func TestMain(m *testing.M) {
	commandtest.Main()
	if os.Getenv(asRunexp) != "" {
		main()
	}
	os.Exit(m.Run())
}

// bench is a folder to run the command in. What it must not share with the
// rest of the machine, cache and locks, lies below.
type bench struct {
	t   testing.TB
	dir string
	env []string // beside the usual ones
}

// newBench returns a folder with a table of 60 rows, t.csv, in two classes.
func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, dir: t.TempDir()}
	b.mkdir("tmp")
	b.write("t.csv", tableOf(60))
	return b
}

// tableOf is a CSV of n rows, a third of them in the class yes.
func tableOf(n int) string {
	var b strings.Builder
	b.WriteString("a,b,class\n")
	for i := range n {
		class := "no"
		if i%3 == 0 {
			class = "yes"
		}
		fmt.Fprintf(&b, "%d,%d.5,%s\n", i*i%17, i%5, class)
	}
	return b.String()
}

func (b *bench) path(name string) string { return filepath.Join(b.dir, filepath.FromSlash(name)) }

func (b *bench) mkdir(name string) {
	b.t.Helper()
	if err := os.MkdirAll(b.path(name), 0o777); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) write(name, text string) {
	b.t.Helper()
	b.mkdir(filepath.Dir(name))
	if err := os.WriteFile(b.path(name), []byte(text), 0o666); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) read(name string) string {
	b.t.Helper()
	text, err := os.ReadFile(b.path(name))
	if err != nil {
		b.t.Fatal(err)
	}
	return string(text)
}

// environment is that of every process of a bench: no mirror, and a network
// that answers nothing.
func (b *bench) environment() []string {
	var env []string
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "GPCBENCH_") {
			env = append(env, e)
		}
	}
	return append(append(env, asRunexp+"=1", "GPCBENCH_DATA="+b.path("cache"), "TMPDIR="+b.path("tmp"), "TMP="+b.path("tmp"),
		"HTTP_PROXY=http://127.0.0.1:1", "HTTPS_PROXY=http://127.0.0.1:1"), b.env...)
}

// outcome is what became of a command.
type outcome struct {
	code           int
	stdout, stderr string
}

// process returns the command with its outputs, not yet started.
func (b *bench) process(args ...string) (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	b.t.Helper()
	self, err := os.Executable()
	if err != nil {
		b.t.Fatal(err)
	}
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	cmd = exec.Command(self, args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = b.dir, b.environment(), stdout, stderr
	return cmd, stdout, stderr
}

// runexp runs the command to its end.
func (b *bench) runexp(args ...string) outcome {
	b.t.Helper()
	cmd, stdout, stderr := b.process(args...)
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		b.t.Fatal(err)
	}
	return outcome{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// want runs the command, which must end with a code and say some words on
// either output, whatever the blanks between them. No trouble that a user can make may look like a crash.
func (b *bench) want(code int, words []string, args ...string) outcome {
	b.t.Helper()
	o := b.runexp(args...)
	said := o.stdout + o.stderr
	if o.code != code {
		b.t.Errorf("runexp %s: exit code %d, want %d:\n%s", strings.Join(args, " "), o.code, code, said)
	}
	for _, w := range words {
		if !strings.Contains(said, w) && !strings.Contains(strings.Join(strings.Fields(said), " "), w) {
			b.t.Errorf("runexp %s: %q is not in what it said:\n%s", strings.Join(args, " "), w, said)
		}
	}
	for _, w := range []string{"goroutine ", "panic", "runtime error", ".go:", "a fault of the program"} {
		if strings.Contains(said, w) {
			b.t.Errorf("runexp %s: %q in what it said:\n%s", strings.Join(args, " "), w, said)
		}
	}
	return o
}

// records reads the journals below a results folder.
func (b *bench) records(results, experiment, profile string) []record.Record {
	b.t.Helper()
	records, err := record.NewReader(record.Folder(b.path(results), experiment, profile)).All()
	if err != nil {
		b.t.Fatal(err)
	}
	return records
}

// deterministic is the part of the records that must be the same to the last
// bit, by cell, with their events and the predictions that were kept.
func (b *bench) deterministic(results, experiment, profile string) map[string]string {
	b.t.Helper()
	out := map[string]string{}
	for id, r := range harnesstest.Latest(b.records(results, experiment, profile)) {
		for i := range r.Trace {
			r.Trace[i].Seconds = 0
		}
		text, err := json.Marshal(map[string]any{
			"status": r.Status, "metrics": r.Metrics, "trace": r.Trace, "calibration": r.Calibration, "iterations": r.Timing.Iterations, "inducing": r.Inducing, "events": r.Events,
		})
		if err != nil {
			b.t.Fatal(err)
		}
		file := filepath.Join(record.Folder(b.path(results), experiment, profile), "predictions", id+".csv")
		predictions, err := os.ReadFile(file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			b.t.Fatal(err)
		}
		out[id] = string(text) + "\n" + string(predictions)
	}
	return out
}

// wantPredictions holds how many files of predictions there are.
func (b *bench) wantPredictions(results, experiment, profile string, want int) {
	b.t.Helper()
	files, err := filepath.Glob(filepath.Join(record.Folder(b.path(results), experiment, profile), "predictions", "*.csv"))
	if err != nil || len(files) != want {
		b.t.Errorf("%d files of predictions, want %d (%v)", len(files), want, err)
	}
}

// same compares two such parts.
func same(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d cells, want %d", what, len(got), len(want))
	}
	for id, w := range want {
		if got[id] != w {
			t.Errorf("%s: cell %.8s:\n got %s\nwant %s", what, id, got[id], w)
		}
	}
}

// unsealed is a text without the checksums of its objects, as earlier versions wrote it, and as
// one that was changed and is to be read all the same must be.
func unsealed(text string) string {
	return regexp.MustCompile(`,"crc32":"[0-9a-f]{8}"`).ReplaceAllString(text, "")
}

// lines is how many records a folder holds, finished or torn.
func (b *bench) lines(results, experiment, profile string) int {
	files, _ := filepath.Glob(filepath.Join(record.Folder(b.path(results), experiment, profile), "*.jsonl"))
	n := 0
	for _, f := range files {
		text, _ := os.ReadFile(f)
		n += bytes.Count(text, []byte("\n"))
	}
	return n
}
