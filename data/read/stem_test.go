package read

import "testing"

func TestStem(t *testing.T) {
	for path, want := range map[string]string{
		"my.csv": "my", "a/my.csv.gz": "my", "my.v2.csv": "my.v2", "my.v2.csv.bz2": "my.v2", "b.c/my": "my", "my.zip": "my", ".csv": ".csv", "a/.csv.gz": ".csv",
	} {
		if got := Stem(path); got != want {
			t.Errorf("Stem(%q) is %q, want %q", path, got, want)
		}
	}
}
