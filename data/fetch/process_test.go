package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestTwoAtOnce(t *testing.T) {
	address, n := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		time.Sleep(20 * time.Millisecond)
		good(w, r)
	})
	f, _ := fetcher(t)
	e := entry(address)
	var wg sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		wg.Go(func() { errs[i] = f.Ensure(context.Background(), e) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	whole(t, f)
	if n.Load() != 1 {
		t.Errorf("%d requests for one file", n.Load())
	}
}

// child is the environment of a process of this test binary that fetches.
const child = "GPCBENCH_TEST_FETCH"

func TestMain(m *testing.M) {
	if spec := os.Getenv(child); spec != "" {
		cache, address, _ := strings.Cut(spec, "|")
		f := &Fetcher{Cache: cache, Backoff: time.Millisecond, Progress: os.Stdout}
		if err := f.Ensure(context.Background(), entry(address)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// spawn starts a process that fetches, and calls waiting when it says that it waits for another.
func spawn(t *testing.T, cache, address string, waiting func()) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Stdout = onWaiting(waiting)
	cmd.Env = append(os.Environ(), child+"="+cache+"|"+address)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// onWaiting calls a function when it is written that a process waits for another.
type onWaiting func()

func (f onWaiting) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte("waiting for another run")) {
		f()
	}
	return len(p), nil
}

func TestTwoProcesses(t *testing.T) {
	both := make(chan struct{})
	answer := sync.OnceFunc(func() { close(both) })
	address, n := serve(t, func(w http.ResponseWriter, r *http.Request, n int) {
		if n > 1 {
			answer() // nobody waits
		}
		<-both // answered only when the second process waits for the first
		good(w, r)
	})
	f, _ := fetcher(t)
	a, b := spawn(t, f.Cache, address, answer), spawn(t, f.Cache, address, answer)
	if err := errors.Join(a.Wait(), b.Wait()); err != nil {
		t.Fatal(err)
	}
	whole(t, f)
	if n.Load() != 1 {
		t.Errorf("%d requests for one file", n.Load())
	}
}

// A process that is killed in the middle of a download leaves a part from
// which the next goes on, and no lock.
func TestResumeAfterKill(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("killing is not the same on Windows")
	}
	stop, half := make(chan struct{}), make(chan struct{}, 1)
	var second string
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request, n int) {
		if n > 1 {
			second = r.Header.Get("Range")
			good(w, r)
			return
		}
		w.Header().Set("ETag", `"v1"`)
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		_, _ = w.Write(body[:5000])
		w.(http.Flusher).Flush()
		half <- struct{}{}
		<-stop
	})
	defer close(stop)
	f, _ := fetcher(t)
	cmd := spawn(t, f.Cache, address, func() {})
	<-half
	part := filepath.Join(f.Cache, "toy", "a.csv.part")
	for {
		if info, err := os.Stat(part); err == nil && info.Size() == 5000 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if err := f.Ensure(context.Background(), entry(address)); err != nil {
		t.Fatal(err)
	}
	whole(t, f)
	if second != "bytes=5000-" {
		t.Errorf("the second process asked for %q", second)
	}
}
