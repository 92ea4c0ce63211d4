package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gpcbench/harness/spec"
	"gpcbench/report/replication"
)

// root is the module's folder.
const root = "../.."

// tablesOfReaders are the files that the pages have their reader make beside the checkout's own.
var tablesOfReaders = []string{"my.csv", "my.toml", "my.gpc", "wine.csv", "wine.toml"}

// pagesOfCommands are the pages whose commands and specifications a reader types in as they
// stand.
var pagesOfCommands = []string{"README.md", "docs/data.md"}

// blocks returns the indented blocks of these pages, which are shell commands, and the fenced
// ones, which are TOML.
func blocks(t *testing.T) (shell, toml []string) {
	t.Helper()
	for _, page := range pagesOfCommands {
		s, f := blocksOf(t, readPage(t, page))
		shell, toml = append(shell, s...), append(toml, f...)
	}
	return shell, toml
}

func blocksOf(t *testing.T, text string) (shell, toml []string) {
	t.Helper()
	fenced := false
	blank := true // the line before
	var block *string
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
			if block = nil; fenced {
				if !strings.HasPrefix(line, "```toml") {
					t.Fatalf("a fenced block that is not TOML: %s", line)
				}
				toml = append(toml, "")
				block = &toml[len(toml)-1]
			}
		case fenced:
			*block += line
		case strings.HasPrefix(line, "    ") && (blank || block != nil):
			if block == nil {
				shell = append(shell, "")
				block = &shell[len(shell)-1]
			}
			*block += line[4:]
		default:
			block = nil
		}
		blank = strings.TrimSpace(line) == ""
	}
	return shell, toml
}

// readmeCommand is what a block may begin with. Whoever adds another kind of
// command sees to it that the test below can run it.
var readmeCommand = regexp.MustCompile(`^(make|\./runexp|export) `)

// The commands of README.md and docs/data.md are run as they stand, block by block, in a copy of
// the examples with the program beside them. make is not: its targets, which
// take minutes, have to be there.
func TestReadmeCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	if runtime.GOOS == "windows" {
		t.Skip("the README's commands are for a Unix shell")
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh to run the README's commands with")
	}
	shell, _ := blocks(t)
	if len(shell) < 4 {
		t.Fatalf("the pages have %d blocks of commands only", len(shell))
	}
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	mirror := os.Getenv("GPCBENCH_MIRROR")
	for _, block := range shell {
		name, _, _ := strings.Cut(strings.TrimPrefix(block, "./"), " #")
		name, _, _ = strings.Cut(name, "\n")
		t.Run(name, func(t *testing.T) {
			var script []string
			real := false
			for line := range strings.Lines(block) {
				line = strings.TrimSpace(line)
				switch {
				case !readmeCommand.MatchString(line):
					t.Fatalf("what is this? %s", line)
				case strings.HasPrefix(line, "make "):
					target := strings.Fields(line)[1]
					if !strings.Contains(string(makefile), "\n"+target+":") {
						t.Errorf("the Makefile has no target %s", target)
					}
					continue
				case strings.HasPrefix(line, "export GPCBENCH_MIRROR="):
					real = true
					continue // the mirror of this machine
				}
				script = append(script, shortened(line))
			}
			if len(script) == 0 {
				return
			}
			if real && mirror == "" {
				t.Skip("needs real data: set GPCBENCH_MIRROR to a folder that has it")
			}
			runScript(t, strings.Join(script, "\n"), mirror)
		})
	}
}

// shortened is a command that runs an experiment or reports on it as it stands, but of a paper's the
// first repeat in the profile smoke, and of a table of one's own one fold: the others would be more
// of the same, for a minute each.
func shortened(line string) string {
	command, _, _ := strings.Cut(line, " #")
	if strings.HasPrefix(line, "./runexp take ") {
		return command + " --minutes 0.1"
	}
	run, report := strings.HasPrefix(line, "./runexp run "), strings.HasPrefix(line, "./runexp report ")
	switch own := strings.Contains(line, ".toml"); {
	case run && own:
		return command + " --only repeat=0"
	case run && !strings.Contains(line, "--profile"):
		return command + " --only repeat=0 --profile smoke"
	case report && !own && !strings.Contains(line, "--profile"):
		return command + " --profile smoke"
	}
	return line
}

// runScript runs commands in a scratch folder laid out like a checkout.
func runScript(t *testing.T, script, mirror string) {
	t.Helper()
	b := newBench(t)
	if mirror != "" {
		b.env = []string{"GPCBENCH_MIRROR=" + mirror}
	}
	if err := os.CopyFS(b.path("examples"), os.DirFS(filepath.Join(root, "examples"))); err != nil {
		t.Fatal(err)
	}
	// Of the kept records those of the paper profile, so that the commands for
	// a first look still have something to run.
	paper := filepath.Join("wenzel2019", "table2", "paper")
	if err := os.CopyFS(b.path(filepath.Join("results", paper)), os.DirFS(filepath.Join(root, "results", paper))); err != nil {
		t.Fatal(err)
	}
	kept, err := replication.ReadVerdicts(filepath.Join(root, "results", "verdicts.json"))
	if err != nil {
		t.Fatal(err)
	}
	kept, _ = kept.Apart(func(experiment, _ string) bool { return experiment == "wenzel2019/table2" })
	if err := replication.WriteVerdicts(b.path("results/verdicts.json"), kept); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, b.path("runexp")); err != nil {
		t.Fatal(err)
	}
	before := outsideOut(t, b.dir)
	cmd := exec.CommandContext(t.Context(), "sh", "-e", "-c", script)
	cmd.Dir, cmd.Env = b.dir, b.environment()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s\n%v\n%s", script, err, out)
	}
	for path, size := range outsideOut(t, b.dir) {
		if was, there := before[path]; (!there || was != size) && !slices.Contains(tablesOfReaders, path) {
			t.Errorf("%s\nleaves %s in the checkout", script, path)
		}
	}
}

// outsideOut are the files of a checkout and their sizes, without those in out, which
// .gitignore names, and what the test has beside.
func outsideOut(t *testing.T, dir string) map[string]int64 {
	t.Helper()
	files := map[string]int64{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		if d.IsDir() && (rel == "out" || rel == "cache" || rel == "tmp") {
			return fs.SkipDir
		}
		if !d.IsDir() {
			info, err := d.Info()
			if err != nil {
				return err
			}
			files[filepath.ToSlash(rel)] = info.Size()
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// The TOML of these pages is a specification as it stands, and runs.
func TestReadmeSpecification(t *testing.T) {
	_, toml := blocks(t)
	if len(toml) == 0 {
		t.Fatal("the pages show no specification")
	}
	for _, text := range toml {
		b := newBench(t)
		if err := os.CopyFS(b.path("examples"), os.DirFS(filepath.Join(root, "examples"))); err != nil {
			t.Fatal(err)
		}
		b.write("examples/readme.toml", text)
		b.want(0, []string{", 0 failed"}, "run", "examples/readme.toml", "--only", "repeat=0")
	}
}

// The example of methods of another program has its report say which method to take.
func TestForeignExampleAdvises(t *testing.T) {
	s, err := readSpecs([]string{filepath.Join(root, "examples", "foreign.toml")}, spec.Quick)
	if err != nil || !s[0].Advice {
		t.Errorf("%v; no advice is asked for", err)
	}
}

// foldersOfExamples are the folders in examples, whose files have tests of their own.
var foldersOfExamples = []string{"cluster", "command"}

// Whatever lies in examples is a specification, is named by one as its data or its program, or is in
// a folder that is known. Specifications are read, those in the folders too.
func TestExamples(t *testing.T) {
	var specs strings.Builder // the texts of those in examples itself
	examples := os.DirFS(filepath.Join(root, "examples"))
	err := fs.WalkDir(examples, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".toml" {
			return err
		}
		src, err := fs.ReadFile(examples, path)
		if err != nil {
			return err
		}
		if _, err := parseSpec(src, filepath.Join(root, "examples", filepath.FromSlash(path)), spec.Paper); err != nil {
			t.Error(err)
		}
		if !strings.Contains(path, "/") {
			specs.Write(src)
		}
		return nil
	})
	if err != nil || specs.Len() == 0 {
		t.Fatalf("examples has no specification: %v", err)
	}
	files, err := fs.ReadDir(examples, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		switch name := f.Name(); {
		case f.IsDir() && !slices.Contains(foldersOfExamples, name):
			t.Errorf("nothing tests the folder %s of examples", name)
		case f.IsDir(), filepath.Ext(name) == ".toml":
		case !strings.Contains(specs.String(), name):
			t.Errorf("no specification in examples names %s", name)
		}
	}
}

// The README says how many printed numbers make reproduce makes again: those of the data sets that the Makefile names.
func TestReadmeCountsReproducedNumbers(t *testing.T) {
	makefile := readPage(t, "Makefile")
	numbers := 0
	for _, paper := range []struct{ folder, selection, tables string }{
		{"hensman2015", "TWONORM", "table1"},
		{"villacampa2017", "SMALL", "table2 table3"},
	} {
		words := regexp.MustCompile(`(?m)^` + paper.selection + ` +=((?:.*\\\n)*.*)$`).FindStringSubmatch(makefile)
		if words == nil {
			t.Fatalf("the Makefile has no %s", paper.selection)
		}
		var sets []string
		for _, m := range regexp.MustCompile(`dataset=(\S+)`).FindAllStringSubmatch(words[1], -1) {
			sets = append(sets, m[1])
		}
		file := filepath.Join("experiments", paper.folder, "published.toml")
		tables, err := replication.ParsePublished(file, []byte(readPage(t, file)))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range strings.Fields(paper.tables) {
			for _, v := range tables[name].Values {
				if slices.Contains(sets, v.At["dataset"]) {
					numbers++
				}
			}
		}
	}
	if want := fmt.Sprintf("make reproduce     # %d numbers ", numbers); !strings.Contains(readPage(t, "README.md"), want) {
		t.Errorf("README.md does not say %q", want)
	}
}
