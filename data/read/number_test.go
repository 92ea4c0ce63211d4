package read

import (
	"errors"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// A number is what Go takes for one, but for what tables mean otherwise.
func TestParseNumberIsStrconv(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	texts := []string{"", "-", "+", ".", "-.5", "5.", "1e5", "1e999", "-1e999", "nan", "NaN", "Inf", "-inf", "infinity", "1e", "abc", "iris", "nation", "12345678901234567890", "0.1234567890123456789", "-0", "+7", "--1", "1.2.3", "999999999999999", "9999999999999999"}
	for range 20000 {
		v := math.Float64frombits(rng.Uint64())
		texts = append(texts, strconv.FormatFloat(v, 'g', -1, 64), strconv.FormatFloat(rng.NormFloat64(), 'f', rng.IntN(16), 64), strconv.FormatFloat(1e6*rng.NormFloat64(), 'f', rng.IntN(9), 64))
	}
	for _, text := range texts {
		got, ok := ParseNumber([]byte(text))
		want, err := strconv.ParseFloat(text, 64)
		wantOK := err == nil || errors.Is(err, strconv.ErrRange)
		if ok != wantOK || ok && math.Float64bits(got) != math.Float64bits(want) && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%q: %v %v, strconv has %v %v", text, got, ok, want, wantOK)
		}
	}
	for _, text := range []string{"1_000", "5_4", "0x1p-2", "-0X1P3"} {
		if v, ok := ParseNumber([]byte(text)); ok || !OnceNumber(text) {
			t.Errorf("%q is read as %v", text, v)
		}
	}
	if OnceNumber("1_") || OnceNumber("0xfg") || OnceNumber("10") {
		t.Error("a text that never was a number is said to have been one, or a number")
	}
}
