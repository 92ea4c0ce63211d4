package work

import (
	"cmp"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	"gpcbench/harness"
	"gpcbench/harness/record"
	"gpcbench/machine"

	"golang.org/x/sys/cpu"
)

// provenance says with what and from what a record was made. It does not contain
// the name of the host.
func provenance(p *prepared, q Request) map[string]string {
	ds, split := p.dataset, p.split
	out := map[string]string{
		"go":                runtime.Version(),
		"platform":          runtime.GOOS + "/" + runtime.GOARCH,
		"cpu":               machine.CPU(),
		"features":          strings.Join(machine.Features(), " "),
		"cores":             strconv.Itoa(runtime.NumCPU()),
		"gpcbench":          harness.Build(),
		"numerics":          strconv.Itoa(harness.NumericsVersion),
		record.EngineKey:    cmp.Or(q.Engine, "gonum"),
		record.DataKey:      ds.Digest,
		record.TrainRowsKey: strconv.Itoa(split.Train.Len()),
		record.TestRowsKey:  strconv.Itoa(split.Test.Len()),
		"attributes":        strconv.Itoa(ds.Dim()),
		record.ClassesKey:   strconv.Itoa(len(ds.ClassNames)),
		record.TimingKey:    q.Timing,
		record.DateKey:      time.Now().UTC().Format(time.RFC3339),
	}
	for key, value := range map[string]string{"memory": machine.MemoryText(), "load": machine.Load()} {
		if value != "" {
			out[key] = value
		}
	}
	if q.Threads > 1 {
		out[record.ThreadsKey] = strconv.Itoa(q.Threads)
	}
	if s := q.Cell.Options.BudgetSeconds(); s > 0 {
		out[record.SamenessKey] = "the result depends on the machine: budget_seconds = " + fmt.Sprint(s)
	} else if runtime.GOARCH != "amd64" || !cpu.X86.HasAVX2 || !cpu.X86.HasFMA {
		out[record.SamenessKey] = "equal to rounding only: not x86-64 with AVX2 and FMA"
	}
	return out
}
