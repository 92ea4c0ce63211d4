package spec

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/BurntSushi/toml"
)

// repeat is a key or a header that occurs a second time in a TOML file.
type repeat struct {
	path   string
	first  Position
	again  Position
	header bool // [a] or [[a]]
	array  bool // [[a]]
	before bool // [[a]] at an earlier place
}

// repeatedKey returns the problem of a key that occurs twice in a TOML file, at its second place; ok says whether
// that is the syntax error.
func repeatedKey(path string, src []byte, syntax toml.ParseError) (p Problem, ok bool) {
	if !strings.Contains(syntax.Message, "already") {
		return Problem{}, false
	}
	end := min(len(src), syntax.Position.Start+syntax.Position.Len) // what follows may not be valid TOML
	if end < len(src) && (src[end] == '"' || src[end] == '\'') {    // the closing quote of a key
		end++
	}
	found := newScanner(path, src[:end])
	found.scan()
	if len(found.repeats) == 0 {
		return Problem{}, false
	}
	r := found.repeats[len(found.repeats)-1]
	return Problem{r.again, r.String()}, true
}

// String says what occurs twice, and where it occurs first.
func (r repeat) String() string {
	name := keyName(r.path)
	switch {
	case r.header && r.array != r.before:
		header, other := "["+name+"]", "[["+name+"]]"
		if r.array {
			header, other = other, header
		}
		return fmt.Sprintf("%s repeats %s of line %d in another form: write both as [[%s]]", header, other, r.first.Line, name)
	case r.header:
		return fmt.Sprintf("[%s] occurs twice, first at line %d: put the keys of both under one", name, r.first.Line)
	}
	return fmt.Sprintf("the key %s occurs twice, first at line %d: remove one", name, r.first.Line)
}

// places of elements in a path.
var elements = regexp.MustCompile("\x1e[0-9]+")

// keyName returns a path as written in TOML.
func keyName(path string) string {
	return strings.ReplaceAll(strings.TrimPrefix(elements.ReplaceAllString(path, ""), "\x1f"), "\x1f", ".")
}
