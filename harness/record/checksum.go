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

// sumKey is the last key of a JSON object with a checksum: the CRC-32 (IEEE) of everything before
// the comma that precedes the key, in eight hex digits.
const sumKey = `"crc32":`

// sumDigits is the length of the checksum.
const sumDigits = 8

// Seal returns a JSON object, which must not be empty, with the checksum of its bytes as its last key.
// Readers that do not know the key ignore it.
func Seal(object []byte) []byte {
	before := trimRight(bytes.TrimSuffix(trimRight(object), []byte("}")))
	return fmt.Appendf(bytes.Clone(before), `,%s"%08x"}`, sumKey, crc32.ChecksumIEEE(before))
}

// Sealing says whether an object has a checksum, and whether it is right.
type Sealing int

// An object has no checksum, a correct one, or a wrong one.
const (
	Unsealed Sealing = iota
	Sealed
	Broken
)

// Seals checks the checksum of an object, which only white space may follow.
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

// cut removes an ending, and the white space after it, from a text.
func cut(text []byte, ending string) ([]byte, bool) {
	return bytes.CutSuffix(trimRight(text), []byte(ending))
}

func trimRight(text []byte) []byte { return bytes.TrimRight(text, " \t\r\n") }

// Sums counts the records of journals by how their bytes are protected.
type Sums struct {
	Records int
	Packed  int // those in packed journals, whose checksum gzip checks
	Plain   int // those without a checksum in other journals, which earlier versions wrote
	// Stripped is a journal that mixes records with and without a checksum, which no version writes; empty
	// if there is none.
	Stripped string
}

// SumsOf counts the records of the journals in a folder. Damage is left to [Reader.All] to report.
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

// sumsIn counts the records of a journal that have a correct checksum, and those that have none.
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
