package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// link matches a link of a Markdown page to a file of the checkout, without its anchor.
var link = regexp.MustCompile(`\]\(([^)#: ]+)`)

// pages are the texts of a checkout that an archive contains: the README with the files that it links to, the
// documentation, which messages and reports refer to, and the licences.
func pages(root string) ([]file, error) {
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		return nil, err
	}
	names := []string{"LICENSE", "README.md", "SECURITY.md"}
	for _, m := range link.FindAllStringSubmatch(string(readme), -1) {
		names = append(names, m[1])
	}
	err = filepath.WalkDir(filepath.Join(root, "docs"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".md") {
			rel, _ := filepath.Rel(root, path)
			names = append(names, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var out []file
	for _, name := range slices.Compact(names) {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		out = append(out, file{name, text, false})
	}
	licences, err := os.ReadFile(filepath.Join(root, "data", "bundled", "README.md"))
	return append(out, file{"data-licences.md", licences, false}), err
}
