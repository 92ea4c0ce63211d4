package format

import (
	"slices"
	"strings"
	"testing"

	"gpcbench/report/document"
	"gpcbench/wording"
)

func TestMarked(t *testing.T) {
	link := func(to string) string { return "to/" + to }
	for text, want := range map[string]string{
		"plain & <b>":                                "plain &amp; &lt;b&gt;",
		"**strong *and* `a*b`**":                     "<strong>strong <em>and</em> <code>a*b</code></strong>",
		string(document.Escape("a_b*c|d`e<f\\")):     "a_b*c|d`e&lt;f\\",
		string("**" + document.Escape("a*b") + "**"): "<strong>a*b</strong>",
		"see [the **table**](x.csv), y":              `see <a href="to/x.csv">the <strong>table</strong></a>, y`,
		"[0.1, 0.2] (both)":                          "[0.1, 0.2] (both)",
		string(document.Escape("# a [b](c) &lt; d")): "# a [b](c) &amp;lt; d",
		"2 * 3 and `open":                            "2 * 3 and `open",
		`"><script>`:                                 "&#34;&gt;&lt;script&gt;",
		"[x](a\"onclick=b)":                          `<a href="to/a&#34;onclick=b">x</a>`,
	} {
		if got := string(marked(text, link)); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
}

func TestLinked(t *testing.T) {
	for text, want := range map[string]string{
		"A & B":                               "A &amp; B",
		"in X, https://doi.org/10.1/a.2.":     `in X, <a href="https://doi.org/10.1/a.2">https://doi.org/10.1/a.2</a>.`,
		`(http://x/?a&b), https://"onclick=1`: `(<a href="http://x/?a&amp;b">http://x/?a&amp;b</a>), https://&#34;onclick=1`,
	} {
		if got := string(linked(text)); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
}

// chapter has a block of every kind and text that is no HTML.
func chapter() document.Chapter {
	c := document.Chapter{Facts: document.Facts{Experiment: "paper/table1", Profile: "quick", Title: "A <title>", Done: 1, Planned: 2, Verdicts: []document.Count{{Verdict: "worse", Numbers: 1}}}}
	c.Heading(1, "A &lt;title>")
	c.Heading(2, "Table 1, by data set")
	c.Paragraph("See [below](#table-1-by-data-set), [a file](table1.csv), [a site](https://example.org/).")
	c.List([]document.Marked{"one"})
	c.Add(results(), document.Image{Name: "figure1", Text: document.Escape("alt < _b_")}, document.Code{Text: "runexp run"})
	c.AddLong(document.Document{Blocks: []document.Block{document.Table{Head: []document.Marked{"x"}, Rows: [][]document.Marked{{"1"}}}}}, 3, 2, "3 lines")
	return c
}

func TestPage(t *testing.T) {
	source, err := Page([]document.Chapter{chapter()})
	if err != nil {
		t.Fatal(err)
	}
	page := strings.NewReplacer("&#39;", "'", "&#43;", "+").Replace(string(source))
	for _, want := range []string{
		"<h3>A &lt;title&gt;</h3>", `profile quick, 1 of 2 cells · 1 worse`,
		`<h4 id="paper/table1/quick/table-1-by-data-set">`, `<a href="#paper/table1/quick/table-1-by-data-set">`,
		`<img src="paper/table1/quick/figure1.svg" alt="alt &lt; _b_"`, `<a href="paper/table1/quick/table1.csv">`, `<a href="https://example.org/">`, `<a href="paper/table1/quick/figure1.png">`,
		`<td class="worse best" title="95% [0, 1]` + "\n" + `9 repeats` + "\n" + `worse">0.2 ±&nbsp;0.1 <i>✗</i><small>0.1 ± 0.0</small>`,
		"<details><summary>3 lines</summary>\n<div", digest(pageScript()), digest(pageStyle), "default-src 'none'",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	if strings.Contains(page, "ZgotmplZ") {
		t.Error("html/template refused a text")
	}
	if n := strings.Count(page, "A &lt;title"); n != 3 { // of the page, above it and of the chapter
		t.Errorf("the title stands %d times", n)
	}
}

// The signs of verdicts are explained where there are verdicts, with or without claims.
func TestPageExplainsVerdicts(t *testing.T) {
	judged, other := chapter(), chapter()
	other.Facts.Verdicts = nil
	for _, c := range []struct {
		chapter document.Chapter
		want    bool
	}{{judged, true}, {other, false}} {
		source, err := Page([]document.Chapter{c.chapter})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(source), "below it, smaller, is the paper’s"); got != c.want {
			t.Errorf("verdicts %v: explained %v", c.chapter.Facts.Verdicts, got)
		}
	}
}

// Every outcome has a mark, and the page says what marks of verdicts
// stand for.
func TestMarks(t *testing.T) {
	seen := map[rune]string{}
	for _, o := range wording.Outcomes {
		of, ok := outcomeSigns[o]
		if !ok || seen[of.mark] != "" {
			t.Errorf("the outcome %q has no mark of its own", o)
		}
		seen[of.mark] = o
	}
	for _, m := range marks {
		if said := m.sign + " " + m.verdict; !strings.Contains(pageSource, said) {
			t.Errorf("the page does not say %q", said)
		}
	}
}

// A title is shown without the name of the paper above it.
func TestShort(t *testing.T) {
	for title, want := range map[string]string{
		"Panos et al. 2018, table 2: precision": "Table 2: precision", "Panos et al. 2018: time per step": "Time per step",
		"SC-MGPC against the exact posterior": "SC-MGPC against the exact posterior",
	} {
		c := chapterView{Chapter: document.Chapter{Facts: document.Facts{Title: title, Paper: "Panos et al. 2018"}}}
		if got := c.Short(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The row of a claim says what its number measures, and has the sign that the picture and its key have.
func TestRowOfClaim(t *testing.T) {
	c := chapter()
	c.Facts.Claims = []document.Claim{{Says: "Sparse KL is better.", Readings: []document.Reading{{Statistic: "test NLL of GFITC less that of KLSp", Ours: "0.01", Claimed: "above 0", Outcome: wording.MetByAny}}}}
	source, err := Page([]document.Chapter{c})
	if err != nil {
		t.Fatal(err)
	}
	for _, says := range []string{"<span>Sparse KL is better.<small>test NLL of GFITC less that of KLSp</small></span>", "◇ met by any method"} {
		if !strings.Contains(string(source), says) {
			t.Errorf("the page does not say %q", says)
		}
	}
}

// A long table is cut on the page, which says so.
func TestLongTable(t *testing.T) {
	for n, says := range map[int]string{mostRows: "", mostRows + 1: `The first 100 of 101 rows; <a href="paper/table1/quick/report.md">the report</a> has all.`} {
		c := chapter()
		c.Add(document.Table{Head: []document.Marked{"number"}, Rows: slices.Repeat([][]document.Marked{{"in a row"}}, n)})
		page, err := Page([]document.Chapter{c})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(string(page), "<td>in a row"); got != mostRows {
			t.Errorf("%d of %d rows", got, n)
		}
		if !strings.Contains(string(page), says) || says == "" && strings.Contains(string(page), "The first") {
			t.Errorf("%d rows: the page does not say %q", n, says)
		}
	}
}
