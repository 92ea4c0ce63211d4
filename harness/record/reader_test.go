package record

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A reader reads what is added to journals once, whole lines only, also of
// journals that are new; the own journal, and what was read before, it leaves out.
func TestReaderReadsWhatIsAdded(t *testing.T) {
	dir := t.TempDir()
	a, b, c, d := line(t, sample("a", OK))+"\n", line(t, sample("b", OK))+"\n", line(t, sample("c", OK))+"\n", line(t, sample("d", OK))+"\n"
	set := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r := NewReader(dir)
	if all, err := r.All(); len(all) != 0 || err != nil {
		t.Fatal(all, err)
	}
	set("1.jsonl", a+b[:40])
	if all, err := r.All(); ids(all) != "a" || err != nil {
		t.Fatal(ids(all), err)
	}
	for _, step := range []struct{ name, text, added string }{
		{"1.jsonl", a + b[:60], ""},
		{"1.jsonl", a + b, "b"},
		{"1.jsonl", a + b, ""},
		{"2.jsonl", d, "d"},
		{"own.jsonl", c, ""},
		{"note.txt", c, ""},
		{"2.jsonl", d + c, "c"},
	} {
		set(step.name, step.text)
		if got := ids(r.More("own.jsonl")); got != step.added {
			t.Errorf("%s: %q was added, want %q", step.name, got, step.added)
		}
	}
}

// A journal that cannot be read is told of unless another has the cell.
func TestHolding(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"1.jsonl": line(t, sample("a", OK)) + "\n", "2.jsonl": "damage\n", "3.jsonl": line(t, sample("b", OK)) + "\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for cell, want := range map[string]string{"a": "1.jsonl", "b": "3.jsonl"} {
		if got, err := Holding(dir, cell); got != filepath.Join(dir, want) || err != nil {
			t.Errorf("%s: %s, %v", cell, got, err)
		}
	}
	if got, err := Holding(dir, "c"); got != dir || err == nil {
		t.Errorf("a cell of no journal, beside damage: %s, %v", got, err)
	}
	if got, err := Holding(filepath.Join(dir, "none"), "a"); got != filepath.Join(dir, "none") || err != nil {
		t.Errorf("a folder that is not there: %s, %v", got, err)
	}
}

func TestAny(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		file, text string
		want       bool
	}{{"a.txt", "x", false}, {"b.jsonl", "", false}, {"c.jsonl", "{}\n", true}} {
		if err := os.WriteFile(filepath.Join(dir, c.file), []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got, err := Any(dir); got != c.want || err != nil {
			t.Errorf("with %s: %v, %v", c.file, got, err)
		}
	}
	if got, err := Any(filepath.Join(dir, "none")); got || err != nil {
		t.Errorf("a folder that is not there: %v, %v", got, err)
	}
	var folder *UnreadableError
	if _, err := Any(filepath.Join(dir, "a.txt")); !errors.As(err, &folder) {
		t.Errorf("a file: %v", err)
	}
	long := filepath.Join(dir, strings.Repeat("x", 300)) // a folder that not even root can read
	if _, err := Any(long); !errors.As(err, &folder) || !strings.HasPrefix(err.Error(), long+": its records cannot be read: file name too long; make the folder readable") {
		t.Errorf("a folder that cannot be read: %v", err)
	}
}
