package spec

import (
	"strings"
	"testing"
)

func TestIsFolder(t *testing.T) {
	for name, want := range map[string]bool{
		"a": true, "a b": true, "größe/table-2_x.y": true,
		"": false, "a//b": false, "../x": false, "a.": false, "a?": false, " a": false, "a ": false, "a /b": false, "a\tb": false, "a\u2028b": false,
	} {
		if isFolder(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}

func TestFolderName(t *testing.T) {
	for file, want := range map[string]string{
		"a b": "a b", "what?": "what_", "a:b": "a_b", ".hidden": "hidden", " a. ": "a", "a\tb": "a_b", "größe-2_x.y": "größe-2_x.y", "..": "table", "": "table", strings.Repeat("ab", 100): strings.Repeat("ab", 50),
	} {
		if got := FolderName(file); got != want || !isFolder(got) {
			t.Errorf("%q: %q", file, got)
		}
	}
}
