package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"gpcbench/data/catalogue"
	"gpcbench/data/fetch"
	"gpcbench/harness"
	"gpcbench/harness/run"
	"gpcbench/machine"
	"gpcbench/methods/command/child"
	"gpcbench/wording"
)

func doctorVerb() verb {
	return verb{name: "doctor", help: "describe this machine, for a bug report", run: (*app).doctor}
}

// doctor prints what a bug report should say about this machine.
func (a *app) doctor(ctx context.Context, _ arguments) error {
	f, err := fetch.New(a.stderr)
	if err != nil {
		return err
	}
	lines := [][]string{
		{"program", fmt.Sprintf("runexp %s, numerics version %d", harness.Build(), harness.NumericsVersion)},
		{"platform", fmt.Sprintf("%s/%s, %s", runtime.GOOS, runtime.GOARCH, runtime.Version())},
		{"processor", fmt.Sprintf("%s, %s, load %s", cmp.Or(machine.CPU(), "unknown"), wording.Plural(runtime.NumCPU(), "core"), cmp.Or(machine.Load(), "unknown"))},
		{"algebra", fmt.Sprintf("%s (GPCBENCH_ENGINE chooses another)", a.engine)},
		{"memory", memoryText(machine.MemoryText(), machine.Memory())},
		{"cache", cacheText(f)},
		{"mirror", mirrorText(f.Mirrors)},
		{"lock", lockText(run.HostLock())},
		{"programs", child.Groups()},
		{"Slurm", answer(ctx, "sbatch", "--version")},
		{"Python", pythonText(ctx)},
		{"trees", treesText(ctx)},
		{"R", answer(ctx, "Rscript", "--version")},
		{"browser", browserText()},
	}
	return printColumns(a.stdout, lines, terminalStyle(a.stdout))
}

// memoryText is the memory of the machine, and how many bytes of it runs may use, if that is less.
func memoryText(all string, usable float64) string {
	if usable > 0 && fmt.Sprintf("%.0f GB", usable/1e9) != all {
		return fmt.Sprintf("%s, of which runs may use %.3g GB", cmp.Or(all, "unknown"), usable/1e9)
	}
	return cmp.Or(all, "unknown")
}

// cacheText is the cache folder, whether it can be written, and how many data sets it has.
func cacheText(f *fetch.Fetcher) string {
	here, files := 0, 0
	for _, name := range catalogue.Names() {
		e, err := catalogue.Get(name)
		if err != nil || e.Generated != "" {
			continue
		}
		files++
		if f.Have(e) {
			here++
		}
	}
	state := "can be written"
	if err := writable(f.Cache); err != nil {
		state = fmt.Sprintf("cannot be written: %v", err)
	}
	return fmt.Sprintf("%s, %s, has %d of %d data sets that have files", f.Cache, state, here, files)
}

// writable makes a file in a folder, which it makes if need be, and removes it.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "doctor-*")
	if err != nil {
		return err
	}
	_ = f.Close()
	return os.Remove(f.Name())
}

// mirrorText lists the mirrors and marks the folders that do not exist.
func mirrorText(mirrors []string) string {
	if len(mirrors) == 0 {
		return "none (GPCBENCH_MIRROR is not set)"
	}
	var out []string
	for _, m := range mirrors {
		if !strings.Contains(m, "://") {
			if info, err := os.Stat(m); err != nil || !info.IsDir() {
				m += " (no such folder)"
			}
		}
		out = append(out, m)
	}
	return strings.Join(out, ", ")
}

// lockText says who holds the lock that lets timed cells run alone.
func lockText(path string) string {
	if who := run.HeldBy(path); who != "" {
		return path + ", held by " + who
	}
	return path + ", no known holder"
}

// patience is how long another program may take to say its version.
const patience = 10 * time.Second

// answer is the first line that a program prints, or "not here" if there is no such program.
func answer(ctx context.Context, name string, args ...string) string {
	path, err := exec.LookPath(name)
	if err != nil {
		return "not here"
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	text, err := exec.CommandContext(ctx, path, args...).CombinedOutput()
	first, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	if err != nil {
		return fmt.Sprintf("%s does not answer: %s", path, cmp.Or(first, err.Error()))
	}
	return fmt.Sprintf("%s (%s)", strings.TrimSpace(first), path)
}

// libraries are the Python libraries that methods in Python may use.
var libraries = []string{"numpy", "scipy", "sklearn", "torch", "gpytorch", "gpflow", "jax"}

// pythonText is Python's version with the libraries that it has.
func pythonText(ctx context.Context) string {
	const script = `import importlib.util, sys
print("Python " + sys.version.split()[0] + " with " + (", ".join(m for m in sys.argv[1:] if importlib.util.find_spec(m)) or "none of the libraries looked for"))`
	for _, name := range []string{"python3", "python"} {
		if text := answer(ctx, name, append([]string{"-c", script}, libraries...)...); text != "not here" {
			return text
		}
	}
	return "not here"
}

// treesText is the Python whose trees run in the race of take.
func treesText(ctx context.Context) string {
	python, err := machine.FindPython(ctx, patience, treesOf)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Sprintf("no Python answered within %v: take may race without trees", patience)
	case err != nil:
		return err.Error() + ": take races without trees"
	}
	return fmt.Sprintf("%s %s of Python %s (%s)", treesOf, python.Libraries[treesOf], python.Version, python.Command)
}

// browserText is the browser that tests of reports would use.
func browserText() string {
	names := []string{"chromium", "chromium-browser", "google-chrome", "firefox"}
	i := slices.IndexFunc(names, func(name string) bool { _, err := exec.LookPath(name); return err == nil })
	if i < 0 {
		return "not here"
	}
	path, _ := exec.LookPath(names[i])
	return path
}
