package report

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares with a file of testdata, numbers to 12 digits.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; go test ./report -update writes it", err)
	}
	if !sameText(got, want) {
		t.Errorf("%s is not what it was; go test ./report -update writes it anew, then look at the difference. Got:\n%s", path, got)
	}
}

var printed = regexp.MustCompile(`-?\d+(\.\d+)?(e[-+]\d+)?`)

// sameText says whether two texts are the same but for numbers that agree to 12 digits. On
// arm64 the compiler fuses products and sums, which changes the last of the 17 digits that a
// CSV has.
func sameText(a, b []byte) bool {
	between := func(text []byte) []string { return printed.Split(string(text), -1) }
	if !slices.Equal(between(a), between(b)) {
		return false
	}
	return slices.EqualFunc(printed.FindAllString(string(a), -1), printed.FindAllString(string(b), -1), sameNumber)
}

// sameNumber says whether two numbers agree to 12 digits. If both are written with fewer, they
// have to be the same text.
func sameNumber(a, b string) bool {
	if a == b || max(len(a), len(b)) < 14 {
		return a == b
	}
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && math.Abs(x-y) <= 1e-12*max(math.Abs(x), math.Abs(y))
}

func TestSameText(t *testing.T) {
	const want = "a,0.035355339059327376,1e-05,0.23,x12\n"
	if !sameText([]byte("0.024999999999999963"), []byte("0.025")) {
		t.Error("a number that is nearly a short one is not the same")
	}
	for text, same := range map[string]bool{
		want:                                     true,
		"a,0.03535533905932733,1e-05,0.23,x12\n": true,
		"a,0.035355339059427376,1e-05,0.23,x12\n":  false,
		"a,-0.035355339059327376,1e-05,0.23,x12\n": false,
		"a,0.035355339059327376,1e-06,0.23,x12\n":  false,
		"a,0.035355339059327376,1e-05,0.230,x12\n": false,
		"a,0.035355339059327376,1e-05,0.23,y12\n":  false,
		"a,0.035355339059327376,1e-05,0.23,x12":    false,
	} {
		if sameText([]byte(text), []byte(want)) != same {
			t.Errorf("%q: %v", text, !same)
		}
	}
}
