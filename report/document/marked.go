package document

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// Marked is a text that formats read four marks in, those of Markdown: **strong**, *emphasis*,
// `code` and [links](to). A text from elsewhere, which is a string, becomes Marked by [Escape] or
// [Text]: the compiler sees where that is forgotten.
type Marked string

// Text is fmt.Sprintf of a sentence of ours, which may have marks. Arguments are escaped, but for
// those that are Marked and for numbers.
func Text(format string, args ...any) Marked {
	shown := make([]any, len(args))
	for i, arg := range args {
		switch arg.(type) {
		case Marked, int, float64:
			shown[i] = arg
		default:
			shown[i] = Escape(fmt.Sprint(arg))
		}
	}
	return Marked(fmt.Sprintf(format, shown...))
}

// Cells is the cells of a row, each as [Text] writes it.
func Cells(cells ...any) []Marked {
	out := make([]Marked, len(cells))
	for i, cell := range cells {
		out[i] = Text("%v", cell)
	}
	return out
}

// EscapeAll is Escape of each text.
func EscapeAll(texts []string) []Marked {
	out := make([]Marked, len(texts))
	for i, text := range texts {
		out[i] = Escape(text)
	}
	return out
}

var (
	// An underscore between letters or digits is no mark.
	underscores = regexp.MustCompile(`\b_+|_+\b`)
	tag         = regexp.MustCompile(`<(\S|$)`)
	entity      = regexp.MustCompile(`&(#?\w+;)`)
	leading     = regexp.MustCompile(`^(\s*)([#>=~]|[-+](?:[^.\d]|$))`)
	numbered    = regexp.MustCompile(`^(\s*\d+)([.)](?:\s|$))`)
	marks       = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "`", "\\`", "](", `]\(`, "]:", `]\:`)
)

// Escape keeps text from being read as marks, in tables too: not of emphasis or code, not as
// HTML, a link, a heading or an item of a list. Ends of lines become blanks, and what would act on a
// terminal or turn the direction of reading is left out.
func Escape(s string) Marked {
	s = marks.Replace(tag.ReplaceAllString(entity.ReplaceAllString(Visible(s), "&amp;$1"), "&lt;$1"))
	s = underscores.ReplaceAllStringFunc(s, func(mark string) string { return strings.ReplaceAll(mark, "_", `\_`) })
	return Marked(numbered.ReplaceAllString(leading.ReplaceAllString(s, `$1\$2`), `$1\$2`))
}

// Visible is a text on one line, without characters that control a terminal or the direction of reading.
func Visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n"))
}
