package model

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/schema"
	"gpcbench/machine"
	"gpcbench/methods"
	"gpcbench/methods/methodtest"
)

// small is a fitted model of two columns.
func small(t *testing.T) *Model {
	t.Helper()
	x := mat.NewDense(6, 2, []float64{0, 1, 1, 0, 2, 1, 3, 0, 4, 1, 5, 0})
	table := data.NewMemory(x, []int{0, 0, 1, 0, 1, 1})
	c, options, err := methods.New("logistic", nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.Fit(t.Context(), methodtest.Task(table, 2, 1), &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	return &Model{Predictor: p, Header: Header{
		Method: "logistic", Label: "L", Options: options, Kind: data.Binary, Classes: []string{"no", "yes"},
		Encoding: schema.NumericEncoding([]string{"a", "b"}), Scaler: data.FitScaler(table, data.All(6)),
	}}
}

func file(t *testing.T, m *Model) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A byte that was changed anywhere, or bytes that are missing or too many, are noticed.
func TestDamage(t *testing.T) {
	whole := file(t, small(t))
	if _, err := Load(bytes.NewReader(whole)); err != nil {
		t.Fatal(err)
	}
	for at := range whole {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 4
		if _, err := Load(bytes.NewReader(damaged)); err == nil {
			t.Errorf("byte %d of %d was changed, and it is no error", at, len(whole))
		}
		if _, err := Load(bytes.NewReader(whole[:at])); err == nil {
			t.Errorf("the file was cut to %d of %d bytes, and it is no error", at, len(whole))
		}
	}
	if _, err := Load(bytes.NewReader(append(whole, 0))); err == nil {
		t.Error("a byte more is no error")
	}
}

// signed returns a file with the checksum of its content.
func signed(content string) string {
	sum := sha256.Sum256([]byte(content))
	return content + string(sum[:])
}

func TestRefusals(t *testing.T) {
	whole := file(t, small(t))
	content := string(whole[:len(whole)-sha256.Size])
	altered := func(pairs ...string) string {
		text := strings.NewReplacer(pairs...).Replace(content)
		if text == content {
			t.Errorf("%q is not in the file", pairs[0])
		}
		return signed(text)
	}
	for _, c := range []struct{ what, file, want string }{
		{"another version", strings.Replace(string(whole), "model 3", "model 2", 1), "version 2 of the format, but this program reads version 3"},
		{"no model", "a,b,class\n1,2,no\n", "this is not a model file; runexp fit writes one"},
		{"empty", "", "this is not a model file"},
		{"a changed byte", strings.Replace(string(whole), `"yes"`, `"yea"`, 1), "its checksum does not match its content"},
		{"an unknown method", signed(strings.Replace(content, `"method":"logistic"`, `"method":"logistik"`, 1)), `there is no method "logistik"`},
		{"a method without models", signed(strings.Replace(content, `"method":"logistic"`, `"method":"imported"`, 1)), `method "imported" has no models`},
		{"a predictor of another method", signed(strings.Replace(content, `"method":"logistic"`, `"method":"xgpc"`, 1)), "the model cannot be used"},
		{"scaling of other columns", signed(strings.Replace(content, `"Mean":[2.5,`, `"Mean":[`, 1)), "its scaling does not fit its columns"},
		{"one class", altered(`"classes":["no","yes"]`, `"classes":["no"]`), `its classes, ["no"], do not fit its task, "binary"`},
		{"three classes", altered(`"classes":["no","yes"]`, `"classes":["no","yes","?"]`), `its classes, ["no" "yes" "?"], do not fit`},
		{"a class twice", altered(`"classes":["no","yes"]`, `"classes":["no","no"]`), "its classes"},
		{"more classes than the predictor's", altered(`"kind":"binary","classes":["no","yes"]`, `"kind":"multiclass","classes":["no","yes","?"]`), "the model cannot be used"},
		{"another task", altered(`"kind":"binary"`, `"kind":"ranking"`), `its task is "ranking", which method "logistic" cannot do`},
		{"no scaling", altered(`"scaler":{"Mean":[2.5,0.5],"SD":[1.707825127659933,0.5]}`, `"scaler":null`), "its scaling does not fit its options"},
		{"a place beyond the table", altered(`"name":"b","place":1`, `"name":"b","place":7`), `its column "b" does not fit a table of 2 columns`},
		{"fewer columns than the predictor's", altered(`,{"name":"b","place":1}`, "", `"Mean":[2.5,0.5],"SD":[1.707825127659933,0.5]`, `"Mean":[2.5],"SD":[1.7]`), "its predictor does not fit its columns and classes"},
		{"no columns", signed("gpcbench model 3\n{}\n"), "it names no columns"},
		{"no header", signed("gpcbench model 3\nxyz"), "the model file is damaged"},
	} {
		if _, err := Load(strings.NewReader(c.file)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{filepath.Join(dir, "none.gpc"), dir} {
		var gone *data.UnavailableError
		if _, err := Open(path); !errors.As(err, &gone) {
			t.Errorf("%s: %v", path, err)
		}
	}
	const unreadable = "/proc/self/mem" // opens, and reads fail
	if _, err := os.Stat(unreadable); err == nil {
		if _, err := Open(unreadable); !errors.As(err, new(*data.UnavailableError)) {
			t.Errorf("%s: %v", unreadable, err)
		}
	}
	path := filepath.Join(dir, "m.gpc")
	if err := os.WriteFile(path, file(t, small(t)), 0o666); err != nil {
		t.Fatal(err)
	}
	m, err := Open(path)
	if err != nil || m.Label != "L" || m.Scaler.Mean[0] != 2.5 || m.Classes[1] != "yes" {
		t.Errorf("%+v, %v", m, err)
	}
}

// FuzzLoad loads what may be a model behind a right checksum.
func FuzzLoad(f *testing.F) {
	for _, header := range []string{
		`{"method":"majority","kind":"binary","classes":["a","b"],"encoding":{"width":2,"label":1,"columns":[{"name":"x","place":0}]},"options":{"standardise":false}}` + "\n[0.5,0.5]",
		`{"method":"logistic","kind":"multiclass","classes":["a","b","c"],"encoding":{"columns":[{"levels":["1","2"]}],"width":1,"label":-1},"scaler":{"Mean":[1,2],"SD":[0,1e308]},"options":{}}` + "\n{}",
	} {
		f.Add([]byte(header))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if len(content) < 1<<20 {
			_, _ = Load(strings.NewReader(signed("gpcbench model 3\n" + string(content))))
		}
	})
}

// Many names of classes are read as fast as their bytes.
func TestManyClasses(t *testing.T) {
	names := make([]string, 200_000)
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	header, err := json.Marshal(Header{Method: "majority", Kind: data.Multiclass, Classes: names, Encoding: schema.NumericEncoding([]string{"a"}), Options: map[string]any{"standardise": false}})
	if err != nil {
		t.Fatal(err)
	}
	before := machine.CPUTime()
	_, err = Load(strings.NewReader(signed("gpcbench model 3\n" + string(header) + "\n[1]")))
	if took := machine.CPUTime() - before; err == nil || took > 3*time.Second {
		t.Errorf("%v after %v", err, took)
	}
}
