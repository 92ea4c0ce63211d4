package loader

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
	"gpcbench/data/tablefile"
)

const irisLike = "sepal,colour,species\n1.5,red,b\n2.5,blue,a\n3.5,red,b\n"

// loadFile is Cache.File without progress.
func loadFile(table catalogue.UserTable, cacheDir string) (*data.Dataset, error) {
	return Cache{Dir: cacheDir}.File(context.Background(), table)
}

// number is the number of a label column.
func number(n int) *int { return &n }

// loadCase is a file, what is said of it, and the data set that it is.
type loadCase struct {
	name, content string
	o             catalogue.UserTable
	classes       []string
	attributes    []string
	x             [][]float64
	y             []int
}

// loadCases are files as people have them.
var loadCases = []loadCase{
	{
		name:       "header and one-hot",
		content:    irisLike,
		classes:    []string{"a", "b"},
		attributes: []string{"sepal", "colour=blue", "colour=red"},
		x:          [][]float64{{1.5, 0, 1}, {2.5, 1, 0}, {3.5, 0, 1}},
		y:          []int{1, 0, 1},
	},
	{
		name:       "label by name",
		content:    irisLike,
		o:          catalogue.UserTable{Label: "colour"},
		classes:    []string{"blue", "red"},
		attributes: []string{"sepal", "species=a", "species=b"},
		x:          [][]float64{{1.5, 0, 1}, {2.5, 1, 0}, {3.5, 0, 1}},
		y:          []int{1, 0, 1},
	},
	{
		name:       "label by number",
		content:    irisLike,
		o:          catalogue.UserTable{Label: "1"},
		classes:    []string{"blue", "red"},
		attributes: []string{"sepal", "species=a", "species=b"},
		x:          [][]float64{{1.5, 0, 1}, {2.5, 1, 0}, {3.5, 0, 1}},
		y:          []int{1, 0, 1},
	},
	{
		name:       "label by number beside names that are numbers",
		content:    "2,1,0\n1.5,red,b\n2.5,blue,a\n",
		o:          catalogue.UserTable{LabelNumber: number(1), Header: new(true)},
		classes:    []string{"blue", "red"},
		attributes: []string{"2", "0=a", "0=b"},
		x:          [][]float64{{1.5, 0, 1}, {2.5, 1, 0}},
		y:          []int{1, 0},
	},
	{
		name:       "label by a name that is a number",
		content:    "2,1,0\n1.5,red,b\n2.5,blue,a\n",
		o:          catalogue.UserTable{Label: "0", Header: new(true)},
		classes:    []string{"a", "b"},
		attributes: []string{"2", "1=blue", "1=red"},
		x:          [][]float64{{1.5, 0, 1}, {2.5, 1, 0}},
		y:          []int{1, 0},
	},
	{
		name:       "label in column 0",
		content:    "b,1.5\na,2.5\nb,3.5\n",
		o:          catalogue.UserTable{LabelNumber: number(0)},
		classes:    []string{"a", "b"},
		attributes: []string{"x1"},
		x:          [][]float64{{1.5}, {2.5}, {3.5}},
		y:          []int{1, 0, 1},
	},
	{
		name:       "label in the last column but one",
		content:    irisLike,
		o:          catalogue.UserTable{LabelNumber: number(-2)},
		classes:    []string{"blue", "red"},
		attributes: []string{"sepal", "species=a", "species=b"},
		x:          [][]float64{{1.5, 0, 1}, {2.5, 1, 0}, {3.5, 0, 1}},
		y:          []int{1, 0, 1},
	},
	{
		name:       "numbers as classes",
		content:    "1,10\n2,9\n3,10.0\n4,+9\n",
		classes:    []string{"9", "10"},
		attributes: []string{"x0"},
		x:          [][]float64{{1}, {2}, {3}, {4}},
		y:          []int{1, 0, 1, 0},
	},
	{
		name:       "bytes as classes",
		content:    "1,10\n2,9\n3,x\n",
		o:          catalogue.UserTable{Header: new(false)},
		classes:    []string{"10", "9", "x"},
		attributes: []string{"x0"},
		x:          [][]float64{{1}, {2}, {3}},
		y:          []int{0, 1, 2},
	},
	{
		name:       "positive",
		content:    "1,1\n2,2\n3,3\n",
		o:          catalogue.UserTable{Positive: []string{"1.0"}},
		classes:    []string{"-1", "+1"},
		attributes: []string{"x0"},
		x:          [][]float64{{1}, {2}, {3}},
		y:          []int{1, 0, 0},
	},
	{
		name:       "categorical by request",
		content:    "z,c\n10,a\n9,b\n10.0,b\n",
		o:          catalogue.UserTable{Categorical: []string{"z"}},
		classes:    []string{"a", "b"},
		attributes: []string{"z=9", "z=10", "z=10.0"},
		x:          [][]float64{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}},
		y:          []int{0, 1, 1},
	},
	{
		name:       "drop rows",
		content:    "1,,a\n2,3,b\nnan,3,b\n4,NA,c\n5,6,a\n",
		o:          catalogue.UserTable{Missing: "drop-row"},
		classes:    []string{"a", "b"},
		attributes: []string{"x0", "x1"},
		x:          [][]float64{{2, 3}, {5, 6}},
		y:          []int{1, 0},
	},
	{
		name:       "drop infinite",
		content:    "1,inf,a\n2,3,b\n1e999,3,b\n5,6,a\n",
		o:          catalogue.UserTable{Missing: "drop-row"},
		classes:    []string{"a", "b"},
		attributes: []string{"x0", "x1"},
		x:          [][]float64{{2, 3}, {5, 6}},
		y:          []int{1, 0},
	},
	{
		name:       "infinite, mean",
		content:    "1,-inf,a\n2,3,b\n,5,b\n",
		o:          catalogue.UserTable{Missing: "mean"},
		classes:    []string{"a", "b"},
		attributes: []string{"x0", "x1"},
		x:          [][]float64{{1, 4}, {2, 3}, {1.5, 5}},
		y:          []int{0, 1, 1},
	},
	{
		name:       "infinite level",
		content:    "Inf,a\nCtrl,b\nInf,b\n",
		o:          catalogue.UserTable{Missing: "mean", Categorical: []string{"0"}},
		classes:    []string{"a", "b"},
		attributes: []string{"x0=Ctrl", "x0=Inf"},
		x:          [][]float64{{0, 1}, {1, 0}, {0, 1}},
		y:          []int{0, 1, 1},
	},
	{
		name:       "mean",
		content:    "1,,a\n2,3,b\n,5,b\n",
		o:          catalogue.UserTable{Missing: "mean"},
		classes:    []string{"a", "b"},
		attributes: []string{"x0", "x1"},
		x:          [][]float64{{1, 4}, {2, 3}, {1.5, 5}},
		y:          []int{0, 1, 1},
	},
	{
		name:       "mean of levels",
		content:    "1,u,a\n2,,b\n3,v,b\n4,v,a\n5,v,a\n",
		o:          catalogue.UserTable{Missing: "mean"},
		classes:    []string{"a", "b"},
		attributes: []string{"x0", "x1=u", "x1=v"},
		x:          [][]float64{{1, 1, 0}, {2, .25, .75}, {3, 0, 1}, {4, 0, 1}, {5, 0, 1}},
		y:          []int{0, 1, 1, 0, 0},
	},
	{
		name:       "semicolons",
		content:    "a;b\n1;x\n2;y\n",
		classes:    []string{"x", "y"},
		attributes: []string{"a"},
		x:          [][]float64{{1}, {2}},
		y:          []int{0, 1},
	},
	{
		name:       "tabs",
		content:    "1\t0\n2\t1\n",
		classes:    []string{"0", "1"},
		attributes: []string{"x0"},
		x:          [][]float64{{1}, {2}},
		y:          []int{0, 1},
	},
	{
		name:       "blanks",
		content:    "1  0\n 2 1\n",
		classes:    []string{"0", "1"},
		attributes: []string{"x0"},
		x:          [][]float64{{1}, {2}},
		y:          []int{0, 1},
	},
	{
		name:       "header said",
		content:    "10,20\n1,0\n2,1\n",
		o:          catalogue.UserTable{Header: new(true)},
		classes:    []string{"0", "1"},
		attributes: []string{"10"},
		x:          [][]float64{{1}, {2}},
		y:          []int{0, 1},
	},
	{
		name:       "header with a number",
		content:    "1,2,class\n1,2,0\n1,2,1\n",
		classes:    []string{"0", "1"},
		attributes: []string{"1", "2"},
		x:          [][]float64{{1, 2}, {1, 2}},
		y:          []int{0, 1},
	},
	{
		name:       "a column called last",
		content:    "last,class\n1,u\n2,v\n",
		classes:    []string{"u", "v"},
		attributes: []string{"last"},
		x:          [][]float64{{1}, {2}},
		y:          []int{0, 1},
	},
	{
		name:       "codes as classes",
		content:    "1,02\n2,01\n3,2\n",
		classes:    []string{"01", "02", "2"},
		attributes: []string{"x0"},
		x:          [][]float64{{1}, {2}, {3}},
		y:          []int{1, 0, 2},
	},
	{
		name:       "numbers beyond float64 as classes",
		content:    "1,9007199254740993\n2,9007199254740992\n",
		classes:    []string{"9007199254740992", "9007199254740993"},
		attributes: []string{"x0"},
		x:          [][]float64{{1}, {2}},
		y:          []int{1, 0},
	},
	{
		name:       "separator stated in the file",
		content:    "sep=;\na;b;c\n1,5;2;u\n2,5;3;v\n",
		classes:    []string{"u", "v"},
		attributes: []string{"a", "b"},
		x:          [][]float64{{1.5, 2}, {2.5, 3}},
		y:          []int{0, 1},
	},
	{
		name:       "columns without a name, and called alike, that are not used",
		content:    ",a,a,c\n1,2,3,u\n2,3,4,v\n",
		o:          catalogue.UserTable{Drop: []string{"0", "2"}},
		classes:    []string{"u", "v"},
		attributes: []string{"a"},
		x:          [][]float64{{2}, {3}},
		y:          []int{0, 1},
	},
	{
		name:       "ARFF",
		content:    "@relation r\n@attribute a real\n@attribute c {n,y}\n@data\n1,y\n2,n\n",
		classes:    []string{"n", "y"},
		attributes: []string{"a"},
		x:          [][]float64{{1}, {2}},
		y:          []int{1, 0},
	},
}

func TestLoadFile(t *testing.T) {
	for _, test := range loadCases {
		test.o.File = datatest.Write(t, "my table.csv.gz", test.content)
		ds, err := loadFile(test.o, "")
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		x, y := datatest.All(ds)
		if !slices.EqualFunc(x, test.x, slices.Equal) || !slices.Equal(y, test.y) || !slices.Equal(ds.ClassNames, test.classes) || !slices.Equal(ds.Attributes, test.attributes) {
			t.Errorf("%s: x %v, y %v, classes %q, attributes %q", test.name, x, y, ds.ClassNames, ds.Attributes)
		}
		if ds.Name != "my table" || (ds.Kind == data.Binary) != (len(test.classes) == 2) {
			t.Errorf("%s: name %q, kind %s", test.name, ds.Name, ds.Kind)
		}
	}
}

// The kinds of problems with a file.
const (
	badContent  = "content"
	unavailable = "unavailable"
	badRequest  = "request"
)

// loadErrorCase is a file, what is said of it, and the problem with it.
type loadErrorCase struct {
	name, text string
	o          catalogue.UserTable
	kind       string
	problem    string
}

// loadErrorCases are files that cannot be read, and requests that cannot be met.
var loadErrorCases = []loadErrorCase{
	{name: "empty", kind: badContent, problem: "the file is empty"},
	{name: "blank", text: "\n \n", kind: badContent, problem: "the file is empty"},
	{name: "header only", text: "a,b\n", kind: badContent, problem: "the file has no rows"},
	{
		name:    "ragged",
		text:    "a,b\n1,2\n1,2,3\n",
		kind:    badContent,
		problem: ":3: the row has 3 fields, but the first row has 2 fields, between commas",
	},
	{
		name:    "a remark first",
		text:    "# made by me\nx,y\n1,u\n2,v\n",
		kind:    badContent,
		problem: ":2: the row has 1 field, but the first row has 4 fields, between blanks. Line 1 begins with #: remove it if it is a comment",
	},
	{
		name:    "a remark with a comma",
		text:    "\n% x, y\na,b,y\n1,2,u\n",
		kind:    badContent,
		problem: ":3: the row has 3 fields, but the first row has 2 fields, between commas. Line 2 begins with %: remove it",
	},
	{
		name:    "a title above the table",
		text:    "Export of 2024-05-01\nSource: us\n\nx,y\n1,u\n2,v\n",
		kind:    badContent,
		problem: ":2: the row has 2 fields, but the first row has 3 fields, between blanks. If there are lines above the table, remove them",
	},
	{
		name:    "names of rows as R writes them",
		text:    "\"x\" \"y\"\n\"1\" 1 \"u\"\n\"2\" 2 \"v\"\n",
		kind:    badContent,
		problem: ":2: the row has 3 fields, but the first row has 2 fields, between blanks. If each row begins with its name, as R writes them, write a name",
	},
	{
		name:    "a comma at the end of the header",
		text:    "x,y,\n1,u\n2,v\n",
		kind:    badContent,
		problem: ":2: the row has 2 fields, but the first row has 3 fields, between commas. The first row ends in a separator, and this one does not: remove it there",
	},
	{
		name:    "a comma at the end of rows",
		text:    "x,y\n1,u,\n2,v,\n",
		kind:    badContent,
		problem: ":2: the row has 3 fields, but the first row has 2 fields, between commas. This row ends in a separator, and the first one does not: add one there",
	},
	{
		name:    "ragged between bars",
		text:    "a|b\n" + strings.Repeat("1|2\n", 10) + "1|2|3\n",
		kind:    badContent,
		problem: `the first row has 2 fields, between "|"`,
	},
	{
		name:    "mixed, text later",
		text:    "a,b\n1,x\n2,y\nred,x\n",
		kind:    badContent,
		problem: `:4: column "a": the text "red" is in a column that has numbers`,
	},
	{
		name:    "mixed, decimal commas later",
		text:    "a;b\n" + strings.Repeat("1;x\n2;y\n", 120) + "3,5;x\n",
		kind:    badContent,
		problem: `:242: column "a": the text "3,5" is in a column that has numbers in earlier rows (240 of 241 values are numbers): decimal = "," reads all its values as numbers`,
	},
	{
		name:    "mixed, number later",
		text:    "a,b,c\nred,1,x\n2,1,y\n",
		kind:    badContent,
		problem: `:3: column "a": the number 2 is in a column that has texts`,
	},
	{
		name:    "header denied",
		text:    "a,b\n1,x\n2,y\n",
		o:       catalogue.UserTable{Header: new(false)},
		kind:    badContent,
		problem: ":2: column 0 (from 0): the number 1 is below a text: say header = true",
	},
	{name: "missing", text: "1,2\n,3\n", kind: badContent, problem: ":2: column 0 (from 0): the value is missing"},
	{name: "NaN", text: "1,2\nNaN,3\n", kind: badContent, problem: ":2: column 0 (from 0): the value is missing"},
	{
		name:    "Inf",
		text:    "1,2\n1e999,3\n",
		kind:    badContent,
		problem: ":2: column 0 (from 0): the value \"1e999\" is beyond the range of a float64",
	},
	{
		name:    "Inf among texts",
		text:    "a,b,c\nCtrl,1,x\nInf,2,y\n",
		o:       catalogue.UserTable{Missing: "drop-row"},
		kind:    badContent,
		problem: `:3: column "a": the value "Inf" is beyond the range of a float64: say categorical = ["a"] if it is a category`,
	},
	{
		name:    "Inf alone",
		text:    "a,b,c\n1,inf,0\n2,-inf,1\n",
		o:       catalogue.UserTable{Missing: "mean"},
		kind:    badContent,
		problem: `column "b": there is no value`,
	},
	{
		name:    "a class called None",
		text:    "1,yes\n3,None\n4,no\n",
		kind:    badContent,
		problem: ":2: column 1 (from 0): the row has no label (\"None\"): such rows are left out; if it is a class, list the texts that stand for a missing value",
	},
	{name: "one label", text: "1,2\n3,nan\n", kind: badContent, problem: "every row has the same label"},
	{name: "one class", text: "1,2\n3,2\n", kind: badContent, problem: "every row has the same label"},
	{
		name:    "one column",
		text:    "a\nb\na\n",
		o:       catalogue.UserTable{Header: new(false)},
		kind:    badContent,
		problem: "no column besides the label",
	},
	{
		name:    "all missing",
		text:    "a,b,c\n1,,0\n2,,1\n",
		o:       catalogue.UserTable{Missing: "mean"},
		kind:    badContent,
		problem: `column "b": there is no value`,
	},
	{
		name:    "nothing left",
		text:    "a,b,c\n1,,0\n2,,1\n",
		o:       catalogue.UserTable{Missing: "drop-row"},
		kind:    badContent,
		problem: "no row is left",
	},
	{
		name:    "header in doubt",
		text:    "1.5,2,class\n1,2,0\n1,2,1\n",
		kind:    badContent,
		problem: "does this line name the columns?",
	},
	{
		name:    "texts in doubt",
		text:    "p,q\nr,s\nt,u\n",
		kind:    badContent,
		problem: "cannot tell whether the first line names the columns",
	},
	{name: "binary", text: "a\x00b,1\n", kind: badContent, problem: "not a text file"},
	{name: "UTF-16", text: "\xff\xfe1\x00", kind: badContent, problem: "UTF-16"},
	{
		name:    "Latin-1",
		text:    "a,y\n1,u\n2,caf\xe9\n",
		kind:    badContent,
		problem: ":3: the text is not UTF-8: save it as UTF-8",
	},
	{
		name:    "Latin-1 far down",
		text:    "a,y\n" + strings.Repeat("1,u\n2,v\n", 300) + "3,caf\xe9\n",
		kind:    badContent,
		problem: ":602: the text is not UTF-8",
	},
	{
		name:    "Latin-1 in quotes",
		text:    "a,y\n" + strings.Repeat("1,u\n2,v\n", 300) + "3,\"caf\n\xe9\"\n",
		kind:    badContent,
		problem: ":603: the text is not UTF-8",
	},
	{name: "Latin-1 in LIBSVM", text: "u 1:2\ncaf\xe9 1:3\n", kind: badContent, problem: ":2: the text is not UTF-8"},
	{
		name:    "Latin-1 in ARFF",
		text:    "@relation r\n@attribute gr\xf6\xdfe numeric\n@attribute y {a,b}\n@data\n1,a\n",
		kind:    badContent,
		problem: ":2: the text is not UTF-8",
	},
	{
		name:    "Latin-1 in XC",
		text:    "2 2 2\n0 0:1\n1 1:1 \xe9\n",
		o:       catalogue.UserTable{Task: "multilabel"},
		kind:    badContent,
		problem: ":3: the text is not UTF-8",
	},
	{name: "cut gzip", text: "\x1f\x8b\x08", kind: badContent, problem: "the packed file is cut short: get it again"},
	{name: "cut zip", text: "PK\x03\x04junk", kind: badContent, problem: "zip"},
	{
		name:    "no such label",
		text:    "a,b\n1,2\n3,4\n",
		o:       catalogue.UserTable{Label: "species"},
		kind:    badRequest,
		problem: `there is no column "species"`,
	},
	{
		name:    "no such column of many",
		text:    "a,b,c,d,e,f,g,h,i,j,k,l\n1,2,3,4,5,6,7,8,9,10,11,12\n",
		o:       catalogue.UserTable{Label: "m"},
		kind:    badRequest,
		problem: `"j"] and 2 more, numbered from 0`,
	},
	{
		name:    "no such number",
		text:    "a,b\n1,2\n3,4\n",
		o:       catalogue.UserTable{Label: "2"},
		kind:    badRequest,
		problem: `there is no column "2"`,
	},
	{
		name:    "number too large",
		text:    "a,b\n1,2\n3,4\n",
		o:       catalogue.UserTable{LabelNumber: number(2)},
		kind:    badRequest,
		problem: "label = 2: there is no such column; the 2 columns have the numbers 0 to 1 or, counted from the end, -1 to -2",
	},
	{
		name:    "number too small",
		text:    "a,b\n1,2\n3,4\n",
		o:       catalogue.UserTable{LabelNumber: number(-3)},
		kind:    badRequest,
		problem: "label = -3: there is no such column",
	},
	{
		name:    "number in LIBSVM",
		text:    "1 1:2 2:3\n0 1:3 2:4\n",
		o:       catalogue.UserTable{LabelNumber: number(0)},
		kind:    badRequest,
		problem: "in a LIBSVM file the label always comes first",
	},
	{
		name:    "no such category",
		text:    "a,b\n1,2\n3,4\n",
		o:       catalogue.UserTable{Categorical: []string{"z"}},
		kind:    badRequest,
		problem: `categorical: there is no column "z"`,
	},
	{
		name:    "no such positive",
		text:    "1,2\n3,4\n",
		o:       catalogue.UserTable{Positive: []string{"7"}},
		kind:    badRequest,
		problem: `positive lists the class "7", but no row has it; the classes are 2, 4`,
	},
	{
		name:    "all positive",
		text:    "1,2\n3,4\n",
		o:       catalogue.UserTable{Positive: []string{"2", "4"}},
		kind:    badRequest,
		problem: "positive lists all classes",
	},
	{
		name:    "bad missing",
		text:    "1,2\n3,4\n",
		o:       catalogue.UserTable{Missing: "median"},
		kind:    badRequest,
		problem: "drop-row or mean",
	},
}

func TestLoadFileErrors(t *testing.T) {
	for _, test := range loadErrorCases {
		test.o.File = datatest.Write(t, "t.csv", test.text)
		_, err := loadFile(test.o, "")
		datatest.CheckProblem(t, test.name, err, test.problem)
		if kind := errorKind(err); kind != test.kind {
			t.Errorf("%s: error of kind %s (%v)", test.name, kind, err)
		}
	}
	_, err := loadFile(catalogue.UserTable{File: t.TempDir() + "/absent.csv"}, "")
	if errorKind(err) != unavailable || !strings.Contains(err.Error(), "absent.csv cannot be read: no such file") {
		t.Errorf("absent file: %v", err)
	}
	if _, err := loadFile(catalogue.UserTable{File: t.TempDir()}, ""); errorKind(err) != unavailable {
		t.Errorf("folder: %v", err)
	}
}

func errorKind(err error) string {
	var content *data.ContentError
	var unavailable *data.UnavailableError
	var request *data.RequestError
	switch {
	case errors.As(err, &content):
		return "content"
	case errors.As(err, &unavailable):
		return "unavailable"
	case errors.As(err, &request):
		return "request"
	}
	return "other"
}

// A row of units below the header is told as one.
func TestRowOfUnits(t *testing.T) {
	const told = `own.csv:2: column "x": the first row has the text "cm", as other columns have texts, but all rows below it have numbers: remove the row from the file if it has units or names`
	for name, c := range map[string]struct{ first, problem string }{
		"units":          {"cm,kg,unit", told},
		"of two of them": {"cm,,unit,cm", told},
		"one text":       {"cm,5,p", `:3: column "x": the number 1.5 is in a column that has texts in earlier rows`},
		"without label":  {"cm,kg,", ""},
	} {
		header := "x,y,class"
		rows := "1.5,2,p\n2.5,3,q\n3.5,4,p\n"
		if strings.Count(c.first, ",") == 3 {
			header, rows = "x,y,class,z", "1.5,2,p,1\n2.5,3,q,2\n3.5,4,p,3\n"
		}
		_, err := loadFile(catalogue.UserTable{File: datatest.Write(t, "own.csv", header+"\n"+c.first+"\n"+rows), Label: "class", Missing: "mean"}, "")
		datatest.CheckProblem(t, name, err, c.problem)
	}
}

// A 0 needs no sign among percentages or prices: it is the same number in every unit.
func TestBareZeroAmongSigns(t *testing.T) {
	for name, c := range map[string]struct {
		x       [4]string
		problem string
	}{
		"among":     {[4]string{"12%", "0", "3%", "0%"}, ""},
		"first":     {[4]string{"0", "0", "12%", "3%"}, ""},
		"prices":    {[4]string{"$5", "-$2", "0", "$7.5"}, ""},
		"another":   {[4]string{"0", "12%", "3", "4%"}, `own.csv:4: column "x": the value "3" is in a column whose first number is "12%"`},
		"two signs": {[4]string{"0", "12%", "$3", "4%"}, `the value "$3" is in a column whose first number is "12%"`},
		"none":      {[4]string{"0", "12", "3", "4%"}, `the value "4%" is in a column whose first number is "12"`},
	} {
		ds, err := loadFile(catalogue.UserTable{File: datatest.Write(t, "own.csv", fmt.Sprintf("x,class\n%s,p\n%s,q\n%s,p\n%s,q\n", c.x[0], c.x[1], c.x[2], c.x[3]))}, "")
		datatest.CheckProblem(t, name, err, c.problem)
		if err == nil && len(ds.Summary.Columns[0].Remarks) > 0 {
			t.Errorf("%s: %v", name, ds.Summary.Columns[0].Remarks)
		}
	}
}

// No-break blanks around a field do not count, as they do not in quotes and at the ends of a line. Earlier
// programs kept them: the table is another one.
func TestNoBreakBlanks(t *testing.T) {
	plain := "k,x,colour,class\n1,1.5,red,p\n2,-2.5,blue,q\n3,,red,p\n4,7,blue,q\n"
	for name, replacer := range map[string]*strings.Replacer{
		"before":  strings.NewReplacer("1.5", "\u00a01.5", "7", "\u202f7"),
		"behind":  strings.NewReplacer("-2.5", "-2.5\u00a0", "1.5", "1.5\u202f"),
		"nothing": strings.NewReplacer("3,,", "3,\u00a0,"),
		"a level": strings.NewReplacer("1.5,red", "1.5,red\u00a0"),
		"a name":  strings.NewReplacer("x,colour", "\u00a0x\u00a0,colour", "1.5", "1.5\u00a0"),
	} {
		want, err := loadFile(catalogue.UserTable{File: datatest.Write(t, "plain.csv", plain), Missing: "mean"}, "")
		if err != nil {
			t.Fatal(err)
		}
		got, err := loadFile(catalogue.UserTable{File: datatest.Write(t, "own.csv", replacer.Replace(plain)), Missing: "mean"}, "")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		x, y := datatest.All(got)
		wantX, wantY := datatest.All(want)
		if !slices.EqualFunc(x, wantX, slices.Equal) || !slices.Equal(y, wantY) || !slices.Equal(got.Attributes, want.Attributes) {
			t.Errorf("%s: rows %v of %q, want %v of %q", name, x, got.Attributes, wantX, want.Attributes)
		}
		if len(got.Summary.Remarks) > 0 {
			t.Errorf("%s: %v", name, got.Summary.Remarks)
		}
	}
	arff := datatest.Write(t, "own.arff", "@relation r\n@attribute x real\n@attribute class {p,q}\n@data\n\u00a01.5,p\n2\u202f,q\n")
	ds, err := loadFile(catalogue.UserTable{File: arff}, "")
	if err != nil {
		t.Fatal(err)
	}
	if x, _ := datatest.All(ds); !slices.EqualFunc(x, [][]float64{{1.5}, {2}}, slices.Equal) {
		t.Errorf("of ARFF: rows %v", x)
	}
}

// A table with blanks that earlier programs kept in a text has another digest than theirs.
func TestNoBreakBlanksChangeTheDigest(t *testing.T) {
	table := catalogue.UserTable{File: datatest.Write(t, "own.csv", "x,colour,class\n1,\u00a0red,p\n2,blue,q\n")}
	ds, err := loadFile(table, "")
	if err != nil {
		t.Fatal(err)
	}
	s, err := fileSource(table)
	if err != nil {
		t.Fatal(err)
	}
	if before, err := s.Digest(tablefile.Cache{}); err != nil || ds.Digest == before {
		t.Errorf("the digest is that of before, %s (%v)", before, err)
	}
}

// A test file whose decimals stand behind another sign than those of the training file is told so, whatever the
// specification says.
func TestTestFileOfOtherDecimals(t *testing.T) {
	rows := func(sign string) string { return strings.ReplaceAll("x;class\n1.5;p\n20.25;q\n3.5;p\n", ".", sign) }
	point, comma := datatest.Write(t, "point.csv", rows(".")), datatest.Write(t, "comma.csv", rows(","))
	for name, c := range map[string]struct {
		own     catalogue.UserTable
		problem string
	}{
		"a comma": {
			own: catalogue.UserTable{File: point, TestFile: comma},
			problem: `comma.csv:2: column "x": the text "1,5" is in a column that has numbers in earlier rows (3 of 6 values are numbers): ` +
				`"1,5" is a number with "," before decimals, where the numbers of the table have ".": write all alike, or say categorical = ["x"] if it is a category`,
		},
		"a point": {
			own:     catalogue.UserTable{File: comma, TestFile: point},
			problem: `"1.5" is a number with "." before decimals, where the numbers of the table have ","`,
		},
		"a comma is said": {
			own:     catalogue.UserTable{File: point, TestFile: comma, Decimal: ","},
			problem: `"1.5" is a number with "." before decimals, where the numbers of the table have ","`,
		},
		"thousands": {
			own: catalogue.UserTable{
				File:     point,
				TestFile: datatest.Write(t, "thousands.csv", strings.ReplaceAll(rows("."), "20.25", "1 500 000")),
			},
			problem: `thousands = " " reads all its values as numbers`,
		},
		"both alike": {own: catalogue.UserTable{File: comma, TestFile: comma}},
	} {
		_, err := loadFile(c.own, "")
		datatest.CheckProblem(t, name, err, c.problem)
		if err != nil && strings.Contains(err.Error(), "also_missing") {
			t.Errorf("%s: a number does not stand for a missing value: %v", name, err)
		}
	}
}

func TestTestFile(t *testing.T) {
	load := func(train, test string, o catalogue.UserTable) (*data.Dataset, error) {
		o.File, o.TestFile = datatest.Write(t, "train.csv", train), datatest.Write(t, "test.csv", test)
		return loadFile(o, "")
	}
	// Levels are those of both files, the mean is the training file's.
	ds, err := load("a,b,c\n1,u,0\n3,v,1\n", "a,b,c\n100,w,1\n,u,0\n", catalogue.UserTable{Missing: "mean"})
	if err != nil {
		t.Fatal(err)
	}
	x, y := datatest.All(ds)
	if want := [][]float64{{1, 1, 0, 0}, {3, 0, 1, 0}, {100, 0, 0, 1}, {2, 1, 0, 0}}; !slices.EqualFunc(x, want, slices.Equal) || !slices.Equal(y, []int{0, 1, 1, 0}) {
		t.Errorf("rows %v, classes %v", x, y)
	}
	if len(ds.Splits) != 1 || ds.Splits[0].Train != (data.Range{From: 0, To: 2}) || ds.Splits[0].Test != (data.Range{From: 2, To: 4}) {
		t.Errorf("splits %v", ds.Splits)
	}
	for _, test := range []struct{ name, train, test, problem string }{
		{"unseen label", "1,0\n2,1\n", "1,0\n3,2\n", `test.csv:2: no row of the training file has the label "2"`},
		{"other width", "1,0\n2,1\n", "1,2,0\n", "test.csv:1: the row has 3 fields, but the rows of the first file have 2"},
		{"other names", "a,b\n1,0\n2,1\n", "a,c\n1,0\n", "test.csv: its columns differ from those"},
		{"other header", "a,b\n1,0\n2,1\n", "1,0\n", "test.csv:1: the first line names the columns in only one of the two files"},
		{"other separator", "1,0\n2,1\n", "1;0\n", "test.csv: it is a table with semicolons between fields, but "},
		{"other kind", "1 1:2\n0 1:1\n", "1,0\n", "test.csv: it is a table with commas between fields, but "},
		{"text for a number", "1,0\n2,1\n", "red,0\n", "test.csv:1: column 0"},
		{"empty", "1,0\n2,1\n", "", "test.csv: the file is empty"},
	} {
		_, err := load(test.train, test.test, catalogue.UserTable{})
		datatest.CheckProblem(t, test.name, err, test.problem)
	}
	if _, err := load("1,0\n2,1\n", "3,1.0\n", catalogue.UserTable{}); err != nil {
		t.Errorf("a label equal as a number: %v", err)
	}
}

// TestDroppedRowsAreTold: rows without a label and rows without a value are counted, in both files.
func TestDroppedRowsAreTold(t *testing.T) {
	file := datatest.Write(t, "train.csv", "a,b,c\n1,,u\n2,3,v\n3,4,\n4,NA,u\n5,6,u\n")
	test := datatest.Write(t, "test.csv", "a,b,c\n1,2,u\n?,2,v\n3,4,v\n")
	label := datatest.Write(t, "label.csv", "a,b,c\n1,2,u\n2,3,NA\n3,4,v\n")
	one := datatest.Write(t, "one.csv", "a,b,c\n1,2,u\n2,,v\n3,4,v\n")
	whole := datatest.Write(t, "whole.csv", "a,b,c\n1,2,u\n2,3,v\n")
	for _, c := range []struct {
		own  catalogue.UserTable
		want string
		rows []int
	}{
		{catalogue.UserTable{File: label}, "Of 3 rows, 1 is left out because a label is missing.", []int{0, 2}},
		{catalogue.UserTable{File: one, Missing: "drop-row"}, "Of 3 rows, 1 is left out because a label or a value is missing.", []int{0, 2}},
		{catalogue.UserTable{File: file, Missing: "drop-row"}, "Of 5 rows, 3 are left out because a label or a value is missing.", []int{1, 4}},
		{catalogue.UserTable{File: file, TestFile: test, Missing: "drop-row"}, "Of 8 rows, 4 are left out because a label or a value is missing.", []int{1, 4, 0, 2}},
	} {
		ds, err := loadFile(c.own, "")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(ds.Notes, c.want) {
			t.Errorf("notes %q, want %q", ds.Notes, c.want)
		}
		if got, err := ds.FileRows(); err != nil || !slices.Equal(got, c.rows) {
			t.Errorf("rows %v of the file are used, want %v; %v", got, c.rows, err)
		}
	}
	if ds, err := loadFile(catalogue.UserTable{File: whole, Missing: "drop-row"}, ""); err != nil || len(ds.Notes) > 0 || ds.FileRows != nil {
		t.Errorf("nothing left out: %+v, %v", ds, err)
	}
}
