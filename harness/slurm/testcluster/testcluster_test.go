//go:build unix

package testcluster

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/record"
	"gpcbench/harness/slurm"
)

// cluster is a Slurm of this test, a folder that its nodes share, and the command.
type cluster struct {
	t       testing.TB
	dir     string
	runexp  string
	environ []string
}

// start starts a cluster, and stops it when the test has ended.
func start(t testing.TB, nodes int) *cluster {
	t.Helper()
	if testing.Short() {
		t.Skip("a Slurm takes minutes, its shortest time limit being one")
	}
	for _, command := range []string{"munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol"} {
		if _, err := exec.LookPath(command); err != nil {
			t.Skipf("there is no Slurm here: %v (Debian's packages are slurmctld, slurmd, slurm-client and munge)", err)
		}
	}
	dir, err := os.MkdirTemp("", "slurm") // not t.TempDir: sockets have short names
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	c := &cluster{t: t, dir: dir, runexp: filepath.Join(dir, "runexp")}
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "GPCBENCH_") && !strings.HasPrefix(e, "SLURM_") {
			c.environ = append(c.environ, e)
		}
	}
	c.environ = append(c.environ, "SLURM_CONF="+c.path("slurm/slurm.conf"), "GPCBENCH_DATA="+c.path("cache"), "TMPDIR="+dir)
	c.command("go", "build", "-o", c.runexp, "gpcbench/cmd/runexp")
	script, err := filepath.Abs("testcluster.sh")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.command(script, "stop", c.path("slurm")) })
	c.command(script, "start", c.path("slurm"), strconv.Itoa(nodes))
	return c
}

func (c *cluster) path(name string) string { return filepath.Join(c.dir, filepath.FromSlash(name)) }

func (c *cluster) write(name, text string) {
	c.t.Helper()
	if err := os.WriteFile(c.path(name), []byte(text), 0o666); err != nil {
		c.t.Fatal(err)
	}
}

// process returns a command in the cluster's surroundings.
func (c *cluster) process(name string, args ...string) (cmd *exec.Cmd, said *bytes.Buffer) {
	said = new(bytes.Buffer)
	cmd = exec.Command(name, args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = c.environ, said, said
	if name != "go" {
		cmd.Dir = c.dir
	}
	return cmd, said
}

// command runs a command, which must succeed, and returns what it said.
func (c *cluster) command(name string, args ...string) string {
	c.t.Helper()
	cmd, said := c.process(name, args...)
	if err := cmd.Run(); err != nil {
		c.t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, said)
	}
	return said.String()
}

// want runs the project's command, which must say some words.
func (c *cluster) want(words []string, args ...string) string {
	c.t.Helper()
	said := c.command(c.runexp, args...)
	for _, w := range words {
		if !strings.Contains(said, w) {
			c.t.Errorf("runexp %s: %q is not in what it said:\n%s", strings.Join(args, " "), w, said)
		}
	}
	return said
}

// states returns the states of a job's tasks by number.
func (c *cluster) states(job string) map[int]string {
	c.t.Helper()
	states := map[int]string{}
	for line := range strings.Lines(c.command("squeue", "--noheader", "--array", "--states=all", "--format=%F|%K|%T")) {
		fields := strings.Split(strings.TrimSpace(line), "|")
		if number, err := strconv.Atoi(fields[1]); err == nil && fields[0] == job {
			states[number] = fields[2]
		}
	}
	return states
}

// wait waits until something holds of the states of a job's tasks, as long as the tests may take.
func (c *cluster) wait(job, what string, holds func(map[int]string) bool) {
	c.t.Helper()
	for ; ; time.Sleep(200 * time.Millisecond) {
		states := c.states(job)
		if holds(states) {
			return
		}
		if c.late() {
			c.t.Fatalf("waited in vain for %s; the states of the tasks are %v", what, states)
		}
	}
}

// late says whether go test is about to end the tests.
func (c *cluster) late() bool {
	test, ok := c.t.(*testing.T) // a benchmark has no end
	if !ok {
		return false
	}
	end, limited := test.Deadline()
	return limited && time.Until(end) < 30*time.Second
}

// ended says whether no task is queued or runs.
func ended(states map[int]string) bool {
	for _, s := range states {
		switch s {
		case "COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL":
		default:
			return false
		}
	}
	return len(states) > 0
}

// job reads the number of the job from what submit said.
func (c *cluster) job(said string) string {
	c.t.Helper()
	_, rest, found := strings.Cut(said, ": job ")
	number, _, _ := strings.Cut(rest, ",")
	if !found {
		c.t.Fatalf("no job was submitted:\n%s", said)
	}
	return number
}

// signal sends a signal to the processes of the jobs on a node, and returns how many
// there are.
func (c *cluster) signal(node string, s syscall.Signal) (processes int) {
	environments, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range environments {
		environment, _ := os.ReadFile(path)
		all := "\x00" + string(environment)
		if !strings.Contains(all, "\x00SLURMD_NODENAME="+node+"\x00") || !strings.Contains(all, "\x00TMPDIR="+c.dir+"\x00") {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil && syscall.Kill(pid, s) == nil {
			processes++
		}
	}
	return processes
}

// kill ends all that runs on a node at once, as a loss of power does, and tells
// Slurm that the node is down.
func (c *cluster) kill(node string) {
	c.t.Helper()
	text, err := os.ReadFile(c.path("slurm/" + node + ".pid"))
	if err != nil {
		c.t.Fatal(err)
	}
	daemon, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		c.t.Fatal(err)
	}
	syscall.Kill(daemon, syscall.SIGKILL)
	if c.signal(node, syscall.SIGKILL) == 0 {
		c.t.Errorf("nothing ran on node %s", node)
	}
	c.command("scontrol", "update", "NodeName="+node, "State=DOWN", "Reason=test")
}

// node returns where a task runs.
func (c *cluster) node(job string, task int) string {
	c.t.Helper()
	return strings.TrimSpace(c.command("squeue", "--noheader", fmt.Sprintf("--jobs=%s_%d", job, task), "--format=%N"))
}

// waitForCheckpoint waits until the cell of a task has a checkpoint, or the task has
// ended.
func (c *cluster) waitForCheckpoint(job string, task int) {
	c.t.Helper()
	folder := record.Folder(c.path("disturbed"), "s", "quick")
	text, err := os.ReadFile(filepath.Join(folder, "slurm", job+".json"))
	if err != nil {
		c.t.Fatal(err)
	}
	var submitted slurm.Submission
	if err := json.Unmarshal(text, &submitted); err != nil || len(submitted.Tasks[task]) != 1 {
		c.t.Fatalf("what was noted of the job: %s, %v", text, err)
	}
	checkpoint := filepath.Join(folder, "checkpoints", submitted.Tasks[task][0]+".state")
	c.wait(job, "a checkpoint", func(states map[int]string) bool {
		_, err := os.Stat(checkpoint)
		return err == nil || states[task] != "RUNNING"
	})
}

// deterministic is what must be the same to the last bit of the records in a
// folder of results, by cell.
func (c *cluster) deterministic(results string) map[string]string {
	c.t.Helper()
	records, err := record.NewReader(record.Folder(c.path(results), "s", "quick")).All()
	if err != nil {
		c.t.Fatal(err)
	}
	out := map[string]string{}
	for id, r := range harnesstest.Latest(records) {
		for i := range r.Trace {
			r.Trace[i].Seconds = 0
		}
		text, err := json.Marshal([]any{r.Status, r.Label, r.Repeat, r.Metrics, r.Calibration, r.Trace, r.Timing.Iterations, r.Inducing, r.Events})
		if err != nil {
			c.t.Fatal(err)
		}
		out[id] = string(text)
	}
	return out
}

// same compares the records of two folders of results.
func (c *cluster) same(got, want string, cells int) {
	c.t.Helper()
	g, w := c.deterministic(got), c.deterministic(want)
	if len(g) != cells || len(w) != cells {
		c.t.Errorf("%d and %d cells have records, want %d", len(g), len(w), cells)
	}
	for id, text := range w {
		if g[id] != text {
			c.t.Errorf("cell %.8s:\n got %s\nwant %s", id, g[id], text)
		}
	}
}

// table is a CSV of n rows in two classes.
func table(n int) string {
	var b strings.Builder
	b.WriteString("a,b,class\n")
	for i := range n {
		class := "no"
		if (i*i%17+i%5)%3 == 0 {
			class = "yes"
		}
		fmt.Fprintf(&b, "%d,%d.5,%s\n", i*i%17, i%5, class)
	}
	return b.String()
}

// minibatch is a method whose fits make checkpoints.
const minibatch = `
[[method]]
name = "svgp"
label = "%s"
options = { inducing = 20, iterations = %d, batch = 10, optimiser = "adam" }
`

// rate measures how many iterations of minibatch a second of CPU time has on this machine. By the clock a fit
// takes no less, also where the machine is busy now and is not later.
func (c *cluster) rate() float64 {
	c.t.Helper()
	const iterations = 20000
	c.write("rate.toml", "[experiment]\nname = \"s\"\nsplit = { kind = \"holdout\", train = 0.8 }\n[[dataset]]\nfile = \"t.csv\"\n"+fmt.Sprintf(minibatch, "rate", iterations))
	c.want(nil, "run", "rate.toml", "--results", "rate")
	records, err := record.NewReader(record.Folder(c.path("rate"), "s", "quick")).All()
	if err != nil || len(records) != 1 {
		c.t.Fatal(records, err)
	}
	return iterations / records[0].Timing.CPUSeconds
}

// A time limit strikes, a node dies in the middle of a task, a task is cancelled:
// the same command submits what is left, and only that, and in the end the records
// are those of a run that nothing disturbed.
func TestDisturbedJob(t *testing.T) {
	c := start(t, 3)
	c.write("t.csv", table(200))
	rate := c.rate()
	// A checkpoint is made every half minute. Slurm's shortest limit is a minute.
	long, short := int(90*rate), int(10*rate)
	c.write("s.toml", "[experiment]\nsplit = { kind = \"holdout\", train = 0.8 }\n[[dataset]]\nfile = \"t.csv\"\n"+
		fmt.Sprintf(minibatch, "past the limit", long)+fmt.Sprintf(minibatch, "on a node that dies", short+1)+fmt.Sprintf(minibatch, "cancelled", short)+
		"[[method]]\nname = \"xgpc\"\noptions = { inducing = 10, iterations = 30 }\n[[method]]\nname = \"logistic\"\n")
	undisturbed, said := c.process(c.runexp, "run", "s.toml", "--results", "undisturbed")
	if err := undisturbed.Start(); err != nil {
		t.Fatal(err)
	}
	defer undisturbed.Process.Kill() // if the test ends early

	submit := []string{"submit", "s.toml", "--results", "disturbed", "--engine", "slurm", "--array", "4", "--time", "1"}
	job := c.job(c.want([]string{"5 cells in 4 tasks"}, submit...))
	c.wait(job, "tasks 1 to 3 to run", func(s map[int]string) bool {
		return s[1] == "RUNNING" && s[2] == "RUNNING" && s[3] == "RUNNING"
	})
	time.Sleep(3 * time.Second) // into the fits
	c.want([]string{"3 RUNNING (1-3)", "1 PENDING (4)"}, "plan", "s.toml", "--results", "disturbed")
	c.want([]string{"nothing to submit"}, submit...)
	c.kill(c.node(job, 2))
	c.command("scancel", job+"_3")
	c.waitForCheckpoint(job, 1)
	if c.signal(c.node(job, 1), syscall.SIGSTOP) == 0 { // now the fit takes longer than the limit on any machine
		t.Error("task 1 does not run")
	}
	c.wait(job, "the job to end", ended)
	if states := c.states(job); states[1] != "TIMEOUT" || states[3] != "CANCELLED" || states[4] != "COMPLETED" {
		t.Errorf("states of the tasks: %v", states)
	}
	c.want([]string{" TIMEOUT (1", " CANCELLED (3"}, "plan", "s.toml", "--results", "disturbed")

	again := c.want(nil, append(submit, "--dry-run")...)
	if !strings.Contains(again, "#SBATCH --array=1,3\n") && !strings.Contains(again, "#SBATCH --array=1-3\n") { // task 2 may have met the limit too
		t.Errorf("what is left is another script:\n%s", again)
	}
	submissions := 1
	for ; submissions < 20; submissions++ {
		said := c.want(nil, submit...)
		if strings.Contains(said, "nothing to submit") {
			break
		}
		c.wait(c.job(said), "the job to end", ended)
	}
	t.Logf("%d submissions", submissions)
	if err := undisturbed.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	c.same("disturbed", "undisturbed", 5)
	c.want([]string{"5 were done before, 0 finished now"}, "run", "s.toml", "--results", "disturbed")
}

// A job that is cancelled has nothing queued any more, and can be submitted again. Programs of one's own run in its
// tasks as other methods do.
func TestCancel(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no Python here for the program of one's own")
	}
	c := start(t, 1)
	c.write("t.csv", table(60))
	c.write("s.toml", "[experiment]\ntiming = \"exclusive\"\nsplit = { kind = \"kfold\", folds = 3 }\n[[dataset]]\nfile = \"t.csv\"\n[[method]]\nname = \"logistic\"\n"+
		"[[method]]\nname = \"command\"\nrun = [\"python3\", \"mymethod.py\"]\ninputs = [\"mymethod.py\", \"gpcbench.py\"]\noptions = { iterations = 20 }\n")
	c.want(nil, "command", "init", "python", "--out", ".")
	args := []string{"s.toml", "--results", "shared"}
	c.want([]string{"no job is queued or running"}, append([]string{"cancel"}, args...)...)
	submit := append([]string{"submit", "--engine", "slurm"}, args...)
	job := c.job(c.want([]string{"6 cells in 6 tasks"}, append(submit, "--", "--begin=now+1hour")...))
	c.want([]string{"6 PENDING (1-6)"}, append([]string{"plan"}, args...)...)
	c.want([]string{"cancelled job " + job}, append([]string{"cancel"}, args...)...)
	c.wait(job, "the job to end", ended)
	job = c.job(c.want([]string{"6 cells in 6 tasks"}, submit...))
	c.wait(job, "the job to end", ended)
	c.want(nil, "run", "s.toml", "--results", "local")
	c.same("shared", "local", 6)
	c.want([]string{"6 were done before, 0 finished now"}, append([]string{"run"}, args...)...)
}

// BenchmarkCells measures what a small cell costs through Slurm, in tasks of ten
// cells and of one cell, and without Slurm.
func BenchmarkCells(b *testing.B) {
	const cells = 1000
	for _, tasks := range []int{0, 100, cells} {
		name := fmt.Sprintf("%d-tasks", tasks)
		if tasks == 0 {
			name = "local"
		}
		b.Run(name, func(b *testing.B) {
			c := start(b, 2)
			c.write("t.csv", table(60))
			c.write("s.toml", fmt.Sprintf("[experiment]\nrepeats = %d\nsplit = { kind = \"holdout\", train = 0.5 }\n[[dataset]]\nfile = \"t.csv\"\n[[method]]\nname = \"logistic\"\n", cells))
			for i := 0; b.Loop(); i++ {
				results := fmt.Sprintf("results%d", i)
				if tasks == 0 {
					c.want([]string{"1000 finished now, 0 failed"}, "run", "s.toml", "--results", results, "--jobs", "2")
					continue
				}
				job := c.job(c.want(nil, "submit", "s.toml", "--results", results, "--engine", "slurm", "--array", strconv.Itoa(tasks)))
				c.wait(job, "the job to end", ended)
				c.want([]string{"nothing to submit"}, "submit", "s.toml", "--results", results, "--engine", "slurm", "--array", strconv.Itoa(tasks))
			}
			b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N)/cells, "ms/cell")
		})
	}
}
