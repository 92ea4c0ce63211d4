package command

import (
	"strings"
	"unicode"
)

// longestText is the largest number of bytes of a program's text about itself that a
// record keeps.
const longestText = 200

// oneLine joins words that a program says about itself into a text fit for a
// record.
func oneLine(words ...string) string {
	text := strings.Join(strings.FieldsFunc(strings.Join(words, " "), func(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) || c == unicode.ReplacementChar }), " ")
	if len(text) > longestText {
		text = strings.ToValidUTF8(text[:longestText], "")
	}
	return text
}
