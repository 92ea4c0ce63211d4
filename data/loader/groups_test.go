package loader

import (
	"errors"
	"slices"
	"testing"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
	"gpcbench/data/tablefile"
)

// Values are numbered in ascending order, rows that are not used have none, and the column
// is no attribute.
func TestSplitColumn(t *testing.T) {
	for what, c := range map[string]struct {
		text   string
		own    catalogue.UserTable
		groups []int
	}{
		"texts": {
			text:   "p,v,c\nz,1,a\nb,2,b\nz,3,b\nk,4,a\n",
			own:    catalogue.UserTable{GroupColumn: "p"},
			groups: []int{2, 0, 2, 1},
		},
		"numbers": {
			text:   "p,v,c\n10,1,a\n9,2,b\n10.0,3,b\n11,4,a\n",
			own:    catalogue.UserTable{GroupColumn: "0"},
			groups: []int{1, 0, 2, 3},
		},
		"long numbers": {
			text:   "p,v,c\n1152921504606846983,1,a\n1152921504606846976,2,b\n1152921504606846983,3,b\n9,4,a\n",
			own:    catalogue.UserTable{GroupColumn: "p"},
			groups: []int{2, 1, 2, 0},
		},
		"dates": {
			text:   "d,v,c\n2024-02-01,1,a\n2023-12-31,2,b\n2024-01-31,3,b\n2023-12-31,4,a\n",
			own:    catalogue.UserTable{TimeColumn: "d"},
			groups: []int{2, 0, 1, 0},
		},
		"seconds and parts of them": {
			text:   "d,v,c\n2024-01-31T12:30:59Z,1,a\n2024-01-31T12:30Z,2,b\n2024-01-31T12:30:05.5Z,3,b\n2024-01-31T12:30:05Z,4,a\n",
			own:    catalogue.UserTable{TimeColumn: "d"},
			groups: []int{3, 0, 2, 1},
		},
		"T and a blank": {
			text:   "d,v,c\n2024-01-31 23:00,1,a\n2024-01-31T01:00,2,b\n2024-01-31T00:00,3,b\n2024-01-31,4,a\n",
			own:    catalogue.UserTable{TimeColumn: "d"},
			groups: []int{2, 1, 0, 0},
		},
		"zones": {
			text:   "d,v,c\n2024-01-31T12:30+02:00,1,a\n2024-01-31T10:30Z,2,b\n2024-01-31T09:30-0500,3,b\n2024-01-31T11:30,4,a\n",
			own:    catalogue.UserTable{TimeColumn: "d"},
			groups: []int{0, 0, 2, 1},
		},
		"dates of a group are texts": {
			text:   "d,v,c\n2024-01-31T00:00,1,a\n2024-01-31,2,b\n2024-01-31T00:00,3,b\n",
			own:    catalogue.UserTable{GroupColumn: "d"},
			groups: []int{1, 0, 1},
		},
		"dropped for the column itself": {
			text:   "p,v,c\nz,1,a\n,2,b\nNA,3,a\nz,4,b\nk,5,a\n",
			own:    catalogue.UserTable{GroupColumn: "p", Missing: "drop-row"},
			groups: []int{1, 1, 0},
		},
		"days dropped": {
			text:   "d,v,c\n2024-02-01,1,a\n?,2,b\n2024-01-31,3,b\n",
			own:    catalogue.UserTable{TimeColumn: "d", Missing: "drop-row"},
			groups: []int{1, 0},
		},
		"infinite among texts": {
			text:   "p,v,c\nInf,1,a\nCtrl,2,b\nInf,3,b\n",
			own:    catalogue.UserTable{GroupColumn: "p"},
			groups: []int{1, 0, 1},
		},
		"dropped": {
			text:   "p,v,c\nz,1,a\nb,,b\nz,3,b\nk,4,a\n",
			own:    catalogue.UserTable{GroupColumn: "p", Missing: "drop-row"},
			groups: []int{1, 1, 0},
		},
	} {
		c.own.File = datatest.Write(t, "t.csv", c.text)
		ds, err := loadFile(c.own, t.TempDir())
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if !slices.Equal(ds.Groups, c.groups) || !slices.Equal(ds.Attributes, []string{"v"}) {
			t.Errorf("%s: groups %v, want %v; attributes %q", what, ds.Groups, c.groups, ds.Attributes)
		}
	}
}

// A table whose times earlier programs had in another order is another table; one whose times
// they had in order is the same.
func TestOrderOfTimeIsInTheDigest(t *testing.T) {
	for text, another := range map[string]bool{
		"d,v,c\n2024-02-01,1,a\n2023-12-31,2,b\n2024-01-31,3,b\n":                  false,
		"d,v,c\n10,1,a\n9,2,b\n10.0,3,b\n":                                         false,
		"d,v,c\n2024-01-31T12:30:59Z,1,a\n2024-01-31T12:30Z,2,b\n2024-02-01,3,b\n": true,
	} {
		table := catalogue.UserTable{File: datatest.Write(t, "t.csv", text), TimeColumn: "d"}
		s, err := fileSource(table)
		if err != nil {
			t.Fatal(err)
		}
		bytes, err := s.Digest(tablefile.Cache{})
		if err != nil {
			t.Fatal(err)
		}
		ds, err := loadFile(table, "")
		if err != nil {
			t.Fatal(err)
		}
		if (ds.Digest != bytes) != another {
			t.Errorf("%q: the digest is another: %v", text, !another)
		}
	}
}

func TestSplitColumnsThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		text string
		own  catalogue.UserTable
		want string
	}{
		{irisLike, catalogue.UserTable{GroupColumn: "patient"}, `split: there is no column "patient"; the columns are ["sepal" "colour" "species"], numbered from 0`},
		{irisLike, catalogue.UserTable{GroupColumn: "species"}, `rows cannot be split by the label column "species"`},
		{"1 1:0.5\n2 1:2\n", catalogue.UserTable{GroupColumn: "0"}, "the columns of a LIBSVM file have no names, so rows cannot be split by one of them"},
	} {
		c.own.File = datatest.Write(t, "t.csv", c.text)
		_, err := loadFile(c.own, "")
		var request *data.RequestError
		if !errors.As(err, &request) || request.Key != "split" || request.Problem != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// What is wrong with a value is reported with its place and with what to do.
func TestSplitValuesThatCannotBe(t *testing.T) {
	const missing = "but rows are split by this column: missing = \"drop-row\" leaves such rows out"
	const noDate = "is neither a number nor an existing date, such as 2024-01-31 or 2024-01-31T12:30: correct it"
	for _, c := range []struct {
		text string
		own  catalogue.UserTable
		want string
	}{
		{
			text: "p,v,c\nz,1,a\n,2,b\n",
			own:  catalogue.UserTable{GroupColumn: "p"},
			want: `t.csv:3: column "p": the value is missing (""), ` + missing,
		},
		{
			text: "p,v,c\nz,1,a\nNA,2,b\n",
			own:  catalogue.UserTable{GroupColumn: "p", Missing: "mean"},
			want: `t.csv:3: column "p": the value is missing ("NA"), ` + missing + "; if it is a value",
		},
		{
			text: "p,v,c\n2,1,a\n1,2,b\ninf,2,b\n",
			own:  catalogue.UserTable{GroupColumn: "p"},
			want: `t.csv:4: column "p": the value "inf" is beyond the range of a float64, but rows are split by this column`,
		},
		{
			text: "p,v,c\n2,1,a\n1e999,2,b\n",
			own:  catalogue.UserTable{TimeColumn: "p", Missing: "drop-row"},
			want: `t.csv:3: column "p": the value "1e999" is beyond the range of a float64`,
		},
		{
			text: irisLike,
			own:  catalogue.UserTable{TimeColumn: "colour"},
			want: `column "colour": rows are split in the order of time, but "red" ` + noDate,
		},
		{
			text: "d,v,c\n2024-02-28,1,a\n2024-02-31,2,b\n",
			own:  catalogue.UserTable{TimeColumn: "d"},
			want: `t.csv:3: column "d": rows are split in the order of time, but "2024-02-31" ` + noDate,
		},
		{
			text: "d,v,c\n7,1,a\n2024-02-28,1,a\nsoon,2,b\n",
			own:  catalogue.UserTable{TimeColumn: "d"},
			want: `t.csv:4: column "d": rows are split in the order of time, but "soon" ` + noDate,
		},
		{
			text: "d,v,c\n2024-02-28,1,a\n7,2,b\n",
			own:  catalogue.UserTable{TimeColumn: "d"},
			want: `t.csv:3: column "d": rows are split in the order of time, but "7" is a number and other values are dates`,
		},
	} {
		c.own.File = datatest.Write(t, "t.csv", c.text)
		_, err := loadFile(c.own, "")
		datatest.CheckProblem(t, c.want, err, c.want)
		if _, ok := errors.AsType[*data.ContentError](err); !ok {
			t.Errorf("%v is no error of the content", err)
		}
	}
}
