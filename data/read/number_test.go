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
	texts := []string{
		"", "-", "+", ".", "-.5", "5.", "-0", "+7", "--1", "1.2.3",
		"1e5", "1e999", "-1e999", "1e",
		"nan", "NaN", "Inf", "-inf", "infinity", "abc", "iris", "nation",
		"12345678901234567890", "0.1234567890123456789", "999999999999999", "9999999999999999",
	}
	for range 20000 {
		v := math.Float64frombits(rng.Uint64())
		texts = append(texts,
			strconv.FormatFloat(v, 'g', -1, 64),
			strconv.FormatFloat(rng.NormFloat64(), 'f', rng.IntN(16), 64),
			strconv.FormatFloat(1e6*rng.NormFloat64(), 'f', rng.IntN(9), 64))
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
		if v, ok := ParseNumber([]byte(text)); ok || !ReadOtherwise(text) {
			t.Errorf("%q is read as %v", text, v)
		}
	}
	for text, want := range map[string]float64{"\u22123.94": -3.94, "\u22121e3": -1000} {
		if v, ok := ParseNumber([]byte(text)); !ok || v != want || !ReadOtherwise(text) {
			t.Errorf("%q is %v, %v", text, v, ok)
		}
	}
	for _, text := range []string{"\u2212", "\u2212-1", "1\u22122", "\u2212\u22121"} {
		if v, ok := ParseNumber([]byte(text)); ok {
			t.Errorf("%q is read as %v", text, v)
		}
	}
	for _, text := range []string{"1_", "0xfg", "10", "\u2212x"} {
		if ReadOtherwise(text) {
			t.Errorf("%q was never read otherwise", text)
		}
	}
}
