package spec

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/BurntSushi/toml"
)

// repeat is a key or a header of a TOML file that stands there a second time.
type repeat struct {
	path   string
	first  Position
	again  Position
	header bool // [a] or [[a]]
	array  bool // [[a]]
	before bool // it was [[a]] before
}

// repeatedKey is the problem of a key that a TOML file has twice, where it stands again; ok says whether that is what
// its reader refuses.
func repeatedKey(path string, src []byte, syntax toml.ParseError) (p Problem, ok bool) {
	if !strings.Contains(syntax.Message, "already") {
		return Problem{}, false
	}
	end := min(len(src), syntax.Position.Start+syntax.Position.Len) // what comes behind may be no TOML
	if end < len(src) && (src[end] == '"' || src[end] == '\'') {    // of a key in quotes
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

// String says what stands twice, and where first.
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

// keyName is a path as TOML writes it.
func keyName(path string) string {
	return strings.ReplaceAll(strings.TrimPrefix(elements.ReplaceAllString(path, ""), "\x1f"), "\x1f", ".")
}
