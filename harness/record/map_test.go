package record

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestMapIsReadAsItWasWritten(t *testing.T) {
	dir := t.TempDir()
	m := &Map{
		Low: [2]float64{-1, -2}, High: [2]float64{1, 2.5}, Side: 3, Classes: []string{"a", "b"},
		Rows: [][2]float64{{-1, 2.5}, {1, -2}}, Labels: []int{1, 0}, Inducing: [][][2]float64{{{0, 0.25}}, {{3, -7}}},
	}
	grid := []int{0, 0, 1, 1, 1, 0, 0, 1, 0}
	m.SetGrid(grid)
	write(t, dir, "cell", m)
	got, err := ReadMap(dir, "cell")
	if err != nil || !reflect.DeepEqual(got, m) {
		t.Fatalf("%+v, %v, want %+v", got, err, m)
	}
	if nodes, err := got.Grid(); err != nil || !reflect.DeepEqual(nodes, grid) {
		t.Errorf("grid %v, %v", nodes, err)
	}
	if _, err := ReadMap(dir, "other"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a cell without a map: %v", err)
	}
}

func TestDamagedMapsAreRefused(t *testing.T) {
	dir := t.TempDir()
	for name, m := range map[string]*Map{
		"too few nodes":    {Side: 2, Classes: []string{"a"}, Runs: []int{0, 3}},
		"too many nodes":   {Side: 2, Classes: []string{"a"}, Runs: []int{0, 1 << 40}},
		"no such class":    {Side: 2, Classes: []string{"a"}, Runs: []int{1, 4}},
		"no label":         {Side: 2, Classes: []string{"a"}, Runs: []int{0, 4}, Rows: [][2]float64{{1, 2}}},
		"a label too many": {Side: 2, Classes: []string{"a"}, Runs: []int{0, 4}, Rows: [][2]float64{{1, 2}}, Labels: []int{-3}},
		"no grid":          {},
	} {
		write(t, dir, "cell", m)
		if _, err := ReadMap(dir, "cell"); err == nil || !strings.Contains(err.Error(), "cell.json.gz") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if err := os.WriteFile(MapPath(dir, "cell"), []byte("not packed"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadMap(dir, "cell"); err == nil {
		t.Error("a file that is no map was read")
	}
}

func write(t *testing.T, dir, cell string, m *Map) {
	t.Helper()
	text, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	path := MapPath(dir, cell)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
}
