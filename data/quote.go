package data

import (
	"fmt"
	"strings"
	"unicode"

	"gpcbench/wording"
)

// Quoted returns a text in quotes for a specification. TOML has fewer escapes than Go.
func Quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08X`, r)
		default:
			fmt.Fprintf(&b, `\u%04X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// mostShown is how many characters of a value are shown: a free text may be a page.
const mostShown = 60

// Shortened returns the beginning of a value of a table, for a message.
func Shortened(text string) string { return wording.Shortened(text, mostShown) }

// Shown returns a name from a file for display: unchanged, or in quotes if it has characters that a
// terminal or a comment line would act on.
func Shown(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return Quoted(name)
	}
	return name
}
