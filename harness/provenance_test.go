package harness

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpcbench/harness/record"
)

// TestRecordsOfABudget: a fit that a budget ends depends on the machine, which its record says,
// so that another record of the cell may differ; without a budget it may not.
func TestRecordsOfABudget(t *testing.T) {
	for budget, depends := range map[string]bool{"0": false, "0.5": true, "30": true} {
		f := newFolder(t)
		p := f.plan(strings.Replace(twoMethods, `name = "walk"`, "name = \"walk\"\noptions = { budget_seconds = "+budget+" }", 1), "repeat=0")
		o := f.options(1)
		o.Engine = "avx2" // gonum's is never held to the bits
		if _, err := Run(context.Background(), p, o); err != nil {
			t.Fatal(err)
		}
		records, err := record.NewReader(p.Folder).All()
		if err != nil || len(records) != 2 {
			t.Fatalf("%d records, %v", len(records), err)
		}
		for _, r := range records {
			said := r.Provenance["sameness"]
			if strings.Contains(said, "budget_seconds") != (depends && r.Method == "walk") {
				t.Errorf("budget_seconds = %s: the record of %s says %q", budget, r.Method, said)
			}
			dir := t.TempDir()
			for range 2 {
				j, err := record.NewJournal(dir)
				if err == nil {
					err = errors.Join(j.Append(r), j.Close())
				}
				if err != nil {
					t.Fatal(err)
				}
				r.Metrics["nll"]++
			}
			_, err := record.NewReader(dir).All()
			if conflict := err != nil && strings.Contains(err.Error(), "are records of one cell with different results"); conflict != (said == "") {
				t.Errorf("budget_seconds = %s: two records of %s that differ: %v", budget, r.Method, err)
			}
		}
	}
}

func TestProcValue(t *testing.T) {
	file := filepath.Join(t.TempDir(), "meminfo")
	if err := os.WriteFile(file, []byte("MemFree:  1 kB\nMemTotal:       65806724 kB\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"MemTotal": "65806724 kB", "Swap": ""} {
		if got := procValue(file, key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	if got := procValue(file+"x", "MemTotal"); got != "" {
		t.Errorf("a file that is not there has %q", got)
	}
}
