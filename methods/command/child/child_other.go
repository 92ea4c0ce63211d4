//go:build !linux

package child

import (
	"os"
	"syscall"
	"time"
)

// group: there are no control groups here.
type group struct{}

func newGroup(int64) *group { return nil }

func (*group) enter(*syscall.SysProcAttr) {}
func (*group) limited() bool              { return false }
func (*group) peak() int64                { return 0 }
func (*group) overMemory() bool           { return false }
func (*group) end() []int                 { return nil }
func (*group) remove()                    {}

// canOffline says whether a program may be started without a network.
const canOffline = false

// adopt: descendants that lose their parent escape here.
func adopt() {}

// Sweep: what programs have left is not known here.
func Sweep(string) {}

// pin: programs run on all processors here.
func pin(int) (restore func()) { return func() {} }

// family is a program; its descendants are not known here.
type family struct{ root int }

func newFamily(root int, _ string) *family { return &family{root} }

func (f *family) look() {}

// cpu is not known here before the program has ended.
func (f *family) cpu() time.Duration { return 0 }

// memory is not known here.
func (f *family) memory() int64 { return 0 }

// signal sends a signal to the program.
func (f *family) signal(s os.Signal) {
	if p, err := os.FindProcess(f.root); err == nil {
		p.Signal(s)
	}
}

// end ends the program, and its process group where there are some.
func (f *family) end(exited func() bool) {
	endGroup(f.root)
	if !exited() {
		f.signal(os.Kill)
	}
}

// behind is not known here.
func (f *family) behind([]int) int { return 0 }
