package spec

import "testing"

func TestIndex(t *testing.T) {
	src := `top = 1
"quoted key" = { "in.ner" = 'a}b', list = [ "]", 'x', [1, 2] ] } # { comment
'lit.eral'.dotted . key = """
[not] a = header
\""" still "text""""
multi = '''
x = 1'''''
after = 2
ünï = 0

[a.b]
c = 1979-05-27T07:32:00Z
[[arr]]
k = 1
[[arr]]
 k = [
  1, # one
  2,
]
[arr.sub]
z = 1
[[arr.deep]]
q = -0.5e3
`
	if src[len(src)-1] != '\n' {
		t.Fatal()
	}
	x := newPlaces("f", []byte(src))
	path := func(keys ...any) string {
		p := root
		for _, k := range keys {
			switch k := k.(type) {
			case string:
				p = join(p, k)
			case int:
				p = element(p, k)
			}
		}
		return p
	}
	for _, c := range []struct {
		path      string
		line, col int
	}{
		{path("top"), 1, 1},
		{path("quoted key"), 2, 1},
		{path("quoted key", "in.ner"), 2, 18},
		{path("quoted key", "list"), 2, 36},
		{path("quoted key", "list", 1), 2, 50},
		{path("quoted key", "list", 2, 1), 2, 59},
		{path("lit.eral", "dotted"), 3, 12},
		{path("lit.eral", "dotted", "key"), 3, 21},
		{path("multi"), 6, 1},
		{path("after"), 8, 1},
		{path("ünï"), 9, 1},
		{path("a", "b"), 11, 1},
		{path("a", "b", "c"), 12, 1},
		{path("arr", 0, "k"), 14, 1},
		{path("arr", 1), 15, 1},
		{path("arr", 1, "k", 1), 18, 3},
		{path("arr", 1, "sub", "z"), 21, 1},
		{path("arr", 1, "deep", 0, "q"), 23, 1},
		{path("arr", 1, "deep", 0, "none"), 22, 1},
		{path("nowhere"), 1, 1},
	} {
		if p := x.at(c.path); p.Line != c.line || p.Column != c.col {
			t.Errorf("%q stands at %d:%d, want %d:%d", c.path, p.Line, p.Column, c.line, c.col)
		}
	}
}
