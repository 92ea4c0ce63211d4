package saved

import (
	"bytes"
	"encoding/gob"
	"math"
	"testing"
)

type state struct {
	Rows, Cols int
	Values     []float64
	Nested     []struct{ Weights map[string]float64 }
	Pointer    *struct{ Rate float64 }
}

func encoded(t testing.TB, v any) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := gob.NewEncoder(&out).Encode(v); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestDecode(t *testing.T) {
	whole := state{Rows: 1, Cols: 2, Values: []float64{3, 4}, Pointer: &struct{ Rate float64 }{0.5}}
	whole.Nested = append(whole.Nested, struct{ Weights map[string]float64 }{map[string]float64{"a": 1}})
	var got state
	if err := Decode(encoded(t, whole), &got); err != nil || got.Cols != 2 || got.Values[1] != 4 || got.Pointer.Rate != 0.5 {
		t.Fatalf("%+v, %v", got, err)
	}
	for what, damage := range map[string]func(*state){
		"a NaN in a slice":      func(s *state) { s.Values = []float64{3, math.NaN()} },
		"infinite in a map":     func(s *state) { s.Nested[0].Weights = map[string]float64{"a": math.Inf(1)} },
		"infinite in a pointer": func(s *state) { s.Pointer = &struct{ Rate float64 }{math.Inf(-1)} },
	} {
		bad := whole
		bad.Nested = append(bad.Nested[:0:0], whole.Nested...)
		damage(&bad)
		if err := Decode(encoded(t, bad), new(state)); err == nil {
			t.Errorf("%s is no error", what)
		}
	}
	if err := Decode([]byte("\x08\xff\xff"), new(state)); err == nil {
		t.Error("what is no state is no error")
	}
}

func TestFits(t *testing.T) {
	for _, c := range []struct {
		n    int
		dims []int
		want bool
	}{
		{6, []int{2, 3}, true}, {6, []int{3, 3}, false}, {0, []int{0, 3}, false}, {1, []int{1}, true}, {4, []int{-2, -2}, false},
		{8, []int{math.MaxInt/2 + 5, 2}, false}, {0, []int{1 << 32, 1 << 32}, false},
	} {
		if got := Fits(c.n, c.dims...); got != c.want {
			t.Errorf("%d numbers, %v: %v", c.n, c.dims, got)
		}
	}
}

func TestRoom(t *testing.T) {
	for _, dims := range [][]int{{11_000, 11_000}, {1, 1 << 27}, {0, math.MaxInt}} {
		if err := Room(100, dims...); err != nil {
			t.Errorf("%v: %v", dims, err)
		}
	}
	for _, dims := range [][]int{{12_000, 12_000}, {math.MaxInt, math.MaxInt}, {1 << 32, 1 << 32}} {
		if Room(100, dims...) == nil {
			t.Errorf("%v is no error", dims)
		}
	}
	if err := Room(1<<26, 20_000, 20_000); err != nil {
		t.Error(err)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(encoded(f, state{Rows: 1, Cols: 2, Values: []float64{3, 4}}))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var s state
		if Decode(raw, &s) == nil {
			_, _ = Matrix(s.Values, s.Rows, s.Cols)
		}
	})
}
