package threads

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// with runs do with GOMAXPROCS n.
func with(n int, do func()) {
	before := runtime.GOMAXPROCS(n)
	defer runtime.GOMAXPROCS(before)
	do()
}

func TestDoRunsEveryPartOnce(t *testing.T) {
	for _, threads := range []int{1, 2, 3, 8} {
		for _, n := range []int{0, 1, 2, 7, 100} {
			with(threads, func() {
				calls := make([]atomic.Int32, n)
				atWork := make([]atomic.Bool, Workers(n))
				Do(n, func(worker, i int) {
					if atWork[worker].Swap(true) {
						t.Errorf("%d threads: worker %d runs two parts at a time", threads, worker)
					}
					calls[i].Add(1)
					atWork[worker].Store(false)
				})
				for i := range calls {
					if c := calls[i].Load(); c != 1 {
						t.Errorf("%d threads: part %d of %d ran %d times", threads, i, n, c)
					}
				}
			})
		}
	}
}

// While all threads have a part none is free; when all are done all are.
func TestFree(t *testing.T) {
	with(4, func() {
		var here, seen atomic.Int32
		wait := func(n *atomic.Int32) {
			for n.Add(1); n.Load() < 4; {
				runtime.Gosched()
			}
		}
		Do(4, func(_, _ int) {
			wait(&here)
			if f := Free(); f != 1 {
				t.Errorf("%d threads are free while four work", f)
			}
			wait(&seen)
		})
		if f := Free(); f != 4 {
			t.Errorf("%d threads are free in the end, of 4", f)
		}
	})
}

func TestDoInsideDo(t *testing.T) {
	with(3, func() {
		var sum atomic.Int32
		Do(5, func(_, i int) {
			Do(4, func(_, j int) { sum.Add(int32(i * j)) })
		})
		if sum.Load() != 60 {
			t.Errorf("the sum is %d, want 60", sum.Load())
		}
	})
}

func TestPanicIsTheCallers(t *testing.T) {
	for _, threads := range []int{1, 3} {
		with(threads, func() {
			defer func() {
				if p := recover(); p != "part 2" {
					t.Errorf("%d threads: recovered %v", threads, p)
				}
				if f := Free(); f != threads {
					t.Errorf("%d of %d threads are free after a panic", f, threads)
				}
			}()
			Do(9, func(_, i int) {
				if i == 2 {
					panic("part 2")
				}
			})
		})
	}
}

// TestStackOfPanic: where a mistake was is told before the caller panics with it. An error on its
// way to a caller is no mistake.
func TestStackOfPanic(t *testing.T) {
	var none []int
	for _, c := range []struct {
		name string
		part func()
		told bool
	}{
		{"text", func() { panic("a mistake") }, true},
		{"runtime", func() { none[0]++ }, true},
		{"error", func() { panic(errors.New("the file cannot be read")) }, false},
	} {
		for name, run := range map[string]func(){
			"Do":  func() { Do(9, func(_, _ int) { c.part() }) },
			"Cut": func() { Cut(2, func(int) { c.part() }) },
		} {
			text := stderrOf(t, func() {
				defer func() { recover() }()
				with(3, run)
			})
			if told := strings.Contains(text, "TestStackOfPanic.func"); told != c.told {
				t.Errorf("%s in %s: standard error has %q", c.name, name, text)
			}
		}
	}
}

// stderrOf returns what do writes to standard error.
func stderrOf(t *testing.T, do func()) string {
	path := filepath.Join(t.TempDir(), "stderr")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stderr
	os.Stderr = file
	do()
	os.Stderr = before
	file.Close()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestCut: every piece is done once, none is counted among the goroutines that compute, and the
// panic of one is the caller's.
func TestCut(t *testing.T) {
	with(4, func() {
		var sum, free atomic.Int64
		Cut(4, func(i int) {
			sum.Add(int64(i + 1))
			free.Add(int64(Free()))
		})
		if sum.Load() != 10 || free.Load() != 16 {
			t.Errorf("the sum is %d, want 10; %d threads are free to four pieces, want 16", sum.Load(), free.Load())
		}
		for _, bad := range []int{0, 3} {
			func() {
				defer func() {
					if p := recover(); p != "piece" {
						t.Errorf("recovered %v", p)
					}
				}()
				Cut(4, func(i int) {
					if i == bad {
						panic("piece")
					}
				})
			}()
		}
	})
}

func TestChunksAreTheSameForAllThreads(t *testing.T) {
	const n = 3*chunk + 5
	for _, threads := range []int{1, 4} {
		with(threads, func() {
			cuts := make(chan int, 8)
			Chunks(n, func(from, to int) { cuts <- to - from })
			close(cuts)
			var sizes []int
			for c := range cuts {
				sizes = append(sizes, c)
			}
			slices.Sort(sizes)
			if !slices.Equal(sizes, []int{5, chunk, chunk, chunk}) {
				t.Errorf("%d threads: chunks of %v", threads, sizes)
			}
		})
	}
}

func TestFirst(t *testing.T) {
	one, two := errors.New("one"), errors.New("two")
	if First(nil) != nil || First([]error{nil, one, two}) != one {
		t.Error("not the first error")
	}
}

// Goroutines that do not know of each other may all have parts.
func TestCallersSideBySide(t *testing.T) {
	var wg sync.WaitGroup
	var done atomic.Int64
	for range 4 {
		wg.Go(func() {
			for range 5000 {
				Do(2, func(_, _ int) { done.Add(1) })
			}
		})
	}
	wg.Wait()
	if done.Load() != 4*5000*2 {
		t.Errorf("%d parts were run", done.Load())
	}
	if extra.Load() != 0 {
		t.Errorf("%d goroutines are left over", extra.Load())
	}
}
