//go:build linux

package command

import (
	"os/exec"
	"syscall"
	"testing"
	"time"

	"gpcbench/methods/command/commandtest"
	"gpcbench/methods/methodtest"
)

// used is the CPU time of this process and of those that it has waited for.
func used() (total time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if err := syscall.Getrusage(who, &u); err == nil {
			total += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return total
}

// BenchmarkCell is a fit of so many traced iterations with its predictions; cpu-ms is CPU time, of which start-ms is
// what the program itself takes to start and end.
func BenchmarkCell(b *testing.B) {
	for name, iterations := range map[string]int{"traces=1": 1, "traces=100": 100} {
		b.Run(name, func(b *testing.B) {
			before := used()
			for range 10 {
				exec.Command(commandtest.Run("")[0], "-test.run=NONE").Run()
			}
			start := used() - before
			before = used()
			for b.Loop() {
				task, rows := blobs(b)
				p, err := configured("", map[string]any{"iterations": iterations}).Fit(b.Context(), task, &methodtest.Recorder{Every: 10})
				if err != nil {
					b.Fatal(err)
				}
				predicted(p, rows)
				p.(*predictor).Close()
			}
			b.ReportMetric((used()-before).Seconds()*1e3/float64(b.N), "cpu-ms")
			b.ReportMetric(start.Seconds()*1e3/10, "start-ms")
		})
	}
}
