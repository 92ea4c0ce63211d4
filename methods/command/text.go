package command

import (
	"strings"
	"unicode"
)

// longestText is the most bytes of what a program says of itself that a record keeps.
const longestText = 200

// oneLine joins words that a program says of itself to a text fit for a record.
func oneLine(words ...string) string {
	text := strings.Join(strings.FieldsFunc(strings.Join(words, " "), func(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) || c == unicode.ReplacementChar }), " ")
	if len(text) > longestText {
		text = strings.ToValidUTF8(text[:longestText], "")
	}
	return text
}
