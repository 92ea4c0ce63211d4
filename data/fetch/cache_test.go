package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// TestCacheDir: the cache folder is GPCBENCH_DATA, or gpcbench in the user's cache folder, or
// gpcbench-UID in the folder of temporary files.
func TestCacheDir(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("paths and the user's cache folder are others there")
	}
	here, temporary := t.TempDir(), t.TempDir()
	t.Chdir(here)
	own := fmt.Sprintf("gpcbench-%d", os.Getuid())
	for _, c := range []struct {
		data, cache, home string // GPCBENCH_DATA, XDG_CACHE_HOME, HOME
		want              string
	}{
		{"/srv/data", "/var/cache", "/home/ada", "/srv/data"},
		{"/srv/data/../tables/", "", "", "/srv/tables"},
		{"data/cache", "/var/cache", "/home/ada", filepath.Join(here, "data", "cache")},
		{".", "", "", here},
		{"", "/var/cache", "/home/ada", "/var/cache/gpcbench"},
		{"", "/var/cache", "", "/var/cache/gpcbench"},
		{"", "", "/home/ada", "/home/ada/.cache/gpcbench"},
		{"", "", "", filepath.Join(temporary, own)},
	} {
		for key, value := range map[string]string{"GPCBENCH_DATA": c.data, "XDG_CACHE_HOME": c.cache, "HOME": c.home, "TMPDIR": temporary} {
			t.Setenv(key, value)
		}
		if got, err := CacheDir(); err != nil || got != c.want {
			t.Errorf("GPCBENCH_DATA=%s XDG_CACHE_HOME=%s HOME=%s: %s, %v, want %s", c.data, c.cache, c.home, got, err, c.want)
		}
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

// A folder that takes files and cannot be flushed keeps no file from being fetched.
func TestFolderThatCannotBeFlushed(t *testing.T) {
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { good(w, r) })
	f, _ := fetcher(t)
	dir := filepath.Join(f.Cache, "toy")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o333); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o777)
	if d, err := os.Open(dir); err == nil {
		d.Close()
		t.Skip("every folder can be read here")
	}
	if err := f.Ensure(context.Background(), entry(address)); err != nil {
		t.Error(err)
	}
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
		t.Errorf("damage is not reported: %q", log)
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

func TestWebPage(t *testing.T) {
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, "<html>we have moved</html>")
	})
	f, _ := fetcher(t)
	refused(t, f.Ensure(context.Background(), entry(address)), "web page")
	e := entry(address) // of which nothing is known
	e.Files[0].SHA256, e.Files[0].Bytes = "", 0
	refused(t, f.Ensure(context.Background(), e), "web page")
	tidy(t, f)
}
