package read

import (
	"io"
	"sync"
)

// prefetcher reads from r in a goroutine of its own, up to four blocks ahead, so that a file is
// unpacked while earlier blocks are parsed.
type prefetcher struct {
	blocks chan block
	free   chan []byte
	stop   chan struct{}
	once   sync.Once
	now    block
}

// block is the result of one read.
type block struct {
	buf, rest []byte // rest is the unread part of buf
	err       error
}

func newPrefetcher(r io.Reader) *prefetcher {
	const blocks, size = 4, 1 << 18
	f := &prefetcher{blocks: make(chan block, blocks+1), free: make(chan []byte, blocks+1), stop: make(chan struct{})}
	for range blocks + 1 {
		f.free <- make([]byte, size)
	}
	go func() {
		for {
			var b block
			select {
			case b.buf = <-f.free:
			case <-f.stop:
				return
			}
			n := 0
			for n < size && b.err == nil {
				var more int
				more, b.err = r.Read(b.buf[n:])
				n += more
			}
			b.rest = b.buf[:n]
			f.blocks <- b // does not block: there are no more blocks than buffers
			if b.err != nil {
				return
			}
		}
	}()
	return f
}

// Read reads from the blocks.
func (f *prefetcher) Read(p []byte) (int, error) {
	for len(f.now.rest) == 0 {
		if f.now.err != nil {
			return 0, f.now.err
		}
		if f.now.buf != nil {
			f.free <- f.now.buf
		}
		f.now = <-f.blocks
	}
	n := copy(p, f.now.rest)
	f.now.rest = f.now.rest[n:]
	return n, nil
}

// Close ends the goroutine.
func (f *prefetcher) Close() { f.once.Do(func() { close(f.stop) }) }
