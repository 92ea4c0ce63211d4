package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// completed are the candidates for the last of some words.
func completed(t *testing.T, words ...string) []string {
	t.Helper()
	var out bytes.Buffer
	a := &app{stdout: &out, stderr: &out}
	if code := a.main(t.Context(), append([]string{completeVerb, "--"}, words...)); code != exitOK {
		t.Fatalf("exit code %d", code)
	}
	return strings.Fields(out.String())
}

func TestCandidates(t *testing.T) {
	for _, c := range []struct {
		words string
		has   string
		lacks string
	}{
		{"", "run", "complete"},
		{"ru", "run", "report"},
		{"nothing of this", "", ""},
		{"run wenzel2019/t", "wenzel2019/table2", "wenzel2019/figure3"},
		{"fetch win", "wine", "glass"},
		{"list ", "datasets", "wine"},
		{"help ver", "version", "run"},
		{"completion ", "fish", "run"},
		{"command ", "check", "wenzel2019/table2"},
		{"command ", "init", ":files"},
		{"command c", "check", "init"},
		{"command init ", "octave", "wenzel2019/table2"},
		{"command init ", "r", ":files"},
		{"command check ", ":files", "octave"},
		{"command check wenz", "wenzel2019/table2", "init"},
		{"command --out folder init ", "octave", "check"},
		{"run --pro", "--profile", "--jobs"},
		{"run --profile ", "paper", "wenzel2019/table2"},
		{"run --profile=p", "--profile=paper", "--profile=smoke"},
		{"run --predictions wenzel2019/t", "wenzel2019/table2", ":nothing"},
		{"run --results ", ":files", "wenzel2019/table2"},
		{"run wenzel2019/table2 --only data", "dataset=diabetis", "label=X-GPC"},
		{"run wenzel2019/table2 --only label=", "label=X-GPC", "dataset=diabetis"},
		{"run wenzel2019/table2 --only ind", "inducing=", "repeat="},
		{"fit wenzel2019/table2 --method ", "X-GPC", "wine"},
		{"predict ", ":files", "wine"},
		{"version ", "", ":files"},
	} {
		got := completed(t, strings.Split(c.words, " ")...)
		if c.has == "" && len(got) > 0 || c.has != "" && !slices.Contains(got, c.has) || slices.Contains(got, c.lacks) {
			t.Errorf("%q: %q", c.words, got)
		}
	}
}

func TestCompletionOfUnknownShell(t *testing.T) {
	var out bytes.Buffer
	a := &app{stdout: &out, stderr: &out}
	if code := a.main(t.Context(), []string{"completion", "tcsh"}); code != exitUsage || !strings.Contains(out.String(), "bash, zsh, fish, powershell") {
		t.Errorf("exit code %d: %s", code, out.String())
	}
}

// Each script, in the shell that it is for, completes as TestCandidates has it.
func TestCompletionScripts(t *testing.T) {
	b := newBench(t)
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(dir, "runexp")); err != nil {
		t.Skip(err)
	}
	for shell, ask := range map[string]string{
		"bash": `source %[1]s; COMP_LINE='runexp %[2]s'; COMP_POINT=${#COMP_LINE}; _runexp; printf '%%s\n' "${COMPREPLY[@]}"`,
		"zsh": `compdef() { :; }; compadd() { shift 3; print -rl -- "$@"; }; _files() { print :files; }; source %[1]s;
			words=(runexp %[2]s); [[ '%[2]s' == *' ' ]] && words+=(''); CURRENT=$#words; _runexp`,
		"fish": `source %[1]s; complete -C 'runexp %[2]s'`,
	} {
		t.Run(shell, func(t *testing.T) {
			path, err := exec.LookPath(shell)
			if err != nil {
				t.Skipf("%s is not here", shell)
			}
			script := filepath.Join(dir, shell)
			var out bytes.Buffer
			a := &app{stdout: &out, stderr: &out}
			if code := a.main(t.Context(), []string{"completion", shell}); code != exitOK {
				t.Fatalf("exit code %d", code)
			}
			if err := os.WriteFile(script, out.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			for words, want := range map[string]string{
				"fetch new-th":                            "new-thyroid",
				"run wenzel2019/table":                    "wenzel2019/table2",
				"run wenzel2019/table2 --only dataset=di": "diabetis",
				"run wenzel2019/table2 --profile pa":      "paper",
			} {
				cmd := exec.CommandContext(t.Context(), path, "-c", fmt.Sprintf(ask, script, words))
				cmd.Env = append(b.environment(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+dir)
				text, err := cmd.CombinedOutput()
				if err != nil || !strings.Contains(string(text), want) {
					t.Errorf("%s: %v, %q", words, err, text)
				}
			}
		})
	}
}
