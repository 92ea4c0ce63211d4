package run

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/gofrs/flock"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/plan"
	"gpcbench/harness/spec"
	"gpcbench/harness/work"
)

// asWorker makes the test program a worker, asRun one that runs the
// specification of that path. In aliveDir a worker locks a file as long as it
// lives.
const (
	asWorker = "GPCBENCH_TEST_WORKER"
	asRun    = "GPCBENCH_TEST_RUN"
	aliveDir = "GPCBENCH_TEST_ALIVE"
)

// TestMain registers the methods of tests in the tests' process and in that of their workers.
func TestMain(m *testing.M) {
	harnesstest.RegisterMethods()
	if os.Getenv(asWorker) != "" {
		if dir := os.Getenv(aliveDir); dir != "" {
			flock.New(filepath.Join(dir, fmt.Sprint(os.Getpid()))).Lock()
		}
		if err := work.Main(os.Stdin, os.Stdout, harnesstest.Loader(), func() { os.Exit(1) }); err != nil {
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
	_, err = Run(context.Background(), p, Options{Jobs: 2, Command: []string{os.Args[0]}, LockDir: filepath.Dir(path), Progress: os.Stdout})
	return err
}

// options are those of a run in a folder.
func options(f harnesstest.Folder, jobs int) Options {
	f.T.Helper()
	f.T.Setenv(asWorker, "1")
	return Options{Jobs: jobs, Command: []string{os.Args[0]}, LockDir: f.Dir, Progress: io.Discard}
}
