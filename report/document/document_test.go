package document

import "testing"

func TestEscape(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a_b", `a\_b`},
		{"<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"},
		{"&lt;b>", "&amp;lt;b>"},
		{"Black & white", "Black & white"},
		{"[here](http://example.org)", `[here]\(http://example.org)`},
		{"![](x.png)", `![]\(x.png)`},
		{"[a]: http://example.org", `[a]\: http://example.org`},
		{"two\nlines\r\n\r\nmore", "two lines  more"},
		{"# no heading", `\# no heading`},
		{"- no item", `\- no item`},
		{"-1", "-1"},
		{"a|b`c`*d*", "a\\|b\\`c\\`\\*d\\*"},
		{"[-2, 2] x [0, 1]", "[-2, 2] x [0, 1]"},
	} {
		if got := Escape(test.text); got != test.want {
			t.Errorf("Escape(%q) is %q, want %q", test.text, got, test.want)
		}
	}
	for text, want := range map[string]string{"nll_median is _the_ median": `nll_median is \_the\_ median`, "<b>": "&lt;b>", "__x__": `\_\_x\_\_`} {
		if got := EscapeSentence(text); got != want {
			t.Errorf("EscapeSentence(%q) is %q, want %q", text, got, want)
		}
	}
}

// Each comes by the blocks of folded parts too.
func TestEach(t *testing.T) {
	var part, d Document
	part.Paragraph("b")
	d.Paragraph("a")
	d.AddLong(part, 2, 1, "more")
	d.Paragraph("c")
	got := ""
	d.Each(func(b Block) {
		switch b := b.(type) {
		case Paragraph:
			got += b.Text
		case Folded:
			got += b.Summary + ":"
		}
	})
	if want := "amore:bc"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
