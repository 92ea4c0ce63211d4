package report

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gpcbench/report/document"
	"gpcbench/report/format"
	"gpcbench/wording"
)

// keptClaims is an earlier page of claims, of a paper for which these reports have no claims.
type keptClaims struct {
	Name, Title string
	Claims      string   // how many
	Profiles    []string // of the reports that judge them
}

// keptPapers are the papers of reports below dir that have a page of claims there, and no claims in these reports.
func keptPapers(dir string, reports []document.Facts) (out []keptClaims) {
	made := claimed(reports)
	for _, f := range reports {
		name := path.Dir(f.Experiment)
		has := func(k keptClaims) bool { return k.Name == name }
		if name == "." || slices.ContainsFunc(out, has) || slices.ContainsFunc(made, func(v format.PaperView) bool { return v.Name == name }) {
			continue
		}
		if text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name), IndexFile)); err == nil {
			out = append(out, readClaims(name, string(text)))
		}
	}
	return out
}

// What a page of claims says about itself. Its text is read because no other file beside it has the same information:
// verdicts.json belongs to the records, not to a folder of reports; `check --update` alone writes it, so that it
// may be of other records or another profile than the page; and it has no titles.
var (
	pageTitle   = regexp.MustCompile(`(?m)^# (.+)$`)
	pageTested  = regexp.MustCompile(`(?m)^\| tested \| (\d+) \|$`)
	pageProfile = regexp.MustCompile(`/(\w+)/` + regexp.QuoteMeta(reportFile) + `#does-it-hold\)`)
)

// readClaims is what the page of claims of a paper tells.
func readClaims(name, text string) keptClaims {
	of := keptClaims{Name: name, Title: name}
	if m := pageTitle.FindStringSubmatch(text); m != nil {
		of.Title = m[1]
	}
	if m := pageTested.FindStringSubmatch(text); m != nil {
		of.Claims = m[1]
	}
	for _, m := range pageProfile.FindAllStringSubmatch(text, -1) {
		of.Profiles = append(of.Profiles, m[1])
	}
	slices.Sort(of.Profiles)
	of.Profiles = slices.Compact(of.Profiles)
	return of
}

// item is its line of the index.
func (k keptClaims) item() document.Marked {
	says := cmp.Or(k.Claims, "its") + " claims"
	if k.Claims == "1" {
		says = "1 claim"
	}
	if len(k.Profiles) > 0 {
		runs := "runs"
		if !slices.Contains(k.Profiles, "paper") {
			runs = "short runs"
		}
		says += fmt.Sprintf(", from %s (%s %s)", runs, wording.Agree(len(k.Profiles), "profile", "profiles"), wording.And(k.Profiles))
	}
	return link(strings.TrimSpace(k.Title), k.Name+"/"+IndexFile) + document.Text(": %s", says)
}
