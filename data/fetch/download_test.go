package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

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

// A connection that breaks off again and again brings a large file in the end.
func TestEveryAttemptBringsSome(t *testing.T) {
	large := bytes.Repeat(body, 20)
	address, n := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		w.Header().Set("ETag", `"v1"`)
		http.ServeContent(&breaking{w, 3 << 19}, r, "a.csv", time.Time{}, bytes.NewReader(large))
	})
	f, _ := fetcher(t)
	f.Retries = 1
	e := entry(address)
	e.Files[0].Bytes, e.Files[0].SHA256 = int64(len(large)), sum(large)
	if err := f.Ensure(context.Background(), e); err != nil {
		t.Fatal(err)
	}
	if n.Load() < 4 {
		t.Errorf("the file came in %d attempts", n.Load())
	}
	tidy(t, f, "a.csv")
}

// breaking breaks the connection after so many bytes.
type breaking struct {
	http.ResponseWriter
	left int
}

func (b *breaking) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		b.ResponseWriter.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	return b.ResponseWriter.Write(p)
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
		t.Errorf("retries are not reported: %q", log)
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
		t.Errorf("the stall is not reported: %q", log)
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
	proxy := s.Listener.Addr().String()
	f, _ := fetcher(t)
	f.Client = &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: proxy})}}
	refused(t, f.Ensure(context.Background(), entry("https://example.org/a.csv")), "the proxy could not be reached", "after 2 attempts")

	f, _ = fetcher(t)
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

// A body that is slow and steady takes longer than the stall limit, which is
// on each wait, not on the whole. The clock is not a real one, so that a busy machine fails nothing.
func TestSlowBody(t *testing.T) {
	for _, test := range []struct {
		wait  time.Duration
		whole bool
	}{{29 * time.Second, true}, {31 * time.Second, false}} {
		synctest.Test(t, func(t *testing.T) {
			f, _ := fetcher(t)
			f.Client = &http.Client{Transport: slow{test.wait}}
			f.Stall, f.Retries = 30*time.Second, -1
			err := f.Ensure(t.Context(), entry("http://slow/a.csv"))
			if !test.whole {
				refused(t, err, "the server sent nothing for 30s")
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			whole(t, f)
		})
	}
}

// slow answers every request with body, and waits before each part of it.
type slow struct{ wait time.Duration }

// RoundTrip answers.
func (s slow) RoundTrip(r *http.Request) (*http.Response, error) {
	answer := &slowBody{r.Context(), s.wait, bytes.NewReader(body)}
	return &http.Response{StatusCode: http.StatusOK, ContentLength: int64(len(body)), Body: io.NopCloser(answer)}, nil
}

type slowBody struct {
	ctx  context.Context
	wait time.Duration
	rest *bytes.Reader
}

// Read waits, and reads a twelfth.
func (b *slowBody) Read(p []byte) (int, error) {
	select {
	case <-b.ctx.Done():
		return 0, b.ctx.Err()
	case <-time.After(b.wait):
		return b.rest.Read(p[:min(len(p), len(body)/12+1)])
	}
}

func TestServerAnswersAnotherRange(t *testing.T) {
	address, n := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		if r.Header.Get("Range") == "" {
			good(w, r)
			return
		}
		w.Header().Set("Content-Range", fmt.Sprintf("bytes 100-%d/%d", len(body)-1, len(body)))
		w.WriteHeader(http.StatusPartialContent)
		_, _ = w.Write(body[100:])
	})
	f, _ := fetcher(t)
	left(t, f, address, `"v1"`, body[:777])
	if err := f.Ensure(context.Background(), entry(address)); err != nil {
		t.Fatal(err)
	}
	whole(t, f)
	if n.Load() != 2 {
		t.Errorf("%d requests, want 2", n.Load())
	}
}
