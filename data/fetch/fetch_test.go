package fetch

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"gpcbench/data/catalogue"
)

// body is what the servers of these tests should serve: long enough to be cut.
var body = bytes.Repeat([]byte("0.25,1.5,-3,yes\n"), 20000)

func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

// entry is a set of one file, a.csv, at the given addresses.
func entry(addresses ...string) catalogue.Entry {
	return catalogue.Entry{Name: "toy", Files: []catalogue.File{{
		Folder: "toy", Name: "a.csv", Bytes: int64(len(body)), SHA256: sum(body), Addresses: addresses,
	}}}
}

// fetcher has an empty cache, quick retries and a log.
func fetcher(t *testing.T) (*Fetcher, *strings.Builder) {
	log := &strings.Builder{}
	return &Fetcher{Cache: t.TempDir(), Backoff: time.Millisecond, Stall: 5 * time.Second, Progress: log}, log
}

// serve runs a server and returns its address of a.csv and a count of requests.
func serve(t *testing.T, h func(w http.ResponseWriter, r *http.Request, n int)) (string, *atomic.Int64) {
	var n atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h(w, r, int(n.Add(1)))
	}))
	t.Cleanup(s.Close)
	return s.URL + "/a.csv", &n
}

// good serves body, with ranges and a validator.
func good(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("ETag", `"v1"`)
	http.ServeContent(w, r, "a.csv", time.Time{}, bytes.NewReader(body))
}

// cut sends the first n bytes of body and breaks the connection.
func cut(w http.ResponseWriter, n int) {
	w.Header().Set("ETag", `"v1"`)
	w.Header().Set("Content-Length", fmt.Sprint(len(body)))
	_, _ = w.Write(body[:n])
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

// whole fails unless the cache holds exactly body and nothing half-done.
func whole(t *testing.T, f *Fetcher) {
	t.Helper()
	got, err := os.ReadFile(f.Path("toy", "a.csv"))
	if err != nil || !bytes.Equal(got, body) {
		t.Fatalf("cache holds %d bytes, %v; want the %d served", len(got), err, len(body))
	}
	tidy(t, f, "a.csv")
}

// tidy fails if the folder of the set holds anything but the named files.
func tidy(t *testing.T, f *Fetcher, names ...string) {
	t.Helper()
	list, err := os.ReadDir(filepath.Join(f.Cache, "toy"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	var got []string
	for _, e := range list {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("the cache folder holds %v, want %v", got, names)
	}
}

// refused fails unless err is an UnavailableError that says all of want.
func refused(t *testing.T, err error, want ...string) {
	t.Helper()
	var u *UnavailableError
	if !errors.As(err, &u) {
		t.Fatalf("got %v, want an UnavailableError", err)
	}
	for _, w := range append(want, "toy/a.csv", "GPCBENCH_MIRROR") {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("message lacks %q:\n%v", w, err)
		}
	}
}

func TestDownload(t *testing.T) {
	address, n := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { good(w, r) })
	f, log := fetcher(t)
	e := entry(address)
	if f.Have(e) {
		t.Error("an empty cache has the set")
	}
	for range 2 {
		if err := f.Ensure(context.Background(), e); err != nil {
			t.Fatal(err)
		}
	}
	whole(t, f)
	if n.Load() != 1 {
		t.Errorf("%d requests for one file", n.Load())
	}
	if !f.Have(e) || !strings.Contains(log.String(), "toy/a.csv") {
		t.Errorf("have %v, progress %q", f.Have(e), log)
	}
}

func TestWrongChecksum(t *testing.T) {
	other := bytes.Replace(body, []byte("yes"), []byte("not"), 1)
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { _, _ = w.Write(other) })
	f, _ := fetcher(t)
	refused(t, f.Ensure(context.Background(), entry(address)), address, "wrong checksum", sum(other), sum(body))
	tidy(t, f)

	right, _ := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { good(w, r) })
	if err := f.Ensure(context.Background(), entry(address, right)); err != nil {
		t.Fatalf("the second address was not used: %v", err)
	}
	whole(t, f)
}

func TestWrongSize(t *testing.T) {
	for _, size := range []int{len(body) - 1, len(body) + 1} {
		address, _ := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
			w.Header().Set("Content-Length", fmt.Sprint(size))
			_, _ = w.Write(append(bytes.Clone(body), 'x')[:size])
		})
		f, _ := fetcher(t)
		refused(t, f.Ensure(context.Background(), entry(address)), "wrong size", fmt.Sprint(size), fmt.Sprint(len(body)))
		tidy(t, f)
	}
}

// A server that never stops must not fill the disk.
func TestEndlessBody(t *testing.T) {
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		for {
			if _, err := w.Write(body); err != nil {
				return
			}
		}
	})
	f, _ := fetcher(t)
	refused(t, f.Ensure(context.Background(), entry(address)), "wrong size")
	tidy(t, f)
}

func TestTruncatedBodyResumes(t *testing.T) {
	var ranges []string
	address, n := serve(t, func(w http.ResponseWriter, r *http.Request, n int) {
		ranges = append(ranges, r.Header.Get("Range"))
		if n == 1 {
			cut(w, 1000)
		}
		good(w, r)
	})
	f, _ := fetcher(t)
	if err := f.Ensure(context.Background(), entry(address)); err != nil {
		t.Fatal(err)
	}
	whole(t, f)
	if n.Load() != 2 || ranges[1] != "bytes=1000-" {
		t.Errorf("requests with ranges %q", ranges)
	}
}

func TestTruncatedBodyForEver(t *testing.T) {
	address, n := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { cut(w, 1000) })
	f, _ := fetcher(t)
	f.Retries = 2
	err := f.Ensure(context.Background(), entry(address))
	refused(t, err, "broke off after 1000 of", fmt.Sprint(len(body)), "after 3 attempts")
	if n.Load() != 3 {
		t.Errorf("%d attempts, want 3", n.Load())
	}
	if f.Have(entry(address)) {
		t.Error("a part counts as the file")
	}
}

func TestNotFound(t *testing.T) {
	address, n := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { http.NotFound(w, r) })
	f, _ := fetcher(t)
	refused(t, f.Ensure(context.Background(), entry(address)), address, "404 Not Found")
	if n.Load() != 1 {
		t.Errorf("asked %d times for what is not there", n.Load())
	}
	tidy(t, f)
}

func TestServerErrorPasses(t *testing.T) {
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request, n int) {
		if n < 3 {
			http.Error(w, "busy", http.StatusServiceUnavailable)
			return
		}
		good(w, r)
	})
	f, log := fetcher(t)
	if err := f.Ensure(context.Background(), entry(address)); err != nil {
		t.Fatal(err)
	}
	whole(t, f)
	if !strings.Contains(log.String(), "503 Service Unavailable; trying again") {
		t.Errorf("retries are not told: %q", log)
	}
}

func TestHangingBody(t *testing.T) {
	stop := make(chan struct{})
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request, n int) {
		if n == 1 {
			w.Header().Set("ETag", `"v1"`)
			w.Header().Set("Content-Length", fmt.Sprint(len(body)))
			_, _ = w.Write(body[:500])
			w.(http.Flusher).Flush()
			<-stop
			return
		}
		good(w, r)
	})
	defer close(stop)
	f, log := fetcher(t)
	f.Stall = 100 * time.Millisecond
	if err := f.Ensure(context.Background(), entry(address)); err != nil {
		t.Fatal(err)
	}
	whole(t, f)
	if !strings.Contains(log.String(), "sent nothing for 100ms after 500 bytes") {
		t.Errorf("the stall is not told: %q", log)
	}
}

func TestHangingAnswer(t *testing.T) {
	stop := make(chan struct{})
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { <-stop })
	defer close(stop)
	f, _ := fetcher(t)
	f.Stall, f.Retries = 50*time.Millisecond, -1
	refused(t, f.Ensure(context.Background(), entry(address)), "did not answer within 50ms")
}

func TestUnreachableHostIsAskedOnce(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	s.Close()
	f, _ := fetcher(t)
	e := entry(s.URL + "/a.csv")
	e.Files = append(e.Files, e.Files[0])
	e.Files[1].Name = "b.csv"
	refused(t, f.Ensure(context.Background(), e), "could not be reached", "toy/b.csv")
	if len(f.down) != 1 {
		t.Errorf("hosts known to be down: %v", f.down)
	}
}

func TestServerIgnoresRange(t *testing.T) {
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request, n int) {
		if n == 1 {
			cut(w, 1000)
		}
		_, _ = w.Write(body)
	})
	f, _ := fetcher(t)
	if err := f.Ensure(context.Background(), entry(address)); err != nil {
		t.Fatal(err)
	}
	whole(t, f)
}

// left puts a part as a killed run leaves it.
func left(t *testing.T, f *Fetcher, address, validator string, content []byte) {
	t.Helper()
	dir := filepath.Join(f.Cache, "toy")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	part := filepath.Join(dir, "a.csv.part")
	for path, b := range map[string][]byte{part: content, part + infoSuffix: []byte(address + "\n" + validator + "\n")} {
		if err := os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestResume(t *testing.T) {
	for _, c := range []struct {
		name      string
		validator string
		part      []byte
		requests  int64
	}{
		{"goes on", `"v1"`, body[:777], 1},
		{"copy on the server changed", `"v0"`, bytes.Repeat([]byte("?"), 777), 1},
		{"part is damaged", `"v1"`, bytes.Repeat([]byte("?"), 777), 2},
		{"part is whole", `"v1"`, body, 0},
		{"part is too long", `"v1"`, append(bytes.Clone(body), "more"...), 2},
		{"no validator", "", body[:777], 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			address, n := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { good(w, r) })
			f, _ := fetcher(t)
			left(t, f, address, c.validator, c.part)
			if err := f.Ensure(context.Background(), entry(address)); err != nil {
				t.Fatal(err)
			}
			whole(t, f)
			if n.Load() != c.requests {
				t.Errorf("%d requests, want %d", n.Load(), c.requests)
			}
		})
	}
}

func TestFullDisk(t *testing.T) {
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { good(w, r) })
	f, _ := fetcher(t)
	f.create = func(path string, flag int) (file, error) {
		real, err := os.OpenFile(path, flag, 0o666)
		return &fullFile{real, 1000}, err
	}
	mirror := t.TempDir()
	keep := filepath.Join(f.Cache, "other")
	put(t, keep, "x", "precious")
	put(t, filepath.Join(mirror, "toy"), "a.csv", string(body))
	for _, mirrors := range [][]string{nil, {mirror}} {
		f.Mirrors = mirrors
		err := f.Ensure(context.Background(), entry(address))
		var u *UnavailableError
		if err == nil || errors.As(err, &u) || !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("got %v", err)
		}
		for _, want := range []string{"toy/a.csv", "is full", f.Cache, "GPCBENCH_DATA"} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("message lacks %q: %v", want, err)
			}
		}
		tidy(t, f)
	}
	if b, err := os.ReadFile(filepath.Join(keep, "x")); string(b) != "precious" {
		t.Errorf("the cache was touched: %q, %v", b, err)
	}
}

// fullFile has room for a number of bytes.
type fullFile struct {
	*os.File
	room int
}

func (f *fullFile) Write(p []byte) (int, error) {
	if len(p) > f.room {
		n, _ := f.File.Write(p[:f.room])
		f.room = 0
		return n, &os.PathError{Op: "write", Path: f.Name(), Err: syscall.ENOSPC}
	}
	f.room -= len(p)
	return f.File.Write(p)
}

func TestUnwritableCache(t *testing.T) {
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { good(w, r) })
	f, _ := fetcher(t)
	blocked := filepath.Join(t.TempDir(), "file")
	put(t, filepath.Dir(blocked), "file", "not a folder")
	f.Cache = filepath.Join(blocked, "cache")
	err := f.Ensure(context.Background(), entry(address))
	if err == nil || !strings.Contains(err.Error(), "GPCBENCH_DATA") || !strings.Contains(err.Error(), f.Cache) {
		t.Errorf("got %v", err)
	}
}

// A cache that is complete can be read-only.
func TestReadOnlyCache(t *testing.T) {
	f, _ := fetcher(t)
	put(t, filepath.Join(f.Cache, "toy"), "a.csv", string(body))
	if err := os.Chmod(f.Cache, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(f.Cache, 0o777)
	if err := f.Ensure(context.Background(), entry()); err != nil {
		t.Error(err)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	stop := make(chan struct{})
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		w.Header().Set("ETag", `"v1"`)
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		_, _ = w.Write(body[:500])
		w.(http.Flusher).Flush()
		cancel()
		<-stop
	})
	defer close(stop)
	f, _ := fetcher(t)
	err := f.Ensure(ctx, entry(address))
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("got %v", err)
	}
	if f.Have(entry(address)) {
		t.Error("a part counts as the file")
	}
}

func put(t *testing.T, dir, name, content string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestMirrors(t *testing.T) {
	address, n := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { good(w, r) })
	empty, wrong, right := t.TempDir(), t.TempDir(), t.TempDir()
	put(t, filepath.Join(wrong, "toy"), "a.csv", strings.ToUpper(string(body)))
	put(t, filepath.Join(right, "toy"), "a.csv", string(body))

	f, log := fetcher(t)
	f.Mirrors = []string{empty, wrong, right}
	if err := f.Ensure(context.Background(), entry(address)); err != nil {
		t.Fatal(err)
	}
	whole(t, f)
	if n.Load() != 0 || !strings.Contains(log.String(), "wrong checksum") {
		t.Errorf("%d requests; log %q", n.Load(), log)
	}

	f, _ = fetcher(t)
	f.Mirrors = []string{empty, wrong}
	refused(t, f.Ensure(context.Background(), entry()), empty, "not there", wrong, "wrong checksum")

	server := httptest.NewServer(http.FileServer(http.Dir(right)))
	defer server.Close()
	f, _ = fetcher(t)
	f.Mirrors = []string{server.URL}
	if err := f.Ensure(context.Background(), entry()); err != nil {
		t.Fatal(err)
	}
	whole(t, f)

	f, _ = fetcher(t)
	refused(t, f.Ensure(context.Background(), entry()), "no mirror is set and no public address")
}

func TestFullFindsDamage(t *testing.T) {
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { good(w, r) })
	f, log := fetcher(t)
	put(t, filepath.Join(f.Cache, "toy"), "a.csv", strings.ToUpper(string(body)))
	if err := f.Ensure(context.Background(), entry(address)); err != nil {
		t.Fatal(err)
	}
	f.Full = true
	if err := f.Ensure(context.Background(), entry(address)); err != nil {
		t.Fatal(err)
	}
	whole(t, f)
	if !strings.Contains(log.String(), "is damaged") {
		t.Errorf("damage is not told: %q", log)
	}
}

func TestPins(t *testing.T) {
	served := body
	address, n := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { _, _ = w.Write(served) })
	f, log := fetcher(t)
	e := entry(address)
	e.Files[0].SHA256, e.Files[0].Bytes = "", 0
	for range 2 {
		if err := f.Ensure(context.Background(), e); err != nil {
			t.Fatal(err)
		}
	}
	whole(t, f)
	if n.Load() != 1 || !strings.Contains(log.String(), "pinned SHA-256 "+sum(body)) {
		t.Errorf("%d requests, log %q", n.Load(), log)
	}
	text, err := os.ReadFile(filepath.Join(f.Cache, "fetch.lock"))
	if err != nil || !strings.Contains(string(text), sum(body)) {
		t.Errorf("fetch.lock: %v\n%s", err, text)
	}

	served = bytes.ToUpper(body)
	if err := os.Remove(f.Path("toy", "a.csv")); err != nil {
		t.Fatal(err)
	}
	refused(t, f.Ensure(context.Background(), e), "wrong checksum", sum(body), sum(served))

	put(t, f.Cache, "fetch.lock", "[[file]\n")
	if err := f.Ensure(context.Background(), e); err == nil || !strings.Contains(err.Error(), "fetch.lock is damaged") {
		t.Errorf("got %v", err)
	}
}

func TestWebPageIsNotPinned(t *testing.T) {
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, "<html>we have moved</html>")
	})
	f, _ := fetcher(t)
	e := entry(address)
	e.Files[0].SHA256, e.Files[0].Bytes = "", 0
	refused(t, f.Ensure(context.Background(), e), "web page")
	tidy(t, f)
}

func gzipped(b []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = z.Write(b)
	_ = z.Close()
	return out.Bytes()
}

func zipped(name string, b []byte) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	w, _ := z.Create(name)
	_, _ = w.Write(b)
	_ = z.Close()
	return out.Bytes()
}

// The mirror has a.csv.gz; addresses serve its content in other forms.
func TestUnpacked(t *testing.T) {
	forms := map[string][]byte{
		"/a.csv":    body,
		"/a.csv.gz": gzipped(body),
		"/a.zip":    zipped("deep/inner.zip", zipped("a.csv", body)),
		"/bad.zip":  zipped("a.csv", bytes.ToUpper(body)),
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(forms[r.URL.Path]))
	}))
	defer server.Close()
	packed := []byte("another packing, only in a mirror")
	e := catalogue.Entry{Name: "toy", Files: []catalogue.File{{
		Folder: "toy", Name: "a.csv.gz", Bytes: int64(len(packed)), SHA256: sum(packed),
		Unpacked: catalogue.Unpacked{Bytes: int64(len(body)), SHA256: sum(body)},
	}}}
	for _, path := range []string{"/a.csv", "/a.csv.gz", "/a.zip#inner.zip#a.csv"} {
		f, _ := fetcher(t)
		e.Files[0].Unpacked.Addresses = []string{server.URL + path}
		if err := f.Ensure(context.Background(), e); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if got := f.Path("toy", "a.csv.gz"); got != filepath.Join(f.Cache, "toy", "a.csv") {
			t.Errorf("%s: lies at %s", path, got)
		}
		whole(t, f)
	}
	for path, want := range map[string]string{"/bad.zip#a.csv": "wrong checksum", "/a.zip#b.csv": "archive has no b.csv", "/a.csv#b.csv": "not a zip"} {
		f, _ := fetcher(t)
		e.Files[0].Unpacked.Addresses = []string{server.URL + path}
		refused(t, f.Ensure(context.Background(), e), want)
		tidy(t, f)
	}
	f, _ := fetcher(t)
	mirror := t.TempDir()
	put(t, filepath.Join(mirror, "toy"), "a.csv.gz", string(packed))
	f.Mirrors = []string{mirror}
	if err := f.Ensure(context.Background(), e); err != nil {
		t.Fatal(err)
	}
	tidy(t, f, "a.csv.gz")
}

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
		f := &Fetcher{Cache: cache, Backoff: time.Millisecond}
		if err := f.Ensure(context.Background(), entry(address)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func spawn(t *testing.T, cache, address string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), child+"="+cache+"|"+address)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

func TestTwoProcesses(t *testing.T) {
	both := make(chan struct{})
	var once sync.Once
	address, n := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		<-both // answered only when the second process runs, too
		good(w, r)
	})
	f, _ := fetcher(t)
	a, b := spawn(t, f.Cache, address), spawn(t, f.Cache, address)
	time.AfterFunc(300*time.Millisecond, func() { once.Do(func() { close(both) }) })
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
	cmd := spawn(t, f.Cache, address)
	<-half
	part := filepath.Join(f.Cache, "toy", "a.csv.part")
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if info, err := os.Stat(part); err == nil && info.Size() == 5000 {
			break
		}
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

func TestSplitMirrors(t *testing.T) {
	for _, c := range []struct {
		list      string
		separator rune
		want      string
	}{
		{"", ':', ""},
		{"/a:/b/c", ':', "/a|/b/c"},
		{"::/a::", ':', "/a"},
		{"http://h/x:/a", ':', "http://h/x|/a"},
		{"/a:https://h:8080/x/y:/b", ':', "/a|https://h:8080/x/y|/b"},
		{"http://h:80:/b", ':', "http://h:80|/b"},
		{"http://h:/b", ':', "http://h|/b"},
		{"http://[::1]:80/x:http://g", ':', "http://[::1]:80/x|http://g"},
		{"http://", ':', "http://"},
		{`C:\a;http://h:80/x;D:\b`, ';', `C:\a|http://h:80/x|D:\b`},
	} {
		if got := strings.Join(splitMirrors(c.list, c.separator), "|"); got != c.want {
			t.Errorf("%q: got %s, want %s", c.list, got, c.want)
		}
	}
}

func FuzzSplitMirrors(f *testing.F) {
	f.Add("/a:http://h:80/x")
	f.Add("http://[::1")
	f.Fuzz(func(t *testing.T, list string) {
		for _, m := range splitMirrors(list, ':') {
			if m == "" || !strings.Contains(list, m) {
				t.Errorf("%q is no part of %q", m, list)
			}
		}
	})
}
