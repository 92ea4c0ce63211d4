package methodtest

import (
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand/v2"
)

// hostile are numbers that an untrusted file may give as a size: as integers, sizes that
// overflow in products or ask for terabytes, and -1, and as floating-point numbers NaN and
// infinity.
var hostile = []uint64{
	0, 1, 2, 4, 1 << 33, 1 << 63, math.MaxUint64,
	bits.ReverseBytes64(math.Float64bits(math.NaN())), bits.ReverseBytes64(math.Float64bits(math.Inf(1))),
}

// Damaged calls do with at most n damaged versions of a state that encoding/gob or
// encoding/json wrote: bytes of it stand for another number each, with all around as it was, so
// that the state can still be decoded. The versions are the same each time.
func Damaged(raw []byte, n int, do func(damaged []byte)) {
	if len(raw) > 0 && (raw[0] == '{' || raw[0] == '[') {
		damagedText(raw, n, do)
		return
	}
	messages := messagesOf(raw)
	var places [][2]int // message and byte of it
	for i, m := range messages {
		if len(m) == 0 || m[0]&1 == 1 && m[0] < 0x80 { // a definition of a type has a negative number
			continue
		}
		for j := range m {
			places = append(places, [2]int{i, j})
		}
	}
	rng := rand.New(rand.NewPCG(1, uint64(len(raw))))
	const first = 60 // bytes of the first values, where sizes often stand, are all tried
	if len(places) > first {
		rest := places[first:]
		rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	}
	for tried, at := range places {
		if tried*len(hostile) >= n {
			return
		}
		for _, v := range hostile {
			do(withNumber(messages, at[0], at[1], v))
		}
	}
}

// messagesOf returns the messages of a gob stream, each without its length.
func messagesOf(raw []byte) (out [][]byte) {
	for len(raw) > 0 {
		n, size := gobUint(raw)
		if size == 0 || n > uint64(len(raw)-size) {
			return out
		}
		out, raw = append(out, raw[size:][:n]), raw[size+int(n):]
	}
	return out
}

// gobUint reads a number as gob has it: below 128 a byte, else its bytes behind their negated
// number. size is 0 if there is none.
func gobUint(raw []byte) (v uint64, size int) {
	if raw[0] < 0x80 {
		return uint64(raw[0]), 1
	}
	size = int(-int8(raw[0]))
	if size < 1 || size > 8 || len(raw) < 1+size {
		return 0, 0
	}
	for _, b := range raw[1 : 1+size] {
		v = v<<8 | uint64(b)
	}
	return v, 1 + size
}

// appendGobUint is the inverse of gobUint.
func appendGobUint(dst []byte, v uint64) []byte {
	if v < 0x80 {
		return append(dst, byte(v))
	}
	size := (bits.Len64(v) + 7) / 8
	return append(append(dst, byte(-size)), binary.BigEndian.AppendUint64(nil, v)[8-size:]...)
}

// withNumber returns the messages with a number in the place of that which begins at a byte.
func withNumber(messages [][]byte, of, at int, v uint64) (out []byte) {
	for i, m := range messages {
		if i == of {
			size := 1
			if _, n := gobUint(m[at:]); n > 0 {
				size = n
			}
			m = append(appendGobUint(append([]byte(nil), m[:at]...), v), m[at+size:]...)
		}
		out = append(appendGobUint(out, uint64(len(m))), m...)
	}
	return out
}

// damagedText is Damaged of JSON.
func damagedText(raw []byte, n int, do func([]byte)) {
	isDigit := func(b byte) bool { return b >= '0' && b <= '9' || b == '-' || b == '.' || b == 'e' || b == '+' }
	for at := 0; at < len(raw) && n > 0; at++ {
		to := at
		for to < len(raw) && isDigit(raw[to]) {
			to++
		}
		if to == at {
			continue
		}
		for _, text := range []string{"0", "-1", "1", "3", "1e999", "1e300", "9223372036854775807", "null", "[]", "{}", "1,1"} {
			do(append(append(append([]byte(nil), raw[:at]...), text...), raw[to:]...))
			n--
		}
		at = to
	}
}
