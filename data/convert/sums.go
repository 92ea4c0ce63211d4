package convert

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
)

// fileSum returns the SHA-256 of a file's bytes, in hex.
func fileSum(path string) (string, error) {
	sum, _, err := data.FileSum(path)
	if err != nil {
		return "", data.NewUnavailableError(path, err)
	}
	return sum, nil
}

// cacheSumFrom is the size, 64 MiB, from which on a file's SHA-256 is cached, so that its table can
// be opened without reading the file again.
const cacheSumFrom = 64 << 20

// clockGrain is how much older than its cached sum a file must be: a second change within the
// resolution of the file system's clock would go unnoticed.
const clockGrain = 2 * time.Second

// sumRecord is the SHA-256 of a file at the time of caching.
type sumRecord struct {
	Path     string    `json:"path"`
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
	Sum      string    `json:"sha256"`
}

// cachedSum returns the SHA-256 of a file's bytes, in hex. For a large file it comes from the cache
// folder, if size and modification time are the same as when it was cached.
func cachedSum(cacheDir, path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil || cacheDir == "" || info.Size() < cacheSumFrom {
		return fileSum(path)
	}
	if path, err = filepath.Abs(path); err != nil {
		return fileSum(path)
	}
	now := sumRecord{Path: path, Size: info.Size(), Modified: info.ModTime().UTC()}
	key := sha256.Sum256([]byte(path))
	file := filepath.Join(cacheDir, "tables", "sum-"+hex.EncodeToString(key[:8])+".json")
	if text, err := data.ReadRegular(file, data.SmallFile); err == nil {
		var then sumRecord
		if json.Unmarshal(text, &then) == nil {
			now.Sum = then.Sum
			if then == now {
				return now.Sum, nil
			}
		}
	}
	if now.Sum, err = fileSum(path); err != nil {
		return "", err
	}
	if time.Since(info.ModTime()) > clockGrain {
		cacheSum(file, now)
	}
	return now.Sum, nil
}

// cacheSum caches a sum if it can; otherwise the file is read again.
func cacheSum(file string, r sumRecord) {
	after, err := os.Stat(r.Path)
	if err != nil || after.Size() != r.Size || !after.ModTime().Equal(r.Modified) {
		return // the file changed while it was read
	}
	text, err := json.Marshal(r)
	if err == nil {
		atomicfile.Write(file, text)
	}
}
