package read

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"gpcbench/data"
	"gpcbench/data/catalogue"
)

// FuzzReaders: no reader panics, and none gives a row that is not whole.
func FuzzReaders(f *testing.F) {
	f.Add("delimited", []byte("a,b\n1,\"2\"\n"), 0)
	f.Add("blank", []byte("  1 2\n3 4 "), 1)
	f.Add("libsvm", []byte("1 1:2 3:4\n"), 0)
	f.Add("libsvm", []byte("1\n0 0:2 3:4\n"), 0)
	f.Add("arff", []byte("@relation r\n@attribute a{x,y}\n@attribute b real\n@data\nx,'1'\n{1 \"2\"}\n"), 0)
	f.Add("xc", []byte("2 3 4\n0,1 0:1 2:3\n 1:1\n"), 0)
	f.Add("labelled", []byte("0,1 1:1 2:3\n 1:1\n2\n"), 0)
	f.Add("mulan", []byte("@attribute a real\n@attribute b {0,1}\n@data\n1,0\n{0 2,1 1}\n"), 1)
	f.Fuzz(func(t *testing.T, kind string, text []byte, n int) {
		l := newLines(bytes.NewReader(text), "f")
		var r Reader
		switch kind {
		case "delimited":
			r = newDelimited(l, &catalogue.Format{Header: n%2 == 0, Comment: "%", Skip: n & 3})
		case "blank":
			r = newDelimited(l, &catalogue.Format{Header: n%2 == 0, Separator: "blank"})
		case "libsvm":
			r = &libsvm{lines: l, base: n & 1}
		case "arff":
			r = &arff{lines: l}
		case "labelled":
			r = &labelled{lines: l, d: maxSets, k: maxSets}
		case "xc":
			r = &xc{lines: l}
		case "mulan":
			r = &mulan{arff: &arff{lines: l}, k: n}
		default:
			return
		}
		names, err := r.Header()
		for err == nil {
			var rec *Record
			if rec, err = r.Next(); rec == nil {
				break
			}
			if names != nil && rec.Fields != nil && len(rec.Fields) != len(names) {
				t.Errorf("%d fields, %d names", len(rec.Fields), len(names))
			}
			if len(rec.Cols) > 0 && len(rec.Cols) != len(rec.Values) {
				t.Errorf("%d columns, %d values", len(rec.Cols), len(rec.Values))
			}
			for i, l := range rec.Labels {
				if l < 0 || i > 0 && l <= rec.Labels[i-1] {
					t.Errorf("labels %v", rec.Labels)
				}
			}
			for i, c := range rec.Cols {
				if c < 0 || i > 0 && c <= rec.Cols[i-1] {
					t.Errorf("columns %v", rec.Cols)
				}
			}
		}
		var content *data.ContentError
		if err != nil && !errors.As(err, &content) {
			t.Errorf("%T: %v", err, err)
		}
	})
}

func FuzzParseNumber(f *testing.F) {
	for _, text := range []string{"1", "-1.5e3", ".", "+.5", "0x1p4", "1_0", "inf", "nan", "1e999"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, ok := ParseNumber(text)
		want, err := strconv.ParseFloat(string(PlainMinus(text)), 64)
		if wantOK := (err == nil || math.IsInf(want, 0)) && !bytes.ContainsAny(text, goSigns); ok != wantOK || ok && math.Float64bits(got) != math.Float64bits(want) && want == want {
			t.Errorf("%q: %v %v, strconv has %v %v", text, got, ok, want, err)
		}
	})
}

// FuzzNumbers: whatever stands between thousands, what is read is what stands there without it.
func FuzzNumbers(f *testing.F) {
	for _, text := range []string{"1.234,5", "1,234", "-1'000.5e3", "1\u00a0234", "1\u2009234", "1\u2019234", ",", "1,,2", "+"} {
		f.Add(text, ",", ".")
		f.Add(text, "", ",")
		f.Add(text, "", " ")
	}
	f.Fuzz(func(t *testing.T, text, decimal, thousands string) {
		if decimal != "" && decimal != "." && decimal != "," || thousands != "" && !strings.Contains(",. '", thousands) || len(thousands) > 1 {
			return
		}
		n := Numbers{Decimal: decimal, Thousands: thousands}
		v, ok := n.Parse([]byte(text))
		if n.point() || !ok || decimal == thousands || thousands == "." && decimal == "" {
			return
		}
		plain := text
		switch thousands {
		case " ":
			plain = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2007", " ", "\u2009", " ").Replace(plain)
		case "'":
			plain = strings.ReplaceAll(plain, "\u2019", "'")
		}
		if thousands != "" {
			plain = strings.ReplaceAll(plain, thousands, "")
		}
		if decimal == "," {
			plain = strings.Replace(plain, ",", ".", 1)
		}
		if w, number := ParseNumber([]byte(plain)); !number || w != v && w == w {
			t.Errorf("%+v: %q is %v, and %q is %v", n, text, v, plain, w)
		}
	})
}
