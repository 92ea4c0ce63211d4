package loader

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/generate"
	"gpcbench/data/tablefile"
)

// TestLargeMultilabel loads a text file of sparse rows of 203,882 columns, with about 71
// values each, in a process of its own that notes its peak of anonymous memory. Dense, the
// rows would take 1.6 MB each. With GPCBENCH_LARGE there are a million.
func TestLargeMultilabel(t *testing.T) {
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("the system has no /proc to read the memory from")
	}
	rows := 10_000
	if os.Getenv("GPCBENCH_LARGE") != "" {
		rows = 1_000_000
	}
	path := filepath.Join(t.TempDir(), "large.txt")
	values := writeShaped(t, path, rows)
	const names = 32 << 20 // names of columns and labels, and the program itself
	bytes := float64(peakOf(t, "TestLargeMultilabelChild", path)<<10) - names
	t.Logf("%.1f bytes a value", bytes/float64(values))
	if bytes > bytesAValue*float64(values) {
		t.Errorf("%d values take %.0f bytes at most, %.1f each", values, bytes, bytes/float64(values))
	}
}

// bytesAValue bounds the peak of memory while a file is read: 12 bytes are the value and its
// column, the rest is what was allocated and is not needed any more.
const bytesAValue = 24

// writeShaped writes rows of the shape of AmazonCat in the text of the extreme
// classification repository, and returns the number of their values.
func writeShaped(t *testing.T, path string, rows int) (values int) {
	t.Helper()
	ds, err := generate.Fixed("s", "amazoncat-shaped", rows, tablefile.Cache{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	fmt.Fprintf(w, "%d %d %d\n", rows, ds.Dim(), len(ds.ClassNames))
	x, labels := data.NewCSR(ds.Dim()), data.NewLabelSets()
	var line []byte
	for i := range rows {
		x.Reset(ds.Dim())
		labels.Reset()
		ds.Table.(data.Sparse).AppendRows(x, []int{i})
		ds.Table.(data.Multilabeled).AppendLabels(labels, []int{i})
		line = line[:0]
		for j, l := range labels.Labels {
			if j > 0 {
				line = append(line, ',')
			}
			line = strconv.AppendInt(line, int64(l), 10)
		}
		for j, c := range x.Cols {
			line = append(line, ' ')
			line = strconv.AppendInt(line, int64(c), 10)
			line = append(line, ':')
			line = strconv.AppendFloat(line, x.Values[j], 'f', 6, 64)
		}
		values += len(x.Cols)
		w.Write(append(line, '\n'))
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return values
}

// TestLargeMultilabelChild is the process that TestLargeMultilabel measures.
func TestLargeMultilabelChild(t *testing.T) {
	path := os.Getenv("GPCBENCH_LARGE_FILE")
	if path == "" {
		t.Skip("run by TestLargeMultilabel")
	}
	stop := watchAnon()
	start := time.Now()
	ds, err := loadFile(catalogue.UserTable{File: path, Task: "multilabel"}, "")
	if err != nil {
		t.Fatal(err)
	}
	loaded := time.Since(start)
	x, labels := data.NewCSR(ds.Dim()), data.NewLabelSets()
	ex := data.NewExamples(ds, data.All(ds.Len()), nil)
	pos := make([]int, 500)
	for step := range 200 {
		for i := range pos {
			pos[i] = (step*len(pos) + i) * 7919 % ds.Len()
		}
		ex.ReadSparse(x, pos)
		ex.ReadLabels(labels, pos)
	}
	fmt.Printf("peak RssAnon %d KiB, %d x %d, %T, loaded in %v, 100,000 rows read in %v\n", stop(), ds.Len(), ds.Dim(), ds.Table, loaded, time.Since(start)-loaded)
}
