package document

import "testing"

func TestEscape(t *testing.T) {
	for _, test := range []struct {
		text string
		want Marked
	}{
		{"a_b is _the_ median", `a_b is \_the\_ median`},
		{"__x__", `\_\_x\_\_`},
		{"<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"},
		{"&lt;b>", "&amp;lt;b>"},
		{"Black & white", "Black & white"},
		{"[here](http://example.org)", `[here]\(http://example.org)`},
		{"![](x.png)", `![]\(x.png)`},
		{"[a]: http://example.org", `[a]\: http://example.org`},
		{"two\nlines\r\n\r\nmore", "two lines  more"},
		{"# no heading", `\# no heading`},
		{"- no item", `\- no item`},
		{"---", `\---`},
		{"~~~", `\~~~`},
		{"1. no item", `1\. no item`},
		{"-1", "-1"},
		{"1.5", "1.5"},
		{"a|b`c`*d*", "a\\|b\\`c\\`\\*d\\*"},
		{"[-2, 2] x [0, 1]", "[-2, 2] x [0, 1]"},
		{"a\x1b[31mb\u202ec", "a[31mbc"},
	} {
		if got := Escape(test.text); got != test.want {
			t.Errorf("Escape(%q) is %q, want %q", test.text, got, test.want)
		}
	}
}

// Of the arguments of a sentence those count as marks that are Marked.
func TestText(t *testing.T) {
	if got := Text("**%s** %s %d %.1f %v", "*a*", Marked("*b*"), 3, 0.25, []string{"<c>"}); got != `**\*a\*** *b* 3 0.2 [&lt;c>]` {
		t.Errorf("got %q", got)
	}
}

// Each comes by the blocks of folded parts too.
func TestEach(t *testing.T) {
	var part, d Document
	part.Paragraph("b")
	d.Paragraph("a")
	d.AddLong(part, 2, 1, "more")
	d.Paragraph("c")
	got := Marked("")
	d.Each(func(b Block) {
		switch b := b.(type) {
		case Paragraph:
			got += b.Text
		case Folded:
			got += b.Summary + ":"
		}
	})
	if want := Marked("amore:bc"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
