package generate

import (
	"os"
	"slices"
	"testing"

	"gpcbench/data"
	"gpcbench/data/datatest"
	"gpcbench/data/tablefile"
)

// manyRows is the number of rows that is just too large to be generated into memory.
const manyRows = tablefile.InMemory/28 + 100

// TestLargeTable: a large generated set is known without being generated; its rows
// are those of the generator, and are written once.
func TestLargeTable(t *testing.T) {
	c := tablefile.Cache{Dir: t.TempDir()}
	ds, err := Fixed("large", "higgs-like", manyRows, c)
	if err != nil {
		t.Fatal(err)
	}
	if found := datatest.TableFiles(t, c.Dir); len(found) > 0 || ds.Len() != manyRows || ds.Dim() != 28 || len(ds.Attributes) != 28 {
		t.Errorf("%d x %d, table files %v before a row is read", ds.Len(), ds.Dim(), found)
	}
	want, err := Dataset("higgs-like", 500, fixedRNG())
	if err != nil {
		t.Fatal(err)
	}
	x, y := datatest.All(want)
	for round := range 2 {
		if err := ds.Prepare(); err != nil {
			t.Fatal(err)
		}
		if _, ok := ds.Table.(*table).opened().(*data.Memory); ok {
			t.Error("the table is not read in place")
		}
		row := make([]float64, 28)
		for i := range x {
			ds.Rows(row, []int{i})
			if class := datatest.Class(ds, i); !slices.Equal(row, x[i]) || class != y[i] {
				t.Fatalf("round %d, row %d: %v of class %d, want %v of class %d", round, i, row, class, x[i], y[i])
			}
		}
		found := datatest.TableFiles(t, c.Dir)
		if len(found) != 1 {
			t.Fatalf("table files %v", found)
		}
		if round == 0 { // whoever opens it now must not generate it again
			old, _ := os.Stat(found[0])
			if ds, err = Fixed("large", "higgs-like", manyRows, c); err != nil {
				t.Fatal(err)
			}
			defer func() {
				if now, _ := os.Stat(found[0]); !os.SameFile(old, now) {
					t.Error("the table was generated twice")
				}
			}()
		}
	}
}

// TestLargeTableFails: a cache folder that cannot be written is an error of
// Prepare, and of whoever reads a row.
func TestLargeTableFails(t *testing.T) {
	ds, err := Fixed("large", "higgs-like", manyRows, tablefile.Cache{Dir: datatest.Write(t, "file", "")})
	if err != nil {
		t.Fatal(err)
	}
	datatest.CheckProblem(t, "cache under a file", ds.Prepare(), "the cache folder cannot be created")
	read := func() (err error) {
		defer data.Failed(&err)
		ds.Rows(make([]float64, 28), []int{0})
		return nil
	}
	datatest.CheckProblem(t, "row of it", read(), "the cache folder cannot be created")
}
