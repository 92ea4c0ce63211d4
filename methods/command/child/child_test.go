//go:build linux

package child

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
	"time"
)

// started is a shell that runs a script.
func started(t testing.TB, script string, o Options) *Process {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	o.Command, o.Folder, o.Env = []string{sh, "-c", script}, t.TempDir(), os.Environ()
	if o.Log == nil {
		o.Log = &bytes.Buffer{}
	}
	p, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The CPU time of a child that its parent has waited for counts, and that of one that is still there.
func TestCPU(t *testing.T) {
	const busy = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; "
	one := started(t, busy+"exec sleep 1000", Options{})
	two := started(t, "sh -c '"+busy+"'; ("+busy+" exec sleep 1000) & exec sleep 1000", Options{})
	defer one.Kill(0)
	defer two.Kill(0)
	settled := func(p *Process) time.Duration {
		for before := time.Duration(-1); ; time.Sleep(4 * sampleEvery) {
			now := p.CPU()
			if now == before && now > 0 {
				return now
			}
			before = now
		}
	}
	if a, b := settled(one), settled(two); b < a*3/2 || b > 4*a {
		t.Errorf("a loop took %v, two of them %v", a, b)
	}
}

func BenchmarkCPU(b *testing.B) {
	p := started(b, "exec sleep 1000", Options{})
	defer p.Kill(0)
	for b.Loop() {
		p.CPU()
	}
}

func BenchmarkLook(b *testing.B) {
	p := started(b, "exec sleep 1000", Options{})
	defer p.Kill(0)
	for b.Loop() {
		p.family.look()
		p.family.memory()
	}
}

func BenchmarkStart(b *testing.B) {
	for _, offline := range []bool{true, false} {
		b.Run(map[bool]string{true: "offline", false: "online"}[offline], func(b *testing.B) {
			for b.Loop() {
				started(b, "exit 0", Options{Offline: offline}).Kill(time.Second)
			}
		})
	}
}
