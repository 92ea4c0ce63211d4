package run

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"gpcbench/data/atomicfile"
	"gpcbench/gp/likelihood"
	"gpcbench/harness/harnesstest"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/work"
	"gpcbench/methods/method"
)

// deterministic is what must not depend on how records came about, as text, in
// the order of cells: metrics, traces and events, and predictions that were kept.
func deterministic(t *testing.T, dir string) string {
	t.Helper()
	records, err := record.NewReader(dir).All()
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, r := range harnesstest.Latest(records) {
		for i := range r.Trace {
			r.Trace[i].Seconds = 0
		}
		if delete(r.Events, "resumed"); len(r.Events) == 0 {
			r.Events = nil
		}
		text, err := json.Marshal([]any{r.ID, r.Status, r.Metrics, r.Calibration, r.Trace, r.Events})
		if err != nil {
			t.Fatal(err)
		}
		predictions, err := os.ReadFile(filepath.Join(dir, "predictions", r.ID+".csv"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		text = append(text, predictions...)
		lines = append(lines, string(text))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func TestRunGivesTheSameForAnyNumberOfJobs(t *testing.T) {
	var all []string
	for _, jobs := range []int{1, 3} {
		f := harnesstest.NewFolder(t)
		p := f.Plan(harnesstest.TwoMethods)
		sum, err := Run(context.Background(), p, options(f, jobs))
		if err != nil || sum.Finished != 8 {
			t.Fatalf("%+v, %v", sum, err)
		}
		all = append(all, deterministic(t, p.Folder))
		if _, err := os.Stat(filepath.Join(p.Folder, "checkpoints")); err == nil {
			t.Error("a folder of checkpoints is left")
		}
		again := f.Plan(harnesstest.TwoMethods)
		for _, c := range again.Cells {
			if c.State != plan.Done || c.Seconds == 0 && c.Label == "walk" {
				t.Errorf("%s is %s after the run, estimate %v s", c.Title(), c.State, c.Seconds)
			}
		}
		if sum, err := Run(context.Background(), again, options(f, jobs)); err != nil || sum.AlreadyDone != 8 || sum.Finished != 0 {
			t.Errorf("second run: %+v, %v", sum, err)
		}
	}
	if all[0] != all[1] {
		t.Errorf("records differ:\n%s\n\n%s", all[0], all[1])
	}
}

// onlyRecord runs a plan of one cell and returns its record.
func onlyRecord(t *testing.T, p *plan.Plan, o Options) record.Record {
	t.Helper()
	if _, err := Run(context.Background(), p, o); err != nil {
		t.Fatal(err)
	}
	records, err := record.NewReader(p.Folder).All()
	if err != nil || len(records) != 1 {
		t.Fatal(records, err)
	}
	return records[0]
}

func TestRecordHasWhatTheContractSays(t *testing.T) {
	f := harnesstest.NewFolder(t)
	p := f.Plan(harnesstest.TwoMethods, "label=walk", "repeat=0")
	o := options(f, 1)
	o.Predictions = true
	r := onlyRecord(t, p, o)
	for _, m := range []string{"error", "nll", "nll_median", "brier", "ece", "auc", "clipped"} {
		if _, ok := r.Metrics[m]; !ok {
			t.Errorf("no metric %s", m)
		}
	}
	var traced []int
	for _, point := range r.Trace {
		traced = append(traced, point.Iteration)
	}
	if want := []int{1, 2, 3, 5, 6, 7, 10, 12, 15, 19, 20}; !slices.Equal(traced, want) {
		t.Errorf("traced at %v, want %v", traced, want)
	}
	if r.Trace[0].Objective == nil || r.Timing.PeakRSS < 1<<20 || r.Timing.Iterations != 20 || r.Provenance["train_rows"] != "45" {
		t.Errorf("%+v", r)
	}
	if anon := r.Timing.PeakAnon; runtime.GOOS == "linux" && (anon < 1<<18 || anon > r.Timing.PeakRSS) {
		t.Errorf("peak of anonymous memory %d bytes, of all %d", anon, r.Timing.PeakRSS)
	}
	text, err := os.ReadFile(filepath.Join(p.Folder, "predictions", r.ID+".csv"))
	if err != nil || bytes.Count(text, []byte("\n")) != 16 || !bytes.HasPrefix(text, []byte("row,class,p(no),p(yes)\n")) {
		t.Errorf("predictions: %v\n%s", err, text)
	}
}

// What a sampler says of its draws stands in the record.
func TestDiagnosticsAreMetrics(t *testing.T) {
	f := harnesstest.NewFolder(t)
	p := f.Plan(strings.Replace(harnesstest.TwoMethods, `name = "walk"`, "name = \"gibbs\"\noptions = { iterations = 20, burn_in = 5 }", 1), "method=gibbs", "repeat=0")
	r := onlyRecord(t, p, options(f, 1))
	for _, m := range []string{"rhat", "ess", "mcse_mean", "mcse_variance"} {
		if !(r.Metrics[m] > 0) {
			t.Errorf("metric %s is %v", m, r.Metrics[m])
		}
	}
	if r.Events[method.EventNotConverged] == 0 {
		t.Errorf("events %v of a short run", r.Events)
	}
}

// Kept predictions have the moments of the latent function, which give the
// probabilities.
func TestLatentMomentsAreKept(t *testing.T) {
	f := harnesstest.NewFolder(t)
	p := f.Plan(strings.Replace(harnesstest.TwoMethods, `name = "walk"`, "name = \"xgpc\"\noptions = { inducing = 5, iterations = 20 }", 1), "method=xgpc", "repeat=0")
	o := options(f, 1)
	o.Predictions = true
	r := onlyRecord(t, p, o)
	file, err := os.Open(filepath.Join(p.Folder, "predictions", r.ID+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil || len(lines) != 16 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	if want := []string{"row", "class", "p(no)", "p(yes)", "latent mean", "latent variance"}; !slices.Equal(lines[0], want) {
		t.Fatalf("header %q", lines[0])
	}
	for _, line := range lines[1:] {
		var v [4]float64
		for i := range v {
			if v[i], err = strconv.ParseFloat(line[i+2], 64); err != nil {
				t.Fatal(err)
			}
		}
		if yes, no := (likelihood.Logit{}).Predict(v[2], v[3]); math.Abs(no-v[0]) > 1e-12 || math.Abs(yes-v[1]) > 1e-12 {
			t.Errorf("%q: the moments give %v and %v", line, no, yes)
		}
	}
}

const truth = `
[experiment]
name = "table"
split = { kind = "kfold", folds = 4 }
repeats = 1
reference = "truth"
options = { inducing = 5, iterations = 20 }
[[dataset]]
file = "two.csv"
[[method]]
name = "gibbs"
label = "truth"
options = { burn_in = 5 }
[[method]]
name = "xgpc"
`

// header returns the columns of the predictions of a cell.
func header(t *testing.T, p *plan.Plan, cell string) []string {
	t.Helper()
	file, _, err := plan.Predictions(p.Folder, cell)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil || len(lines) != 16 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	return lines[0]
}

// With a reference predictions are kept without being asked for; those of a
// sampler have standard errors. They may be packed, and are made again when
// they are gone.
func TestReferenceKeepsPredictions(t *testing.T) {
	f := harnesstest.NewFolder(t)
	p := f.Plan(truth)
	if _, _, err := plan.Predictions(p.Folder, p.Cells[0].ID); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("before the run: %v", err)
	}
	var said bytes.Buffer
	o := options(f, 1)
	o.Progress = &said
	if _, err := Run(context.Background(), p, o); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(said.String(), "NOT CONVERGED in 5 latent values") {
		t.Errorf("a short run passes for a long one: %s", said.String())
	}
	latent := []string{"row", "class", "p(no)", "p(yes)", "latent mean", "latent variance"}
	sampled := slices.Concat(latent, []string{"mcse mean", "mcse variance", "mcse probability"})
	if got := header(t, p, p.Cells[0].ID); !slices.Equal(got, sampled) {
		t.Errorf("the sampler's columns are %q", got)
	}
	if got := header(t, p, p.Cells[1].ID); !slices.Equal(got, latent) {
		t.Errorf("X-GPC's columns are %q", got)
	}

	plain := p.PredictionsPath(p.Cells[0].ID)
	text, err := os.ReadFile(plain)
	if err != nil {
		t.Fatal(err)
	}
	var small bytes.Buffer
	w := gzip.NewWriter(&small)
	w.Write(text)
	w.Close()
	harnesstest.Write(t, filepath.Dir(plain), filepath.Base(plain)+".gz", small.String())
	os.Remove(plain)
	if got := header(t, p, p.Cells[0].ID); !slices.Equal(got, sampled) {
		t.Errorf("packed columns are %q", got)
	}
	if sum, err := Run(context.Background(), f.Plan(truth), options(f, 1)); err != nil || sum.AlreadyDone != 2 {
		t.Errorf("packed predictions: %+v, %v", sum, err)
	}
	harnesstest.Write(t, filepath.Dir(plain), filepath.Base(plain)+".gz", "not gzip")
	if _, _, err := plan.Predictions(p.Folder, p.Cells[0].ID); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a damaged file: %v", err)
	}
	os.Remove(plain + ".gz")
	again := f.Plan(truth)
	if n, files := again.Again(false); n != 1 || files != "predictions" || again.Cells[0].State != plan.ToDo || again.Cells[1].State != plan.Done {
		t.Errorf("predictions that are gone: %d %s again, states %s and %s", n, files, again.Cells[0].State, again.Cells[1].State)
	}
	if sum, err := Run(context.Background(), again, options(f, 1)); err != nil || sum.AlreadyDone != 1 || sum.Finished != 1 {
		t.Errorf("predictions that are gone: %+v, %v", sum, err)
	}
}

// Two specifications may share records: what one has run the other has, also
// if both plans were made before.
func TestSharedRecords(t *testing.T) {
	f := harnesstest.NewFolder(t)
	figure := strings.Replace(truth, `name = "table"`, "name = \"figure\"\nrecords = \"table\"", 1)
	first, second := f.Plan(truth), f.Plan(figure)
	if first.Cells[1].ID != second.Cells[1].ID || first.Folder != second.Folder || second.Spec.Name != "figure" {
		t.Fatalf("%s and %s", first.Folder, second.Folder)
	}
	if _, err := Run(context.Background(), first, options(f, 1)); err != nil {
		t.Fatal(err)
	}
	if sum, err := Run(context.Background(), second, options(f, 1)); err != nil || sum.AlreadyDone != 2 || sum.Finished != 0 {
		t.Errorf("%+v, %v", sum, err)
	}
	again := f.Plan(figure)
	if ok, err := plan.HasRecords(f.Env().Results, again.Spec); again.Cells[0].State != plan.Done || again.Stale != 0 || !ok || err != nil {
		t.Errorf("%s, %d stale, records %v, %v", again.Cells[0].State, again.Stale, ok, err)
	}
}

func TestFailuresAreRecordsAndAreTriedAgain(t *testing.T) {
	for then, says := range map[string]string{
		"panic": "panic: a goroutine gave up", "exit": "exit status 7: last words", "nan": "not finite", "fail": "no luck",
	} {
		f := harnesstest.NewFolder(t)
		p := f.Plan(strings.Replace(harnesstest.TwoMethods, `name = "walk"`, "name = \"walk\"\noptions = { then = \""+then+"\" }", 1), "repeat=0")
		sum, err := Run(context.Background(), p, options(f, 1))
		var failed *FailedError
		if !errors.As(err, &failed) || sum.Failed != 1 || sum.Finished != 1 {
			t.Fatalf("%s: %+v, %v", then, sum, err)
		}
		records, err := record.NewReader(p.Folder).All()
		if err != nil {
			t.Fatal(err)
		}
		if r := records[0]; r.Status != record.Failed || !strings.Contains(r.Error, says) {
			t.Errorf("%s: status %s, error %q, want %q", then, r.Status, r.Error, says)
		}
		if sum, _ := Run(context.Background(), p, options(f, 1)); sum.Failed != 1 || sum.AlreadyDone != 1 {
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

// checkpoints tells states of a plan's checkpoints apart.
func checkpoints(p *plan.Plan) string {
	var b strings.Builder
	files, _ := filepath.Glob(filepath.Join(p.Folder, "checkpoints", "*.state"))
	for _, file := range files {
		text, _ := os.ReadFile(file)
		b.WriteString(file)
		b.Write(text)
	}
	return b.String()
}

// interrupted runs a specification, interrupts it up to the given number of
// times, each time after a new checkpoint, and then lets it end. It returns how
// often the run was not faster.
func interrupted(t *testing.T, f harnesstest.Folder, text string, times int, every time.Duration) (p *plan.Plan, interruptions int) {
	t.Helper()
	o := options(f, 1)
	o.CheckpointEvery, o.Predictions = every, true
	for range times {
		ctx, stop := context.WithCancel(context.Background())
		p := f.Plan(text)
		before := checkpoints(p)
		go func() {
			for ctx.Err() == nil && checkpoints(p) == before {
				time.Sleep(time.Millisecond)
			}
			stop()
		}()
		_, err := Run(ctx, p, o)
		stop()
		if errors.Is(err, context.Canceled) {
			interruptions++
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Run(context.Background(), f.Plan(text), o); err != nil {
		t.Fatal(err)
	}
	return f.Plan(text), interruptions
}

// Of a cell whose checkpoint was cut the user hears that it begins anew, and why.
func TestCutCheckpointIsTold(t *testing.T) {
	f := harnesstest.NewFolder(t)
	p := f.Plan(slow, "repeat=0")
	o := options(f, 1)
	var said strings.Builder
	o.Progress = &said
	cut := filepath.Join(p.Folder, "checkpoints", p.Cells[0].ID+".state")
	if err := atomicfile.Write(cut, []byte("half")); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), p, o); err != nil {
		t.Fatal(err)
	}
	if want := "notice: " + p.Cells[0].Title() + ": the fit begins anew, for its checkpoint is cut or damaged\n"; strings.Count(said.String(), want) != 1 {
		t.Errorf("it said\n%swant\n%s", said.String(), want)
	}
}

func TestInterruptedRunGoesOnWithTheSameResult(t *testing.T) {
	f := harnesstest.NewFolder(t)
	whole := f.Plan(slow)
	o := options(f, 2)
	o.Predictions = true
	if _, err := Run(context.Background(), whole, o); err != nil {
		t.Fatal(err)
	}
	p, times := interrupted(t, harnesstest.NewFolder(t), slow, 4, time.Millisecond)
	if got, want := deterministic(t, p.Folder), deterministic(t, whole.Folder); got != want {
		t.Errorf("interrupted:\n%s\nwhole:\n%s", got, want)
	}
	records, err := record.NewReader(p.Folder).All()
	if err != nil {
		t.Fatal(err)
	}
	resumed := 0
	for _, r := range records {
		resumed += r.Events["resumed"]
		if r.Timing.WallSeconds < 0.6 {
			t.Errorf("%v seconds are not those of all parts", r.Timing.WallSeconds)
		}
	}
	if resumed != times || times == 0 {
		t.Errorf("%d cells went on from a checkpoint after %d interruptions", resumed, times)
	}
}

func TestMinibatchMethodsGoOnWithTheSameResult(t *testing.T) {
	const text = `
[experiment]
name = "x"
split = { kind = "holdout", train = 0.5 }
options = { inducing = 5, batch = 10, iterations = 15000, learn = ["kernel", "inducing"] }
[[dataset]]
file = "two.csv"
[[method]]
name = "xgpc"
[[method]]
name = "svgp"
options = { optimiser = "adam" }
`
	f := harnesstest.NewFolder(t)
	whole := f.Plan(text)
	o := options(f, 2)
	o.Predictions = true
	if _, err := Run(context.Background(), whole, o); err != nil {
		t.Fatal(err)
	}
	if files, err := filepath.Glob(filepath.Join(whole.Folder, "predictions", "*.csv")); err != nil || len(files) != 2 {
		t.Fatalf("predictions in %q, %v", files, err)
	}
	p, times := interrupted(t, harnesstest.NewFolder(t), text, 4, 10*time.Millisecond)
	if times == 0 {
		t.Error("the run was never interrupted")
	}
	if got, want := deterministic(t, p.Folder), deterministic(t, whole.Folder); got != want {
		t.Errorf("interrupted:\n%s\nwhole:\n%s", got, want)
	}
}

// Two runs on the same results at the same time share the work.
func TestTwoRunsAtOnce(t *testing.T) {
	f := harnesstest.NewFolder(t)
	text := strings.Replace(slow, "repeats = 2", "repeats = 6", 1)
	text = strings.Replace(text, "iterations = 60", "iterations = 10", 1)
	a, b := f.Plan(text), f.Plan(text)
	o := options(f, 1)
	var sums [2]Summary
	var wg sync.WaitGroup
	for i, p := range []*plan.Plan{a, b} {
		wg.Go(func() {
			var err error
			if sums[i], err = Run(context.Background(), p, o); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if min(sums[0].Finished, sums[1].Finished) < 2 || sums[0].Finished+sums[1].Finished != 6 || sums[0].AlreadyDone+sums[1].AlreadyDone != 6 {
		t.Errorf("%+v", sums)
	}
	records, err := record.NewReader(a.Folder).All()
	if err != nil || len(records) != 6 || len(harnesstest.Latest(records)) != 6 {
		t.Errorf("%d records, %v", len(records), err)
	}
}

// startRun starts the test program as a run of a specification, with the lines
// that it prints.
func startRun(t *testing.T, f harnesstest.Folder, text string, env ...string) (*exec.Cmd, *bufio.Reader) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), asWorker+"=", asRun+"="+harnesstest.Write(t, f.Dir, "x.toml", text)), env...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, bufio.NewReader(out)
}

// A run that is killed loses nothing that was finished, and goes on with the
// same results.
func TestKilledRun(t *testing.T) {
	f := harnesstest.NewFolder(t)
	text := strings.Replace(slow, "repeats = 2", "repeats = 40", 1)
	text = strings.Replace(text, "iterations = 60", "iterations = 5", 1)
	cmd, lines := startRun(t, f, text)
	for range 3 {
		if line, err := lines.ReadString('\n'); err != nil {
			t.Fatalf("%q, %v", line, err)
		}
	}
	cmd.Process.Kill()
	cmd.Wait()
	p := f.Plan(text)
	done := 0
	for _, c := range p.Cells {
		if c.State == plan.Done {
			done++
		}
	}
	if done < 3 || done == len(p.Cells) || p.Damage != nil {
		t.Fatalf("%d of %d cells are done, damage %v", done, len(p.Cells), p.Damage)
	}
	if sum, err := Run(context.Background(), p, options(f, 2)); err != nil || sum.Finished != len(p.Cells)-done {
		t.Errorf("%+v, %v", sum, err)
	}
	other := harnesstest.NewFolder(t)
	whole := other.Plan(text)
	if _, err := Run(context.Background(), whole, options(other, 2)); err != nil {
		t.Fatal(err)
	}
	if got, want := deterministic(t, p.Folder), deterministic(t, whole.Folder); got != want {
		t.Errorf("killed:\n%s\nwhole:\n%s", got, want)
	}
}

// Each worker of the test holds a lock on a file of its own as long as it
// lives.
func TestWorkersEndWithTheirParent(t *testing.T) {
	f := harnesstest.NewFolder(t)
	alive := t.TempDir()
	cmd, _ := startRun(t, f, strings.Replace(slow, "pause = 0.01", "pause = 10", 1), aliveDir+"="+alive)
	var files []os.DirEntry
	for len(files) < 2 {
		files, _ = os.ReadDir(alive)
		time.Sleep(5 * time.Millisecond)
	}
	cmd.Process.Kill()
	cmd.Wait()
	for _, file := range files {
		// A worker that lives on keeps its lock, and the test waits until go test ends it.
		if _, err := flock.New(filepath.Join(alive, file.Name())).TryLockContext(t.Context(), 5*time.Millisecond); err != nil {
			t.Errorf("worker %s: %v", file.Name(), err)
		}
	}
}

func TestUnwritableResults(t *testing.T) {
	f := harnesstest.NewFolder(t)
	harnesstest.Write(t, f.Dir, "results", "a file where a folder should be")
	_, err := Run(context.Background(), f.Plan(harnesstest.TwoMethods), options(f, 1))
	if err == nil || !strings.Contains(err.Error(), "results") {
		t.Errorf("%v", err)
	}
}

func TestWorkerByHand(t *testing.T) {
	err := work.Main(t.Context(), strings.NewReader(""), io.Discard, harnesstest.Gone{}, nil)
	if err == nil || !strings.Contains(err.Error(), "runexp run") {
		t.Errorf("%v", err)
	}
}

// The line on a fit that stood still says so.
func TestProgressOfAStalledFit(t *testing.T) {
	r := &queue{total: 1, finished: 1, forecast: &forecast{}}
	out := record.Record{Status: record.OK, Metrics: map[string]float64{}, Timing: record.Timing{WallSeconds: 40, CPUSeconds: 2}}
	if line := r.progress(&plan.Cell{Planned: &record.Planned{}, Setup: &plan.Setup{}}, out); !strings.Contains(line, "40.0 s, of which 2.0 s on a processor: the process was stopped") {
		t.Errorf("%q", line)
	}
	out.Events = map[string]int{method.EventNotConverged: 3}
	if line := r.progress(&plan.Cell{Planned: &record.Planned{}, Setup: &plan.Setup{}}, out); !strings.Contains(line, "40.0 s, NOT CONVERGED in 3 latent values, of which 2.0 s on a processor") {
		t.Errorf("%q", line)
	}
	out.Timing.CPUSeconds = 39
	if line := r.progress(&plan.Cell{Planned: &record.Planned{}, Setup: &plan.Setup{}}, out); strings.Contains(line, "stopped") {
		t.Errorf("%q", line)
	}
}

func TestTestFileIsTheSplit(t *testing.T) {
	f := harnesstest.NewFolder(t)
	harnesstest.Write(t, f.Dir, "test.csv", harnesstest.Table(7, "no", "yes"))
	text := "[[dataset]]\nfile = \"two.csv\"\ntest_file = \"test.csv\"\n[[method]]\nname = \"rate\"\n"
	p := f.Plan(text)
	if len(p.Cells) != 1 {
		t.Fatal(p.Cells)
	}
	if _, err := Run(context.Background(), p, options(f, 1)); err != nil {
		t.Fatal(err)
	}
	records, err := record.NewReader(p.Folder).All()
	if err != nil || records[0].Provenance["train_rows"] != "60" || records[0].Provenance["test_rows"] != "7" {
		t.Errorf("%v, %v", records, err)
	}
}

// A checkpoint may be anyone's, its checksum right. Where the method cannot go on from it, its head
// is impossible or it is another cell's, the cell starts anew, with the result that it has without.
func TestCheckpointsOfStrangers(t *testing.T) {
	f := harnesstest.NewFolder(t)
	whole := f.Plan(harnesstest.TwoMethods, "label=walk", "repeat=0")
	if _, err := Run(context.Background(), whole, options(f, 1)); err != nil {
		t.Fatal(err)
	}
	want := deterministic(t, whole.Folder)
	const trace = `"traced":5,"trace":[{"seconds":1,"iteration":5,"metrics":{}}]`
	for what, head := range map[string]string{
		"a state that the method cannot read": `{"iteration":5,` + trace + `}`,
		"a negative time":                     `{"iteration":5,"wall_seconds":-1,` + trace + `}`,
		"a trace beyond the iteration":        `{"iteration":4,` + trace + `}`,
		"a trace that is not there":           `{"iteration":9,"traced":9}`,
		"another cell's":                      `{"cell":"0123","iteration":5,` + trace + `}`,
	} {
		f := harnesstest.NewFolder(t)
		p := f.Plan(harnesstest.TwoMethods, "label=walk", "repeat=0")
		file := filepath.Join(p.Folder, "checkpoints", p.Cells[0].ID+".state")
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		content := []byte(head + "\nshort")
		content = binary.LittleEndian.AppendUint32(content, crc32.ChecksumIEEE(content))
		if err := os.WriteFile(file, content, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Run(context.Background(), p, options(f, 1)); err != nil {
			t.Fatal(err)
		}
		if got := deterministic(t, p.Folder); got != want {
			t.Errorf("%s:\n%s\nwithout a checkpoint:\n%s", what, got, want)
		}
		if _, err := os.Stat(file); err == nil {
			t.Errorf("%s: the checkpoint is still there", what)
		}
	}
}
