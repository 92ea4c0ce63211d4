package main

import (
	"strings"
	"testing"
)

// A data set that is in the program comes out as a table that init reads, and whose model scores it.
func TestTable(t *testing.T) {
	b := newBench(t)
	b.want(0, []string{"178 rows of Wine: wine.csv"}, "table", "wine", "--out", "wine.csv")
	text := b.read("wine.csv")
	if !strings.HasPrefix(text, "x0,x1,") || !strings.Contains(text, "\n14.23,1.71,2.43,15.6,127,2.8,3.06,0.28,2.29,5.64,1.04,3.92,1065,1\n") || strings.Count(text, "\n") != 179 {
		t.Errorf("%.300s", text)
	}
	if o := b.want(0, nil, "table", "wine"); o.stdout != text {
		t.Error("standard output has another table than the file")
	}
	b.want(0, []string{"178 rows, 14 columns", "3 classes: 1 59 (33.1%), 2 71 (39.9%), 3 48 (27%)", `column "class": the label`}, "init", "wine.csv")
	b.want(0, nil, "fit", "wine.toml", "--method", "Linear", "--out", "m.gpc")
	b.want(0, []string{"Linear on 178 rows", "\nerror "}, "predict", "m.gpc", "wine.csv", "--score")
	for _, c := range []struct {
		want string
		args string
	}{
		{"wine.csv exists already", "wine --out wine.csv"},
		{"did you mean wine?", "win"},
		{"table: which data set?", ""},
		{"the rows of bibtex have any number of labels each", "bibtex"},
	} {
		b.want(2, []string{c.want}, append([]string{"table"}, strings.Fields(c.args)...)...)
	}
}
