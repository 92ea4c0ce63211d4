package record

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// sample is a whole record of cell id.
func sample(id, status string) Record {
	objective := -1.25
	return Record{
		V: Version, Cell: Cell{ID: id, Experiment: "e", Profile: "quick", Dataset: "d", Method: "m", Label: "M", Options: map[string]any{"a": "b"}, Seed: 1},
		Status: status, Metrics: map[string]float64{"nll": 0.1 + 0.2},
		Trace:      []Point{{Seconds: 0.5, Iteration: 1, Objective: &objective, Metrics: map[string]float64{"error": 0.25}}},
		Provenance: map[string]string{"go": "1"},
	}
}

func line(t testing.TB, r Record) string {
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// readText reads a journal that is called name.
func readText(r io.Reader, name string) (all []Record, err error) {
	_, err = readLines(r, name, 0, parse, func(_ int, r Record, _ origin) { all = append(all, r) })
	return all, err
}

func ids(records []Record) string {
	var b strings.Builder
	for _, r := range records {
		b.WriteString(r.ID)
	}
	return b.String()
}

func TestJournalKeepsRecords(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	if got, err := NewReader(dir).All(); len(got) != 0 || err != nil {
		t.Fatalf("no folder: %v, %v", got, err)
	}
	want := []Record{sample("1", OK), sample("2", Failed), sample("3", OK)}
	for _, part := range [][]Record{want[:2], want[2:]} {
		j, err := NewJournal(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range part {
			if err := j.Append(r); err != nil {
				t.Fatal(err)
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	files, _ := os.ReadDir(dir)
	if len(files) != 2 {
		t.Errorf("%d files, want one for each writer", len(files))
	}
	got, err := NewReader(dir).All()
	if err != nil || len(got) != 3 {
		t.Fatal(got, err)
	}
	for i := range want {
		found := false
		for j := range got {
			found = found || reflect.DeepEqual(got[j], want[i])
		}
		if !found {
			t.Errorf("record %s has changed: %+v", want[i].ID, got)
		}
	}
}

func TestJournalMakesNoFileWithoutRecords(t *testing.T) {
	dir := t.TempDir()
	j, err := NewJournal(dir)
	if err != nil || j.Close() != nil {
		t.Fatal(err)
	}
	if files, _ := os.ReadDir(dir); len(files) != 0 {
		t.Errorf("%v is left", files)
	}
}

func TestJournalRefusesWhatCannotBeKept(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := NewJournal(filepath.Join(dir, "file", "x")); err == nil {
		t.Error("a folder inside a file can be written")
	}
	const fixed = "/proc/self/fdinfo" // where root may not write either
	if _, err := os.Stat(fixed); err == nil {
		if _, err := NewJournal(fixed); err == nil || strings.Contains(err.Error(), "probe") {
			t.Errorf("a folder that cannot be written, without the file that was tried: %v", err)
		}
	}
	j, err := NewJournal(dir)
	if err != nil {
		t.Fatal(err)
	}
	bad := sample("1", OK)
	bad.Metrics["nll"] = math.NaN()
	if err := j.Append(bad); err == nil {
		t.Error("NaN reached JSON")
	}
	if err := j.Append(sample("2", OK)); err != nil {
		t.Error(err)
	}
	j.Close()
	if got, err := NewReader(dir).All(); ids(got) != "2" || err != nil {
		t.Errorf("%v, %v", got, err)
	}
}

func TestReadSurvivesDamage(t *testing.T) {
	a, b, c := line(t, sample("a", OK)), line(t, sample("b", OK)), line(t, sample("c", Failed))
	half := b[:len(b)/2]
	future := sample("d", OK)
	future.V = Version + 1
	for _, x := range []struct {
		what, text, ids string
		damaged         []int
	}{
		{"whole", a + "\n" + b + "\n", "ab", nil},
		{"blank lines", "\n" + a + "\r\n \n" + b + "\n", "ab", nil},
		{"no last line end", a + "\n" + b, "ab", nil},
		{"torn last line", a + "\n" + half, "a", nil},
		{"empty", "", "", nil},
		{"zeros at the end", a + "\n\x00\x00\x00\x00", "a", nil},
		{"torn line in the middle", a + "\n" + half + "\n" + c + "\n", "ac", []int{2}},
		{"last line bad but ended", a + "\n" + half + "\n", "a", []int{2}},
		{"torn line with the next after it", a + "\n" + half + c + "\n" + b + "\n", "acb", []int{2}},
		{"two on a line", a + b + "\n", "ab", []int{1}},
		{"not JSON", "hello\n" + a + "\n<<<<<<< HEAD\n" + b + "\n", "ab", []int{1, 3}},
		{"other JSON", "{}\n[1]\n" + a + "\n", "a", []int{1, 2}},
		{"another version", line(t, future) + "\n" + a + "\n", "a", []int{1}},
		{"no metrics", `{"v":1,"cell":"d","status":"ok"}` + "\n" + b + "\n", "b", []int{1}},
		{"status", strings.Replace(a, `"ok"`, `"fine"`, 1) + "\n" + b + "\n", "b", []int{1}},
	} {
		got, err := readText(strings.NewReader(x.text), "j.jsonl")
		if ids(got) != x.ids {
			t.Errorf("%s: records %q, want %q", x.what, ids(got), x.ids)
		}
		var lines []int
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			for _, e := range joined.Unwrap() {
				var d *Damage
				if !errors.As(e, &d) || !strings.HasPrefix(d.Error(), fmt.Sprintf("j.jsonl:%d: ", d.Line)) {
					t.Errorf("%s: %v", x.what, e)
					continue
				}
				lines = append(lines, d.Line)
			}
		}
		if !reflect.DeepEqual(lines, x.damaged) {
			t.Errorf("%s: damage in lines %v, want %v (%v)", x.what, lines, x.damaged, err)
		}
	}
}

// What is advised loses no record.
func TestDamageSaysWhatToDo(t *testing.T) {
	a, b := line(t, sample("a", OK)), line(t, sample("b", OK))
	for text, says := range map[string]string{
		"hello\n":                            "damaged journal: invalid character 'h' looking for beginning of value; remove the line, and its cell is run again unless another line has its record",
		a[:40] + b + "\n":                    `; the line has one whole record, which still counts: keep it, from {"v": on, and remove the rest of the line`,
		a + b + "\n":                         `j:1: damaged journal: 2 records are on one line, but still count: put each, from {"v": on, on its own line`,
		`{"v":9,"cell":"a"}` + "\n":          "j:1: a record of version 9, but this program reads versions up to 1: leave the line as it is, and use the program that wrote it or a newer one",
		`{"v":9,"cell":7,"status":1}` + "\n": "j:1: a record of version 9, but this program reads versions up to 1: leave the line as it is, and use the program that wrote it",
	} {
		if _, err := readText(strings.NewReader(text), "j"); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %s", text, err, says)
		}
	}
}

// Two records of a cell with other metrics or another trace are reported with both
// places, and none is lost. Of records that need not be equal, or are, nothing is said.
func TestReadTellsConflicts(t *testing.T) {
	other := func(id string, change func(*Record)) Record {
		r := sample(id, OK)
		r.Provenance = map[string]string{"engine": "avx2"}
		change(&r)
		return r
	}
	metrics := func(r *Record) { r.Metrics = map[string]float64{"nll": 0.5} }
	objective := 2.5
	for _, c := range []struct {
		what   string
		second Record
		says   string // empty: nothing is said
	}{
		{"other metrics", other("a", metrics), "nll = 0.3 and 0.5"},
		{"the same", other("a", func(*Record) {}), ""},
		{"one metric more", other("a", func(r *Record) { r.Metrics["auc"] = 1 }), ""},
		{"another cell", other("b", metrics), ""},
		{"a failed record", other("a", func(r *Record) { metrics(r); r.Status = Failed }), ""},
		{"a record that is not reproducible", other("a", func(r *Record) { metrics(r); r.Provenance["sameness"] = "budget_seconds" }), ""},
		{"gonum's algebra", other("a", func(r *Record) { metrics(r); r.Provenance["engine"] = "gonum" }), ""},
		{"other seconds", other("a", func(r *Record) { r.Trace[0].Seconds = 7 }), ""},
		{"another objective", other("a", func(r *Record) { r.Trace[0].Objective = &objective }), "objective of point 1 of the trace = -1.25 and 2.5"},
		{"no objective", other("a", func(r *Record) { r.Trace[0].Objective = nil }), ""},
		{"another metric of the trace", other("a", func(r *Record) { r.Trace[0].Metrics["error"] = 0.5 }), "error of point 1 of the trace = 0.25 and 0.5"},
		{"another iteration", other("a", func(r *Record) { r.Trace[0].Iteration = 2 }), "iteration of point 1 of the trace = 1 and 2"},
		{"a longer trace", other("a", func(r *Record) { r.Trace = append(r.Trace, r.Trace[0]) }), "points of the trace = 1 and 2"},
		{"no trace", other("a", func(r *Record) { r.Trace = nil }), ""},
	} {
		dir := t.TempDir()
		third := sample("c", OK)
		for name, text := range map[string]string{"1.jsonl": line(t, sample("a", OK)) + "\n", "2.jsonl": string(Seal([]byte(line(t, c.second)))) + "\n" + line(t, third) + "\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		records, err := NewReader(dir).All()
		if len(records) != 3 || records[0].Metrics["nll"] != sample("a", OK).Metrics["nll"] {
			t.Errorf("%s: records %s", c.what, ids(records))
		}
		set := NewSet()
		if same := NewReader(dir).Into(set, nil); fmt.Sprint(same) != fmt.Sprint(err) {
			t.Errorf("%s, into a set: %v, want %v", c.what, same, err)
		}
		if r, _ := set.Of("a"); r.Metrics["nll"] != sample("a", OK).Metrics["nll"] {
			t.Errorf("%s, into a set: %v", c.what, r.Metrics)
		}
		if _, found := errors.AsType[*conflict](err); found != (c.says != "") {
			t.Errorf("%s: %v", c.what, err)
		}
		for _, says := range []string{"1.jsonl:1 and ", "2.jsonl:1 are records of one cell", " has " + c.says + "; the first one counts"} {
			if c.says != "" && !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %q is missing in: %v", c.what, says, err)
			}
		}
	}
}

// Records of one file that contradict each other are reported with its lines.
func TestReadTellsConflictsWithinAFile(t *testing.T) {
	dir := t.TempDir()
	var text strings.Builder
	for i, id := range []string{"a", "b", "a", "c", "b", "c"} {
		r := sample(id, OK)
		r.Metrics["nll"] = float64(i)
		text.WriteString(line(t, r) + "\n")
	}
	path := filepath.Join(dir, "zz.jsonl")
	if err := os.WriteFile(path, []byte("\n"+text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	records, err := NewReader(dir).All()
	want := path + ": lines 2 and 4 are records of one cell with different results: d, M, repeat 0 (cell a) has nll = 0 and 2, " +
		"and 2 more cells of this file have such records; the first one counts: find out which one is right, and remove the line of the other"
	if len(records) != 6 || err == nil || err.Error() != want {
		t.Errorf("%d records, %v; want %s", len(records), err, want)
	}
}

// Whatever is in a file, its whole lines are read.
func FuzzReadLines(f *testing.F) {
	f.Add("", "")
	f.Add("{\"v\":1,", "\x00")
	f.Add(line(f, sample("a", OK))+"\n{", "}\n[")
	f.Fuzz(func(t *testing.T, before, after string) {
		whole := sample("whole", OK)
		text := before + "\n" + line(t, whole) + "\n" + after
		got, _ := readText(strings.NewReader(text), "j")
		for _, r := range got {
			if reflect.DeepEqual(r, whole) {
				return
			}
		}
		t.Errorf("lost in %q", text)
	})
}

func TestPackedJournal(t *testing.T) {
	dir := t.TempDir()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprintln(z, line(t, sample("1", OK)))
	fmt.Fprintln(z, line(t, sample("2", OK)))
	z.Close()
	write := func(name string, content []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a.jsonl.gz", packed.Bytes())
	write("b.jsonl", []byte(line(t, sample("3", OK))+"\n"))
	if got, err := NewReader(dir).All(); ids(got) != "123" || err != nil {
		t.Errorf("packed and not: %q, %v", ids(got), err)
	}
	flipped := bytes.Clone(packed.Bytes())
	flipped[10] ^= 0xff
	for _, c := range []struct {
		what    string
		content []byte
		left    string
	}{
		{"torn", packed.Bytes()[:packed.Len()-9], "123"},
		{"no gzip", []byte("no gzip"), "3"},
		{"no gzip, but as long", bytes.Repeat([]byte("no gzip"), 9), "3"},
		{"empty", nil, "3"},
		{"corrupt", flipped, "3"},
	} {
		write("a.jsonl.gz", c.content)
		got, err := NewReader(dir).All()
		if ids(got) != c.left || err == nil {
			t.Errorf("%s: %q, %v", c.what, ids(got), err)
			continue
		}
		for _, says := range []string{"a.jsonl.gz", "damaged packed file", "delete it"} {
			if !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %q is missing in: %v", c.what, says, err)
			}
		}
	}
}
