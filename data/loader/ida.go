package loader

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/convert"
	"gpcbench/data/read"
)

// idaParts makes the parts of a set of the IDA collection: its table is the training and the test
// rows of the first split, one after the other. The other splits are found by looking up their
// training rows in it.
func idaParts(s *convert.Source, e catalogue.Entry, locate func(catalogue.File) (string, error)) error {
	byRole := make(map[string]map[int]string) // role, repeat -> path
	names := make(map[string]string)
	repeats := 0
	for _, f := range e.Files {
		if f.Role == "doc" {
			continue
		}
		path, err := locate(f)
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
	pair := func(which string, repeat int) (read.Part, bool) {
		p := read.Part{Path: byRole[which+"-data"][repeat], Labels: byRole[which+"-labels"][repeat], Test: which == "test"}
		p.Name = names[p.Path]
		return p, p.Path != "" && p.Labels != ""
	}
	train1, ok := pair("train", 1)
	test1, ok1 := pair("test", 1)
	if !ok || !ok1 {
		return data.RequestErrorf(e.Name, "files of the first split are missing")
	}
	s.Parts = []read.Part{train1, test1}
	var trains, tests []read.Part
	for k := 1; k <= repeats; k++ {
		train, ok := pair("train", k)
		if !ok {
			return data.RequestErrorf(e.Name, "the training files of split %d are missing", k)
		}
		trains = append(trains, train)
		s.Also = append(s.Also, train.Path, train.Labels)
		test, ok := pair("test", k)
		if ok {
			s.Also = append(s.Also, test.Path, test.Labels)
		}
		tests = append(tests, test)
	}
	s.Splits = func(t data.Table) ([][]int, error) { return idaSplits(s, t, trains, tests) }
	return nil
}

// idaSplits returns the training rows of each split. Rows that are equal, including their labels,
// are interchangeable. The test files, if there are any, must hold exactly the other rows.
func idaSplits(s *convert.Source, t data.Table, trains, tests []read.Part) ([][]int, error) {
	at := make(map[string][]int) // content -> rows with this content, ascending
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
		if tests[k].Path != "" {
			rest, err := lookUp(s, tests[k], at, used)
			if err != nil {
				return nil, err
			}
			if len(rest)+len(rows) != t.Len() {
				return nil, &data.ContentError{File: tests[k].Name, Problem: fmt.Sprintf("this file and the training file have %d rows, but the first split has %d", len(rest)+len(rows), t.Len())}
			}
		}
		slices.Sort(rows)
		splits = append(splits, rows)
	}
	return splits, nil
}

// lookUp returns, for each row of a part, the equal row of the table; none is used twice.
func lookUp(s *convert.Source, p read.Part, at map[string][]int, used map[string]int) ([]int, error) {
	var rows []int
	err := read.Each(p, &s.Format, func(rec *read.Record) error {
		label, ok := read.ParseNumber(rec.Label)
		if !ok || label != 1 && label != -1 {
			return &data.ContentError{File: p.Labels, Line: rec.Line, Problem: fmt.Sprintf("the label %q is not -1 or 1", rec.Label)}
		}
		key := contentKey(rec.Values, label == 1)
		if used[key] == len(at[key]) {
			return &data.ContentError{File: p.Name, Line: rec.Line, Problem: "the row is not in the files of the first split"}
		}
		rows = append(rows, at[key][used[key]])
		used[key]++
		return nil
	})
	return rows, err
}

// contentKey returns the content of a row as a map key.
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
