package exchange

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
	"gpcbench/data/read"
	"gpcbench/harness/plan"
	"gpcbench/harness/rows"
)

// WriteSplits writes two files for every data set of a plan into a folder, for methods outside
// this program. NAME-table.csv has the prepared, unscaled inputs and the class of every row.
// NAME-splits.csv has a line "fold,part,row" for each row that a repeat trains on (train) or is
// scored on (test). Folds are the plan's repeats; rows of the table are counted from 0. If rows
// of the user's file were left out, a fourth column "original" has the row's number in the file.
// Label sets, which may be sparse, get no table. NAME is made from the name of the data set by
// fileName. WriteSplits returns the paths of the files.
func WriteSplits(ctx context.Context, p *plan.Plan, loader rows.Loader, dir string) (files []string, err error) {
	info, missing := os.Stat(dir)
	if missing == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is a file, but there are several splits: name a folder for them", dir)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, atomicfile.Unwritable(dir, err)
	}
	defer func() {
		if missing != nil && err != nil {
			os.Remove(dir) // fails if the folder has files
		}
	}()
	defer data.Failed(&err)
	var names []string
	for _, group := range byDataset(p.Cells) {
		first := group[0]
		names = append(names, fileName(first.Dataset, names))
		stem := filepath.Join(dir, names[len(names)-1])
		ds, err := loader.Load(ctx, first.Rows.Source)
		if err != nil {
			return files, err
		}
		if err := ds.Prepare(); err != nil {
			return files, err
		}
		if ds.Kind != data.Multilabel {
			path := stem + "-table.csv"
			if err := writeCSV(path, func(w *csv.Writer) error { return writeTable(w, ds) }); err != nil {
				return files, err
			}
			files = append(files, path)
		}
		path := stem + "-splits.csv"
		if err := writeCSV(path, func(w *csv.Writer) error { return writeFolds(w, ds, group) }); err != nil {
			return files, err
		}
		files = append(files, path)
	}
	return files, ctx.Err()
}

// fileName returns the name of a data set as a unique part of file names.
func fileName(dataset string, used []string) string {
	return unused(strings.ReplaceAll(dataset, "/", "-"), used)
}

// unused returns a name, with a number appended if the name is used already.
func unused(name string, used []string) string {
	free := name
	for n := 2; slices.Contains(used, free); n++ {
		free = fmt.Sprintf("%s-%d", name, n)
	}
	return free
}

// byDataset returns one cell for each repeat of each data set, in the order of the plan.
func byDataset(cells []*plan.Cell) (groups [][]*plan.Cell) {
	place := map[string]int{}
	for _, c := range cells {
		at, known := place[c.Dataset]
		if !known {
			at = len(groups)
			place[c.Dataset], groups = at, append(groups, nil)
		}
		if !slices.ContainsFunc(groups[at], func(o *plan.Cell) bool { return o.Repeat == c.Repeat }) {
			groups[at] = append(groups[at], c)
		}
	}
	return groups
}

// writeCSV writes a file that does not exist yet.
func writeCSV(path string, write func(w *csv.Writer) error) error {
	out, err := atomicfile.CreateOutput(path)
	if err != nil {
		return err
	}
	defer out.Abandon()
	w := csv.NewWriter(out)
	if err := write(w); err != nil {
		return err
	}
	if w.Flush(); w.Error() != nil {
		return atomicfile.Unwritable(path, w.Error())
	}
	return out.Finish()
}

// tableBlock is the number of table rows read at a time.
const tableBlock = 1024

// writeTable writes all rows, a block at a time. The class is in the last column, whose name
// differs from that of every attribute.
func writeTable(w *csv.Writer, ds *data.Dataset) error {
	if err := w.Write(append(slices.Clone(ds.Attributes), unused("class", ds.Attributes))); err != nil {
		return err
	}
	line := make([]string, ds.Dim()+1)
	var failed error
	data.NewExamples(ds, data.All(ds.Len()), nil).ReadBlocks(tableBlock, func(_ int, x *mat.Dense, y []int) {
		for i, class := range y {
			if failed != nil {
				return
			}
			for j, v := range x.RawRowView(i) {
				line[j] = read.FormatNumber(v)
			}
			line[len(line)-1] = ds.ClassNames[class]
			failed = w.Write(line)
		}
	})
	return failed
}

// writeFolds writes the training and test rows of the cells' repeats.
func writeFolds(w *csv.Writer, ds *data.Dataset, cells []*plan.Cell) error {
	header := []string{"fold", "part", "row"}
	var inFile []int
	if ds.FileRows != nil {
		numbers, err := ds.FileRows()
		if err != nil {
			return err
		}
		header, inFile = append(header, inFileColumn), numbers
	}
	if err := w.Write(header); err != nil {
		return err
	}
	for _, c := range cells {
		split, err := c.Rows.Cut(ds, c.Seed, c.Split())
		if err != nil {
			return err
		}
		fold := strconv.Itoa(c.Repeat)
		for _, part := range []struct {
			name string
			rows data.Index
		}{{"train", split.Train}, {"test", split.Test}} {
			for j := range part.rows.Len() {
				row := part.rows.At(j)
				line := []string{fold, part.name, strconv.Itoa(row)}
				if inFile != nil {
					line = append(line, strconv.Itoa(inFile[row]))
				}
				if err := w.Write(line); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
