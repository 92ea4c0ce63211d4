package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"
)

// retryError is a temporary failure.
type retryError struct{ err error }

func (e *retryError) Error() string { return e.err.Error() }
func (e *retryError) Unwrap() error { return e.err }

// progress is the number of bytes by which a part must grow for a failed attempt not to count.
const progress = 1 << 20

// download fills the file part with what an address serves, continuing from what it already holds.
// It retries temporary failures, waiting longer each time, and starts counting attempts again after
// one that brought some of the file. Bytes known to be wrong are an error; checking the hash is
// left to the caller.
func (f *Fetcher) download(ctx context.Context, address, part string, w want) error {
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	if err := f.hostDown(u.Host); err != nil {
		return err
	}
	retries, backoff := f.Retries, f.Backoff
	if retries == 0 {
		retries = 3
	}
	if backoff == 0 {
		backoff = time.Second
	}
	wait := backoff
	for attempt := 0; ; attempt++ {
		before, _ := partial(address, part)
		err := f.attempt(ctx, address, part, w)
		if errors.Is(err, errRestart) {
			err = f.attempt(ctx, address, part, w) // the part has been removed
		}
		var again *retryError
		var host *hostError
		if err == nil || !errors.As(err, &again) || ctx.Err() != nil {
			return err
		}
		if now, _ := partial(address, part); now >= before+progress {
			attempt, wait = 0, backoff
		}
		// A host that cannot be reached is tried only once more, and not at all for further files.
		if unreachable := errors.As(err, &host); attempt >= retries || unreachable && attempt >= 1 {
			if unreachable {
				f.markDown(u.Host, host)
			}
			if attempt == 0 {
				return again.err
			}
			return fmt.Errorf("%w (after %d attempts)", again.err, attempt+1)
		}
		f.notice("%s: %v; trying again in %v", address, again.err, wait)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
		wait *= 2
	}
}

// attempt makes one request.
func (f *Fetcher) attempt(ctx context.Context, address, part string, w want) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	have, validator := partial(address, part)
	if have > 0 && have == w.bytes {
		return nil // already whole; the hash decides
	}
	req, err := request(ctx, address, have, validator)
	if err != nil {
		return err
	}
	stall := cmp.Or(f.Stall, 30*time.Second)
	watch := time.AfterFunc(stall, func() { cancel(errStall) })
	defer watch.Stop()
	resp, err := f.client().Do(req)
	if err != nil {
		return transportError(ctx, err, stall)
	}
	defer resp.Body.Close()
	from, err := start(resp, have, w)
	if errors.Is(err, errRestart) {
		_ = os.Remove(part)
		return err
	}
	if err != nil {
		return err
	}
	if from == 0 {
		if err := f.begin(address, part, resp); err != nil {
			return err
		}
	}
	to, err := f.open(part, os.O_CREATE|os.O_WRONLY|os.O_APPEND)
	if err != nil {
		return unwritable(f.Cache, err) // the part of the file stays
	}
	total := w.bytes
	if total == 0 && resp.ContentLength >= 0 {
		total = from + resp.ContentLength
	}
	body := &watched{r: resp.Body, watch: watch, stall: stall, line: f.line(w.path, from, total)}
	var r io.Reader = body
	if w.bytes != 0 {
		r = io.LimitReader(body, w.bytes-from+1) // one byte more shows that there is too much
	}
	err = f.receive(ctx, to, r)
	body.line.done()
	return f.finish(ctx, err, part, from+body.n, total, stall)
}

// request returns a request for the bytes after those already here, of the same version of the file
// if that is known.
func request(ctx context.Context, address string, have int64, validator string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "gpcbench")
	req.Header.Set("Accept-Encoding", "identity")
	if have > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
		if validator != "" {
			req.Header.Set("If-Range", validator)
		}
	}
	return req, nil
}

// receive writes the received bytes to a file, and closes it.
func (f *Fetcher) receive(ctx context.Context, to file, r io.Reader) error {
	err := f.pump(ctx, to, r)
	if serr := to.Sync(); err == nil && serr != nil {
		err = unwritable(f.Cache, serr)
	}
	if cerr := to.Close(); err == nil && cerr != nil {
		err = unwritable(f.Cache, cerr)
	}
	return err
}

var (
	errStall   = errors.New("no answer")
	errRestart = errors.New("the server sent a different part of the file than was requested")
)

// watched is a body that resets a stall timer and updates a progress line as it is read.
type watched struct {
	r     io.Reader
	n     int64
	watch *time.Timer
	stall time.Duration
	line  *line
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if n > 0 {
		w.watch.Reset(w.stall)
		w.n += int64(n)
		w.line.add(n)
	}
	return n, err
}
