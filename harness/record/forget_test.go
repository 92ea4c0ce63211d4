package record

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Records that are taken out are gone, from packed journals too, and all others stay byte for byte.
func TestForget(t *testing.T) {
	dir := t.TempDir()
	write := func(cells ...string) string {
		j, err := NewJournal(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range cells {
			r := Record{V: Version, Cell: Cell{ID: id}, Status: OK, Metrics: map[string]float64{"nll": 1}}
			if err := j.Append(r); err != nil {
				t.Fatal(err)
			}
		}
		path := filepath.Join(dir, j.Name())
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("a", "b")
	spared := write("a")
	alone, other, packed := write("a"), write("c"), write("d", "a")
	before, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	if err := exec.Command("gzip", "-9n", packed).Run(); err != nil {
		t.Skip("gzip is not here")
	}
	if err := Forget(dir, map[string]bool{"a": true}, filepath.Base(spared)); err != nil {
		t.Fatal(err)
	}
	all, err := NewReader(dir).All()
	if err != nil {
		t.Fatal(err)
	}
	left := map[string]int{}
	for _, r := range all {
		left[r.ID]++
	}
	if len(all) != 4 || left["a"] != 1 || left["b"] != 1 || left["c"] != 1 || left["d"] != 1 {
		t.Errorf("left: %v", left)
	}
	if _, err := os.Stat(alone); !os.IsNotExist(err) {
		t.Error("a journal without records stays")
	}
	if after, err := os.ReadFile(other); err != nil || string(after) != string(before) {
		t.Error("a journal without such records was changed")
	}
}
