package data

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpcbench/data/catalogue"
)

// interrupted is a context that is cancelled when it is asked for the so-many-th
// time.
type interrupted struct {
	context.Context
	left int
}

func (c *interrupted) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// awkwardText is n rows with all that a conversion has to remember: names, a
// categorical column, missing values, a column and a label in bytes that are not
// UTF-8, quoted fields that run over lines, comments and blank lines.
func awkwardText(n int, rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString("# made by hand\na,kind,b,label\n")
	for range n {
		a, kind, label := fmt.Sprintf("%.3f", rng.NormFloat64()), fmt.Sprintf("kind\xe9%d", rng.IntN(30)), "no"
		if rng.IntN(50) == 0 {
			a = ""
		}
		switch rng.IntN(40) {
		case 0:
			kind = "\"two\nlines\""
		case 1:
			b.WriteString("\n# a comment\n")
		}
		if rng.IntN(3) == 0 {
			label = "s\xed"
		}
		fmt.Fprintf(&b, "%s,%s,%d,%s\n", a, kind, rng.IntN(9), label)
	}
	return b.String()
}

// awkwardSource is a source of two such files, one of them packed.
func awkwardSource(t *testing.T) *source {
	t.Helper()
	rng := rand.New(rand.NewPCG(9, 1))
	find := memoryFiles(t, map[string]string{"train": awkwardText(9000, rng), "test": packed(awkwardText(7000, rng))})
	s, err := catalogueSource(catalogue.Entry{
		Name: "awkward", Task: "binary", Format: catalogue.Format{Kind: "delimited", Header: true, Comment: "#", Missing: "mean"},
		Files: []catalogue.File{{Name: "train", Role: "train-data"}, {Name: "test", Role: "test-data"}},
	}, find)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestConversionIsGoneOnWith interrupts a conversion again and again, each time a
// little later, until it ends by itself: the table is that of a conversion that
// was left alone, text was passed over, and nothing else is left.
func TestConversionIsGoneOnWith(t *testing.T) {
	s := awkwardSource(t)
	want := filepath.Join(t.TempDir(), "whole")
	if err := (&conversion{ctx: t.Context(), source: s, path: want, every: keepEvery, tell: newProgress(nil, ""), state: kept{Digest: "d"}}).run(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(want)
	if err != nil {
		t.Fatal(err)
	}
	for _, every := range []int64{10_000, 50_000} {
		for _, back := range []bool{false, true} { // whether the state is older than the table, as after a kill
			path := filepath.Join(t.TempDir(), "t")
			var said bytes.Buffer
			var older []byte
			attempts := 0
			for {
				c := &conversion{ctx: &interrupted{t.Context(), 2 + attempts%6}, source: s, path: path, every: every, tell: newProgress(&said, "awkward"), state: kept{Digest: "d"}}
				err := c.run()
				attempts++
				if err == nil {
					break
				}
				if err != context.Canceled && !strings.Contains(err.Error(), context.Canceled.Error()) || attempts > 100 {
					t.Fatalf("attempt %d: %v", attempts, err)
				}
				if _, err := os.Stat(path); err == nil {
					t.Fatal("a table that is not whole has its name")
				}
				now, _ := os.ReadFile(c.file())
				if back && attempts%3 == 2 {
					os.WriteFile(c.file(), older, 0o666)
				}
				older = now
			}
			got, err := os.ReadFile(path)
			if err != nil || !bytes.Equal(got, whole) {
				t.Errorf("every %d bytes, %d attempts: the table differs (%v)", every, attempts, err)
			}
			if attempts < 5 || strings.Count(said.String(), "going on after line") < attempts/2 {
				t.Errorf("every %d bytes: %d attempts, said\n%s", every, attempts, said.String())
			}
			if left, _ := filepath.Glob(path + ".*"); len(left) > 0 {
				t.Errorf("left over: %v", left)
			}
		}
	}
}

// TestStateOfAnotherTable: what was kept of another table, or is damaged, is not
// gone on with.
func TestStateOfAnotherTable(t *testing.T) {
	s := awkwardSource(t)
	path := filepath.Join(t.TempDir(), "t")
	run := func(digest string, ctx context.Context) (string, error) {
		var said bytes.Buffer
		err := (&conversion{ctx: ctx, source: s, path: path, every: 10_000, tell: newProgress(&said, ""), state: kept{Digest: digest}}).run()
		return said.String(), err
	}
	for name, spoil := range map[string]func(part string){
		"another digest":   func(string) {},
		"cut short":        func(part string) { os.Truncate(part, 100) },
		"no table written": func(string) { os.Remove(path + ".tmp") },
	} {
		_, err := run("one", &interrupted{t.Context(), 20}) // in the second reading
		if err == nil {
			t.Fatal("it was not interrupted")
		}
		if _, err := os.Stat(path + ".part"); err != nil {
			t.Fatal(err)
		}
		spoil(path + ".part")
		digest := "one"
		if name == "another digest" {
			digest = "two"
		}
		if said, err := run(digest, t.Context()); err != nil || said != "" {
			t.Errorf("%s: %v, said %q", name, err, said)
		}
		if _, desc, err := openTable(path, digest); err != nil || desc.N != 16000 {
			t.Errorf("%s: %v", name, err)
		}
		os.Remove(path)
	}
}

// TestErrorAfterGoingOn: an error has the line of the file, and leaves nothing.
func TestErrorAfterGoingOn(t *testing.T) {
	text := strings.Repeat("1,2,0\n3,4,1\n", 5000) + "1,x,0\n"
	s := &source{name: "bad", parts: []part{{path: write(t, "bad.csv", text), file: "bad.csv"}}, format: catalogue.Format{Kind: "delimited"}}
	path := filepath.Join(t.TempDir(), "t")
	c := conversion{ctx: &interrupted{t.Context(), 6}, source: s, path: path, every: 10_000, tell: newProgress(nil, "")}
	if err := c.run(); err != context.Canceled {
		t.Fatal(err)
	}
	c = conversion{ctx: t.Context(), source: s, path: path, every: 10_000, tell: newProgress(nil, "")}
	checkProblem(t, "bad.csv", c.run(), "bad.csv:10001: column 1")
	if c.text > 80_000 {
		t.Errorf("%d bytes were read, the conversion did not go on", c.text)
	}
	if left, _ := filepath.Glob(path + "*"); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

// TestUCIFormat: rows written as UCI ships HIGGS and SUSY, packed, become the rows
// that were drawn, to the last bit, through the catalogue's own entry.
func TestUCIFormat(t *testing.T) {
	const n = 2000
	path := filepath.Join(t.TempDir(), "HIGGS.csv.gz")
	writeHiggsFile(t, path, n)
	var asked []string
	find := func(folder, name string) (string, error) {
		asked = append(asked, folder+"/"+name)
		return path, nil
	}
	ds, err := Load(higgsEntry(t, n), find, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if ds.Kind != Binary || ds.ClassNames[0] != "0" || ds.ClassNames[1] != "1" || asked[0] != "higgs/HIGGS.csv.gz" {
		t.Errorf("%s, classes %q of %q", ds.Kind, ds.ClassNames, asked)
	}
	want, err := Generate("higgs-like", n, rand.New(rand.NewPCG(generatedSeed, 0)))
	if err != nil {
		t.Fatal(err)
	}
	x, y := all(ds)
	wantX, wantY := all(want)
	for i := range wantX {
		for j, v := range wantX[i] {
			if x[i][j] != v || y[i] != wantY[i] {
				t.Fatalf("row %d, attribute %d: %v of class %d, want %v of class %d", i, j, x[i][j], y[i], v, wantY[i])
			}
		}
	}
	susy, err := catalogue.Get("susy")
	if higgs := higgsEntry(t, n); err != nil || susy.Format.Kind != higgs.Format.Kind || susy.Format.Label != "0" || susy.Format.Separator != higgs.Format.Separator || susy.Attributes != 18 || susy.Rows != 5_000_000 {
		t.Errorf("susy is %+v", susy)
	}
}

// packed is a text as a gzip file.
func packed(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(text))
	z.Close()
	return b.String()
}
