package rows

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"

	"gpcbench/data/split"
)

// Stream returns the random numbers for a purpose in a repeat of a data set:
// ChaCha8 with the SHA-256 of the four arguments as its key. The same arguments
// always give the same numbers; methods and options are not among them.
func Stream(seed uint64, dataset string, repeat int, purpose string) *rand.Rand {
	var key []byte
	key = binary.BigEndian.AppendUint64(key, seed)
	key = binary.BigEndian.AppendUint64(key, uint64(len(dataset)))
	key = append(key, dataset...)
	key = binary.BigEndian.AppendUint64(key, uint64(repeat))
	key = append(key, purpose...)
	return rand.New(rand.NewChaCha8(sha256.Sum256(key)))
}

// streams returns the streams of a data set by repeat and purpose.
func streams(seed uint64, dataset string) split.Stream {
	return func(repeat int, purpose string) *rand.Rand { return Stream(seed, dataset, repeat, purpose) }
}
