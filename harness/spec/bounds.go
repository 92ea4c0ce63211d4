package spec

import (
	"bytes"
	"fmt"
)

// Bounds of the text of a specification, checked before it is parsed: beyond them a TOML parser may
// need seconds and gigabytes. The longest specification has some 300 keys, nested four deep.
const (
	deepest   = 32    // nesting of arrays and inline tables
	mostParts = 16    // parts of a key a.b.c
	mostKeys  = 4_000 // keys and headers of tables
)

// bounded returns the offset at which a text exceeds the bounds, and why; "" if it does not. Of TOML it
// only knows strings, comments, brackets, dots, commas and equals signs.
func bounded(src []byte) (at int, why string) {
	depth, dots, keys := 0, 0, 0
	for at < len(src) {
		if n := stringLength(src[at:]); n > 0 {
			at += n
			continue
		}
		switch src[at] {
		case '#':
			at += lineEnd(src[at:])
			continue
		case '[', '{':
			depth++
			if at == 0 || src[at-1] == '\n' {
				keys++
			}
		case ']', '}':
			depth = max(0, depth-1)
		case '=':
			keys++
		case '.':
			dots++
		case '\n', ',':
		default:
			at++
			continue
		}
		if src[at] != '.' {
			dots = 0
		}
		switch {
		case depth > deepest:
			return at, fmt.Sprintf("arrays and tables are nested more than %d deep", deepest)
		case dots >= mostParts:
			return at, fmt.Sprintf("a key has more than %d parts", mostParts)
		case keys > mostKeys:
			return at, fmt.Sprintf("there are more than %d keys", mostKeys)
		}
		at++
	}
	return at, ""
}

// stringLength returns the length of the string that a text begins with, 0 if it begins with none. An
// unterminated string ends with its line, or with the text if it is a multi-line string.
func stringLength(text []byte) int {
	for _, q := range []string{`"""`, `'''`} {
		if bytes.HasPrefix(text, []byte(q)) {
			return endOfString(text, q, len(text))
		}
	}
	if text[0] == '"' || text[0] == '\'' {
		return endOfString(text, string(text[:1]), lineEnd(text))
	}
	return 0
}

// endOfString returns the length of a string that begins and ends with a quote, at most limit.
func endOfString(text []byte, quote string, limit int) int {
	for i := len(quote); i < limit; i++ {
		if text[i] == '\\' && quote[0] == '"' {
			i++
			continue
		}
		if bytes.HasPrefix(text[i:limit], []byte(quote)) {
			return i + len(quote)
		}
	}
	return limit
}

// lineEnd returns the length of a text's first line.
func lineEnd(text []byte) int {
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		return end
	}
	return len(text)
}
