package fetch

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gpcbench/data/catalogue"
)

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
	refused(t, f.Ensure(context.Background(), entry()), "no mirror is set, and no public address")
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
	for path, want := range map[string]string{"/bad.zip#a.csv": "wrong checksum", "/a.zip#b.csv": "archive has no b.csv", "/a.csv#b.csv": "did not send a zip archive"} {
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

// What is in the program is had without a network, and no mirror is asked.
func TestBundled(t *testing.T) {
	wine, err := catalogue.Get("wine")
	if err != nil {
		t.Fatal(err)
	}
	mirror := t.TempDir()
	put(t, filepath.Join(mirror, "wine"), "wine.data", "not these bytes")
	f, log := fetcher(t)
	f.Mirrors = []string{mirror}
	if !Bundled(wine) || !f.Have(wine) {
		t.Error("the program does not have wine")
	}
	if err := f.Ensure(context.Background(), wine); err != nil {
		t.Fatal(err)
	}
	if log.String() != "" {
		t.Errorf("log %q", log)
	}
	f.Full = true
	if good, err := f.good(wine.Files[0], &pins{}); !good || err != nil {
		t.Errorf("the file in the cache: %v, %v", good, err)
	}
	if Bundled(entry()) || f.Have(entry()) {
		t.Error("the program has a set that it cannot have")
	}
}
