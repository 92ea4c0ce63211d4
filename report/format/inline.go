package format

import (
	"html"
	"html/template"
	"regexp"
	"strings"

	"gpcbench/report/document"
)

// marked returns a text of a document as HTML: its marks become elements, everything else
// is escaped. link says where a link leads.
func marked(text string, link func(to string) string) template.HTML {
	var w strings.Builder
	for text != "" {
		n := markedPiece(&w, text, link)
		text = text[n:]
	}
	return template.HTML(w.String())
}

// address is one of the web, without the point or comma that a sentence sets behind it.
var address = regexp.MustCompile(`https?://[^\s<>"]*[^\s<>".,;)]`)

// linked returns a plain text as HTML whose addresses are links.
func linked(text string) template.HTML {
	var w strings.Builder
	last := 0
	for _, at := range address.FindAllStringIndex(text, -1) {
		to := html.EscapeString(text[at[0]:at[1]])
		w.WriteString(html.EscapeString(text[last:at[0]]) + `<a href="` + to + `">` + to + "</a>")
		last = at[1]
	}
	w.WriteString(html.EscapeString(text[last:]))
	return template.HTML(w.String())
}

// aside is a link to another place of the same document, in parentheses.
var aside = regexp.MustCompile(` \(\[[^\]]*\]\(#[^)]*\)\)`)

// element is the beginning or the end of one that marked makes.
var element = regexp.MustCompile(`<[^>]*>`)

// unmarked returns a text of a document without its marks and without links within it.
func unmarked(text document.Marked) string {
	plain := string(marked(aside.ReplaceAllString(string(text), ""), func(to string) string { return to }))
	return html.UnescapeString(element.ReplaceAllString(plain, ""))
}

// markedPiece writes what a text begins with, a mark or a character, and returns how long
// it is. A mark without an end is an ordinary character.
func markedPiece(w *strings.Builder, text string, link func(to string) string) int {
	for _, m := range []struct{ mark, element string }{{"**", "strong"}, {"*", "em"}, {"`", "code"}} {
		inside, found := strings.CutPrefix(text, m.mark)
		if !found {
			continue
		}
		if end := markEnd(inside, m.mark); end > 0 {
			w.WriteString("<" + m.element + ">")
			if m.element == "code" {
				w.WriteString(html.EscapeString(inside[:end]))
			} else {
				w.WriteString(string(marked(inside[:end], link)))
			}
			w.WriteString("</" + m.element + ">")
			return end + 2*len(m.mark)
		}
	}
	if words, to, n := linkAt(text); n > 0 {
		w.WriteString(`<a href="` + html.EscapeString(link(to)) + `">` + string(marked(words, link)) + "</a>")
		return n
	}
	for _, entity := range []string{"&lt;", "&amp;"} {
		if strings.HasPrefix(text, entity) {
			w.WriteString(entity)
			return len(entity)
		}
	}
	if len(text) > 1 && text[0] == '\\' && strings.IndexByte("\\|*_`#+->(:=~.)", text[1]) >= 0 {
		w.WriteString(html.EscapeString(text[1:2]))
		return 2
	}
	n := 1
	for n < len(text) && strings.IndexByte("*`[\\&", text[n]) < 0 {
		n++
	}
	w.WriteString(html.EscapeString(text[:n]))
	return n
}

// markEnd returns where a mark ends that has begun before a text, -1 if it does not. A
// character after a backslash is none.
func markEnd(text, mark string) int {
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && mark != "`" {
			i++
			continue
		}
		if strings.HasPrefix(text[i:], mark) {
			return i
		}
	}
	return -1
}

// linkAt returns the words and the target of a link with which a text begins, and its length, 0 if it begins with none.
func linkAt(text string) (words, to string, n int) {
	if !strings.HasPrefix(text, "[") {
		return "", "", 0
	}
	words, rest, found := strings.Cut(text[1:], "](")
	to, _, ends := strings.Cut(rest, ")")
	if !found || !ends || strings.ContainsAny(words, "[]") || strings.ContainsAny(to, " \t") {
		return "", "", 0
	}
	return words, to, len(words) + len(to) + len("[](") + 1
}
