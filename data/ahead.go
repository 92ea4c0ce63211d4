package data

import (
	"io"
	"sync"
)

// ahead reads from r in a goroutine of its own, up to four blocks ahead, so that a
// file is unpacked while what was unpacked before is parsed.
type ahead struct {
	blocks chan block
	free   chan []byte
	stop   chan struct{}
	once   sync.Once
	now    block
}

// block is what one reading gave.
type block struct {
	buf, rest []byte // rest is what is left of buf
	err       error
}

func newAhead(r io.Reader) *ahead {
	const blocks, size = 4, 1 << 18
	a := &ahead{blocks: make(chan block, blocks+1), free: make(chan []byte, blocks+1), stop: make(chan struct{})}
	for range blocks + 1 {
		a.free <- make([]byte, size)
	}
	go func() {
		for {
			var b block
			select {
			case b.buf = <-a.free:
			case <-a.stop:
				return
			}
			n := 0
			for n < size && b.err == nil {
				var more int
				more, b.err = r.Read(b.buf[n:])
				n += more
			}
			b.rest = b.buf[:n]
			a.blocks <- b // there is room: no more blocks than buffers
			if b.err != nil {
				return
			}
		}
	}()
	return a
}

// Read reads from the blocks.
func (a *ahead) Read(p []byte) (int, error) {
	for len(a.now.rest) == 0 {
		if a.now.err != nil {
			return 0, a.now.err
		}
		if a.now.buf != nil {
			a.free <- a.now.buf
		}
		a.now = <-a.blocks
	}
	n := copy(p, a.now.rest)
	a.now.rest = a.now.rest[n:]
	return n, nil
}

// Close ends the goroutine.
func (a *ahead) Close() { a.once.Do(func() { close(a.stop) }) }
