package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// transportError classifies the error of a request without a response.
func transportError(ctx context.Context, err error, stall time.Duration) error {
	var op *net.OpError
	var urlErr *url.Error
	if errors.As(err, &urlErr) {
		err = urlErr.Err // drops the address, which the caller adds
	}
	switch {
	case errors.Is(context.Cause(ctx), errStall):
		return &retryError{fmt.Errorf("the server did not answer within %v", stall)}
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &op) && (op.Op == "dial" || op.Op == "proxyconnect"):
		return &retryError{&hostError{err}}
	}
	return &retryError{err}
}

// start judges the answer to a request and returns the offset at which its body begins.
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
		wrongSize := w.bytes != 0 && resp.ContentLength >= 0 && resp.ContentLength != w.bytes
		page := strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html")
		switch {
		case page && (wrongSize || w.sha256 == ""): // such as a login page
			return 0, errors.New("the server sent a web page instead of the file")
		case wrongSize:
			return 0, &ChecksumError{GotBytes: resp.ContentLength, WantBytes: w.bytes}
		}
		return 0, nil
	case resp.StatusCode == http.StatusRequestTimeout, resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode >= 500:
		return 0, &retryError{fmt.Errorf("the server answered %s", resp.Status)}
	default:
		return 0, fmt.Errorf("the server answered %s", resp.Status)
	}
}

// contentRange parses "bytes 10-99/100". A missing number is -1.
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

// finish classifies the end of a body.
func (f *Fetcher) finish(ctx context.Context, err error, part string, got, total int64, stall time.Duration) error {
	var local *localError
	switch {
	case errors.As(err, &local):
		removePart(part) // do not leave the disk full
		return err
	case errors.Is(context.Cause(ctx), errStall):
		return &retryError{fmt.Errorf("the server sent nothing for %v after %d bytes", stall, got)}
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && total > 0:
		return &retryError{fmt.Errorf("the download broke off after %d of %d bytes: %w", got, total, err)}
	case err != nil:
		return &retryError{fmt.Errorf("the download broke off after %d bytes: %w", got, err)}
	case total > 0 && got < total:
		return &retryError{fmt.Errorf("the download ended after %d of %d bytes", got, total)}
	}
	return nil
}
