package child

import (
	"sync"
	"sync/atomic"
	"time"
)

// Longest is the most time that it takes to end a program after an interrupt: until it has heard of it, and until
// all that it has started is gone.
const Longest = 8 * time.Second

// tidying is the time that it takes to remove what a program that has ended leaves.
const tidying = 800 * time.Millisecond

// held counts the programs that this process has still to end.
var held atomic.Int64

// Hold has Await wait until release is called: a program is to be ended before this process may end.
func Hold() (release func()) {
	held.Add(1)
	return sync.OnceFunc(func() { held.Add(-1) })
}

// Await waits after an interrupt until all programs have ended, and what they leave can be removed. Without a program
// it does not wait.
func Await() {
	if held.Load() == 0 {
		return
	}
	for end := time.Now().Add(Longest); held.Load() > 0 && time.Now().Before(end); {
		time.Sleep(tidying / 100)
	}
	time.Sleep(tidying)
}
