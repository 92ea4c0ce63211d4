package wording

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Capital writes text as at the start of a sentence.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if first == utf8.RuneError {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// Inner writes text as within a sentence: its first letter is small, unless its first word is an
// abbreviation, such as NLL or P@1.
func Inner(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	second, _ := utf8.DecodeRuneInString(text[size:])
	if !unicode.IsLower(second) {
		return text
	}
	return string(unicode.ToLower(first)) + text[size:]
}

// And writes names as in a sentence: "a, b and c".
func And(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// OrDash writes a text, or a dash if it is empty.
func OrDash(text string) string {
	if text == "" {
		return "–"
	}
	return text
}

// Shortened cuts a text to so many characters.
func Shortened(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}
