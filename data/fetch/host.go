package fetch

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// defaultClient gives up on a host that does not answer a dial within 15 seconds. There is no limit
// on the time of a download, as files may be large.
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

// hostError says that a host, or the proxy in front of it, could not be reached at all.
type hostError struct{ err error }

func (e *hostError) Error() string {
	what, why := "host", e.err.Error()
	var op *net.OpError
	if errors.As(e.err, &op) {
		why = op.Err.Error()
		if op.Op == "proxyconnect" {
			what = "proxy"
		}
	}
	var name *net.DNSError
	if errors.As(e.err, &name) {
		why = name.Err
	}
	return fmt.Sprintf("the %s could not be reached: %s", what, why)
}

func (e *hostError) Unwrap() error { return e.err }
