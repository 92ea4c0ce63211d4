package spec

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Position is a place in a file. Line and column count from 1, the column in
// characters. The zero Position is no particular place.
type Position struct {
	File         string
	Line, Column int
}

// String returns file:line:column, or only the file if there is no line.
func (p Position) String() string {
	if p.Line == 0 {
		return p.File
	}
	return p.File + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
}

// Places holds the places of the keys of a TOML file. A path is the sequence of
// keys, and of indices of array elements, that leads to a value; see join.
type Places struct {
	file  string
	of    map[string]Position
	order map[string][]string // keys of each table, in the order of the file
}

// root is the path of the whole file.
const root = ""

// join returns the path of a key inside the table at path.
func join(path, key string) string { return path + "\x1f" + key }

// element returns the path of the i-th element of the array at path.
func element(path string, i int) string { return path + "\x1e" + strconv.Itoa(i) }

// at returns the place of path. If path is not in the file, it returns that of the
// innermost enclosing table that is, or the start of the file.
func (p Places) at(path string) Position {
	for {
		if at, ok := p.of[path]; ok {
			return at
		}
		cut := strings.LastIndexAny(path, "\x1f\x1e")
		if cut < 0 {
			return Position{File: p.file, Line: 1, Column: 1}
		}
		path = path[:cut]
	}
}

// Of returns the place of a path of keys and array indices, or else that of the innermost table
// around it.
func (p Places) Of(path ...any) Position { return p.at(pathOf(path)) }

// Stated returns the place of a path, and whether the path is in the file.
func (p Places) Stated(path ...any) (at Position, is bool) {
	at, is = p.of[pathOf(path)]
	return at, is
}

// pathOf joins keys and array indices.
func pathOf(path []any) string {
	to := root
	for _, part := range path {
		if i, ok := part.(int); ok {
			to = element(to, i)
		} else {
			to = join(to, part.(string))
		}
	}
	return to
}

// newPlaces finds the keys of a TOML file. src must be free of syntax errors:
// the scanner relies on that and does not check.
func newPlaces(file string, src []byte) Places {
	s := newScanner(file, src)
	s.scan()
	return s.places
}

func newScanner(file string, src []byte) *scanner {
	return &scanner{
		src: string(src), line: 1, column: 1,
		places: Places{file: file, of: map[string]Position{}, order: map[string][]string{}},
		arrays: map[string]int{},
	}
}

// Parts of a TOML file without syntax errors. Each pattern is anchored at the start of the remaining text.
var (
	blank      = regexp.MustCompile(`^(?:[ \t\r]|#[^\n]*)*`)
	blankLines = regexp.MustCompile(`^(?:[ \t\r\n]|#[^\n]*)*`)
	between    = regexp.MustCompile(`^(?:[ \t\r\n,]|#[^\n]*)*`) // what separates elements
	opening    = regexp.MustCompile(`^\[\[?`)                   // start of a header
	closing    = regexp.MustCompile(`^\]*`)
	quoted     = regexp.MustCompile(`^(?:"(?:\\.|[^"\\])*"|'[^']*')`)
	text       = regexp.MustCompile(`^(?:(?s:"""(?:\\.|[^\\])*?"""+|'''.*?'''+)|` + quoted.String()[1:] + `)`) // a string may end in quotes of its own; a single ^, or else the search would scan all remaining text
	bareKey    = regexp.MustCompile(`^[^ \t.=\]]*`)
	bareValue  = regexp.MustCompile(`^[^,\]}#\n]*`)
	one        = regexp.MustCompile(`^(?s:.)`)
)

// scanner walks over the text of a TOML file.
type scanner struct {
	src          string // remaining text
	line, column int
	places       Places
	arrays       map[string]int // arrays of tables: number of elements so far
	repeats      []repeat       // keys that occur a second time, which TOML refuses except for a table that [a.b] created before [a]
}

// take consumes what the pattern matches and returns it.
func (s *scanner) take(what *regexp.Regexp) string {
	token := what.FindString(s.src)
	s.src = s.src[len(token):]
	last := token
	if n := strings.Count(token, "\n"); n > 0 {
		s.line += n
		s.column, last = 1, token[strings.LastIndexByte(token, '\n')+1:]
	}
	s.column += utf8.RuneCountInString(last)
	return token
}

// sees says whether the remaining text begins with next.
func (s *scanner) sees(next string) bool { return strings.HasPrefix(s.src, next) }

// mark notes that path is at p, unless it has a place already.
func (s *scanner) mark(path string, p Position) {
	if _, ok := s.places.of[path]; ok {
		return
	}
	s.places.of[path] = p
	if cut := strings.LastIndexByte(path, '\x1f'); cut > strings.LastIndexByte(path, '\x1e') {
		s.places.order[path[:cut]] = append(s.places.order[path[:cut]], path[cut+1:])
	}
}

func (s *scanner) here() Position {
	return Position{File: s.places.file, Line: s.line, Column: s.column}
}

// scan reads headers and key/value lines.
func (s *scanner) scan() {
	table := root
	for s.take(blankLines); s.src != ""; s.take(blankLines) {
		if s.sees("[") {
			table = s.header()
		} else {
			s.pair(table)
		}
	}
}

// header scans [a.b] or [[a.b]] and returns the path of its table.
func (s *scanner) header() string {
	p := s.here()
	array := s.take(opening) == "[["
	keys, _ := s.key()
	path := root
	for i, key := range keys {
		path = join(path, key)
		if first, is := s.places.of[path]; is && i == len(keys)-1 && !(array && s.arrays[path] > 0) {
			s.repeats = append(s.repeats, repeat{path, first, p, true, array, s.arrays[path] > 0})
		}
		s.mark(path, p)
		if last := i == len(keys)-1; last && array {
			s.arrays[path]++
		}
		if n := s.arrays[path]; n > 0 {
			path = element(path, n-1)
			s.mark(path, p)
		}
	}
	s.take(closing)
	return path
}

// pair scans key = value inside the table at path.
func (s *scanner) pair(table string) {
	keys, places := s.key()
	path := table
	for i, key := range keys {
		path = join(path, key)
		if first, is := s.places.of[path]; is && i == len(keys)-1 {
			s.repeats = append(s.repeats, repeat{path: path, first: first, again: places[i]})
		}
		s.mark(path, places[i])
	}
	s.take(one) // =
	s.take(blank)
	s.value(path)
}

// key scans a dotted key and the blanks around it.
func (s *scanner) key() (keys []string, places []Position) {
	for {
		s.take(blank)
		places = append(places, s.here())
		if key := s.take(quoted); key != "" {
			keys = append(keys, unquote(key))
		} else {
			keys = append(keys, s.take(bareKey))
		}
		s.take(blank)
		if !s.sees(".") {
			return keys, places
		}
		s.take(one)
	}
}

// unquote returns the content of a single-line string.
func unquote(raw string) string {
	if text, err := strconv.Unquote(raw); err == nil && raw[0] == '"' {
		return text
	}
	return strings.Trim(raw, raw[:1])
}

// value scans a value and marks the elements and keys inside it.
func (s *scanner) value(path string) {
	switch {
	case s.sees("["):
		s.take(one)
		for i := 0; s.within("]"); i++ {
			s.mark(element(path, i), s.here())
			s.value(element(path, i))
		}
	case s.sees("{"):
		s.take(one)
		for s.within("}") {
			s.pair(path)
		}
	case s.take(text) == "" && s.take(bareValue) == "":
		s.take(one) // not a value, in a truncated file
	}
}

// within moves to the next element of an array or a table and returns true, or past its end and returns false.
func (s *scanner) within(end string) bool {
	s.take(between)
	if s.src != "" && !s.sees(end) {
		return true
	}
	s.take(one)
	return false
}
