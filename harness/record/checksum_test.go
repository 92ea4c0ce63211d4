package record

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"gpcbench/machine"
)

func TestSeal(t *testing.T) {
	for _, object := range []string{`{"a":1}`, "{\n  \"a\": [1, 2]\n}\n", `{"crc32":"00000000","a":"}"}`} {
		sealed := Seal([]byte(object))
		var got, want map[string]any
		if err := json.Unmarshal(sealed, &got); err != nil {
			t.Fatalf("%s: %v", sealed, err)
		}
		if err := json.Unmarshal([]byte(object), &want); err != nil || got["a"] == nil || !reflect.DeepEqual(got["a"], want["a"]) {
			t.Errorf("%s of %s, %v", sealed, object, err)
		}
		if Seals([]byte(object)) != Unsealed || Seals(sealed) != Sealed || Seals(append(sealed, " \r\n"...)) != Sealed {
			t.Errorf("%s: %v before, %v after", object, Seals([]byte(object)), Seals(sealed))
		}
	}
	for _, text := range []string{"", "}", `"}`, `"00000000"}`, `"crc32":"00000000"}`, `,"crc32":"0000000"}`} {
		if got := Seals([]byte(text)); got != Unsealed {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// A bit that flips anywhere in a journal is told, or the records are what they were.
func TestEveryFlippedBit(t *testing.T) {
	dir := t.TempDir()
	j, err := NewJournal(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, cell := range []string{"a1", "b2"} {
		r := Record{V: Version, Cell: Cell{ID: cell, Dataset: "d", Method: "m"}, Status: OK, Metrics: map[string]float64{"error": 0.25, "nll": 0.71828}}
		if err := j.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(filepath.Join(dir, j.Name()))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Record{}
	_, err = readLines(bytes.NewReader(raw), "j", 0, parse, func(_ int, r Record, _ origin) { want[r.ID] = r })
	if err != nil || len(want) != 2 {
		t.Fatal(want, err)
	}
	told := 0
	for bit := range 8 * len(raw) {
		flipped := bytes.Clone(raw)
		flipped[bit/8] ^= 1 << (bit % 8)
		found := map[string]Record{}
		_, err := readLines(bytes.NewReader(flipped), "j", 0, parse, func(_ int, r Record, _ origin) {
			found[r.ID] = r
			if !reflect.DeepEqual(r, want[r.ID]) {
				t.Errorf("bit %d: %+v", bit, r)
			}
		})
		if err != nil {
			told++
		} else if len(found) != 2 {
			t.Errorf("bit %d: %d records, and no error", bit, len(found))
		}
	}
	t.Logf("%d of %d flipped bits were told", told, 8*len(raw))
}

// What is no journal of this program ends in an error, soon and in little memory.
func TestJournalsOfStrangers(t *testing.T) {
	packed := func(content func(w *gzip.Writer)) []byte {
		var out bytes.Buffer
		w, _ := gzip.NewWriterLevel(&out, gzip.BestSpeed)
		content(w)
		w.Close()
		return out.Bytes()
	}
	block := make([]byte, 1<<20)
	lines := bytes.Repeat(append(bytes.Repeat([]byte(" "), 1023), 10), 1<<10)
	for name, file := range map[string][]byte{
		"long.jsonl.gz":   packed(func(w *gzip.Writer) { repeat(w, block, 20) }),
		"lines.jsonl.gz":  packed(func(w *gzip.Writer) { repeat(w, lines, 120) }),
		"deep.jsonl":      []byte(`{"v":1,"x":` + strings.Repeat("[", 1<<20) + "\n"),
		"nested.jsonl":    []byte(strings.Repeat(`{"v":`, 1<<18) + "\n"),
		"starts.jsonl":    []byte(strings.Repeat(`{"v":1,"metrics":{"a":`, 1<<16) + "\n"),
		"nothing.jsonl":   block,
		"numbers.jsonl":   []byte(`{"v":1,"cell":"c","status":"ok","metrics":{"a":1e999}}` + "\n"),
		"sum.jsonl":       []byte(`{"v":1,"cell":"c","status":"ok","metrics":{"a":1},"crc32":"00000000"}` + "\n"),
		"negative.jsonl":  []byte(`{"v":-1,"cell":"c","status":"ok","metrics":{"a":1}}` + "\n"),
		"truncated.jsonl": []byte(`{"v":1,"cell":"c","status":"ok","metrics":{"a":1}}` + "\n{\n"),
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), file, 0o666); err != nil {
			t.Fatal(err)
		}
		before := machine.CPUTime()
		records, err := NewReader(dir).All()
		if want := strings.Count(name, "truncated") + strings.Count(name, "nothing"); err == nil && want == 0 || len(records) > want {
			t.Errorf("%s: %d records, %v", name, len(records), err)
		}
		took := machine.CPUTime() - before
		t.Logf("%s: %v", name, took)
		if took > 20*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
}

func repeat(w *gzip.Writer, block []byte, n int) {
	for range n {
		w.Write(block)
	}
}
