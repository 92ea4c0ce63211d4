package record

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// A trace is read as package json reads it, in whatever way the line is written.
func TestTraceOfLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	r := sample("a", OK)
	r.Trace = nil
	for i := range 200 {
		p := Point{Seconds: rng.ExpFloat64(), Iteration: i * i * i, Metrics: map[string]float64{}}
		if i%3 > 0 {
			p.Objective = new(rng.NormFloat64() * 1e-300)
		}
		for _, name := range []string{"nll", "error", `od"d\n}]`, "ä"}[:i%5*4/5] {
			p.Metrics[name] = rng.NormFloat64() * 1e20
		}
		r.Trace = append(r.Trace, p)
	}
	for _, text := range []string{
		line(t, r),
		`{"v":1,"trace":[],"cell":"a"}`,
		`{"v":1,"cell":"a","trace":null}`,
		`{"v":1,"cell":"a"}`,
		`{"v":1,"cell":"a","trace":[{"iteration":3,"seconds":1,"metrics":{}}]}`,
		`{"v":1,"cell":"a","trace": [ {"seconds":1, "iteration":3,"metrics":{"nll":1}} ] }`,
		`{"v":1,"cell":"a","trace":[{"seconds":1,"iteration":3,"metrics":{"nll":1,"nll":2}}]}`,
		`{"v":1,"cell":"a","options":{"x":1,"trace":[{"a":1}]},"trace":[{"seconds":1,"iteration":3,"metrics":{}}]}`,
		`{"v":1,"cell":"a","error":",\"trace\":[{}]","trace":[{"seconds":1,"iteration":3,"objective":-2,"metrics":{}}]}`,
	} {
		var want Record
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatal(err)
		}
		if got := traceOf([]byte(text)); len(got)+len(want.Trace) > 0 && !reflect.DeepEqual(got, want.Trace) {
			t.Errorf("%.200s\n%v\nwant\n%v", text, got, want.Trace)
		}
	}
}

// Traces beyond the room for them are read each time, and those of a journal that is gone are empty.
func TestTracesWithoutRoom(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "1.jsonl")
	want := sample("a", OK)
	want.Trace = append(want.Trace, Point{Seconds: 2, Iteration: 9, Metrics: map[string]float64{"nll": 3}})
	if err := os.WriteFile(path, append(Seal([]byte(line(t, want))), '\n'), 0o666); err != nil {
		t.Fatal(err)
	}
	set := NewSet()
	if err := NewReader(dir).Into(set, nil); err != nil {
		t.Fatal(err)
	}
	set.left = 0
	r, _ := set.Of("a")
	for range 2 {
		if got := r.unpacked(); !reflect.DeepEqual(got, want.Trace) {
			t.Errorf("%v, want %v", got, want.Trace)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if got := r.unpacked(); len(got) != 0 {
		t.Errorf("of a journal that is gone: %v", got)
	}
}
