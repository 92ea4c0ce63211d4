package harness

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"

	"gpcbench/data"
)

// stream returns the random numbers of a purpose in a repeat of a data set:
// ChaCha8 with the SHA-256 of the four names as its key. The same names always
// give the same numbers; methods and options are not among them.
func stream(seed uint64, dataset string, repeat int, purpose string) *rand.Rand {
	var key []byte
	key = binary.BigEndian.AppendUint64(key, seed)
	key = binary.BigEndian.AppendUint64(key, uint64(len(dataset)))
	key = append(key, dataset...)
	key = binary.BigEndian.AppendUint64(key, uint64(repeat))
	key = append(key, purpose...)
	return rand.New(rand.NewChaCha8(sha256.Sum256(key)))
}

// streamOf returns the streams of a data set by repeat and purpose.
func streamOf(seed uint64, dataset string) data.Stream {
	return func(repeat int, purpose string) *rand.Rand { return stream(seed, dataset, repeat, purpose) }
}
