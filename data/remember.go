package data

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"
)

// rememberFrom is the size of a file, 64 MiB, from which its SHA-256 is kept, so
// that a table made of it is opened without reading the file again.
const rememberFrom = 64 << 20

// settled is how much older than its kept sum a file must be: one that was changed
// again within the grain of the file system's clock would not show it.
const settled = 2 * time.Second

// remembered is the SHA-256 of a file as it was.
type remembered struct {
	Path     string    `json:"path"`
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
	Sum      string    `json:"sha256"`
}

// fileSum is the SHA-256 of a file's bytes, in hex. Of a large file it is taken
// from the cache folder if size and time of modification are those of when it was
// kept there.
func (c Cache) fileSum(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil || c.Dir == "" || info.Size() < rememberFrom {
		return fileSum(path)
	}
	if path, err = filepath.Abs(path); err != nil {
		return fileSum(path)
	}
	now := remembered{Path: path, Size: info.Size(), Modified: info.ModTime().UTC()}
	file := filepath.Join(c.Dir, "tables", "sum-"+hexSum(path)[:16]+".json")
	if text, err := os.ReadFile(file); err == nil {
		var then remembered
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
	if time.Since(info.ModTime()) > settled {
		c.remember(file, now)
	}
	return now.Sum, nil
}

// remember keeps a sum if it can: without it the file is read again.
func (c Cache) remember(file string, r remembered) {
	after, err := os.Stat(r.Path)
	if err != nil || after.Size() != r.Size || !after.ModTime().Equal(r.Modified) {
		return // it changed while it was read
	}
	text, err := json.Marshal(r)
	if err != nil || os.MkdirAll(filepath.Dir(file), 0o777) != nil {
		return
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), "sum-*.tmp")
	if err != nil {
		return
	}
	_, err = tmp.Write(text)
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
}
