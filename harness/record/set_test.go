package record

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// whole is a record of a set as it was written.
func whole(r Record) Record {
	d := r.Details()
	r.Trace, r.Provenance = r.unpacked(), maps.Clone(r.Provenance)
	r.Calibration, r.Tenths, r.Hits, r.Parameters = d.Calibration, d.Tenths, d.Hits, d.Parameters
	if date := r.Date(); date != "" {
		r.Provenance["date"] = date
	}
	return r
}

func setOf(records ...Record) *Set {
	s := NewSet()
	for _, r := range records {
		s.Put(r)
	}
	return s
}

// Records of a set say what was written, whatever that is: in plain and packed journals, with and without
// checksum, and put there by hand.
func TestSet(t *testing.T) {
	full := sample("full", OK)
	full.Repeat, full.Inducing, full.Seed, full.KernelOf = 7, 20, 1<<63+1, []Fit{{"m", map[string]any{"x": 1.5}}}
	full.Trace = append(full.Trace, Point{Seconds: 1, Iteration: 1 << 40, Metrics: map[string]float64{}}, Point{Seconds: 2, Iteration: 3, Metrics: map[string]float64{"nll": 0.1, "error": -0.5}})
	full.Metrics["auc"] = 1e-300
	full.Calibration, full.Tenths = []Bin{{1, 0.5, 1. / 3}}, []Bin{{2, 0.25, 1}, {}}
	full.Hits, full.Parameters = "AB", []Parameter{{"lengthscale x", 3}}
	full.Timing = Timing{1, 2, "a clock", 3, 4, map[string]float64{"a": 5}, map[string]float64{"b": 6}, 7, 8, 9}
	full.Clock, full.SameRows, full.Error, full.FailureKind = CPUClock, true, "why", "kind"
	full.Events = map[string]int{"jitter": 3}
	full.Provenance["date"] = "2026-01-02T03:04:05Z"
	bare := sample("bare", Failed)
	bare.Trace, bare.Metrics, bare.Error, bare.FailureKind, bare.SameRows = nil, nil, `no "way" <out>`, "protocol", true
	odd := sample("odd", OK)
	odd.Provenance["date"], odd.Dataset, odd.Metrics = "yesterday", "Ä\t", map[string]float64{}
	for _, of := range []any{full, full.Cell, full.Timing} {
		for v, i := reflect.ValueOf(of), 0; i < v.NumField(); i++ {
			if f := v.Type().Field(i); f.IsExported() && v.Field(i).IsZero() {
				t.Errorf("the full record has no %s: give it one, and a set must keep it", f.Name)
			}
		}
	}
	if _, ok := newOutlines().scan([]byte(line(t, full)), false); !ok {
		t.Error("the full record is not read quickly")
	}
	want := map[string]Record{"full": full, "bare": bare, "odd": odd}
	plain, sealed := "", ""
	for _, r := range []Record{full, bare, odd} {
		plain += line(t, r) + "\n"
		sealed += string(Seal([]byte(line(t, r)))) + "\n"
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprint(z, sealed)
	z.Close()
	compare := func(t *testing.T, s *Set) {
		for r := range s.All() {
			if have := line(t, whole(r)); have != line(t, want[r.ID]) {
				t.Errorf("%s\nand was\n%s", have, line(t, want[r.ID]))
			}
			at := 0
			for p := range r.Points() {
				if !reflect.DeepEqual(p, want[r.ID].Trace[at]) {
					t.Errorf("%s: point %d is %v", r.ID, at, p)
				}
				at++
			}
			for n := range at {
				if short := r.First(n); !reflect.DeepEqual(short.unpacked(), append([]Point(nil), want[r.ID].Trace[:n]...)) || !short.Details().empty() {
					t.Errorf("%s: the first %d points are %v", r.ID, n, short.unpacked())
				}
			}
		}
		if s.Len() != 3 || !s.IsOK("odd") || s.IsOK("bare") || s.IsOK("none") {
			t.Errorf("%d cells", s.Len())
		}
	}
	for name, text := range map[string]string{"1.jsonl": plain, "2.jsonl": sealed, "3.jsonl.gz": packed.String()} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			s := NewSet()
			if err := NewReader(dir).Into(s, nil); err != nil {
				t.Fatal(err)
			}
			compare(t, s)
		})
	}
	compare(t, setOf(full, bare, odd))
}

// A record that is ok stays; until then the last counts.
func TestSetKeepsTheFirst(t *testing.T) {
	failed, again, ok, late := sample("a", Failed), sample("a", Failed), sample("a", OK), sample("a", OK)
	again.Error, late.Inducing = "again", 3
	s := setOf(failed, again)
	if r, found := s.Of("a"); !found || r.Error != "again" {
		t.Errorf("%+v", r)
	}
	s.Put(ok)
	s.Put(late)
	s.Put(failed)
	if r, _ := s.Of("a"); r.Status != OK || r.Inducing != 0 || s.Len() != 1 {
		t.Errorf("%+v", r)
	}
}

// What is read quickly is what package json reads, or is left to it.
func FuzzOutline(f *testing.F) {
	full := sample("a", OK)
	full.Calibration, full.Events, full.Provenance["date"] = []Bin{{1, 0.5, 0.25}}, map[string]int{"x": 1}, "2026-01-02T03:04:05Z"
	full.Timing.CPUParts, full.Parameters, full.Hits = map[string]float64{"a": 1}, []Parameter{{"l", 2}}, "AB"
	f.Add([]byte(line(f, full)))
	full.KernelOf, full.SameRows, full.Error = []Fit{{"m", nil}}, true, "why"
	f.Add(Seal([]byte(line(f, full))))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, ok := newOutlines().scan(text, false)
		if !ok {
			return
		}
		var want Record
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if r.date != "" {
			r.Provenance = maps.Clone(r.Provenance)
			r.Provenance["date"], r.date = r.date, ""
		}
		if !reflect.DeepEqual(r, want) {
			t.Fatalf("%q\n%+v\nwant\n%+v", text, r, want)
		}
	})
}
