package fetch

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
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

func put(t *testing.T, dir, name, content string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}
