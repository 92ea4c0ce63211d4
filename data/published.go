package data

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpcbench/data/catalogue"
)

// indexLines reads published splits from a file with one line a split: the
// numbers, from 1, of its training rows. All other rows are its test rows.
func indexLines(path, file string, n int) ([][]int, error) {
	r, err := openFile(path, "")
	if err != nil {
		return nil, err
	}
	defer r.Close()
	l := newLines(r, file)
	var splits [][]int
	for l.next() {
		var rows []int
		for _, field := range bytes.Fields(l.text) {
			row, err := strconv.Atoi(string(field))
			if err != nil || row < 1 || row > n {
				return nil, l.fail("%.40q is not the number of a row, 1 to %d", field, n)
			}
			rows = append(rows, row-1)
		}
		if len(rows) == 0 {
			continue
		}
		slices.Sort(rows)
		if distinct := slices.Compact(slices.Clone(rows)); len(distinct) < len(rows) || len(rows) == n {
			return nil, l.fail("a split must name each training row once and leave a row to test on")
		}
		splits = append(splits, rows)
	}
	return splits, l.err()
}

// idaParts makes the parts of a set of the IDA collection: its table is the
// training and the test rows of the first split, one after the other. The
// other splits are found by looking their training rows up in it.
func idaParts(s *source, e catalogue.Entry, files func(folder, name string) (string, error)) error {
	byRole := make(map[string]map[int]string) // role, repeat -> path
	names := make(map[string]string)
	repeats := 0
	for _, f := range e.Files {
		if f.Role == "doc" {
			continue
		}
		path, err := filePath(e, f, files)
		if err != nil {
			return err
		}
		if byRole[f.Role] == nil {
			byRole[f.Role] = make(map[int]string)
		}
		byRole[f.Role][f.Repeat] = path
		names[path] = f.Name
		repeats = max(repeats, f.Repeat)
	}
	pair := func(which string, repeat int) (part, bool) {
		p := part{path: byRole[which+"-data"][repeat], labels: byRole[which+"-labels"][repeat], test: which == "test"}
		p.file = names[p.path]
		return p, p.path != "" && p.labels != ""
	}
	train1, ok := pair("train", 1)
	test1, ok1 := pair("test", 1)
	if !ok || !ok1 {
		return requestError(e.Name, "files of the first split are missing")
	}
	s.parts = []part{train1, test1}
	var trains, tests []part
	for k := 1; k <= repeats; k++ {
		train, ok := pair("train", k)
		if !ok {
			return requestError(e.Name, "the training files of split %d are missing", k)
		}
		trains = append(trains, train)
		s.also = append(s.also, train.path, train.labels)
		test, ok := pair("test", k)
		if ok {
			s.also = append(s.also, test.path, test.labels)
		}
		tests = append(tests, test)
	}
	s.splits = func(parts []int, t Table) ([][]int, error) { return idaSplits(s, t, trains, tests) }
	return nil
}

// idaSplits returns the training rows of each split. Rows that are equal,
// label and all, stand for each other; the test files, where they are there,
// must hold exactly the other rows.
func idaSplits(s *source, t Table, trains, tests []part) ([][]int, error) {
	at := make(map[string][]int) // content -> rows that have it, ascending
	x := make([]float64, t.Dim())
	var class [1]int
	for row := range t.Len() {
		t.Rows(x, []int{row})
		t.Classes(class[:], []int{row})
		key := contentKey(x, class[0] == 1)
		at[key] = append(at[key], row)
	}
	var splits [][]int
	for k, train := range trains {
		used := make(map[string]int)
		rows, err := lookUp(s, train, at, used)
		if err != nil {
			return nil, err
		}
		if tests[k].path != "" {
			rest, err := lookUp(s, tests[k], at, used)
			if err != nil {
				return nil, err
			}
			if len(rest)+len(rows) != t.Len() {
				return nil, &ContentError{File: tests[k].file, Problem: fmt.Sprintf("with the training file it has %d rows, the first split has %d", len(rest)+len(rows), t.Len())}
			}
		}
		slices.Sort(rows)
		splits = append(splits, rows)
	}
	return splits, nil
}

// lookUp returns the row that each row of a part is, none of them twice.
func lookUp(s *source, p part, at map[string][]int, used map[string]int) ([]int, error) {
	var rows []int
	err := eachRecord(p, &s.format, func(rec *record) error {
		label, ok := parseNumber(rec.label)
		if !ok || label != 1 && label != -1 {
			return &ContentError{File: p.labels, Line: rec.line, Problem: fmt.Sprintf("the label %q is not -1 or 1", rec.label)}
		}
		key := contentKey(rec.values, label == 1)
		if used[key] == len(at[key]) {
			return &ContentError{File: p.file, Line: rec.line, Problem: "the row is not in the files of the first split"}
		}
		rows = append(rows, at[key][used[key]])
		used[key]++
		return nil
	})
	return rows, err
}

// contentKey is the content of a row as a map key.
func contentKey(x []float64, positive bool) string {
	var b strings.Builder
	for _, v := range x {
		binary.Write(&b, binary.LittleEndian, math.Float64bits(v+0)) // -0 is 0
	}
	if positive {
		b.WriteByte(1)
	}
	return b.String()
}
