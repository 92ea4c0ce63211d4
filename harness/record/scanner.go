package record

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"
)

// scanner parses a text from front to back.
type scanner struct{ rest []byte }

// skip skips a text, if it is next.
func (s *scanner) skip(text string) bool {
	if len(s.rest) < len(text) || string(s.rest[:len(text)]) != text {
		return false
	}
	s.rest = s.rest[len(text):]
	return true
}

// optional reads the value after a key, if that key is next.
func (s *scanner) optional(key string, read func() bool) bool { return !s.skip(key) || read() }

// raw reads a JSON string without escapes.
func (s *scanner) raw() (text []byte, ok bool) {
	if !s.skip(`"`) {
		return nil, false
	}
	n := bytes.IndexByte(s.rest, '"')
	if n < 0 {
		return nil, false
	}
	text = s.rest[:n]
	for _, c := range text {
		if c == '\\' || c < ' ' {
			return nil, false
		}
	}
	s.rest = s.rest[n+1:]
	return text, utf8.Valid(text)
}

func (s *scanner) text(to *string) bool {
	raw, ok := s.raw()
	*to = string(raw)
	return ok
}

// value skips any JSON value and returns its text. It only looks for the end of the value.
func (s *scanner) value() (text []byte, ok bool) {
	depth := 0
	for i := 0; i < len(s.rest); i++ {
		switch s.rest[i] {
		case '"':
			for i++; i < len(s.rest) && s.rest[i] != '"'; i++ {
				if s.rest[i] == '\\' {
					i++
				}
			}
			if depth == 0 {
				i++
				return s.take(i)
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				return s.take(i)
			}
			if depth == 0 {
				return s.take(i + 1)
			}
		case ',':
			if depth == 0 {
				return s.take(i)
			}
		}
	}
	return nil, false
}

// take returns the next n bytes and skips them.
func (s *scanner) take(n int) (text []byte, ok bool) {
	if n == 0 || n > len(s.rest) {
		return nil, false
	}
	text, s.rest = s.rest[:n], s.rest[n:]
	return text, true
}

// digits returns the characters of a number and skips them.
func (s *scanner) digits() []byte {
	n := 0
	for n < len(s.rest) && ofNumber(s.rest[n]) {
		n++
	}
	text := s.rest[:n]
	s.rest = s.rest[n:]
	return text
}

func ofNumber(c byte) bool {
	return c >= '0' && c <= '9' || c == '.' || c == '-' || c == 'e' || c == 'E' || c == '+'
}

// float reads a JSON number.
func (s *scanner) float(to *float64) bool {
	text := s.digits()
	v, err := strconv.ParseFloat(string(text), 64)
	*to = v
	return err == nil && asInJSON(text) && !math.IsInf(v, 0)
}

func (s *scanner) long(to *int64) bool {
	text := s.digits()
	v, err := strconv.ParseInt(string(text), 10, 64)
	*to = v
	return err == nil && asInJSON(text)
}

func (s *scanner) integer(to *int) bool {
	var v int64
	ok := s.long(&v)
	*to = int(v)
	return ok
}

func (s *scanner) unsigned(to *uint64) bool {
	text := s.digits()
	v, err := strconv.ParseUint(string(text), 10, 64)
	*to = v
	return err == nil && asInJSON(text)
}

// asInJSON says whether a number that strconv accepts is valid JSON too: without a plus, leading zeros, or a
// leading or trailing point.
func asInJSON(text []byte) bool {
	text = bytes.TrimPrefix(text, []byte("-"))
	digit := func(i int) bool { return i < len(text) && text[i] >= '0' && text[i] <= '9' }
	if !digit(0) || text[0] == '0' && digit(1) {
		return false
	}
	point := bytes.IndexByte(text, '.')
	return point < 0 || digit(point+1)
}

// numbersOf reads an object of numbers, each name with text and each number with read.
func numbersOf[V any](s *scanner, to *map[string]V, text func(*string) bool, read func(*V) bool) bool {
	if !s.skip("{") {
		return false
	}
	*to = map[string]V{}
	for !s.skip("}") {
		var name string
		var v V
		if len(*to) > 0 && !s.skip(",") || !text(&name) || !s.skip(":") || !read(&v) {
			return false
		}
		if _, twice := (*to)[name]; twice {
			return false
		}
		(*to)[name] = v
	}
	return true
}
