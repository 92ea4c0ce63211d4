package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// clusterExamples returns a bench with the files of examples/cluster, the program
// beside them, and a specification that takes no time under the name that they
// have.
func clusterExamples(t *testing.T) *bench {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the examples are for a Unix shell")
	}
	b := newBench(t)
	if err := os.CopyFS(b.path("examples/cluster"), os.DirFS(filepath.Join(root, "examples", "cluster"))); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, b.path("runexp")); err != nil {
		t.Fatal(err)
	}
	b.write("examples/species.toml", strings.Replace(oneMethod, "t.csv", "../t.csv", 1))
	return b
}

// shell runs a command in the bench's folder.
func (b *bench) shell(env []string, name string, args ...string) {
	b.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = b.dir, append(b.environment(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		b.t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}

// The tasks of the array jobs do the plan, each cell once.
func TestArrayJobExamples(t *testing.T) {
	for file, variable := range map[string]string{"sge.sh": "SGE_TASK_ID", "pbs.sh": "PBS_ARRAY_INDEX"} {
		t.Run(file, func(t *testing.T) {
			b := clusterExamples(t)
			for task := 1; task <= 8; task++ {
				b.shell([]string{fmt.Sprintf("%s=%d", variable, task), "PBS_O_WORKDIR=" + b.dir}, "sh", "examples/cluster/"+file)
			}
			if n := b.lines("results", "species", "quick"); n != 5 {
				t.Errorf("%d records of 5 cells", n)
			}
		})
	}
}

// The command of the pods of an Indexed Job, which are counted from 0. That the
// manifest is one, examples/cluster/schema tests.
func TestKubernetesExample(t *testing.T) {
	b := clusterExamples(t)
	command := regexp.MustCompile(`- sh\n +- -c\n +- (.*)\n`).FindStringSubmatch(b.read("examples/cluster/kubernetes.yaml"))
	if command == nil {
		t.Fatal("the manifest has no command")
	}
	for index := range 8 {
		b.shell([]string{fmt.Sprintf("JOB_COMPLETION_INDEX=%d", index)}, "sh", "-c", command[1])
	}
	if n := b.lines("results", "species", "quick"); n != 5 {
		t.Errorf("%d records of 5 cells", n)
	}
}

func TestParallelExample(t *testing.T) {
	if _, err := exec.LookPath("parallel"); err != nil {
		t.Skip("there is no GNU parallel here")
	}
	b := clusterExamples(t)
	b.shell([]string{"HOME=" + b.dir}, "sh", "examples/cluster/parallel.sh")
	if n := b.lines("results", "species", "quick"); n != 5 {
		t.Errorf("%d records of 5 cells", n)
	}
}
