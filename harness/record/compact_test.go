package record

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// A compact record says what the record said, whatever is missing in its trace,
// also when the trace is that of a duplicate.
func TestCompactRecords(t *testing.T) {
	full := sample("a", OK)
	full.Trace = append(full.Trace, Point{Seconds: 1, Iteration: 1 << 40, Metrics: map[string]float64{}}, Point{Seconds: 2, Iteration: 3, Metrics: map[string]float64{"nll": 0.1, "error": -0.5}})
	bare := sample("b", Failed)
	bare.Trace, bare.Metrics = nil, map[string]float64{}
	other := sample("a", OK)
	other.Trace = append(other.Trace, full.Trace[1:]...)
	other.Trace[2].Seconds = 9
	dir := t.TempDir()
	text := line(t, full) + "\n" + line(t, bare) + "\n" + string(Seal([]byte(line(t, other)))) + "\n"
	if err := os.WriteFile(filepath.Join(dir, "1.jsonl"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	reader := NewReader(dir)
	reader.Compact = true
	got, err := reader.All()
	if err != nil || len(got) != 3 {
		t.Fatal(got, err)
	}
	for i, want := range []Record{full, bare, other} {
		r := got[i]
		if r.Trace != nil {
			t.Errorf("record %d is not compact", i)
		}
		for n := range len(want.Trace) {
			short := r.First(n)
			if points := short.unpacked(); len(points) != n || n > 0 && !reflect.DeepEqual(points, want.Trace[:n]) {
				t.Errorf("record %d: the first %d points are %v", i, n, points)
			}
		}
		at := 0
		for p := range r.Points() {
			if !reflect.DeepEqual(p, want.Trace[at]) {
				t.Errorf("record %d: point %d is %v, want %v", i, at, p, want.Trace[at])
			}
			at++
		}
		r.Trace, r.Provenance = r.unpacked(), maps.Clone(r.Provenance)
		if r.Date() != "" {
			r.Provenance["date"] = r.Date()
		}
		have, err := json.Marshal(r)
		if err != nil || string(have) != line(t, want) {
			t.Errorf("record %d is now\n%s\nand was\n%s (%v)", i, have, line(t, want), err)
		}
	}
}
