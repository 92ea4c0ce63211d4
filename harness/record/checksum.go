package record

import (
	"bufio"
	"bytes"
	"fmt"
	"hash/crc32"
	"io"
	"path/filepath"
	"strconv"
)

// sumKey is the last key of an object of JSON that has a checksum: the CRC-32 (IEEE) of all that
// stands before the comma before the key, in eight hex digits.
const sumKey = `"crc32":`

// sumDigits is the length of the checksum.
const sumDigits = 8

// Seal returns an object of JSON, which is not empty, with the checksum of its bytes as its last key.
// What reads it and does not know of that ignores it.
func Seal(object []byte) []byte {
	before := trimRight(bytes.TrimSuffix(trimRight(object), []byte("}")))
	return fmt.Appendf(bytes.Clone(before), `,%s"%08x"}`, sumKey, crc32.ChecksumIEEE(before))
}

// Sealing is what the checksum of an object says.
type Sealing int

// An object has no checksum, that of its bytes, or another.
const (
	Unsealed Sealing = iota
	Sealed
	Broken
)

// Seals looks at the checksum of an object, of which nothing but space may stand behind it.
func Seals(object []byte) Sealing {
	rest, ok := cut(object, "}")
	if ok {
		rest, ok = cut(rest, `"`)
	}
	if !ok || len(rest) < sumDigits {
		return Unsealed
	}
	digits := rest[len(rest)-sumDigits:]
	if rest, ok = cut(rest[:len(rest)-sumDigits], `"`); ok {
		rest, ok = cut(rest, sumKey)
	}
	if ok {
		rest, ok = cut(rest, ",")
	}
	if !ok {
		return Unsealed
	}
	sum, err := strconv.ParseUint(string(digits), 16, 32)
	if err != nil || uint32(sum) != crc32.ChecksumIEEE(rest) {
		return Broken
	}
	return Sealed
}

// cut takes an ending, and space behind it, off a text.
func cut(text []byte, ending string) ([]byte, bool) {
	return bytes.CutSuffix(trimRight(text), []byte(ending))
}

func trimRight(text []byte) []byte { return bytes.TrimRight(text, " \t\r\n") }

// Sums counts the records of journals by what speaks for their bytes.
type Sums struct {
	Records int
	Packed  int // of them in packed journals, whose checksum gzip compares
	Plain   int // in others without a checksum: journals of earlier versions
	// Stripped is the journal of a record without a checksum beside others that have one, which no version
	// writes; empty if there is none.
	Stripped string
}

// SumsOf counts the records of the journals in a folder. Damage is for [Reader.All] to tell.
func SumsOf(dir string) (s Sums, err error) {
	entries, err := journals(dir)
	if err != nil {
		return s, err
	}
	for _, e := range entries {
		file, err := open(filepath.Join(dir, e.Name()))
		if err != nil {
			return s, unreadable(filepath.Join(dir, e.Name()), err)
		}
		sealed, plain := sumsIn(file)
		file.Close()
		s.Records += sealed + plain
		switch {
		case isPacked(e.Name()):
			s.Packed += sealed + plain
		case sealed > 0 && plain > 0:
			s.Stripped = filepath.Join(dir, e.Name())
		default:
			s.Plain += plain
		}
	}
	return s, nil
}

// sumsIn counts the records of a journal that have their checksum, and those that have none.
func sumsIn(journal io.Reader) (sealed, plain int) {
	in := bufio.NewReaderSize(journal, 1<<16)
	for {
		line, err := readLine(in)
		switch Seals(line) {
		case Sealed:
			sealed++
		case Unsealed:
			if _, bad := parse(line); bad == nil {
				plain++
			}
		}
		if err != nil {
			return sealed, plain
		}
	}
}
