// Package fetch brings the files of the catalogue's data sets into a cache folder: those of a few
// small sets from the program itself, others from mirrors or else from their public addresses. It
// is the only package of the project that connects to other hosts.
//
// A file gets its name in the cache only after its SHA-256 was verified and its bytes were flushed
// to disk, so any file with a name is whole. Until then a download is in a file beside it that ends
// in .part, and continues from there after an interruption. Each target has a lock, so two
// processes may fetch at once. A file whose checksum the catalogue does not know is pinned by its
// first download, in fetch.lock.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"gpcbench/data/atomicfile"
	"gpcbench/data/bundled"
	"gpcbench/data/catalogue"
)

// Fetcher brings files into a cache. The zero value of every field but Cache
// is usable. A Fetcher is safe for concurrent use.
type Fetcher struct {
	Cache    string        // the cache folder
	Mirrors  []string      // folders or URLs that are asked first, in order
	Full     bool          // hash files that are in the cache already; otherwise their size is enough
	Client   *http.Client  // nil: a client that gives up on a host that does not answer within 15 seconds
	Retries  int           // further attempts after a failure that may pass; 0: 3, negative: none
	Backoff  time.Duration // wait before the first retry, doubled each time; 0: one second
	Stall    time.Duration // time without data after which a body is given up; 0: 30 seconds
	Progress io.Writer     // nil: silent

	create func(path string, flag int) (file, error) // nil: os.OpenFile

	mu    sync.Mutex
	down  map[string]error // hosts that could not be reached
	quiet map[string]bool  // notices given
}

// New returns a Fetcher for the cache folder and the mirrors named in the
// environment variables GPCBENCH_DATA and GPCBENCH_MIRROR.
func New(progress io.Writer) (*Fetcher, error) {
	cache, err := CacheDir()
	if err != nil {
		return nil, err
	}
	return &Fetcher{Cache: cache, Mirrors: mirrors(), Progress: progress}, nil
}

// Ensure brings all files of a data set into the cache. For files already there it only checks
// their size. If some are not available, the error is an *UnavailableError; a cancelled context or
// an unwritable cache gives other errors.
func (f *Fetcher) Ensure(ctx context.Context, e catalogue.Entry) error {
	unavailable := &UnavailableError{Name: e.Name}
	for _, c := range e.Files {
		err := f.ensureFile(ctx, c)
		var missing *missingError
		if errors.As(err, &missing) {
			unavailable.Files = append(unavailable.Files, MissingFile{Path: c.Folder + "/" + c.Name, Tried: missing.tried})
		} else if err != nil {
			return fmt.Errorf("fetch: %s/%s: %w", c.Folder, c.Name, err)
		}
	}
	if len(unavailable.Files) > 0 {
		return unavailable
	}
	return nil
}

// Bundled reports whether all files of a data set are in the program.
func Bundled(e catalogue.Entry) bool {
	for _, c := range e.Files {
		if !bundled.Has(c.Folder, c.Name) {
			return false
		}
	}
	return len(e.Files) > 0
}

// Have reports whether all files of a data set are in the program or in the cache, judged by their
// sizes, without asking any mirror.
func (f *Fetcher) Have(e catalogue.Entry) bool {
	pins, err := f.readPins()
	if err != nil {
		return false
	}
	for _, c := range e.Files {
		if _, ok := f.cached(c, pins); !ok && !bundled.Has(c.Folder, c.Name) {
			return false
		}
	}
	return true
}

// Path returns the path of a file of a data set in the cache. It has its own name or, if it came
// from an address that serves it unpacked, its name without .gz. If neither exists, Path returns
// the first.
func (f *Fetcher) Path(folder, name string) string {
	packed := filepath.Join(f.Cache, folder, name)
	if plain, ok := strings.CutSuffix(packed, ".gz"); ok && !exists(packed) && exists(plain) {
		return plain
	}
	return packed
}

// want says what a file in the cache must be.
type want struct {
	path   string
	bytes  int64  // 0: not known
	sha256 string // empty: not known
}

// part returns the path of the unfinished download.
func (w want) part() string { return w.path + ".part" }

// wants returns the forms in which a file may be in the cache.
func (f *Fetcher) wants(c catalogue.File, pins *pins) []want {
	path := filepath.Join(f.Cache, c.Folder, c.Name)
	w := []want{{path: path, bytes: c.Bytes, sha256: c.SHA256}}
	if p, ok := pins.get(c); ok && c.SHA256 == "" {
		w[0].bytes, w[0].sha256 = p.Bytes, p.SHA256
	}
	if c.Unpacked.SHA256 != "" {
		w = append(w, want{path: strings.TrimSuffix(path, ".gz"), bytes: c.Unpacked.Bytes, sha256: c.Unpacked.SHA256})
	}
	return w
}

// cached returns the form in which a file is in the cache, judged by its size. A file without a
// known checksum counts only if it was pinned.
func (f *Fetcher) cached(c catalogue.File, pins *pins) (want, bool) {
	for _, w := range f.wants(c, pins) {
		info, err := os.Stat(w.path)
		if err == nil && info.Mode().IsRegular() && w.sha256 != "" && (w.bytes == 0 || info.Size() == w.bytes) {
			return w, true
		}
	}
	return want{}, false
}

func (f *Fetcher) ensureFile(ctx context.Context, c catalogue.File) error {
	pins, err := f.readPins()
	if err != nil {
		return err
	}
	if ok, err := f.good(c, pins); ok || err != nil {
		return err
	}
	unlock, err := f.lock(ctx, c.Folder+"/"+c.Name)
	if err != nil {
		return err
	}
	defer unlock()
	// Another process may have fetched it while we waited.
	if pins, err = f.readPins(); err != nil {
		return err
	}
	if ok, err := f.good(c, pins); ok || err != nil {
		return err
	}
	return f.bring(ctx, c, pins)
}

// good reports whether the cache holds the file, judged by its size, or by its hash if Full is set.
func (f *Fetcher) good(c catalogue.File, pins *pins) (bool, error) {
	w, ok := f.cached(c, pins)
	if !ok || !f.Full {
		return ok, nil
	}
	err := verify(w.path, w)
	var sum *ChecksumError
	if errors.As(err, &sum) {
		f.notice("%s is damaged: %v; fetching it again", w.path, err)
		return false, nil
	}
	return err == nil, err
}

// bring tries all sources of a file in order.
func (f *Fetcher) bring(ctx context.Context, c catalogue.File, pins *pins) error {
	missing := &missingError{}
	for _, s := range f.sources(c, f.wants(c, pins)) {
		err := f.obtain(ctx, s)
		if err == nil {
			removePart(s.want.part()) // left by an earlier source
			if s.want.sha256 == "" {
				return f.pin(ctx, c, s)
			}
			return nil
		}
		var local *localError
		if ctx.Err() != nil {
			return fmt.Errorf("interrupted: %w", context.Cause(ctx))
		}
		if errors.As(err, &local) {
			return err
		}
		var sum *ChecksumError
		if errors.As(err, &sum) {
			f.notice("%s: %v", s.where, err)
		}
		missing.tried = append(missing.tried, Try{Where: s.where, Err: err})
	}
	return missing
}

// lock takes the lock of a target, waiting if another process has it.
func (f *Fetcher) lock(ctx context.Context, target string) (unlock func(), err error) {
	dir := filepath.Join(f.Cache, "locks")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, unwritable(f.Cache, err)
	}
	path := filepath.Join(dir, strings.ReplaceAll(target, "/", "--")+".lock")
	unlock, err = atomicfile.Lock(ctx, path, func() { f.notice("waiting for another run that is fetching %s", target) })
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("interrupted: %w", context.Cause(ctx))
	case err != nil:
		return nil, unwritable(f.Cache, err)
	}
	return unlock, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
