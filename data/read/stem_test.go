package read

import "testing"

func TestNamedAsTable(t *testing.T) {
	for path, want := range map[string]bool{"my.csv": true, "a/MY.CSV.GZ": true, "my.xlsx": true, "csv": false, "my.toml": false, "my.csv.toml": false, "my": false} {
		if got := NamedAsTable(path); got != want {
			t.Errorf("NamedAsTable(%q) is %v", path, got)
		}
	}
}

func TestStem(t *testing.T) {
	for path, want := range map[string]string{
		"my.csv": "my", "a/my.csv.gz": "my", "my.v2.csv": "my.v2", "my.v2.csv.bz2": "my.v2", "b.c/my": "my", "my.zip": "my", ".csv": ".csv", "a/.csv.gz": ".csv",
	} {
		if got := Stem(path); got != want {
			t.Errorf("Stem(%q) is %q, want %q", path, got, want)
		}
	}
}
