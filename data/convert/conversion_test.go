package convert

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
	"gpcbench/data/read"
	"gpcbench/data/tablefile"
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
	b.WriteString("a line, to be skipped\n# made by hand\na,kind,b,label\n")
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

// awkwardSource is a source of two such files, one of them packed. The line with
// the names may be one of those that are skipped.
func awkwardSource(t *testing.T, named bool) *Source {
	t.Helper()
	rng := rand.New(rand.NewPCG(9, 1))
	train, test := awkwardText(9000, rng), packed(awkwardText(7000, rng))
	s := &Source{
		Name: "awkward", Format: catalogue.Format{Kind: "delimited", Header: named, Skip: 1, Comment: "#", Missing: "mean"},
		Parts: []read.Part{{Path: datatest.Write(t, "train", train), Name: "train"}, {Path: datatest.Write(t, "test", test), Name: "test", Test: true}},
	}
	if !named {
		s.Format.Skip = 3
	}
	return s
}

// TestConversionIsGoneOnWith interrupts a conversion again and again, each time a
// little later, until it ends by itself: the table is that of a conversion that
// was left alone, text was passed over, and nothing else is left.
func TestConversionIsGoneOnWith(t *testing.T) {
	for _, test := range []struct {
		every int64
		named bool
		back  bool // whether the state is older than the table, as after a kill
	}{{20_000, true, false}, {20_000, false, true}, {50_000, true, true}, {50_000, false, false}} {
		s := awkwardSource(t, test.named)
		convert := func(ctx context.Context, path string, every int64, said *bytes.Buffer) error {
			return (&conversion{ctx: ctx, source: s, path: path, every: every, progress: tablefile.NewProgress(said, "awkward"), state: state{Digest: "d"}}).run()
		}
		want, path := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "t")
		var said bytes.Buffer
		if err := convert(t.Context(), want, keepEvery, &said); err != nil {
			t.Fatal(err)
		}
		if _, desc, err := tablefile.Open(want, "d"); err != nil || !slices.Equal(desc.Parts, []int{9000, 7000}) || strings.Contains(said.String(), "continuing") {
			t.Fatalf("%+v, %v, said %s", desc, err, said.String())
		}
		whole, err := os.ReadFile(want)
		if err != nil {
			t.Fatal(err)
		}
		var older []byte
		attempts := 0
		for {
			err := convert(&interrupted{t.Context(), 2 + attempts%6}, path, test.every, &said)
			attempts++
			if err == nil {
				break
			}
			if !errors.Is(err, context.Canceled) || attempts > 100 {
				t.Fatalf("attempt %d: %v", attempts, err)
			}
			if _, err := os.Stat(path); err == nil {
				t.Fatal("a table that is not whole has its name")
			}
			now, _ := os.ReadFile(path + ".part")
			if test.back && attempts%3 == 2 {
				os.WriteFile(path+".part", older, 0o666)
			}
			older = now
		}
		got, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(got, whole) {
			t.Errorf("%+v, %d attempts: the table differs (%v)", test, attempts, err)
		}
		if attempts < 5 || strings.Count(said.String(), "continuing the ") < attempts/2 {
			t.Errorf("%+v: %d attempts, said\n%s", test, attempts, said.String())
		}
		if left, _ := filepath.Glob(path + ".*"); len(left) > 0 {
			t.Errorf("left over: %v", left)
		}
	}
}

// TestSummaryOfAnInterruptedConversion: what is said of a user's table does not depend on
// where its conversion was interrupted, but for the number of rows that were compared.
func TestSummaryOfAnInterruptedConversion(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 2))
	s := &Source{
		Name: "own", Format: catalogue.Format{Kind: "delimited", Header: true, Skip: 1, Comment: "#", Missing: "drop-row", MissingAs: []string{"5"}, Own: true},
		Parts: []read.Part{{Path: datatest.Write(t, "own", awkwardText(9000, rng)), Name: "own"}},
	}
	summary := func(left int) *data.Summary {
		path := filepath.Join(t.TempDir(), "t")
		convert := func(ctx context.Context) error {
			return (&conversion{ctx: ctx, source: s, path: path, every: 20_000, progress: tablefile.NewProgress(nil, ""), state: state{Digest: "d"}}).run()
		}
		if left > 0 {
			if err := convert(&interrupted{t.Context(), left}); !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			if _, err := os.Stat(path + ".part"); err != nil {
				t.Fatal(err)
			}
		}
		if err := convert(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, desc, err := tablefile.Open(path, "d")
		if err != nil {
			t.Fatal(err)
		}
		return desc.Summary
	}
	want := summary(0)
	if want.Dropped < 1000 || want.Compared < 7000 {
		t.Fatalf("%+v", want)
	}
	for _, left := range []int{4, 12} { // in the first and in the second reading
		got := summary(left)
		if left == 4 {
			if got.Compared == 0 || got.Compared >= want.Compared {
				t.Errorf("%d rows were compared, of %d", got.Compared, want.Compared)
			}
			got.Compared, got.Duplicates, got.Remarks = want.Compared, want.Duplicates, want.Remarks
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("after %d looks at the context\n%+v, not\n%+v", left, got, want)
		}
	}
}

// TestStateOfAnotherTable: what was kept of another table, or is damaged, is not
// gone on with.
func TestStateOfAnotherTable(t *testing.T) {
	s := awkwardSource(t, true)
	path := filepath.Join(t.TempDir(), "t")
	run := func(digest string, ctx context.Context) (string, error) {
		var said bytes.Buffer
		err := (&conversion{ctx: ctx, source: s, path: path, every: 40_000, progress: tablefile.NewProgress(&said, ""), state: state{Digest: digest}}).run()
		return said.String(), err
	}
	for name, spoil := range map[string]func(part string){
		"another digest":   func(string) {},
		"cut short":        func(part string) { os.Truncate(part, 100) },
		"no table written": func(string) { os.Remove(path + ".tmp") },
		"another version": func(part string) {
			var kept state
			content, err := os.ReadFile(part)
			if err == nil {
				err = gob.NewDecoder(bytes.NewReader(content)).Decode(&kept)
			}
			var b bytes.Buffer
			kept.Version--
			if err := errors.Join(err, gob.NewEncoder(&b).Encode(&kept), os.WriteFile(part, b.Bytes(), 0o666)); err != nil {
				t.Fatal(err)
			}
		},
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
		if said, err := run(digest, t.Context()); err != nil || strings.Contains(said, "continuing") {
			t.Errorf("%s: %v, said %q", name, err, said)
		}
		if _, desc, err := tablefile.Open(path, digest); err != nil || desc.N != 16000 {
			t.Errorf("%s: %v", name, err)
		}
		os.Remove(path)
	}
}

// TestErrorAfterGoingOn: an error has the line of the file, and leaves nothing.
func TestErrorAfterGoingOn(t *testing.T) {
	text := strings.Repeat("1,2,0\n3,4,1\n", 5000) + "1,x,0\n"
	s := &Source{Name: "bad", Parts: []read.Part{{Path: datatest.Write(t, "bad.csv", text), Name: "bad.csv"}}, Format: catalogue.Format{Kind: "delimited"}}
	path := filepath.Join(t.TempDir(), "t")
	c := conversion{ctx: &interrupted{t.Context(), 6}, source: s, path: path, every: 10_000, progress: tablefile.NewProgress(nil, "")}
	if err := c.run(); err != context.Canceled {
		t.Fatal(err)
	}
	c = conversion{ctx: t.Context(), source: s, path: path, every: 10_000, progress: tablefile.NewProgress(nil, "")}
	datatest.CheckProblem(t, "bad.csv", c.run(), "bad.csv:10001: column 1")
	if c.text > 80_000 {
		t.Errorf("%d bytes were read, the conversion did not go on", c.text)
	}
	if left, _ := filepath.Glob(path + "*"); len(left) > 0 {
		t.Errorf("left over: %v", left)
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
