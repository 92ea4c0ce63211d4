package tablefile

import (
	"errors"
	"hash/crc32"
	"io"
	"sync/atomic"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// blocks returns the number of blocks for the given number of bytes.
func blocks(size int64) int { return int((size + sumBlock - 1) / sumBlock) }

// blockSums are the CRC-32C of consecutive blocks of the written bytes. Its fields are exported so
// that a conversion can be resumed.
type blockSums struct {
	Done    []uint32 // of whole blocks
	Current uint32   // of the block that is not yet whole
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

// all returns the sums of all blocks, including an incomplete last one.
func (s *blockSums) all() []uint32 {
	if s.Size == 0 {
		return s.Done
	}
	return append(s.Done[:len(s.Done):len(s.Done)], s.Current)
}

// section is the bytes from..to-1 of a table file, with a sum for each block, or without sums. It
// is safe for concurrent use.
type section struct {
	from, to int64
	sums     []uint32
	fits     []atomic.Bool // whether the block was found to match its sum
}

func newSection(from, to int64, sums []uint32) section {
	return section{from: from, to: to, sums: sums, fits: make([]atomic.Bool, len(sums))}
}

// errSum says that a block differs from what was written.
var errSum = errors.New("its content does not match its checksum")

// check compares the blocks that contain the bytes from..to-1 of the file with their sums, unless
// they were compared before.
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
