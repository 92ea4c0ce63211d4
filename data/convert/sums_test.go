package convert

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestLargeFilesAreHashedOnce: the sum of a large file is taken anew when its size
// or time changes, and only then; a file that has just been written is not trusted.
func TestLargeFilesAreHashedOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large")
	cache := t.TempDir()
	old := time.Now().Add(-time.Hour)
	write := func(at int64, b byte, size int64, modified time.Time) {
		t.Helper()
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := f.Truncate(size); err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteAt([]byte{b}, at); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, modified, modified); err != nil {
			t.Fatal(err)
		}
	}
	sum := func() string {
		t.Helper()
		s, err := cachedSum(cache, path)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	write(5, 1, cacheSumFrom, old)
	first := sum()
	if want, _ := fileSum(path); first != want {
		t.Fatalf("sum %s, want %s", first, want)
	}
	write(5, 2, cacheSumFrom, old)
	if sum() != first {
		t.Error("the file was read again though its size and time are the same")
	}
	write(5, 2, cacheSumFrom, old.Add(time.Second))
	second := sum()
	write(5, 2, cacheSumFrom+1, old.Add(time.Second))
	third := sum()
	if second == first || third == second {
		t.Error("a change of time, or of size, was not seen")
	}
	now := time.Now()
	write(5, 3, cacheSumFrom, now)
	fourth := sum()
	write(5, 4, cacheSumFrom, now)
	if sum() == fourth {
		t.Error("a file was trusted that could change within the grain of the clock")
	}
	write(5, 5, cacheSumFrom-1, old)
	small := sum()
	write(5, 6, cacheSumFrom-1, old)
	if sum() == small {
		t.Error("the sum of a small file was kept")
	}
	if _, err := cachedSum(cache, path+"x"); err == nil {
		t.Error("no error for a file that is not there")
	}
	kept, _ := filepath.Glob(filepath.Join(cache, "tables", "*"))
	if len(kept) != 1 || mode(t, kept[0]) != mode(t, path) {
		t.Errorf("what is kept, %v, is not one file for whoever shares the cache", kept)
	}
}

func mode(t *testing.T, path string) os.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode()
}
