package machine

import (
	"cmp"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Python is an interpreter with libraries that were asked for.
type Python struct {
	Command   string            // starts it: a name where PATH finds this one by it, else its path
	Version   string            // such as 3.13.5
	Libraries map[string]string // the version of each distribution that was asked for
}

// PythonPatience is how long somebody who did not ask for a Python may wait for the search of one.
const PythonPatience = 2 * time.Second

// askPython prints versions of the interpreter and of distributions, none of which it imports.
const askPython = `import importlib.metadata, json, sys
print(json.dumps({"Version": sys.version.split()[0], "Libraries": {d: importlib.metadata.version(d) for d in sys.argv[1:]}}))`

// FindPython returns the first Python of PATH that has all of these distributions, such as scikit-learn. It
// starts each until one has them, until the time is up.
func FindPython(ctx context.Context, limit time.Duration, distributions ...string) (Python, bool) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for _, name := range []string{"python3", "python"} {
		for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
			path, err := exec.LookPath(filepath.Join(cmp.Or(dir, "."), name))
			if err != nil {
				continue
			}
			text, err := exec.CommandContext(ctx, path, append([]string{"-c", askPython}, distributions...)...).Output()
			p := Python{Command: path}
			if err != nil || json.Unmarshal(text, &p) != nil {
				continue
			}
			if first, err := exec.LookPath(name); err == nil && first == path {
				p.Command = name
			}
			return p, true
		}
	}
	return Python{}, false
}
