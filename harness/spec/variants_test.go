package spec

import (
	"reflect"
	"strings"
	"testing"
)

const twoVariants = `
[experiment]
options = { noise = 1, iterations = 250 }
[[dataset]]
name = "glass"
options = { noise = 2, batch = 7 }
[[method]]
name = "ep"
label = "EP"
options = { noise = 3, kernel = "se" }
[[method]]
name = "vi"
label = "VI"
[[variant]]
name = "text"
title = "as the text says"
[[variant]]
name = "code"
methods = ["EP"]
options = { noise = 4, iterations = 249, inducing = 9, kernel = "se-ard" }
[variant.method.EP]
options = { kernel = "matern32-ard" }
[grid]
inducing = [5, 10]
[profile.smoke]
options = { iterations = 3 }
`

// A variant may be of some data sets.
func TestVariantOfDatasets(t *testing.T) {
	src := strings.Replace(twoVariants, `name = "code"`, "name = \"code\"\ndatasets = [\"wine\"]", 1)
	if _, err := Parse([]byte(src), "x.toml", Paper, kinds); err == nil || !strings.Contains(err.Error(), `there is no data set "wine"`) {
		t.Errorf("a data set that is not there: %v", err)
	}
	s, err := Parse([]byte(src+"[[dataset]]\nname = \"wine\"\n"), "x.toml", Paper, kinds)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{1, 2} {
		if got := s.VariantsOf(s.Methods[0], s.Datasets[i]); len(got) != want {
			t.Errorf("EP on %s has %d variants, want %d", s.Datasets[i].Name, len(got), want)
		}
	}
}

// A variant's options override the method's and the data set's, and are
// overridden by the grid and the profile.
func TestVariantsOverride(t *testing.T) {
	s, err := Parse([]byte(twoVariants), "x.toml", Paper, kinds)
	if err != nil {
		t.Fatal(err)
	}
	ep, vi, text, code := s.Methods[0], s.Methods[1], s.Variants[0], s.Variants[1]
	if text.Title != "as the text says" || code.Title != "in variant code" || !text.Has("VI") || code.Has("VI") {
		t.Errorf("%+v, %+v", text, code)
	}
	if got := s.VariantsOf(vi, s.Datasets[0]); !reflect.DeepEqual(got, []Variant{text}) {
		t.Errorf("VI has the variants %+v", got)
	}
	if got := s.VariantsOf(ep, s.Datasets[0]); !reflect.DeepEqual(got, []Variant{text, code}) {
		t.Errorf("EP has the variants %+v", got)
	}
	plainly := map[string]any{"noise": int64(2), "iterations": int64(250), "batch": int64(7), "kernel": "se", "inducing": int64(5)}
	if got := values(s.Settings(s.Datasets[0], ep, text)); len(got) != 2 || !reflect.DeepEqual(got[0], plainly) {
		t.Errorf("text: %v, want %v", got, plainly)
	}
	asCode := map[string]any{"noise": int64(4), "iterations": int64(249), "batch": int64(7), "kernel": "matern32-ard", "inducing": int64(5)}
	settings := s.Settings(s.Datasets[0], ep, code)
	if got := values(settings); len(got) != 2 || !reflect.DeepEqual(got[0], asCode) {
		t.Errorf("code: %v, want %v", got, asCode)
	}
	if kernel, noise := settings[0]["kernel"], settings[0]["noise"]; !kernel.Own || kernel.Where.Line != 22 || noise.Own || noise.Where.Line != 20 {
		t.Errorf("kernel stands at %v, noise at %v", kernel, noise)
	}
	if s, err = Parse([]byte(twoVariants), "x.toml", Smoke, kinds); err != nil || s.Settings(s.Datasets[0], ep, code)[0]["iterations"].Value != int64(3) {
		t.Errorf("the smoke profile does not shorten the variant: %v", err)
	}
}

// A specification without variants has one that changes nothing.
func TestNoVariants(t *testing.T) {
	s := parseFull(t, "paper")
	if got := s.VariantsOf(s.Methods[0], s.Datasets[0]); len(s.Variants) != 0 || !reflect.DeepEqual(got, []Variant{{}}) {
		t.Errorf("%+v, %+v", s.Variants, got)
	}
}

// [dataset.method.LABEL] is for one method on one data set: it overrides the data set's
// options, and is overridden by the variant's.
func TestDatasetMethod(t *testing.T) {
	src := strings.Replace(twoVariants, "[[method]]\nname = \"ep\"", "[dataset.method.VI]\noptions = { batch = 8, noise = 6 }\n[[dataset]]\nname = \"wine\"\n[[method]]\nname = \"ep\"", 1)
	s, err := Parse([]byte(src), "x.toml", Paper, kinds)
	if err != nil {
		t.Fatal(err)
	}
	ep, vi, text := s.Methods[0], s.Methods[1], s.Variants[0]
	for _, c := range []struct {
		m     Method
		set   int
		batch any
	}{{vi, 0, int64(8)}, {ep, 0, int64(7)}, {vi, 1, nil}} {
		if got := values(s.Settings(s.Datasets[c.set], c.m, text))[0]["batch"]; got != c.batch {
			t.Errorf("%s on %s has the batch %v, want %v", c.m.Label, s.Datasets[c.set].Name, got, c.batch)
		}
	}
	code := s.Variants[1]
	if got := values(s.Settings(s.Datasets[0], vi, code))[0]["noise"]; got != int64(4) {
		t.Errorf("noise %v of the variant, want 4", got)
	}
	src = strings.Replace(src, "dataset.method.VI", "dataset.method.VJ", 1)
	if _, err := Parse([]byte(src), "x.toml", Paper, kinds); err == nil || !strings.Contains(err.Error(), `there is no method with the label "VJ"`) {
		t.Errorf("a label that is not there: %v", err)
	}
}
