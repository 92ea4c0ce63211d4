package figures

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpcbench/harness/spec"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Each testdata/bad/*.toml has its messages in a .golden file beside it.
func TestKindsSayWhatIsWrongAndWhere(t *testing.T) {
	files, err := filepath.Glob("testdata/bad/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, wrong := spec.Parse(src, filepath.Base(file), spec.Quick, Kinds())
		if wrong == nil {
			t.Fatalf("%s: no error", file)
		}
		golden, got := strings.TrimSuffix(file, ".toml")+".golden", wrong.Error()+"\n"
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s:\n%s\nwant:\n%s", file, got, want)
		}
	}
}
