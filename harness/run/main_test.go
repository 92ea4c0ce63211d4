package run

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/plan"
	"gpcbench/harness/spec"
	"gpcbench/harness/work"
	"gpcbench/methods/command/commandtest"
)

// asWorker makes the test program a worker, asRun one that runs the
// specification of that path. In aliveDir a worker locks a file as long as it
// lives.
const (
	asWorker = "GPCBENCH_TEST_WORKER"
	asRun    = "GPCBENCH_TEST_RUN"
	aliveDir = "GPCBENCH_TEST_ALIVE"
	fitsDir  = "GPCBENCH_TEST_FITS" // where a worker leaves when it fitted, as fitTimes
)

// TestMain registers the methods of tests in the tests' process and in that of their workers.
func TestMain(m *testing.M) {
	commandtest.Main()
	harnesstest.RegisterMethods()
	if dir := os.Getenv(fitsDir); dir != "" {
		harnesstest.Fitted = func(start time.Time) { leaveFit(dir, start) }
	}
	if os.Getenv(asWorker) != "" {
		if dir := os.Getenv(aliveDir); dir != "" {
			flock.New(filepath.Join(dir, fmt.Sprint(os.Getpid()))).Lock()
		}
		if err := work.Main(context.Background(), os.Stdin, os.Stdout, harnesstest.Loader(), func() { os.Exit(1) }); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if path := os.Getenv(asRun); path != "" {
		if err := runFile(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// runFile runs a specification with results beside it, and prints progress on standard
// output.
func runFile(path string) error {
	src, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	s, err := spec.Parse(src, path, "paper", harnesstest.Kinds)
	if err != nil {
		return err
	}
	p, err := plan.New(context.Background(), s, plan.Env{Results: filepath.Join(filepath.Dir(path), "results"), Loader: harnesstest.Loader()})
	if err != nil {
		return err
	}
	os.Setenv(asWorker, "1")
	_, err = Run(context.Background(), p, Options{Jobs: 2, Command: []string{os.Args[0]}, LockDir: filepath.Dir(path), Wait: time.Hour, Progress: os.Stdout})
	return err
}

// fitTimes is when a worker fitted, and on how many cores.
type fitTimes struct {
	Start, End time.Time
	Cores      int
}

// leaveFit writes the times of a fit that ends now to a file of its process.
func leaveFit(dir string, start time.Time) {
	text, err := json.Marshal(fitTimes{start, time.Now(), runtime.GOMAXPROCS(0)})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, fmt.Sprint(os.Getpid())), text, 0o666)
	}
	if err != nil {
		panic(err)
	}
}

// options are those of a run in a folder.
func options(f harnesstest.Folder, jobs int) Options {
	f.T.Helper()
	f.T.Setenv(asWorker, "1")
	return Options{Jobs: jobs, Command: []string{os.Args[0]}, LockDir: f.Dir, Wait: time.Hour, Progress: io.Discard}
}
