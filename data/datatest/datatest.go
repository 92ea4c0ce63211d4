// Package datatest has the helpers that tests of data sets share. It does not import package data,
// whose own tests use it.
package datatest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Write puts content into a file of a fresh folder and returns its path.
func Write(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// Files writes files into a fresh folder and returns a function that finds them.
func Files(t testing.TB, content map[string]string) func(folder, name string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range content {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return func(_, name string) (string, error) {
		if _, ok := content[name]; !ok {
			return "", fmt.Errorf("no file %s", name)
		}
		return filepath.Join(dir, name), nil
	}
}

// Mirror finds files in the folders of GPCBENCH_MIRROR; the test is skipped if there is none.
func Mirror(t testing.TB) func(folder, name string) (string, error) {
	t.Helper()
	mirror := os.Getenv("GPCBENCH_MIRROR")
	if mirror == "" {
		t.Skip("GPCBENCH_MIRROR is not set: the real files are not here")
	}
	return func(folder, name string) (string, error) {
		for _, root := range filepath.SplitList(mirror) {
			path := filepath.Join(root, folder, name)
			if _, err := os.Stat(path); err == nil {
				return path, nil
			}
		}
		return "", fmt.Errorf("no file %s in the mirror", filepath.Join(folder, name))
	}
}

// TableFiles lists the table files under a cache folder.
func TableFiles(t testing.TB, cache string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(cache, "tables", "*.table"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// CheckProblem checks that an error states a problem or, if problem is empty, that there is no
// error.
func CheckProblem(t testing.TB, name string, err error, problem string) {
	t.Helper()
	if problem == "" && err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if problem != "" && (err == nil || !strings.Contains(err.Error(), problem)) {
		t.Errorf("%s: error %v, want %s", name, err, problem)
	}
}

// Table is data.Table.
type Table interface {
	Len() int
	Dim() int
	Rows(dst []float64, idx []int)
	Classes(dst []int, idx []int)
}

// All returns the inputs and classes of all rows.
func All(t Table) (x [][]float64, y []int) {
	y = make([]int, t.Len())
	rows := make([]int, len(y))
	for i := range y {
		row := make([]float64, t.Dim())
		t.Rows(row, []int{i})
		x = append(x, row)
		rows[i] = i
	}
	t.Classes(y, rows)
	return x, y
}

// Class returns the class of a row.
func Class(t Table, row int) int {
	var class [1]int
	t.Classes(class[:], []int{row})
	return class[0]
}

// Index is data.Index.
type Index interface {
	Len() int
	At(j int) int
}

// Rows lists the rows of an index.
func Rows(index Index) []int {
	rows := make([]int, index.Len())
	for j := range rows {
		rows[j] = index.At(j)
	}
	return rows
}

// CheckSplit checks that training and test rows are ascending, disjoint and below n.
func CheckSplit(t testing.TB, train, test Index, n int) {
	t.Helper()
	seen := make([]bool, n)
	for _, index := range []Index{train, test} {
		rows := Rows(index)
		if !slices.IsSorted(rows) {
			t.Error("rows are not in file order")
		}
		for _, row := range rows {
			if seen[row] {
				t.Fatalf("row %d occurs twice", row)
			}
			seen[row] = true
		}
	}
}
