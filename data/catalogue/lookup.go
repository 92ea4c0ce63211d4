package catalogue

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed sets/*.toml
var sets embed.FS

// Names returns the names of all data sets, sorted.
func Names() []string {
	files, err := sets.ReadDir("sets")
	if err != nil {
		panic("catalogue: embedded folder: " + err.Error())
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimSuffix(f.Name(), ".toml")
	}
	slices.Sort(names)
	return names
}

// Get returns the data set with the given name. An unknown name is an error that lists similar
// known names.
func Get(name string) (Entry, error) {
	if !slices.Contains(Names(), name) {
		return Entry{}, &UnknownError{Name: name, Alike: alike(name)}
	}
	text, err := sets.ReadFile("sets/" + name + ".toml")
	if err != nil {
		return Entry{}, fmt.Errorf("catalogue: %w", err)
	}
	return parse(name, text)
}

// UnknownError reports that the catalogue has no such data set.
type UnknownError struct {
	Name  string
	Alike []string // similar known names
}

// Error names the data set and those that may be meant.
func (e *UnknownError) Error() string {
	msg := fmt.Sprintf("no data set %q in the catalogue", e.Name)
	if len(e.Alike) > 0 {
		msg += "; did you mean " + strings.Join(e.Alike, " or ") + "?"
	}
	return msg + " (runexp list datasets shows all)"
}

// alike returns the names that contain name, are contained in it, or start
// with the same four letters.
func alike(name string) []string {
	low := strings.ToLower(name)
	if len(low) < 3 {
		return nil
	}
	var like []string
	for _, n := range Names() {
		if strings.Contains(n, low) || strings.Contains(low, n) || n[:min(4, len(n))] == low[:min(4, len(low))] {
			like = append(like, n)
		}
	}
	return like
}
