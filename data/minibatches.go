package data

import (
	"math/bits"
	"math/rand/v2"
)

// Minibatches divides the positions 0..N-1 into batches. Each epoch is a fresh random order of all
// positions, and batches of a fixed size may run over from one epoch into the next. A batch is a
// pure function of the key and its number, so a fit resumed from a checkpoint sees the same
// batches. It takes no memory that grows with N: the order is a keyed permutation (a balanced
// Feistel network with cycle walking; Black & Rogaway, Ciphers with arbitrary finite domains,
// 2002).
type Minibatches struct {
	n, size int
	key     uint64
	half    uint // bits in each half of the network
}

// NewMinibatches returns n positions in batches of the given size, in an order determined by one
// number drawn from rng. A size of 0 or at least n means all positions, in order, every time.
func NewMinibatches(n, size int, rng *rand.Rand) *Minibatches {
	if n < 1 || size < 0 {
		panic("data: NewMinibatches: n or size")
	}
	if size == 0 || size >= n {
		size = n
	}
	b := &Minibatches{n: n, size: size, key: rng.Uint64(), half: 1}
	for uint64(1)<<(2*b.half) < uint64(n) {
		b.half++
	}
	return b
}

// Size returns the number of positions in a batch.
func (b *Minibatches) Size() int { return b.size }

// At writes the positions of batch t, counted from 0, to dst, of length Size.
func (b *Minibatches) At(dst []int, t int) {
	if len(dst) != b.size || t < 0 {
		panic("data: Minibatches.At: length of dst, or t")
	}
	for i := range dst {
		if b.size == b.n {
			dst[i] = i
			continue
		}
		at := t*b.size + i
		dst[i] = b.permute(at%b.n, uint64(at/b.n))
	}
}

// permute maps i to its place in the order of an epoch.
func (b *Minibatches) permute(i int, epoch uint64) int {
	mask := uint64(1)<<b.half - 1
	v := uint64(i)
	for {
		left, right := v>>b.half, v&mask
		for round := range uint64(4) {
			left, right = right, left^(mix(right, b.key^epoch*0x9e3779b97f4a7c15, round)&mask)
		}
		v = left<<b.half | right
		if v < uint64(b.n) {
			return int(v)
		}
	}
}

// mix is the round function: the finaliser of a 64-bit hash (Steele, Lea &
// Flood, Fast splittable pseudorandom number generators, 2014) over the half
// block, the key and the round.
func mix(v, key, round uint64) uint64 {
	z := v + bits.RotateLeft64(key, int(13*round)) + (round+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
