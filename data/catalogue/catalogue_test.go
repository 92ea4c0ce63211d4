package catalogue

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestAllSetsLoad(t *testing.T) {
	names := Names()
	if len(names) == 0 || !slices.IsSorted(names) {
		t.Fatalf("names are missing or not sorted: %v", names)
	}
	for _, name := range names {
		e, err := Get(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if e.Name != name || e.Citation == "" {
			t.Errorf("%s: name %q, citation %q", name, e.Name, e.Citation)
		}
		if e.Generated == "" && (e.Licence == "" || e.Home == "") {
			t.Errorf("%s: licence %q, home %q", name, e.Licence, e.Home)
		}
	}
}

// One file may serve several sets; they must agree on what it is.
func TestSharedFilesAgree(t *testing.T) {
	first := map[string]File{}
	for _, name := range Names() {
		e, err := Get(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range e.Files {
			key := f.Folder + "/" + f.Name
			g, ok := first[key]
			if !ok {
				first[key] = f
			} else if g.SHA256 != f.SHA256 || g.Bytes != f.Bytes || g.Unpacked.SHA256 != f.Unpacked.SHA256 {
				t.Errorf("%s: %s is another file elsewhere in the catalogue", name, key)
			}
		}
	}
}

func TestUnknownName(t *testing.T) {
	_, err := Get("covertype")
	var unknown *UnknownError
	if !errors.As(err, &unknown) {
		t.Fatalf("got %v", err)
	}
	_, err = Get("covtyp")
	if err == nil || !strings.Contains(err.Error(), "covtype") {
		t.Errorf("no suggestion in %v", err)
	}
}

func TestParseRefuses(t *testing.T) {
	const good = `title = "t"
task = "binary"
rows = 3
attributes = 1
[classes]
"0" = 1
"1" = 2
[format]
kind = "delimited"
[[file]]
name = "a.csv"
addresses = ["https://example.org/a.csv"]
`
	if _, err := parse("good", []byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ what, from, to, want string }{
		{"unknown key", `title = "t"`, "title = \"t\"\ntitel = \"u\"", "unknown key titel"},
		{"unknown key in a table", `kind = "delimited"`, "kind = \"delimited\"\ncoma = true", "unknown key format.coma"},
		{"wrong type", "rows = 3", `rows = "3"`, "rows"},
		{"task", `"binary"`, `"ternary"`, "unknown task"},
		{"propensity", "rows = 3", "rows = 3\npropensity = [0.5, 0.4]", "of a multilabel task"},
		{"propensity of one number", "rows = 3", "rows = 3\npropensity = [0.5]", "propensity"},
		{"counts", `"1" = 2`, `"1" = 3`, "add up to 4"},
		{"third class", `"1" = 2`, "\"1\" = 1\n\"2\" = 1", "3 classes"},
		{"kind", `"delimited"`, `"excel"`, "format kind"},
		{"divisor", `kind = "delimited"`, "kind = \"delimited\"\ndivide = 255", "divide"},
		{"path", `"a.csv"`, `"../a.csv"`, "without slashes"},
		{"address", "https://example.org", "ftp://example.org", "not an address"},
		{"checksum", `name = "a.csv"`, "name = \"a.csv\"\nsha256 = \"12\"", "not a SHA-256"},
		{"no source", `addresses = ["https://example.org/a.csv"]`, "", "neither a checksum nor an address"},
		{"role", `name = "a.csv"`, "name = \"a.csv\"\nrole = \"train\"", "unknown role"},
	} {
		text := strings.Replace(good, c.from, c.to, 1)
		if text == good {
			t.Fatalf("%s: nothing was changed", c.what)
		}
		if _, err := parse("bad", []byte(text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.what, err, c.want)
		}
	}
}
