package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; go test ./report -update writes it", err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what it was; go test ./report -update writes it anew, then look at the difference. Got:\n%s", path, got)
	}
}

func build(t *testing.T, in Input) *Report {
	t.Helper()
	r, err := Build(in)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestGolden(t *testing.T) {
	r := build(t, synthetic("paper", 10))
	for _, f := range r.Files {
		switch filepath.Ext(f.Path) {
		case ".md", ".tex", ".csv", ".svg":
			golden(t, f.Path, f.Content)
		}
	}
	var text bytes.Buffer
	if err := r.Text(&text); err != nil {
		t.Fatal(err)
	}
	golden(t, "terminal.txt", text.Bytes())
	golden(t, "index.md", Index([]*Report{r}))
}

// The same records give the same bytes in every format.
func TestSameBytes(t *testing.T) {
	first, second := build(t, synthetic("quick", 3)), build(t, synthetic("quick", 3))
	if len(first.Files) != len(second.Files) {
		t.Fatalf("%d files, then %d", len(first.Files), len(second.Files))
	}
	for i, f := range first.Files {
		if !bytes.Equal(f.Content, second.Files[i].Content) {
			t.Errorf("%s differs between two reports on the same records", f.Path)
		}
	}
}

func TestWriteAll(t *testing.T) {
	dir := t.TempDir()
	r := build(t, synthetic("quick", 3))
	if err := WriteAll(dir, []*Report{r}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"README.md", "paper2020/table1/quick/report.md", "paper2020/table1/quick/figure1-diabetis.png"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	blocked := filepath.Join(dir, "file")
	if err := os.WriteFile(blocked, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := r.WriteDir(blocked); err == nil {
		t.Error("a folder that is a file: no error")
	}
}
