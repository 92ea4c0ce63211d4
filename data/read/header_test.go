package read

import (
	"errors"
	"strings"
	"testing"

	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
)

// A first line of texts names the columns unless one of them is met again in its column.
func TestTextHeader(t *testing.T) {
	rows := strings.Repeat("red,big,yes\nblue,small,no\n", 6)
	for _, test := range []struct {
		what, text string
		header     bool
	}{
		{"none of its texts is met again", "colour,size,class\n" + rows, true},
		{"it stands again", "colour,size,class\n" + rows + "colour,size,class\n" + rows, true},
		{"a text is met again", "red,size,class\n" + rows, false},
		{"a row of a table without a header, twice", "red,big,no\n" + rows + "red,big,no\n", false},
	} {
		f := catalogue.Format{}
		if _, err := Detect(datatest.Write(t, "t.csv", test.text), &f, nil); err != nil || f.Header != test.header {
			t.Errorf("%s: header %v, error %v", test.what, f.Header, err)
		}
	}
}

// A first line with a number in it names the columns or is a row.
func TestMixedHeader(t *testing.T) {
	rows := strings.Repeat("1.5,2.5,3.5,u\n2.5,1.5,0.5,v\n", 6)
	for _, test := range []struct {
		what, text, label string
		header, doubt     bool
	}{
		{"numbers that count", "0,1,2,species\n" + rows, "", true, false},
		{"they count above few rows", "0,1,2,species\n1.5,2.5,3.5,u\n2.5,1.5,0.5,v\n", "", false, false},
		{"the label called by its name", "7,5,2,species\n" + rows, "species", true, false},
		{"a text above numbers", "length,2019,2020,species\n" + rows, "", true, false},
		{"whole numbers, and a label that is met nowhere else", "7,5,2,w\n" + rows, "", false, true},
		{"a label that is met again", "0,1,2,u\n" + rows, "", false, false},
		{"numbers that are not whole", "0,1.5,2,w\n" + rows, "", false, false},
		{"numbers that are equal", "5,5,2,w\n" + rows, "", false, false},
		{"a word for a missing value above numbers", "5,unknown,2,u\n" + rows, "", false, false},
		{"an index before numbers that count", ",0,1,2\n0,1.5,2.5,u\n1,2.5,1.5,v\n2,3.5,1.5,u\n", "", true, false},
		{"it numbers the rows from 1", ",1,2\n1,1.5,0\n2,2.5,1\n", "", true, false},
		{"nothing above a column that does not number the rows", ",0,1,2\n4,1.5,2.5,0\n7,2.5,1.5,1\n", "", false, false},
		{"a missing value before numbers that do not count", ",0,1,4\n0,1.5,2.5,4\n1,2.5,1.5,3\n", "", false, false},
		{"a label that is a number", "a,b,c,1\n" + strings.Repeat("1,2,3,1\n1,2,3,0\n", 6), "", false, false},
	} {
		f := catalogue.Format{Label: test.label}
		_, err := Detect(datatest.Write(t, "t.csv", test.text), &f, nil)
		if _, nameless := errors.AsType[*NamelessError](err); nameless {
			err = nil // of the index, in a line that is taken for the header
		}
		if (err != nil) != test.doubt || f.Header != test.header {
			t.Errorf("%s: header %v, error %v", test.what, f.Header, err)
		}
	}
}
