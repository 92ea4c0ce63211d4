package harness

import (
	"runtime/debug"
	"strings"
)

// NumericsVersion is raised when the results of any cell may change; records
// made under another version are stale.
const NumericsVersion = 2

// release is what the build of an archive sets: its version and commit.
var release string

// Build names the sources of this program: version and commit.
func Build() string {
	if release != "" {
		return release
	}
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
