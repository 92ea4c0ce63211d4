package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/methods"
	"gpcbench/methods/method"
	"gpcbench/report/figures"
)

// Every metric and every kind of figure has its line.
func TestDocsHaveAllKinds(t *testing.T) {
	var drawn []string
	for _, k := range figures.Kinds() {
		drawn = append(drawn, k.Name)
	}
	for page, names := range map[string][]string{"metrics.md": metrics.Names(), "specification.md": drawn} {
		text, err := os.ReadFile(filepath.Join(root, "docs", page))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if !regexp.MustCompile("(?m)^\\| [^|]*`" + name + "`").Match(text) {
				t.Errorf("docs/%s has no line on %s", page, name)
			}
		}
	}
}

// The synopsis of docs/commands.md has every verb with all its flags.
func TestSynopsisHasAllFlags(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "commands.md"))
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]string{} // lines by verb
	verb := ""
	for line := range strings.Lines(string(text)) {
		words, indented := strings.CutPrefix(line, "    ")
		if !indented {
			continue
		}
		if words, starts := strings.CutPrefix(words, "runexp "); starts {
			verb, _, _ = strings.Cut(strings.TrimSpace(words), " ")
		}
		of[verb] += strings.ReplaceAll(words, "[selection]", "--profile --results --only")
	}
	for _, v := range verbs() {
		if _, ok := of[v.name]; !ok && !strings.Contains(of["doctor"], v.name) {
			t.Errorf("docs/commands.md has no line on %s", v.name)
		}
		v.visitFlags(func(f *flag.Flag) {
			name := "--" + f.Name
			if !regexp.MustCompile(name+`\b`).MatchString(of[v.name]) && !(f.Name == "out" && strings.Contains(of[v.name], "-o ")) {
				t.Errorf("docs/commands.md: %s has no %s", v.name, name)
			}
		})
	}
}

// docs/methods.md says which methods depart from the default of a tolerance, and
// what the batch of each is.
func TestDocsNameDefaults(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "methods.md"))
	if err != nil {
		t.Fatal(err)
	}
	row := func(option string) string {
		for line := range strings.Lines(string(text)) {
			if what, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " | "); strings.Contains(what, "`"+option+"`") {
				return line
			}
		}
		t.Fatalf("docs/methods.md has no line on the option %s", option)
		return ""
	}
	tolerance, batch := row("tolerance"), row("batch")
	for _, name := range methods.Names() {
		for _, o := range methods.Describe(name) {
			quoted := "`" + name + "`"
			switch o.Name {
			case "tolerance":
				if exception := o.Default != 0.0; exception != strings.Contains(tolerance, quoted) || exception && !strings.Contains(tolerance, fmt.Sprint(o.Default)) {
					t.Errorf("%s has the tolerance %v, docs/methods.md says %s", name, o.Default, tolerance)
				}
			case "batch":
				if !strings.Contains(batch, quoted) || !strings.Contains(batch, fmt.Sprint(o.Default)) {
					t.Errorf("%s has the batch %v, docs/methods.md says %s", name, o.Default, batch)
				}
			}
		}
	}
}

// Every option of every method begins a row of docs/methods.md, but for those of methods that have a page of
// their own. A row that says of which methods it is names all that have the option.
func TestDocsNameOptions(t *testing.T) {
	text := readPage(t, "docs/methods.md")
	ownPage := map[string]string{"command": readPage(t, "docs/protocol.md"), "imported": readPage(t, "docs/exchange.md")}
	rows := map[string]string{} // by option, all rows that begin with it
	for line := range strings.Lines(text) {
		if what, _, isRow := strings.Cut(strings.TrimPrefix(line, "| "), " | "); isRow {
			for _, word := range quotedWords(what) {
				rows[word] += line
			}
		}
	}
	for _, name := range methods.Names() {
		for _, o := range methods.Describe(name) {
			row, documented := rows[o.Name]
			switch own := regexp.MustCompile(`\b` + o.Name + `\b`).MatchString(ownPage[name]); {
			case !documented && !own:
				t.Errorf("docs/methods.md has no row on the option %s of %s", o.Name, name)
			case documented && !own && !namesMethod(row, name):
				t.Errorf("docs/methods.md: the row on %s names methods that have it, and not %s", o.Name, name)
			}
		}
	}
}

// Every event that a record may count has its line in docs/records.md.
func TestDocsHaveAllEvents(t *testing.T) {
	text := readPage(t, "docs/records.md")
	declared := regexp.MustCompile(`(?m)^\s*(?:const )?[eE]vent\w* += "([^"]+)"|events\["([^"]+)"\]\+\+`)
	found := 0
	for _, folder := range []string{"methods", "harness/work"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			for _, m := range declared.FindAllStringSubmatch(string(source), -1) {
				found++
				if event := m[1] + m[2]; !strings.Contains(text, "`"+event+"`") {
					t.Errorf("docs/records.md has no line on the event %q of %s", event, path)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 25 {
		t.Errorf("%d events only were found in the source", found)
	}
}

// The pages and the help that list the first iterations of a trace have those there are.
func TestDocsListTracedIterations(t *testing.T) {
	var traced []string
	for i := range 10 {
		if method.OnCurve(i + 1) {
			traced = append(traced, fmt.Sprint(i+1))
		}
	}
	first := strings.Join(traced, ", ")
	texts := map[string]string{"docs/protocol.md": strings.Join(strings.Fields(readPage(t, "docs/protocol.md")), " ")}
	for _, o := range methods.Describe("svgp") {
		if o.Name == "trace_calls" {
			texts["the help of trace_calls"] = o.Help
		}
	}
	for where, text := range texts {
		if !strings.Contains(text, first) {
			t.Errorf("%s does not have %s", where, first)
		}
	}
}

// docs/take.md has the margins within which a method is as good as another, and no other distance in nats.
func TestDocsHaveMargins(t *testing.T) {
	ofClasses := (&analysis.Experiment{}).Worth().Margin
	ofLabels := (&analysis.Experiment{Input: analysis.Input{Datasets: []record.Dataset{{Multilabel: true}}}}).Worth().Margin
	found := map[string]bool{}
	for _, m := range regexp.MustCompile(`(0\.\d+) nats`).FindAllStringSubmatch(readPage(t, "docs/take.md"), -1) {
		found[m[1]] = true
	}
	if len(found) != 2 || !found[fmt.Sprint(ofClasses)] || !found[fmt.Sprint(ofLabels)] {
		t.Errorf("docs/take.md has the margins %v, and not %v and, of label sets, %v", found, ofClasses, ofLabels)
	}
}

// quotedWords are the words of a text that stand in backquotes.
func quotedWords(text string) (words []string) {
	for _, m := range regexp.MustCompile("`([a-z_-]+)`").FindAllStringSubmatch(text, -1) {
		words = append(words, m[1])
	}
	return words
}

// namesMethod says whether rows on an option, of which some say "of `xgpc`" and so on first, name a method that has it.
func namesMethod(rows, method string) bool {
	ofSome := strings.Contains(rows, "| of `")
	return !ofSome || slices.Contains(quotedWords(rows), method)
}

// Every verb and flag that the pages show is one of the program's.
func TestPagesNameRealFlags(t *testing.T) {
	known := map[string]bool{"help": true, "qos": true, "exclusive": true} // the last two are sbatch's
	names := map[string]bool{}
	for _, v := range verbs() {
		names[v.name] = true
		for _, word := range strings.Fields(v.name) {
			known[word] = true
		}
		fs, _ := v.flagSet()
		fs.VisitAll(func(f *flag.Flag) { known[f.Name] = true })
	}
	for _, page := range pages(t) {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)[\[ (\x60]--([a-z]+(?:-[a-z]+)*)`).FindAllSubmatch(text, -1) {
			if !known[string(m[1])] {
				t.Errorf("%s speaks of --%s, which no verb has", page, m[1])
			}
		}
		for _, m := range regexp.MustCompile(`(?m)^    (?:\./)?runexp ([a-z]+)`).FindAllSubmatch(text, -1) {
			if !names[string(m[1])] {
				t.Errorf("%s shows runexp %s, which there is not", page, m[1])
			}
		}
	}
}

// What the pages call a file or a folder is there, and what they say that a file declares, as
// in "`All`, `harness/metrics/table.go`", it does.
func TestPagesNameRealFiles(t *testing.T) {
	folders := regexp.MustCompile("^(cmd|experiments|report|harness|methods|gp|linalg|data|results|examples)/")
	for _, page := range pages(t) {
		raw, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(string(raw)), " ")
		for _, m := range regexp.MustCompile("`([^` ]+)`").FindAllStringSubmatch(text, -1) {
			name := m[1]
			if !folders.MatchString(name) || strings.ContainsAny(name, "<*") || regexp.MustCompile("NAME|PAPER").MatchString(name) {
				continue
			}
			if _, err := os.Stat(filepath.Join(root, name)); err != nil {
				t.Errorf("%s speaks of %s, which there is not", page, name)
			}
		}
		for _, m := range regexp.MustCompile("`(\\w+)`, `([\\w/]+\\.go)`").FindAllStringSubmatch(text, -1) {
			source, err := os.ReadFile(filepath.Join(root, m[2]))
			if err != nil || !regexp.MustCompile(`(?m)^(func( \([^)]*\))?|var|type|const) `+m[1]+`\b`).Match(source) {
				t.Errorf("%s says that %s declares %s, which it does not", page, m[2], m[1])
			}
		}
	}
}

// Every relative link of a page leads to a file that is there, and one with an anchor to a
// heading of it.
func TestLinksOfPages(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^) ]+)\)`)
	for _, page := range pages(t) {
		text := readPage(t, page)
		for _, m := range link.FindAllStringSubmatch(withoutCode(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			target := page
			if file != "" {
				target = filepath.Join(filepath.Dir(page), file)
			}
			if _, err := os.Stat(filepath.Join(root, target)); err != nil {
				t.Errorf("%s has a link to %s, which there is not", page, m[1])
			} else if anchor != "" && !anchors(readPage(t, target))[anchor] {
				t.Errorf("%s has a link to %s, a heading that %s does not have", page, m[1], target)
			}
		}
	}
}

// pages are the Markdown files that people write, relative to the root: all but those of
// generated reports.
func pages(t *testing.T) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		if d.IsDir() {
			switch name := d.Name(); {
			case filepath.ToSlash(rel) == "results/report", name == "out", name == "testdata", name != ".." && strings.HasPrefix(name, "."):
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) == ".md" {
			found = append(found, filepath.ToSlash(rel))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 10 {
		t.Fatalf("these pages only: %v", found)
	}
	return found
}

func readPage(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// withoutCode leaves out what stands in backquotes, where brackets are no links.
func withoutCode(text string) string {
	text = regexp.MustCompile("(?ms)^```.*?^```").ReplaceAllString(text, "")
	return regexp.MustCompile("`[^`\n]*`").ReplaceAllString(text, "``")
}

// anchors are those that a browser of the repository makes of a page's headings: lower case,
// hyphens for blanks, no other signs, and -1, -2 ... behind those that are there already.
func anchors(text string) map[string]bool {
	found := map[string]bool{}
	text = regexp.MustCompile("(?ms)^```.*?^```").ReplaceAllString(text, "")
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		heading := regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`).ReplaceAllString(m[1], "$1")
		name := regexp.MustCompile(`[^\p{L}\p{N}_ -]`).ReplaceAllString(strings.ToLower(heading), "")
		name = strings.ReplaceAll(strings.TrimSpace(name), " ", "-")
		free := name
		for n := 1; found[free]; n++ {
			free = fmt.Sprintf("%s-%d", name, n)
		}
		found[free] = true
	}
	return found
}
