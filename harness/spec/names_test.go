package spec

import "testing"

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
