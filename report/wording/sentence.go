package wording

import (
	"unicode"
	"unicode/utf8"
)

// Capital writes text as it begins a sentence.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if first == utf8.RuneError {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// Inner writes text as it stands within a sentence: its first letter is small, unless its first
// word is an abbreviation, such as NLL or P@1.
func Inner(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	second, _ := utf8.DecodeRuneInString(text[size:])
	if !unicode.IsLower(second) {
		return text
	}
	return string(unicode.ToLower(first)) + text[size:]
}
