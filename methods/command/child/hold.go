package child

import (
	"sync"
	"sync/atomic"
	"time"
)

// Longest is the longest time that it takes to end a program after an interrupt: until the program
// has been told, and until all its descendants are gone.
const Longest = 8 * time.Second

// tidying is the time that it takes to remove what an ended program leaves behind.
const tidying = 800 * time.Millisecond

// held counts the programs that this process still has to end.
var held atomic.Int64

// Hold makes Await wait until release is called: a program must be ended before this process may
// end.
func Hold() (release func()) {
	held.Add(1)
	return sync.OnceFunc(func() { held.Add(-1) })
}

// Await waits after an interrupt until all programs have ended and what they leave behind can be
// removed. Without a program it does not wait.
func Await() {
	if held.Load() == 0 {
		return
	}
	for end := time.Now().Add(Longest); held.Load() > 0 && time.Now().Before(end); {
		time.Sleep(tidying / 100)
	}
	time.Sleep(tidying)
}
