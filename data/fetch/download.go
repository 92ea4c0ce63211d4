package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// infoSuffix names the file beside a .part that says where its bytes came
// from: the address and the validator (ETag or date) of the server's copy.
const infoSuffix = ".info"

// retryError is a failure that may pass.
type retryError struct{ err error }

func (e *retryError) Error() string { return e.err.Error() }
func (e *retryError) Unwrap() error { return e.err }

// hostError says that a host could not be reached at all.
type hostError struct{ err error }

func (e *hostError) Error() string {
	why := e.err
	var name *net.DNSError
	var op *net.OpError
	if errors.As(e.err, &name) {
		return "the host could not be reached: " + name.Err
	}
	if errors.As(e.err, &op) {
		why = op.Err
	}
	return "the host could not be reached: " + why.Error()
}

func (e *hostError) Unwrap() error { return e.err }

// download fills the file part with what an address serves, going on from what
// it holds already. It retries failures that may pass, waiting longer each
// time. Bytes known to be wrong are an error; their hash is the caller's.
func (f *Fetcher) download(ctx context.Context, address, part string, w want) error {
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	if err := f.hostDown(u.Host); err != nil {
		return err
	}
	retries, wait := f.Retries, f.Backoff
	if retries == 0 {
		retries = 3
	}
	if wait == 0 {
		wait = time.Second
	}
	for attempt := 0; ; attempt++ {
		err := f.attempt(ctx, address, part, w)
		if errors.Is(err, errRestart) {
			err = f.attempt(ctx, address, part, w) // the part is gone now
		}
		var again *retryError
		var host *hostError
		if err == nil || !errors.As(err, &again) || ctx.Err() != nil {
			return err
		}
		// A host that cannot be reached gets one more chance only, and no
		// further file waits for it.
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

// attempt asks once.
func (f *Fetcher) attempt(ctx context.Context, address, part string, w want) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	have, validator := partial(address, part)
	if have > 0 && have == w.bytes {
		return nil // whole already; the hash decides
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	req.Header.Set("User-Agent", "gpcbench")
	req.Header.Set("Accept-Encoding", "identity")
	if have > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
		if validator != "" {
			req.Header.Set("If-Range", validator)
		}
	}
	stall := f.Stall
	if stall == 0 {
		stall = 30 * time.Second
	}
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
		return unwritable(f.Cache, err)
	}
	total := w.bytes
	if total == 0 && resp.ContentLength >= 0 {
		total = from + resp.ContentLength
	}
	body := &watched{r: resp.Body, watch: watch, stall: stall, line: f.line(w.path, from, total)}
	var r io.Reader = body
	if w.bytes != 0 {
		r = io.LimitReader(body, w.bytes-from+1) // one more shows that there is too much
	}
	err = f.pump(ctx, to, r)
	body.line.done()
	if serr := to.Sync(); err == nil && serr != nil {
		err = unwritable(f.Cache, serr)
	}
	if cerr := to.Close(); err == nil && cerr != nil {
		err = unwritable(f.Cache, cerr)
	}
	return f.finish(ctx, err, part, from+body.n, total, stall)
}

var (
	errStall   = errors.New("no answer")
	errRestart = errors.New("the server answers with another part of the file than was asked for")
)

// start judges the answer to a request and returns the offset that its body
// begins at.
func start(resp *http.Response, have int64, w want) (int64, error) {
	switch {
	case resp.StatusCode == http.StatusPartialContent:
		from, total := contentRange(resp.Header.Get("Content-Range"))
		if from != have || total >= 0 && w.bytes != 0 && total != w.bytes {
			return 0, errRestart
		}
		return have, nil
	case resp.StatusCode == http.StatusRequestedRangeNotSatisfiable:
		return 0, errRestart
	case resp.StatusCode == http.StatusOK:
		if w.bytes != 0 && resp.ContentLength >= 0 && resp.ContentLength != w.bytes {
			return 0, &ChecksumError{GotBytes: resp.ContentLength, WantBytes: w.bytes}
		}
		if w.sha256 == "" && strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") {
			return 0, errors.New("the server answers with a web page instead of the file")
		}
		return 0, nil
	case resp.StatusCode == http.StatusRequestTimeout, resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode >= 500:
		return 0, &retryError{fmt.Errorf("the server answers %s", resp.Status)}
	default:
		return 0, fmt.Errorf("the server answers %s", resp.Status)
	}
}

// contentRange reads "bytes 10-99/100"; what is not stated is -1.
func contentRange(header string) (from, total int64) {
	from, total = -1, -1
	span, size, _ := strings.Cut(strings.TrimPrefix(header, "bytes "), "/")
	first, _, _ := strings.Cut(span, "-")
	if n, err := strconv.ParseInt(first, 10, 64); err == nil {
		from = n
	}
	if n, err := strconv.ParseInt(size, 10, 64); err == nil {
		total = n
	}
	return from, total
}

// finish judges how a body ended.
func (f *Fetcher) finish(ctx context.Context, err error, part string, got, total int64, stall time.Duration) error {
	var local *localError
	switch {
	case errors.As(err, &local):
		_ = os.Remove(part) // a full disk is not left full
		_ = os.Remove(part + infoSuffix)
		return err
	case errors.Is(context.Cause(ctx), errStall):
		return &retryError{fmt.Errorf("the server sent nothing for %v after %d bytes", stall, got)}
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && total > 0:
		return &retryError{fmt.Errorf("the body broke off after %d of %d bytes: %w", got, total, err)}
	case err != nil:
		return &retryError{fmt.Errorf("the body broke off after %d bytes: %w", got, err)}
	case total > 0 && got < total:
		return &retryError{fmt.Errorf("the body ended after %d of %d bytes", got, total)}
	}
	return nil
}

// begin empties the part and notes where its bytes will come from.
func (f *Fetcher) begin(address, part string, resp *http.Response) error {
	validator := resp.Header.Get("ETag")
	if validator == "" || strings.HasPrefix(validator, "W/") {
		validator = resp.Header.Get("Last-Modified")
	}
	if err := os.Remove(part); err != nil && !os.IsNotExist(err) {
		return unwritable(f.Cache, err)
	}
	if err := os.WriteFile(part+infoSuffix, []byte(address+"\n"+validator+"\n"), 0o666); err != nil {
		return unwritable(f.Cache, err)
	}
	return nil
}

// partial returns how much of an address a part holds, and the validator of
// the copy it came from. A part of another address counts as none.
func partial(address, part string) (int64, string) {
	info, err := os.Stat(part)
	if err != nil {
		return 0, ""
	}
	text, err := os.ReadFile(part + infoSuffix)
	if err != nil {
		return 0, ""
	}
	from, validator, _ := strings.Cut(strings.TrimSuffix(string(text), "\n"), "\n")
	if from != address {
		return 0, ""
	}
	return info.Size(), validator
}

// watched is a body that resets a stall timer and moves a progress line.
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

// transportError judges a request that got no answer.
func transportError(ctx context.Context, err error, stall time.Duration) error {
	var op *net.OpError
	var urlErr *url.Error
	if errors.As(err, &urlErr) {
		err = urlErr.Err // without the address, which the caller names
	}
	switch {
	case errors.Is(context.Cause(ctx), errStall):
		return &retryError{fmt.Errorf("the server did not answer within %v", stall)}
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &op) && op.Op == "dial":
		return &retryError{&hostError{err}}
	}
	return &retryError{err}
}

// defaultClient gives up on a host that does not answer a dial within 15
// seconds. There is no limit on the whole, as files may be large.
var defaultClient = &http.Client{Transport: &http.Transport{
	Proxy:               http.ProxyFromEnvironment,
	DialContext:         (&net.Dialer{Timeout: 15 * time.Second}).DialContext,
	TLSHandshakeTimeout: 15 * time.Second,
	ForceAttemptHTTP2:   true,
	IdleConnTimeout:     30 * time.Second,
}}

func (f *Fetcher) client() *http.Client {
	if f.Client != nil {
		return f.Client
	}
	return defaultClient
}

func (f *Fetcher) hostDown(host string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.down[host]
}

func (f *Fetcher) markDown(host string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.down == nil {
		f.down = map[string]error{}
	}
	f.down[host] = err
}
