package harness

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/cpu"
)

// provenance says what a record was made with and from. The name of the host
// is not in it.
func provenance(p *prepared, q request) map[string]string {
	ds, split := p.dataset, p.split
	out := map[string]string{
		"go":         runtime.Version(),
		"platform":   runtime.GOOS + "/" + runtime.GOARCH,
		"cpu":        cpuModel(),
		"features":   strings.Join(features(), " "),
		"cores":      strconv.Itoa(runtime.NumCPU()),
		"gpcbench":   Build(),
		"numerics":   strconv.Itoa(NumericsVersion),
		"engine":     cmp.Or(q.Engine, "gonum"),
		"data":       ds.Digest,
		"train_rows": strconv.Itoa(split.Train.Len()),
		"test_rows":  strconv.Itoa(split.Test.Len()),
		"attributes": strconv.Itoa(ds.Dim()),
		"classes":    strconv.Itoa(len(ds.ClassNames)),
		"timing":     q.Timing,
		"date":       time.Now().UTC().Format(time.RFC3339),
	}
	for key, value := range map[string]string{"memory": machineMemory(), "load": machineLoad()} {
		if value != "" {
			out[key] = value
		}
	}
	if q.Threads > 1 {
		out["threads"] = strconv.Itoa(q.Threads)
	}
	if s, ok := q.Cell.Options["budget_seconds"]; ok && fmt.Sprint(s) != "0" {
		out["sameness"] = "the result depends on the machine: budget_seconds = " + fmt.Sprint(s)
	} else if runtime.GOARCH != "amd64" || !cpu.X86.HasAVX2 || !cpu.X86.HasFMA {
		out["sameness"] = "equal to rounding only: not x86-64 with AVX2 and FMA"
	}
	return out
}

// Build names the sources of this program: module version and commit.
func Build() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	out := info.Main.Version
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			out += " " + s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			out += " modified"
		case s.Key == "GOAMD64" && s.Value != "v1":
			out += " GOAMD64=" + s.Value
		}
	}
	return strings.TrimSpace(out)
}

// features are the extensions of the instruction set that matter to speed.
func features() []string {
	var out []string
	for _, f := range []struct {
		name string
		has  bool
	}{{"avx2", cpu.X86.HasAVX2}, {"fma", cpu.X86.HasFMA}, {"avx512f", cpu.X86.HasAVX512F}, {"asimd", cpu.ARM64.HasASIMD}} {
		if f.has {
			out = append(out, f.name)
		}
	}
	return out
}

// cpuModel is what the processor is called, empty where that is not known.
func cpuModel() string {
	return cmp.Or(procValue("/proc/cpuinfo", "model name"), os.Getenv("PROCESSOR_IDENTIFIER")) // the second on Windows
}

// machineMemory is that of the whole machine, "66 GB" of 10^9 bytes; empty where that is not
// known.
func machineMemory() string {
	if total := procBytes("/proc/meminfo", "MemTotal"); total > 0 {
		return fmt.Sprintf("%.0f GB", float64(total)/1e9)
	}
	return ""
}

// machineLoad is how many processes ran or wanted to, on average over the last minute; empty
// where that is not known.
func machineLoad() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	load, _, _ := strings.Cut(string(text), " ")
	return load
}

// procValue is the value of a key in a file of lines "key: value", empty if it is not there.
func procValue(file, key string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if k, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// procBytes is the amount of memory, in bytes, behind a key in a file of lines "key: n kB"; 0
// where it is not told.
func procBytes(file, key string) int64 {
	size, unit, _ := strings.Cut(procValue(file, key), " ")
	kib, err := strconv.ParseInt(size, 10, 64)
	if err != nil || unit != "kB" {
		return 0
	}
	return 1024 * kib
}
