package spec

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Position is a place in a file; line and column count from 1, the column in
// characters. The zero Position is nowhere in particular.
type Position struct {
	File         string
	Line, Column int
}

// String returns file:line:column, or the file where there is no line.
func (p Position) String() string {
	if p.Line == 0 {
		return p.File
	}
	return p.File + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
}

// index says where the keys of a TOML file stand. A path is the sequence of
// keys and, for elements of arrays, numbers that leads to a value, see join.
type index struct {
	file   string
	places map[string]Position
	order  map[string][]string // the keys of a table as they stand in the file
}

// root is the path of the whole file.
const root = ""

// join returns the path of a key inside the table at path.
func join(path, key string) string { return path + "\x1f" + key }

// element returns the path of the i-th element of the array at path.
func element(path string, i int) string { return path + "\x1e" + strconv.Itoa(i) }

// at returns the place of path or, if it is not in the file, of the innermost
// table around it that is; the whole file is at its start.
func (x index) at(path string) Position {
	for {
		if p, ok := x.places[path]; ok {
			return p
		}
		cut := strings.LastIndexAny(path, "\x1f\x1e")
		if cut < 0 {
			return Position{File: x.file, Line: 1, Column: 1}
		}
		path = path[:cut]
	}
}

// Places says where the keys of a TOML file stand.
type Places struct{ index index }

// NewPlaces finds the keys of a TOML file without syntax errors.
func NewPlaces(file string, src []byte) Places { return Places{newIndex(file, src)} }

// Of returns the place of a path of keys, and numbers of elements of arrays, or else that of the
// innermost table around it.
func (p Places) Of(path ...any) Position {
	to := root
	for _, part := range path {
		if i, ok := part.(int); ok {
			to = element(to, i)
		} else {
			to = join(to, part.(string))
		}
	}
	return p.index.at(to)
}

// newIndex finds the keys of a TOML file. src must be free of syntax errors:
// the scanner leans on that and does not look for any.
func newIndex(file string, src []byte) index {
	s := scanner{
		src: string(src), line: 1, column: 1,
		index:  index{file: file, places: map[string]Position{}, order: map[string][]string{}},
		arrays: map[string]int{},
	}
	s.file()
	return s.index
}

// scanner walks over the text of a TOML file.
type scanner struct {
	src          string
	at           int
	line, column int
	index        index
	arrays       map[string]int // arrays of tables: number of elements so far
}

func (s *scanner) done() bool { return s.at >= len(s.src) }

// peek returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.done() {
		return 0
	}
	return s.src[s.at]
}

// skip moves over n bytes.
func (s *scanner) skip(n int) {
	for range n {
		if s.done() {
			return
		}
		b := s.src[s.at]
		s.at++
		switch {
		case b == '\n':
			s.line++
			s.column = 1
		case utf8.RuneStart(b):
			s.column++
		}
	}
}

// blank moves over white space and comments, and over line ends if lines.
func (s *scanner) blank(lines bool) {
	for !s.done() {
		switch b := s.peek(); {
		case b == ' ' || b == '\t' || b == '\r' || lines && b == '\n':
			s.skip(1)
		case b == '#':
			for !s.done() && s.peek() != '\n' {
				s.skip(1)
			}
		default:
			return
		}
	}
}

// mark notes that path stands at p, if it is the first time.
func (s *scanner) mark(path string, p Position) {
	if _, ok := s.index.places[path]; ok {
		return
	}
	s.index.places[path] = p
	if cut := strings.LastIndexByte(path, '\x1f'); cut > strings.LastIndexByte(path, '\x1e') {
		s.index.order[path[:cut]] = append(s.index.order[path[:cut]], path[cut+1:])
	}
}

func (s *scanner) here() Position {
	return Position{File: s.index.file, Line: s.line, Column: s.column}
}

// file scans headers and key/value lines.
func (s *scanner) file() {
	table := root
	for {
		s.blank(true)
		if s.done() {
			return
		}
		if s.peek() == '[' {
			table = s.header()
		} else {
			s.pair(table)
		}
	}
}

// header scans [a.b] or [[a.b]] and returns the path of its table.
func (s *scanner) header() string {
	p := s.here()
	s.skip(1)
	array := s.peek() == '['
	if array {
		s.skip(1)
	}
	keys, _ := s.key()
	path := root
	for i, key := range keys {
		path = join(path, key)
		s.mark(path, p)
		if last := i == len(keys)-1; last && array {
			s.arrays[path]++
		}
		if n := s.arrays[path]; n > 0 {
			path = element(path, n-1)
			s.mark(path, p)
		}
	}
	for s.peek() == ']' {
		s.skip(1)
	}
	return path
}

// pair scans key = value inside the table at path.
func (s *scanner) pair(table string) {
	keys, places := s.key()
	path := table
	for i, key := range keys {
		path = join(path, key)
		s.mark(path, places[i])
	}
	s.skip(1) // =
	s.blank(false)
	s.value(path)
}

// key scans a dotted key and what is blank around it.
func (s *scanner) key() (keys []string, places []Position) {
	for {
		s.blank(false)
		places = append(places, s.here())
		if b := s.peek(); b == '"' || b == '\'' {
			keys = append(keys, s.quoted())
		} else {
			from := s.at
			for !s.done() && !strings.ContainsRune(" \t.=]", rune(s.peek())) {
				s.skip(1)
			}
			keys = append(keys, s.src[from:s.at])
		}
		s.blank(false)
		if s.peek() != '.' {
			return keys, places
		}
		s.skip(1)
	}
}

// quoted scans a string of one line and returns its content.
func (s *scanner) quoted() string {
	quote, from := s.peek(), s.at
	s.skip(1)
	for !s.done() && s.peek() != quote {
		if quote == '"' && s.peek() == '\\' {
			s.skip(1)
		}
		s.skip(1)
	}
	s.skip(1)
	raw := s.src[from:s.at]
	if quote == '"' {
		if text, err := strconv.Unquote(raw); err == nil {
			return text
		}
	}
	return strings.Trim(raw, string(quote))
}

// value scans a value and marks the elements and keys inside it.
func (s *scanner) value(path string) {
	switch b := s.peek(); b {
	case '"', '\'':
		s.text(b)
	case '[':
		s.skip(1)
		for i := 0; ; i++ {
			if s.blank(true); s.done() || s.peek() == ']' {
				break
			}
			s.mark(element(path, i), s.here())
			s.value(element(path, i))
			if s.blank(true); s.peek() == ',' {
				s.skip(1)
			}
		}
		s.skip(1)
	case '{':
		s.skip(1)
		for {
			if s.blank(true); s.done() || s.peek() == '}' {
				break
			}
			s.pair(path)
			if s.blank(true); s.peek() == ',' {
				s.skip(1)
			}
		}
		s.skip(1)
	default:
		for !s.done() && !strings.ContainsRune(",]}#\n", rune(s.peek())) {
			s.skip(1)
		}
	}
}

// text scans a string of one or of many lines.
func (s *scanner) text(quote byte) {
	triple := strings.Repeat(string(quote), 3)
	if !strings.HasPrefix(s.src[s.at:], triple) {
		s.quoted()
		return
	}
	s.skip(3)
	for !s.done() && !strings.HasPrefix(s.src[s.at:], triple) {
		if quote == '"' && s.peek() == '\\' {
			s.skip(1)
		}
		s.skip(1)
	}
	for s.peek() == quote { // a string may end in quotes of its own
		s.skip(1)
	}
}
