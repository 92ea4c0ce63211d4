package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
)

// fakeSlurm puts shell scripts in the place of Slurm's commands. sbatch keeps
// the script, squeue says what the file queue has.
func (b *bench) fakeSlurm() {
	b.t.Helper()
	if runtime.GOOS == "windows" {
		b.t.Skip("Slurm's commands are faked by Unix shell scripts")
	}
	for name, script := range map[string]string{
		"sbatch": "cat > script; echo 12", "squeue": "cat queue", "sacct": "exit 1", "scancel": `echo "$*" > cancelled`,
	} {
		b.write("bin/"+name, fmt.Sprintf("#!/bin/sh\ncd '%s'\n%s\n", b.dir, script))
		if err := os.Chmod(b.path("bin/"+name), 0o777); err != nil {
			b.t.Fatal(err)
		}
	}
	b.env = append(b.env, "PATH="+b.path("bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	b.write("queue", "")
}

// Submit, look, cancel and submit again, with the script that Slurm is given.
func TestSubmit(t *testing.T) {
	b := newBench(t)
	b.fakeSlurm()
	b.write("my spec.toml", oneMethod)
	submit := []string{"submit", "my spec.toml", "--engine", "slurm", "--array", "2", "--only", "dataset=t", "--predictions"}
	script := b.want(0, nil, append(submit, "--dry-run", "--time", "1-12", "--mem", "4G", "--partition", "long", "--jobs", "2", "--threads", "3", "--", "--qos=low", "-A", "my account")...).stdout
	for _, line := range []string{
		`#SBATCH --job-name="gpcbench my spec"`, "#SBATCH --array=1-2", "#SBATCH --time=1-12", "#SBATCH --mem=4G", "#SBATCH --partition=long", "#SBATCH --cpus-per-task=6",
		`#SBATCH --qos=low -A "my account"`, "export GPCBENCH_DATA=" + b.path("cache"),
	} {
		if !strings.Contains(script, "\n"+line+"\n") {
			t.Errorf("%s is not in the script:\n%s", line, script)
		}
	}
	command := fmt.Sprintf(` run '%s' --profile quick --results %s --jobs 2 --threads 3 --only dataset=t --predictions --shard "$SLURM_ARRAY_TASK_ID/2"`, b.path("my spec.toml"), b.path("results"))
	if !strings.Contains(script, command) {
		t.Errorf("%s is not in the script:\n%s", command, script)
	}
	if strings.Contains(script, "--exclusive") {
		t.Errorf("cells whose time does not matter have nodes for themselves:\n%s", script)
	}
	if _, err := os.Stat(b.path("results")); err == nil {
		t.Error("a dry run made a folder")
	}

	b.want(0, []string{"my spec, profile quick: job 12, 5 cells in 2 tasks"}, submit...)
	b.write("queue", "12|1|RUNNING\n12|2|PENDING\n")
	b.want(0, []string{"cells done queued running failed stale missing", "all 5 0 2 3 0 0 0", "job 12, tasks with unfinished cells: 1 PENDING (2), 1 RUNNING (1)"}, "plan", "my spec.toml")
	b.want(0, []string{"nothing to submit: every cell that can be run is done, queued or running"}, submit...)
	b.want(0, []string{"cancelled job 12; finished cells are kept"}, "cancel", "my spec.toml")
	if got := b.read("cancelled"); got != "12\n" {
		t.Errorf("scancel was given %q", got)
	}

	b.write("queue", "12|1|CANCELLED\n12|2|RUNNING\n")
	b.want(1, []string{"job 12 has not ended and has cells of share 1/1", "runexp cancel"}, "submit", "my spec.toml", "--engine", "slurm", "--array", "1")

	// The first task finishes, which is faked by running it here; the second does not.
	b.want(0, []string{"3 finished now"}, "run", "my spec.toml", "--only", "dataset=t", "--predictions", "--shard", "1/2")
	b.write("queue", "12|1|COMPLETED\n12|2|CANCELLED\n")
	b.want(0, []string{"all 5 3 0 0 0 0 2", "1 CANCELLED (2)"}, "plan", "my spec.toml")
	b.want(0, []string{"no job is queued or running"}, "cancel", "my spec.toml")
	b.want(0, []string{"job 12, 2 cells in 1 task"}, submit...)
	if got := b.read("script"); !strings.Contains(got, "\n#SBATCH --array=2\n") {
		t.Errorf("the second submission:\n%s", got)
	}
	b.write("queue", "12|2|COMPLETED\n")
	b.want(0, []string{"3 were done before, 2 finished now"}, "run", "my spec.toml", "--predictions")
	b.want(0, []string{"nothing to submit"}, submit...)
}

// Two processes that submit at once submit the cells once.
func TestSubmitTwiceAtOnce(t *testing.T) {
	b := newBench(t)
	b.fakeSlurm()
	b.write("s.toml", oneMethod)
	b.write("bin/sbatch", fmt.Sprintf("#!/bin/sh\ncd '%s'\necho x >> submitted\nsleep 1\necho '12|1|PENDING' > queue\necho 12\n", b.dir))
	var ends []func() error
	for range 2 {
		cmd, _, stderr := b.process("submit", "s.toml", "--engine", "slurm", "--array", "1")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, func() error {
			if err := cmd.Wait(); err != nil {
				return fmt.Errorf("%w: %s", err, stderr)
			}
			return nil
		})
	}
	for _, end := range ends {
		if err := end(); err != nil {
			t.Error(err)
		}
	}
	if got := b.read("submitted"); got != "x\n" {
		t.Errorf("sbatch was called %d times", strings.Count(got, "x"))
	}
}

// A job that cannot be noted would be submitted again, and is cancelled.
func TestJobThatCannotBeNoted(t *testing.T) {
	b := newBench(t)
	b.fakeSlurm()
	b.write("s.toml", oneMethod)
	b.write("bin/sbatch", fmt.Sprintf("#!/bin/sh\nmkdir '%s'\necho 12\n", b.path("results/s/quick/slurm/12.json")))
	b.want(1, []string{"job 12 was submitted but could not be noted, so it was cancelled"}, "submit", "s.toml", "--engine", "slurm")
	if got := b.read("cancelled"); got != "12\n" {
		t.Errorf("scancel was given %q", got)
	}
}

// Cells are not submitted where a run of theirs would end at once: for a journal that cannot be
// read, or data that is missing.
func TestSubmitRefusesWhatIsNotRun(t *testing.T) {
	b := newBench(t)
	b.fakeSlurm()
	b.write("s.toml", oneMethod)
	b.write("results/s/quick/a.jsonl.gz", "no packed file")
	b.write("both.toml", withGerman)
	for _, dry := range [][]string{nil, {"--dry-run"}} {
		b.want(1, []string{"a.jsonl.gz cannot be read"}, append([]string{"submit", "s.toml", "--engine", "slurm"}, dry...)...)
		b.want(3, []string{"data is missing here: german."}, append([]string{"submit", "both.toml", "--engine", "slurm"}, dry...)...)
	}
	if _, err := os.Stat(b.path("script")); err == nil {
		t.Errorf("sbatch was given:\n%s", b.read("script"))
	}
	b.want(0, []string{"5 cells in 5 tasks"}, "submit", "both.toml", "--engine", "slurm", "--only", "dataset=t")
}

// Timed cells have a node for themselves; a built-in experiment is called by its
// name, and a task for each cell is the default.
func TestSubmitBuiltIn(t *testing.T) {
	b := newBench(t)
	b.fakeSlurm()
	script := b.want(0, []string{"\n#SBATCH --exclusive\n", " run quickstart --profile smoke "}, "submit", "quickstart", "--profile", "smoke", "--engine", "slurm", "--dry-run").stdout
	if strings.Contains(script, `/1"`) {
		t.Errorf("there is one task for all cells:\n%s", script)
	}
}

func TestBadSubmissions(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod)
	for _, c := range []struct {
		says string
		args []string
	}{
		{"with which engine? Say --engine slurm", nil},
		{"--engine slrum: the only engine is slurm", []string{"--engine", "slrum"}},
		{"a job has from 1 to 1000000 tasks", []string{"--engine", "slurm", "--array", "0"}},
		{"a job has from 1 to 1000000 tasks", []string{"--engine", "slurm", "--array", "1-8"}},
		{"a job has from 1 to 1000000 tasks", []string{"--engine", "slurm", "--array", "4000000000"}},
		{"--time 4h: write it as minutes", []string{"--engine", "slurm", "--time", "4h"}},
		{"--mem 4 GB: write it as a number followed by K, M, G or T", []string{"--engine", "slurm", "--mem", "4 GB"}},
		{"names of partitions have no blanks", []string{"--engine", "slurm", "--partition", "a b"}},
		{"a word for sbatch has more than one line", []string{"--engine", "slurm", "--", "--comment=a\nb"}},
	} {
		b.want(2, []string{c.says}, append([]string{"submit", "s.toml"}, c.args...)...)
	}
	b.want(2, []string{"submit: which experiment?"}, "submit", "--engine", "slurm")
	b.want(2, []string{"a path in a batch script cannot have more than one line"}, "submit", "s.toml", "--engine", "slurm", "--dry-run", "--results", "a\nb")
	b.want(2, []string{"cancel: which experiment?"}, "cancel")
	b.write("missing.toml", strings.Replace(oneMethod, "t.csv", "none.csv", 1))
	b.want(3, []string{"none.csv"}, "submit", "missing.toml", "--engine", "slurm", "--dry-run")
	b.env = append(b.env, "PATH="+b.path("nowhere"))
	b.want(1, []string{"there is no command sbatch here"}, "submit", "s.toml", "--engine", "slurm")
	if _, err := os.Stat(b.path("results")); err == nil {
		t.Error("a submission that cannot be made left a folder")
	}
}

// What Slurm refuses is reported in its words.
func TestSlurmRefuses(t *testing.T) {
	b := newBench(t)
	b.fakeSlurm()
	b.write("s.toml", oneMethod)
	b.write("bin/sbatch", "#!/bin/sh\necho 'sbatch: error: invalid partition specified: x' >&2\nexit 1\n")
	b.want(1, []string{"s: sbatch: error: invalid partition specified: x"}, "submit", "s.toml", "--engine", "slurm", "--partition", "x")
	b.want(0, []string{"all 5 0 0 0 5"}, "plan", "s.toml")
	b.write("bin/sbatch", "#!/bin/sh\necho 'sbatch: error: Batch job submission failed: Invalid job array specification' >&2\nexit 1\n")
	b.want(1, []string{"Invalid job array specification (the cluster may not accept so many tasks: give fewer with --array)"}, "submit", "s.toml", "--engine", "slurm")
	b.write("results/s/quick/slurm/3.json", `{"job": "3", "shares": 1, "tasks": {"1": ["x"]}}`)
	b.write("bin/squeue", "#!/bin/sh\necho 'slurm_load_jobs error: Unable to contact slurm controller' >&2\nexit 1\n")
	b.want(1, []string{"Unable to contact slurm controller"}, "submit", "s.toml", "--engine", "slurm")
	b.want(1, []string{"Unable to contact slurm controller"}, "cancel", "s.toml")
	b.want(0, []string{"notice: s: cannot tell which cells are queued or running", "all 5 0 0 0 0 0 5"}, "plan", "s.toml")
}
