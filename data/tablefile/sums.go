package tablefile

import (
	"errors"
	"hash/crc32"
	"io"
	"sync/atomic"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// blocks is the number of blocks that so many bytes take.
func blocks(size int64) int { return int((size + sumBlock - 1) / sumBlock) }

// blockSums are the CRC-32C of the blocks of what is written, one after another.
// Its fields are exported so that a conversion can be gone on with.
type blockSums struct {
	Done    []uint32 // of whole blocks
	Current uint32   // of the block that is not whole yet
	Size    int      // bytes in it
}

func (s *blockSums) add(p []byte) {
	for len(p) > 0 {
		n := min(len(p), sumBlock-s.Size)
		s.Current = crc32.Update(s.Current, castagnoli, p[:n])
		s.Size += n
		p = p[n:]
		if s.Size == sumBlock {
			s.Done = append(s.Done, s.Current)
			s.Current, s.Size = 0, 0
		}
	}
}

// all returns the sums of all blocks, the last one whole or not.
func (s *blockSums) all() []uint32 {
	if s.Size == 0 {
		return s.Done
	}
	return append(s.Done[:len(s.Done):len(s.Done)], s.Current)
}

// section is the bytes from..to-1 of a table file, with a sum for each of their
// blocks, or without any. It is safe for concurrent use.
type section struct {
	from, to int64
	sums     []uint32
	fits     []atomic.Bool // whether the block was compared with its sum
}

func newSection(from, to int64, sums []uint32) section {
	return section{from: from, to: to, sums: sums, fits: make([]atomic.Bool, len(sums))}
}

// errSum says that a block is not what was written.
var errSum = errors.New("its content does not match its checksum")

// check compares the blocks that the bytes from..to-1 of the file lie in with
// their sums, those that were not compared before.
func (s *section) check(file io.ReaderAt, from, to int64) error {
	if len(s.sums) == 0 {
		return nil
	}
	for b := (from - s.from) / sumBlock; b <= (to-1-s.from)/sumBlock; b++ {
		if s.fits[b].Load() {
			continue
		}
		start := s.from + b*sumBlock
		h := crc32.New(castagnoli)
		block := io.NewSectionReader(file, start, min(sumBlock, s.to-start))
		if _, err := io.CopyBuffer(h, block, make([]byte, 1<<16)); err != nil {
			return err
		}
		if h.Sum32() != s.sums[b] {
			return errSum
		}
		s.fits[b].Store(true)
	}
	return nil
}

// checkAll compares all blocks.
func (s *section) checkAll(file io.ReaderAt) error { return s.check(file, s.from, s.to) }
