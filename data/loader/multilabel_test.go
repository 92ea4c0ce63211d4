package loader

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math"
	"slices"
	"testing"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
	"gpcbench/data/split"
)

// mulanLabels are the lines of the four labels, which come last.
const mulanLabels = "@attribute p {0,1}\n@attribute q {0,1}\n@attribute r {0,1}\n@attribute s {0,1}\n@data\n"

const mulanHead = "@relation r\n@attribute a real\n@attribute b real\n@attribute c real\n" + mulanLabels

// namedHead is mulanHead with a name, and b in words.
const namedHead = "@relation r\n@attribute name {P1,P2}\n@attribute a real\n@attribute b {YES,NO}\n@attribute c real\n" + mulanLabels

// TestMultilabel: the same rows are read from every format.
func TestMultilabel(t *testing.T) {
	find := datatest.Files(t, map[string]string{
		"xc1": "2 3 4\n3,0 0:0.5 2:2\n1\n", "xc2": "1 3 4\n 1:1\n",
		"svm1": "0,3 1:0.5 3:2 # c\n\n1\n", "svm2": " 2:1",
		"svm2-at-once": "2:1\n",
		"arff1":        mulanHead + "{0 0.5, 2 2, 3 1, 6 1}\n{4 1}\n", "arff2": mulanHead + "0,1,0,0,0,0,0\n",
		"named1": namedHead + "P1,0.5,NO,2,1,0,0,1\nP2,0,no,0,0,1,0,0\n", "named2": namedHead + "P2,0,YES,0,0,0,0,0\n",
		"dense1": mulanHead + "0.5,0,2,1,0,0,1\n0,0,0,0,1,0,0\n",
	})
	for _, test := range []struct {
		kind, first, second string
		dense               bool
	}{
		{"xc", "xc1", "xc2", false},
		{"libsvm", "svm1", "svm2", false},
		{"libsvm", "svm1", "svm2-at-once", false},
		{"arff", "arff1", "arff2", false},
		{"arff", "dense1", "arff2", true},
		{"arff", "named1", "named2", true},
	} {
		name := test.kind + " " + test.first
		e := catalogue.Entry{Name: "m", Task: "multilabel", Rows: 3, Train: 2, Attributes: 3, Labels: 4, Cardinality: 1, Files: files(test.first, test.second),
			Format: catalogue.Format{Kind: test.kind, Published: "parts", Drop: []string{"name"}}}
		if test.kind == "libsvm" {
			e.Format.Dim = 3
		}
		ds, err := Entry(e, find, "")
		if err != nil {
			t.Fatal(name, err)
		}
		x, _ := datatest.All(ds)
		if want := [][]float64{{0.5, 0, 2}, {0, 0, 0}, {0, 1, 0}}; !slices.EqualFunc(x, want, slices.Equal) {
			t.Errorf("%s: rows %v", name, x)
		}
		labels := data.NewLabelSets()
		ds.Table.(data.Multilabeled).AppendLabels(labels, []int{0, 1, 2})
		for row, want := range [][]int32{{0, 3}, {1}, nil} {
			if got := labels.Row(row); !slices.Equal(got, want) {
				t.Errorf("%s: labels %v of row %d", name, got, row)
			}
		}
		sparse, isSparse := ds.Table.(data.Sparse)
		if isSparse == test.dense {
			t.Errorf("%s: the table is a %T", name, ds.Table)
		}
		if isSparse {
			rows := data.NewCSR(3)
			sparse.AppendRows(rows, []int{2, 0})
			if cols, values := rows.Row(1); !slices.Equal(cols, []int32{0, 2}) || !slices.Equal(values, []float64{0.5, 2}) {
				t.Errorf("%s: columns %v, values %v", name, cols, values)
			}
		}
		if len(ds.Splits) != 1 || ds.Splits[0] != (data.Split{Train: data.Range{From: 0, To: 2}, Test: data.Range{From: 2, To: 3}}) {
			t.Errorf("%s: splits %v", name, ds.Splits)
		}
		e.Cardinality = 1.02
		_, err = Entry(e, find, "")
		datatest.CheckProblem(t, name, err, "1.000 labels a row, the catalogue says 1.02")
		e.Train = 1
		_, err = Entry(e, find, "")
		datatest.CheckProblem(t, name, err, "2 training rows, the catalogue says 1")
	}
}

// TestBadMultilabel: every message has its file and line.
func TestBadMultilabel(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte("1 3 4\n0 1:1\n"))
	z.Close()
	for _, test := range []struct{ kind, content, problem string }{
		{"xc", "1 3 4\n1\n2\n", "f:3: there are more rows than the 1 that the first line states"},
		{"xc", "3 3 4\n1\n2\n", "f: there are 2 rows, but the first line states 3: the file is cut off, or its first line is wrong"},
		{"xc", "2 3 4\n1\n4 1:1\n", `f:3: "4" is not a label from 0 to 3`},
		{"xc", "1 3 4\n-1 1:1\n", `f:2: "-1" is not a label from 0 to 3`},
		{"xc", "1 3 4\n1,,2 1:1\n", `f:2: "" is not a label from 0 to 3`},
		{"xc", "1 3 4\n2,1,2 1:1\n", "f:2: label 2 is listed twice"},
		{"xc", "1 3 4\n0 3:1\n", `f:2: "3:1": a column is a number from 0 to 2`},
		{"xc", "1 3 4\n0 2:1 1:1\n", "f:2: column 1 comes after column 2: their numbers must ascend"},
		{"xc", "1 3 4\n0 1:nan\n", `f:2: "1:nan": the value is not finite`},
		{"xc", "1 3 4\n0 1:1e400\n", `f:2: "1:1e400": the value is not finite`},
		{"xc", "1 3 4\n0 1:-1e200\n", `f:2: "1:-1e200": the value is so large that its square may be beyond the range of a float64`},
		{"xc", "1 3 4\n0 1:\n", `f:2: "1:": the value is not a number`},
		{"xc", "1 3 4\n0 1\n", `f:2: "1" does not have the form column:value`},
		{"xc", "1 3\n", "f:1: expected the numbers of rows"},
		{"xc", "1 0 4\n", `f:1: "0" is not a number of rows, attributes or labels`},
		{"xc", "1 5000000 4\n", `f:1: "5000000": there may be at most 4194304 attributes, and as many labels`},
		{"xc", "1 3 5000000\n", `f:1: "5000000": there may be at most 4194304 attributes, and as many labels`},
		{"xc", "", "f: the file is empty"},
		{"xc", packed.String()[:packed.Len()-9], "the packed file is cut short"},
		{"libsvm", "0 1:1\n4 1:1\n", `f:2: "4" is not a label from 0 to 3`},
		{"libsvm", "0 0:1\n", `f:1: "0:1": a column is a number from 1 to 3`},
		{"libsvm", "0 4:1\n", `f:1: "4:1": a column is a number from 1 to 3`},
		{"libsvm", "0 2:1 2:1\n", "f:1: column 2 comes after column 2"},
		{"libsvm", "1,1 2:1\n", "f:1: label 1 is listed twice"},
		{"libsvm", "1 2:inf\n", "f:1: \"2:inf\": the value is not finite"},
		{"libsvm", "1, 2:1\n", `f:1: "" is not a label`},
		{"libsvm", "# nothing\n", "there are no rows"},
		{"arff", mulanHead + "0,0,0,1,0,0,2\n", `f:10: attribute 6: "2" is not allowed in a multi-label table, which has numbers and labels of 0 or 1`},
		{"arff", mulanHead + "{1 ?}\n", "f:10: attribute 1: the value is missing"},
		{"arff", mulanHead + "0,inf,0,1,0,0,0\n", "f:10: attribute 1: \"inf\": the value is not finite"},
		{"arff", mulanHead + "0,1e200,0,1,0,0,0\n", "f:10: attribute 1: \"1e200\" is so large that its square may be beyond the range of a float64"},
		{"arff", mulanHead + "0,0,0,1,0,0\n", "f:10: the row has 6 values, but the header declares 7 attributes"},
		{"arff", "@attribute a real\n@attribute b {0,1}\n@data\n0,1\n", "2 attributes cannot hold 4 labels"},
		{"arff", mulanHead[:len(mulanHead)-6] + "@attribute u {1,0}\n@data\n{1 1}\n", `f:11: attribute "u", left out of the row, stands for "1": only a 0 may be left out`},
	} {
		e := catalogue.Entry{Name: "m", Task: "multilabel", Labels: 4, Files: files("f"), Format: catalogue.Format{Kind: test.kind}}
		if test.kind == "libsvm" {
			e.Format.Dim = 3
		}
		_, err := Entry(e, datatest.Files(t, map[string]string{"f": test.content}), "")
		datatest.CheckProblem(t, test.content, err, test.problem)
	}
	two := datatest.Files(t, map[string]string{"a": "1 3 4\n0\n", "b": "1 3 5\n4\n"})
	_, err := Entry(catalogue.Entry{Name: "m", Task: "multilabel", Files: files("a", "b"), Format: catalogue.Format{Kind: "xc"}}, two, "")
	datatest.CheckProblem(t, "two parts", err, "b: there are 3 attributes and 5 labels, but the first file has 3 and 4")
}

// TestLongRow: a row may have any number of values.
func TestLongRow(t *testing.T) {
	const n = 200_000
	var text bytes.Buffer
	text.WriteString("1 200000 2\n0,1")
	for j := range n {
		fmt.Fprintf(&text, " %d:0.12345678", j)
	}
	e := catalogue.Entry{Name: "m", Task: "multilabel", Rows: 1, Attributes: n, Labels: 2, Files: files("f"), Format: catalogue.Format{Kind: "xc"}}
	ds, err := Entry(e, datatest.Files(t, map[string]string{"f": text.String()}), "")
	if err != nil {
		t.Fatal(err)
	}
	x := data.NewCSR(n)
	ds.Table.(data.Sparse).AppendRows(x, []int{0})
	if cols, values := x.Row(0); len(cols) != n || cols[n-1] != n-1 || values[n-1] != 0.12345678 {
		t.Errorf("%d values", len(values))
	}
}

// TestEmotions compares the table with sums that were taken independently, by Python.
func TestEmotions(t *testing.T) {
	e, err := catalogue.Get("emotions")
	if err != nil {
		t.Fatal(err)
	}
	ds, err := Entry(e, datatest.Mirror(t), "")
	if err != nil {
		t.Fatal(err)
	}
	x, _ := datatest.All(ds)
	sum := 0.0
	for i, row := range x {
		for j, v := range row {
			sum += v * float64(i%7+1) * float64(j%5+1)
		}
	}
	if want := 906291.539828; math.Abs(sum-want) > 1e-9*math.Abs(want) {
		t.Errorf("sum %.12g, want %.12g", sum, want)
	}
	split := ds.Splits[0]
	for _, part := range []struct {
		rows data.Index
		want []int // rows with each label
	}{{split.Train, []int{119, 107, 168, 89, 95, 131}}, {split.Test, []int{54, 59, 96, 59, 73, 58}}} {
		counts := make([]int, 6)
		labels := data.NewLabelSets()
		ds.Table.(data.Multilabeled).AppendLabels(labels, datatest.Rows(part.rows))
		for _, l := range labels.Labels {
			counts[l]++
		}
		if !slices.Equal(counts, part.want) {
			t.Errorf("rows with each label: %v, want %v", counts, part.want)
		}
	}
	if want := []string{"amazed-suprised", "happy-pleased", "relaxing-calm", "quiet-still", "sad-lonely", "angry-aggresive"}; !slices.Equal(ds.ClassNames, want) {
		t.Errorf("labels %q", ds.ClassNames)
	}
}

// ownXC, ownSVM and ownARFF are the same three rows in three formats.
const (
	ownXC   = "3 3 4\n0,3 0:0.5 2:2\n1\n 1:1\n"
	ownSVM  = "0,3 1:0.5 3:2\n1\n 2:1\n"
	ownARFF = mulanHead + "0.5,0,2,1,0,0,1\n0,0,0,0,1,0,0\n0,1,0,0,0,0,0\n"
)

// TestMultilabelFile: a user's file tells its format, and its sizes where it has no
// header.
func TestMultilabelFile(t *testing.T) {
	xc, svm, arff := datatest.Write(t, "own.txt", ownXC), datatest.Write(t, "own.svm", ownSVM), datatest.Write(t, "own.arff", ownARFF)
	zero := datatest.Write(t, "zero.svm", "0,3 0:0.5 2:2\n1\n 1:1\n") // as scikit-learn writes it
	notes := []string{"Of 3 rows 1 have no label. They are kept: all their labels are negative.", "Of 4 labels 1 are on no row, the first of them 2."}
	digests := map[string]bool{}
	for _, table := range []catalogue.UserTable{{File: xc}, {File: svm}, {File: svm, Labels: 4}, {File: zero}, {File: arff, Labels: 4}} {
		table.Task = "multilabel"
		ds, err := loadFile(table, "")
		if err != nil {
			t.Fatal(err)
		}
		x, _ := datatest.All(ds)
		if want := [][]float64{{0.5, 0, 2}, {0, 0, 0}, {0, 1, 0}}; !slices.EqualFunc(x, want, slices.Equal) || ds.Kind != data.Multilabel {
			t.Errorf("%+v: %s rows %v", table, ds.Kind, x)
		}
		if labels := allLabels(ds.Table); !slices.Equal(labels.Labels, []int32{0, 3, 1}) || len(ds.ClassNames) != 4 || len(ds.Attributes) != 3 {
			t.Errorf("%+v: labels %v of %q", table, labels.Labels, ds.ClassNames)
		}
		if table.File != arff && !slices.Equal(ds.Notes, notes) {
			t.Errorf("%+v: notes %q", table, ds.Notes)
		}
		if _, err := (split.Spec{Kind: "kfold", Folds: 3, Stratify: true}).Make(ds, split.Limits{}, 0, nil); err == nil {
			t.Errorf("%+v: stratified folds of label sets", table)
		}
		digests[ds.Digest] = true
	}
	if len(digests) != 5 {
		t.Errorf("%d digests", len(digests))
	}

	sparse, err := loadFile(catalogue.UserTable{Task: "multilabel", File: datatest.Write(t, "wide.txt", "2 6 2\n0 0:1 4:2\n1 1:0 4:1\n")}, "")
	if want := []string{"Of 6 attributes 4 have no value on any row, the first of them " + data.AttributeName(1) + "."}; err != nil || !slices.Equal(sparse.Notes, want) {
		t.Errorf("notes %q, want %q (%v)", sparse.Notes, want, err)
	}
}

// TestMultilabelTestFile: a user's test file follows the training rows, and both count their columns alike.
func TestMultilabelTestFile(t *testing.T) {
	svm, more := datatest.Write(t, "own.svm", ownSVM), datatest.Write(t, "more.svm", "4 5:1\n")
	ds, err := loadFile(catalogue.UserTable{Task: "multilabel", File: svm, TestFile: more}, "")
	if err != nil {
		t.Fatal(err)
	}
	want := data.Split{Train: data.Range{From: 0, To: 3}, Test: data.Range{From: 3, To: 4}}
	if ds.Dim() != 5 || len(ds.ClassNames) != 5 || len(ds.Splits) != 1 || ds.Splits[0] != want {
		t.Errorf("%d columns, %d labels, splits %v", ds.Dim(), len(ds.ClassNames), ds.Splits)
	}

	bare := datatest.Write(t, "bare.svm", "4 2:1\n0:1\n") // its row without labels alone has column 0
	table := catalogue.UserTable{Task: "multilabel", File: svm, TestFile: bare}
	if ds, err = loadFile(table, ""); err != nil {
		t.Fatal(err)
	}
	if x, _ := datatest.All(ds); ds.Dim() != 4 || x[0][1] != 0.5 || x[4][0] != 1 {
		t.Errorf("columns of both files count from 0 where one of them has a column 0: %v", x)
	}
	if e, err := LabelEncoding(table, ds.Attributes); err != nil || !e.ZeroBased {
		t.Errorf("the encoding of a file that counts from 0: %+v, %v", e, err)
	}
}

// TestMultilabelFileErrors: what is wrong with a user's file or what is said of it.
func TestMultilabelFileErrors(t *testing.T) {
	xc, svm, arff := datatest.Write(t, "own.txt", ownXC), datatest.Write(t, "own.svm", ownSVM), datatest.Write(t, "own.arff", ownARFF)
	for _, test := range []struct {
		own     catalogue.UserTable
		problem string
	}{
		{catalogue.UserTable{File: xc, Labels: 4}, "the first line of the file already states the number of labels"},
		{catalogue.UserTable{File: arff}, "does not state which attributes are labels: say labels = K for the last K"},
		{catalogue.UserTable{File: svm, Labels: 3}, `own.svm:1: "3" is not a label from 0 to 2`},
		{catalogue.UserTable{File: svm, TestFile: xc}, "its format differs from that of"},
		{catalogue.UserTable{File: datatest.Write(t, "a.csv", "a,b\n1,2\n")}, "a.csv:1: this is not a multi-label file"},
		{catalogue.UserTable{File: datatest.Write(t, "b.svm", "1:1\n2:1\n")}, "b.svm: no row has a label, so there is nothing to learn"},
		{catalogue.UserTable{File: datatest.Write(t, "bare.txt", "2 3 2\n 0:1\n 2:1\n")}, "bare.txt: no row has a label, so there is nothing to learn"},
		{catalogue.UserTable{File: datatest.Write(t, "same.svm", "0,2 1:1\n0,2 2:1\n")}, "same.svm: every row has the same labels, so there is nothing to learn"},
		{catalogue.UserTable{File: datatest.Write(t, "two.txt", "2 3\n0 0:1\n1 2:1\n")}, "two.txt:1: the first line of an XC file has three whole numbers separated by blanks"},
		{catalogue.UserTable{File: datatest.Write(t, "four.txt", "2 3 2 1\n0 0:1\n1 2:1\n")}, "four.txt:1: the first line of an XC file"},
		{catalogue.UserTable{File: datatest.Write(t, "decimal.txt", "2.0 3 2\n0 1:1\n1 2:1\n")}, "decimal.txt:1: the first line of an XC file"},
		{catalogue.UserTable{File: datatest.Write(t, "commas.txt", "2,3,2\n0 0:1\n1 2:1\n")}, "commas.txt:1: the first line of an XC file"},
		{catalogue.UserTable{File: datatest.Write(t, "c.svm", "0,1\n2\n")}, "this is not a multi-label file"},
		{catalogue.UserTable{File: datatest.Write(t, "e.svm", "0 1:0\n1 2:x\n2 3:0\n")}, "e.svm:2: \"2:x\": the value is not a number"},
		{catalogue.UserTable{File: datatest.Write(t, "d.svm", "")}, "the file is empty"},
		{catalogue.UserTable{File: xc + "x"}, "cannot be read"},
	} {
		test.own.Task = "multilabel"
		_, err := loadFile(test.own, "")
		datatest.CheckProblem(t, test.own.File, err, test.problem)
	}
}

// TestShapedSets: a generated multi-label set has the sizes and the split that the
// catalogue states.
func TestShapedSets(t *testing.T) {
	for _, name := range []string{"rcv1-shaped", "amazoncat-shaped", "sparse-150k", "sparse-500k", "sparse-5k-100k-labels"} {
		e, err := catalogue.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		ds, err := Entry(e, nil, "")
		if err != nil {
			t.Fatal(err)
		}
		want := data.Split{Train: data.Range{From: 0, To: e.Train}, Test: data.Range{From: e.Train, To: e.Rows}}
		if ds.Kind != data.Multilabel || len(ds.Splits) != 1 || ds.Splits[0] != want {
			t.Errorf("%s: %s, splits %v", name, ds.Kind, ds.Splits)
		}
	}
}

// stated is the text of an ARFF file with attributes a and b and labels p and q, whose header says so.
func stated(relation string, first bool, rows string) string {
	attributes, labels := "@attribute a real\n@attribute b real\n", "@attribute p {0,1}\n@attribute q {0,1}\n"
	if first {
		attributes, labels = labels, attributes
	}
	return "@relation " + relation + "\n" + attributes + labels + "@data\n" + rows
}

// The header of an ARFF file may say how many attributes are labels, and at which end they stand.
func TestLabelsStatedByHeader(t *testing.T) {
	for name, c := range map[string]struct {
		text    string
		labels  int // that a specification states
		problem string
	}{
		"first":             {stated("'emotions: -C 2'", true, "1,0,0.5,2\n0,1,3,0\n0,0,1,1\n"), 0, ""},
		"first and said":    {stated("'emotions: -C 2'", true, "1,0,0.5,2\n0,1,3,0\n0,0,1,1\n"), 2, ""},
		"first in braces":   {stated("\"emotions: -C 2 -split-number 3\"", true, "{0 1, 2 0.5, 3 2}\n{1 1, 2 3}\n{2 1, 3 1}\n"), 0, ""},
		"last":              {stated("'emotions: -C -2'", false, "0.5,2,1,0\n3,0,0,1\n1,1,0,0\n"), 0, ""},
		"not stated":        {stated("emotions", false, "0.5,2,1,0\n3,0,0,1\n1,1,0,0\n"), 0, "does not state which attributes are labels: say labels = K"},
		"no labels there":   {stated("'emotions: -C 2'", false, "0.5,2,1,0\n3,0,0,1\n1,1,0,0\n"), 0, "does not state which attributes are labels"},
		"moved by a filter": {stated("'emotions: -C 2-weka.filters.unsupervised.attribute.Remove-R1-2'", false, "0.5,2,1,0\n3,0,0,1\n1,1,0,0\n"), 2, ""},
	} {
		ds, err := loadFile(catalogue.UserTable{Task: "multilabel", File: datatest.Write(t, "own.arff", c.text), Labels: c.labels}, "")
		datatest.CheckProblem(t, name, err, c.problem)
		if err != nil {
			continue
		}
		x, _ := datatest.All(ds)
		if want := [][]float64{{0.5, 2}, {3, 0}, {1, 1}}; !slices.EqualFunc(x, want, slices.Equal) || !slices.Equal(ds.Attributes, []string{"a", "b"}) {
			t.Errorf("%s: rows %v of %q", name, x, ds.Attributes)
		}
		if labels := allLabels(ds.Table); !slices.Equal(labels.Labels, []int32{0, 1}) || !slices.Equal(ds.ClassNames, []string{"p", "q"}) {
			t.Errorf("%s: labels %v of %q", name, labels.Labels, ds.ClassNames)
		}
	}
}

// Such a file is no table of classes, unless one of the labels is asked for.
func TestStatedLabelsAreNoClasses(t *testing.T) {
	table := catalogue.UserTable{File: datatest.Write(t, "own.arff", stated("'emotions: -C 2'", true, "1,0,0.5,2\n0,1,3,0\n0,0,1,1\n"))}
	_, err := loadFile(table, "")
	datatest.CheckProblem(t, "no label", err, `say task = "multilabel", because its header says that the first 2 attributes are labels`)
	table.Label = "p"
	ds, err := loadFile(table, "")
	if err != nil || ds.Kind != data.Binary || len(ds.Attributes) != 4 { // q has two levels
		t.Errorf("%v, %v", ds, err)
	}
}
