package read

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"
)

// TestPrefetch reads what another reader gives, in whatever pieces, with its error.
func TestPrefetch(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	broken := errors.New("broken")
	for _, size := range []int{0, 1, 1 << 18, 1<<18 + 1, 3_000_000} {
		content := make([]byte, size)
		for i := range content {
			content[i] = byte(rng.Uint32())
		}
		for _, end := range []error{io.EOF, io.ErrUnexpectedEOF, broken} {
			source := io.MultiReader(iotest.HalfReader(bytes.NewReader(content)), iotest.ErrReader(end))
			ahead := newPrefetcher(source)
			var got []byte
			var err error
			for p := make([]byte, 100_000); err == nil; {
				var n int
				n, err = ahead.Read(p[:1+rng.IntN(len(p))])
				got = append(got, p[:n]...)
			}
			if !bytes.Equal(got, content) || err != end {
				t.Errorf("%d of %d bytes, error %v, want %v", len(got), size, err, end)
			}
			if _, again := ahead.Read(make([]byte, 1)); again != end {
				t.Errorf("after the end: %v", again)
			}
			ahead.Close()
		}
	}
}
