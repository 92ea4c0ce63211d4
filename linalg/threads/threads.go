// Package threads runs the parts of a computation side by side: latent functions, priors,
// chunks of long vectors. Products inside a part are then not cut over goroutines any more,
// as far as the parts keep the cores busy.
//
// Parts must not depend on each other, nor on the worker that runs them or the order they
// run in. Sums over parts are taken afterwards, in the order of the parts. Then a result has
// the same bits for every number of threads, which is GOMAXPROCS.
package threads

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// extra is the number of goroutines that compute side by side, less one.
var extra atomic.Int32

// Workers returns how many parts of n Do runs side by side, at least 1: parts that need
// space to work in need it once for each.
func Workers(n int) int { return max(1, min(n, runtime.GOMAXPROCS(0))) }

// Free returns how many goroutines a worker may cut its own work over. Where several goroutines call Do that
// none of Do's is, each of those that wait counts as a free core: extra may be below 0.
func Free() int {
	return max(1, runtime.GOMAXPROCS(0)/max(1, 1+int(extra.Load())))
}

// Do calls part for every i of [0, n) and waits. Calls of one worker, of [0, Workers(n)),
// come one after the other; whoever is free takes the next i. Inside a part Do runs its
// parts one after the other unless there are cores to spare. If a part panics, so does Do.
func Do(n int, part func(worker, i int)) {
	workers := min(n, Free())
	if workers <= 1 {
		for i := range n {
			part(0, i)
		}
		return
	}
	var next atomic.Int64
	var first panicked
	var wg sync.WaitGroup
	work := func(worker int) {
		defer first.keep()
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			part(worker, i)
		}
	}
	for worker := 1; worker < workers; worker++ {
		extra.Add(1)
		wg.Go(func() {
			defer extra.Add(-1)
			work(worker)
		})
	}
	work(0)
	extra.Add(-1) // this goroutine waits: its core is free
	wg.Wait()
	extra.Add(1)
	first.again()
}

// Cut calls leaf for every i of [0, n), all side by side, and waits: pieces of one product, which
// cut nothing further and so are not counted by Free. If a leaf panics, so does Cut.
func Cut(n int, leaf func(i int)) {
	var first panicked
	var wg sync.WaitGroup
	guarded := func(i int) {
		defer first.keep()
		leaf(i)
	}
	for i := 1; i < n; i++ {
		wg.Go(func() { guarded(i) })
	}
	guarded(0)
	wg.Wait()
	first.again()
}

// panicked keeps the first panic of several goroutines.
type panicked struct {
	once  sync.Once
	value any
}

// keep also writes the stack of a mistake in code to standard error, for that of again does not
// tell where it was.
func (p *panicked) keep() {
	if v := recover(); v != nil {
		p.once.Do(func() {
			p.value = v
			if mistake(v) {
				os.Stderr.Write(debug.Stack())
			}
		})
	}
}

// mistake says whether a panic is one of the code. An error that is not the runtime's is on its
// way to a caller who returns it.
func mistake(v any) bool {
	err, isError := v.(error)
	_, ofRuntime := err.(runtime.Error)
	return !isError || ofRuntime
}

func (p *panicked) again() {
	if p.value != nil {
		panic(p.value)
	}
}

// chunk is the number of elements of a vector that are worth a part: 256 KiB of them.
const chunk = 1 << 15

// Chunks calls part for the chunks [from, to) of [0, n), side by side if there are several.
// Where a chunk begins does not depend on the number of threads.
func Chunks(n int, part func(from, to int)) {
	Do((n+chunk-1)/chunk, func(_, i int) { part(i*chunk, min(n, (i+1)*chunk)) })
}

// First returns the first error of those of the parts.
func First(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
