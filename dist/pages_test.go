package main

import (
	"path"
	"testing"
)

// The archive has what its README links to, and of the documentation what a page of it links to there.
func TestArchiveHasItsLinks(t *testing.T) {
	packed, err := pages("..")
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{}
	for _, f := range packed {
		has[f.name] = true
	}
	for _, f := range packed {
		if f.name != "README.md" && path.Dir(f.name) != "docs" {
			continue
		}
		for _, m := range link.FindAllStringSubmatch(string(f.content), -1) {
			to := path.Join(path.Dir(f.name), m[1])
			if !has[to] && (f.name == "README.md" || path.Dir(to) == "docs") {
				t.Errorf("%s links to %s, which the archive does not have", f.name, to)
			}
		}
	}
	for _, name := range []string{"LICENSE", "CHANGELOG.md", "docs/claims.md", "docs/calibration.md"} {
		if !has[name] {
			t.Errorf("the archive has no %s", name)
		}
	}
}
