package slurm

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestScript(t *testing.T) {
	plain := Job{Name: "gpcbench e", Command: []string{"/bin/runexp", "run", "e.toml"}, Cache: "/cache", Logs: "/r/slurm", Shares: 9, Tasks: []int{1, 2, 3, 7}, Cores: 1}
	want := `#!/bin/sh
#SBATCH --job-name="gpcbench e"
#SBATCH --array=1-3,7
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=/r/slurm/%A_%a.out
export GPCBENCH_DATA=/cache
exec /bin/runexp run e.toml --shard "$SLURM_ARRAY_TASK_ID/9"
`
	if got := plain.Script(); got != want {
		t.Errorf("script:\n%s", got)
	}
	full := plain
	full.Exclusive, full.Time, full.Memory, full.Partition, full.Cores = true, "1-12", "4G", "long", 4
	full.Logs, full.Extra = "/50% of/r", []string{"-A", "a project", `--comment=say "b\c"`}
	for _, line := range []string{
		"--exclusive", "--time=1-12", "--mem=4G", "--partition=long", "--cpus-per-task=4", `--output="/50%% of/r"/%A_%a.out`,
		`-A "a project" "--comment=say \"b\\c\""`,
	} {
		if got := full.Script(); !strings.Contains(got, "\n#SBATCH "+line+"\n") {
			t.Errorf("%s is not in\n%s", line, got)
		}
	}
}

// A shell reads the words of the command back as they were.
func TestScriptIsAShellScript(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a script is for a Unix shell")
	}
	words := []string{"it's", "two words", `back\slash`, "$HOME", "a;b", "*", "", "--only", "label=X-GPC, corrected"}
	j := Job{Command: append([]string{"printf", "%s|"}, words...), Cache: "/ca che", Tasks: []int{1}, Shares: 8}
	path := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(path, []byte(j.Script()), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", path)
	cmd.Env = append(os.Environ(), "SLURM_ARRAY_TASK_ID=5")
	out, err := cmd.CombinedOutput()
	if want := strings.Join(words, "|") + "|--shard|5/8|"; err != nil || string(out) != want {
		t.Errorf("%q, want %q (%v)", out, want, err)
	}
}

func TestRanges(t *testing.T) {
	for want, numbers := range map[string][]int{
		"": nil, "4": {4}, "1-2": {1, 2}, "1,3": {1, 3}, "2-5,7,9-10": {2, 3, 4, 5, 7, 9, 10},
	} {
		if got := ranges(numbers); got != want {
			t.Errorf("%v: %q, want %q", numbers, got, want)
		}
	}
}

func TestTimeLimitAndMemory(t *testing.T) {
	for text, want := range map[string]bool{
		"30": true, "30:00": true, "4:00:00": true, "1-12": true, "1-12:30": true, "1-0:0:0": true,
		"": false, "4h": false, "1:2:3:4": false, "-5": false, "1-": false, "1.5": false, "a-b": false, "5\n": false,
	} {
		if TimeLimit(text) != want {
			t.Errorf("time %q: %v", text, !want)
		}
	}
	for text, want := range map[string]bool{"500": true, "4G": true, "100m": true, "1T": true, "": false, "G": false, "4GB": false, "4GG": false, "1.5G": false, "-1": false} {
		if Memory(text) != want {
			t.Errorf("memory %q: %v", text, !want)
		}
	}
}
