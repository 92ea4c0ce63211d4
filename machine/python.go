package machine

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Python is an interpreter that has the requested libraries.
type Python struct {
	Command   string            // command that starts it: its name if PATH resolves that to it, else its path
	Version   string            // such as 3.13.5
	Libraries map[string]string // version of each requested distribution
}

// PythonPatience is how long a user who did not ask for a Python may wait while one is searched for.
const PythonPatience = 2 * time.Second

// askPython prints the versions of the interpreter and of distributions, without importing any.
const askPython = `import importlib.metadata, json, sys
print(json.dumps({"Version": sys.version.split()[0], "Libraries": {d: importlib.metadata.version(d) for d in sys.argv[1:]}}))`

// FindPython returns the first Python of PATH that has all of these distributions, such as scikit-learn. It
// starts one after another until one has them or the time is up. The error says that none has them, or is
// context.DeadlineExceeded if one had no time to answer, as on a busy machine.
func FindPython(ctx context.Context, limit time.Duration, distributions ...string) (Python, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for _, name := range []string{"python3", "python"} {
		for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
			path, err := exec.LookPath(filepath.Join(cmp.Or(dir, "."), name))
			if err != nil {
				continue
			}
			ask := exec.CommandContext(ctx, path, append([]string{"-c", askPython}, distributions...)...)
			ask.WaitDelay = time.Second / 10 // a process that it started may hold its output open
			text, err := ask.Output()
			if ctx.Err() != nil {
				return Python{}, ctx.Err()
			}
			p := Python{Command: path}
			if err != nil || json.Unmarshal(text, &p) != nil {
				continue
			}
			if first, err := exec.LookPath(name); err == nil && first == path {
				p.Command = name
			}
			return p, nil
		}
	}
	return Python{}, fmt.Errorf("no Python on this machine has %s", strings.Join(distributions, ", "))
}
