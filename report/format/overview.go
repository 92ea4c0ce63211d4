package format

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// overviewView is what the page says of one paper before its reports: a sentence, its
// claims and a map of its numbers.
type overviewView struct {
	Sentence string
	Advice   []adviceView
	Claims   []claimView
	Map      *Map // nil where no number has a verdict
}

// claimView is a claim with the report that tells of it.
type claimView struct {
	document.Claim
	Folder string
	Mark   string
}

// adviceView is what a comparison says of which method to take.
type adviceView struct {
	Title, Folder string
	Says          []string
}

// outcomeMarks are the marks of outcomes; others have a dot.
var outcomeMarks = map[string]string{"holds": "✓", "holds in part": "◐", "does not hold": "✗"}

// Map is the published numbers of a paper: data sets by methods, a tile a number.
type Map struct {
	Methods []string
	Rows    []MapRow
}

// MapRow is the numbers on one data set, by method.
type MapRow struct {
	Dataset string
	Cells   [][]Tile
}

// Tile is one number: the mark of its verdict, and what shows where one points at it.
type Tile struct{ Folder, Class, Mark, Title string }

// overviewOf says in short what parts of one paper show, those of the profile paper where
// there are any.
func overviewOf(parts []Part) overviewView {
	ofPaper := func(p Part) bool { return p.Facts.Profile == "paper" }
	if slices.ContainsFunc(parts, ofPaper) {
		parts = slices.DeleteFunc(slices.Clone(parts), func(p Part) bool { return !ofPaper(p) })
	}
	var out overviewView
	for _, p := range parts {
		if len(p.Facts.Advice) > 0 {
			out.Advice = append(out.Advice, adviceView{p.Facts.Title, p.Facts.Folder(), p.Facts.Advice})
		}
		for _, c := range p.Facts.Claims {
			v := claimView{c, p.Facts.Folder(), "·"}
			if mark := outcomeMarks[c.Outcome]; mark != "" {
				v.Mark = mark
			}
			out.Claims = append(out.Claims, v)
		}
	}
	out.Sentence = sentenceOf(parts, out.Claims)
	var facts []document.Facts
	for _, p := range parts {
		facts = append(facts, p.Facts)
	}
	out.Map = MapOf(facts...)
	return out
}

// sentenceOf counts the published numbers by verdict and the claims by outcome.
func sentenceOf(parts []Part, claims []claimView) string {
	var verdicts, outcomes counted
	for _, p := range parts {
		for _, c := range p.Facts.Verdicts {
			verdicts.add(c.Verdict, c.Numbers)
		}
	}
	for _, c := range claims {
		outcomes.add(c.Outcome, 1)
	}
	var sentences []string
	if verdicts.total > 0 {
		sentences = append(sentences, fmt.Sprintf("Of %s: %s.", wording.Plural(verdicts.total, "published number"), verdicts))
	}
	if outcomes.total > 0 {
		sentences = append(sentences, fmt.Sprintf("Of %s: %s.", wording.Plural(outcomes.total, "claim"), outcomes))
	}
	if len(sentences) == 0 {
		return fmt.Sprintf("%s, without a published number or a claim.", wording.Plural(len(parts), "experiment"))
	}
	return strings.Join(sentences, " ")
}

// counted is how often words came, in the order in which they came first.
type counted struct {
	words []string
	n     map[string]int
	total int
}

func (c *counted) add(word string, n int) {
	if c.n == nil {
		c.n = map[string]int{}
	}
	if c.n[word] == 0 {
		c.words = append(c.words, word)
	}
	c.n[word] += n
	c.total += n
}

// wordOrder is the order in which verdicts and outcomes are listed; others follow.
var wordOrder = []string{"reproduced", "better", "worse", "holds", "holds in part", "does not hold", "cannot tell"}

// String lists the words with their counts.
func (c counted) String() string {
	var parts []string
	rest := slices.DeleteFunc(slices.Clone(c.words), func(w string) bool { return slices.Contains(wordOrder, w) })
	for _, w := range slices.Concat(wordOrder, rest) {
		if c.n[w] == 0 {
			continue
		}
		parts = append(parts, wording.Outcome(c.n[w], w))
	}
	return strings.Join(parts, ", ")
}

// MapOf places the numbers of experiments that have a verdict, those of the first variant;
// nil if there are none.
func MapOf(facts ...document.Facts) *Map {
	var out Map
	tiles := map[[2]string][]Tile{}
	var datasets []string
	for _, f := range facts {
		first := ""
		for _, n := range f.Numbers {
			if first == "" {
				first = n.Variant
			}
			if n.Verdict == "" || n.Variant != first {
				continue
			}
			if !slices.Contains(datasets, n.Dataset) {
				datasets = append(datasets, n.Dataset)
			}
			if !slices.Contains(out.Methods, n.Method) {
				out.Methods = append(out.Methods, n.Method)
			}
			at := [2]string{n.Dataset, n.Method}
			tiles[at] = append(tiles[at], newTile(f, n))
		}
	}
	if len(datasets) == 0 {
		return nil
	}
	for _, d := range datasets {
		row := MapRow{Dataset: d}
		for _, m := range out.Methods {
			row.Cells = append(row.Cells, tiles[[2]string{d, m}])
		}
		out.Rows = append(out.Rows, row)
	}
	return &out
}

// newTile says what a number is, and what it comes to.
func newTile(f document.Facts, n document.Number) Tile {
	t := Tile{Folder: f.Folder(), Class: className(n.Verdict), Mark: markOf(n.Verdict)}
	title := n.Metric
	for _, m := range f.Metrics {
		if m.Name == n.Metric {
			title = m.Title
		}
	}
	where := []string{title}
	if n.Inducing != "" {
		where = append(where, "M = "+n.Inducing)
	}
	if n.Other != "" {
		where = append(where, n.Other)
	}
	published := cmp.Or(n.Word, fmt.Sprintf("%g", n.Published))
	t.Title = fmt.Sprintf("%s: published %s, ours %g, %s", strings.Join(where, ", "), published, n.Ours, n.Verdict)
	return t
}

// className is a verdict or an outcome as a class of the style.
func className(word string) string { return strings.ReplaceAll(word, " ", "-") }
