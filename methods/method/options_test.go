package method

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
)

type config struct {
	Scaling
	Sparse
	Prior
	Learning
	Batching
	Rate string `option:"rate" oneof:"fixed|ranganath" help:"step"`
}

func defaults() *config {
	return &config{
		Scaling: Scaling{Standardise: true},
		Sparse:  Sparse{Inducing: Inputs(100), InducingInit: "kmeans"},
		Prior:   Prior{Kernel: "se", Variance: 1, Noise: 1e-3},
		Rate:    "fixed",
	}
}

func TestDecodeSetsEveryKindOfOption(t *testing.T) {
	cfg := defaults()
	err := Decode(cfg, map[string]any{
		"standardise": false, "inducing": "5.0%", "lengthscale": int64(2), "variance": 0.5,
		"learn": []any{"inducing", "kernel"}, "batch": int64(7), "rate": "ranganath",
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"standardise": false, "inducing": "5%", "inducing_init": "kmeans", "kernel": "se", "lengthscale": 2.0,
		"variance": 0.5, "noise": 1e-3, "learn": []string{"kernel", "inducing"}, "batch": int64(7), "rate": "ranganath",
	}
	if got := Encode(cfg); !reflect.DeepEqual(got, want) {
		t.Errorf("Encode = %v, want %v", got, want)
	}
}

func TestEncodeSurvivesJSON(t *testing.T) {
	for _, inducing := range []any{int64(30), "12.5%", "all"} {
		cfg := defaults()
		if err := Decode(cfg, map[string]any{"inducing": inducing}); err != nil {
			t.Fatal(err)
		}
		want := Encode(cfg)
		raw, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var options map[string]any
		if err := json.Unmarshal(raw, &options); err != nil {
			t.Fatal(err)
		}
		back := defaults()
		if err := Decode(back, options); err != nil {
			t.Fatal(err)
		}
		if got := Encode(back); !reflect.DeepEqual(got, want) {
			t.Errorf("after JSON: %v, want %v", got, want)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	cases := []struct {
		key   string
		value any
		says  string
	}{
		{"lengthscales", 1.0, "known are batch, inducing"},
		{"inducing", "0%", "percentage"},
		{"inducing", int64(0), "at least 1"},
		{"inducing", 2.5, "got 2.5"},
		{"inducing", "five", `got "five"`},
		{"lengthscale", -1.0, "positive"},
		{"lengthscale", "mean", "median"},
		{"variance", 0.0, "greater than 0"},
		{"noise", -1.0, "at least 0"},
		{"noise", "much", "want a number"},
		{"batch", 1.5, "whole number"},
		{"batch", int64(math.MaxInt64), "want a whole number of at most 2^53, got 9223372036854775807"},
		{"batch", 1e300, "want a whole number, got 1e+300"},
		{"standardise", int64(1), "true or false"},
		{"kernel", "rbf", "se-ard"},
		{"kernel", int64(1), "want text"},
		{"rate", "slow", "fixed, ranganath"},
		{"rate", int64(1), "want text"},
		{"learn", "kernel", "want a list"},
		{"learn", []any{"kernel", "kernel"}, "twice"},
		{"learn", []any{"noise"}, "kernel, inducing"},
	}
	for _, c := range cases {
		err := Decode(defaults(), map[string]any{c.key: c.value})
		var refused *OptionError
		if !errors.As(err, &refused) || refused.Key != c.key || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s = %v: %v, want words %q", c.key, c.value, err, c.says)
		}
	}
}

// later is a configuration before options were added to it, and laterStill after.
type later struct {
	Step float64 `option:"step"`
}

type laterStill struct {
	later
	Bound Lengthscale `option:"bound" omitzero:"true"`
	Code  bool        `option:"code" omitzero:"true"`
	Rate  float64     `option:"rate"`
}

func TestOptionsAddedLaterLeaveTheCanonicalFormAlone(t *testing.T) {
	cfg := &laterStill{later: later{0.1}}
	if got, want := Encode(cfg), map[string]any{"step": 0.1, "rate": 0.0}; !reflect.DeepEqual(got, want) {
		t.Errorf("Encode = %v, want %v", got, want)
	}
	if all := Describe(cfg); len(all) != 4 || all[1].Name != "bound" || all[1].Default != "median" || all[2].Default != false {
		t.Errorf("Describe = %v", all)
	}
	given := map[string]any{"code": true, "bound": 2.0}
	if err := Decode(cfg, given); err != nil {
		t.Fatal(err)
	}
	if got, want := Encode(cfg), map[string]any{"step": 0.1, "rate": 0.0, "code": true, "bound": 2.0}; !reflect.DeepEqual(got, want) {
		t.Errorf("Encode = %v, want %v", got, want)
	}
	if err := Decode(cfg, map[string]any{"code": false, "bound": "median"}); err != nil || len(Encode(cfg)) != 2 {
		t.Errorf("given their zero values: %v, %v", Encode(cfg), err)
	}
}

type newDefault struct {
	Step float64 `option:"step"`
	Keep bool    `option:"keep" omitzero:"identity"`
}

// A new default is in the canonical form, and so is the value that records have left out.
func TestANewDefaultIsInTheCanonicalForm(t *testing.T) {
	cfg := &newDefault{Step: 0.1, Keep: true}
	if got, want := Encode(cfg), map[string]any{"step": 0.1, "keep": true}; !reflect.DeepEqual(got, want) {
		t.Errorf("Encode = %v, want %v", got, want)
	}
	if all := Describe(cfg); all[0].LeftOut != nil || all[1].LeftOut != false || all[1].Default != true {
		t.Errorf("Describe = %v", all)
	}
	cfg.Keep = false
	old := Encode(cfg)
	if want := map[string]any{"step": 0.1, "keep": false}; !reflect.DeepEqual(old, want) {
		t.Errorf("Encode = %v, want %v", old, want)
	}
	back := &newDefault{Step: 0.1, Keep: true}
	if err := Decode(back, old); err != nil || *back != *cfg {
		t.Errorf("Decode gives %v: %v", *back, err)
	}
}

// The tag of an embedded struct holds for its options, here [] of shared parts.
func TestATagOfAnEmbeddedStruct(t *testing.T) {
	cfg := &struct {
		Step    float64 `option:"step"`
		Sharing `omitzero:"identity"`
	}{Sharing: Sharing{Share: []string{"kernel"}}}
	all := Describe(cfg)
	if left, ok := all[1].LeftOut.([]string); !ok || len(left) > 0 || all[0].LeftOut != nil || len(all[1].OneOf) != 2 {
		t.Errorf("Describe = %v", all)
	}
}

// A default that is not zero would be taken for the zero value after Encode and Decode.
func TestADefaultWithOmitzeroIsZero(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Describe takes a default that Encode leaves out only when it is overridden")
		}
	}()
	Describe(&laterStill{Code: true})
}

func TestInterval(t *testing.T) {
	for _, c := range []struct {
		given any
		want  Interval
		form  any
	}{
		{[]any{int64(-10), int64(10)}, Interval{-10, 10}, []any{-10.0, 10.0}},
		{[]any{-0.5, int64(0)}, Interval{-0.5, 0}, []any{-0.5, 0.0}},
		{"none", Interval{}, "none"},
	} {
		interval := Interval{1, 2}
		if err := interval.SetOption(c.given); err != nil || interval != c.want || !reflect.DeepEqual(interval.Option(), c.form) {
			t.Errorf("%v: %+v, %v, in canonical form %v", c.given, interval, err, interval.Option())
		}
		raw, err := json.Marshal(interval.Option())
		if err != nil {
			t.Fatal(err)
		}
		var form any
		if err := json.Unmarshal(raw, &form); err != nil {
			t.Fatal(err)
		}
		var back Interval
		if err := back.SetOption(form); err != nil || back != interval {
			t.Errorf("%v: %+v after JSON, %v", c.given, back, err)
		}
	}
	for _, c := range []struct {
		given any
		says  string
	}{
		{10.0, "want two numbers"}, {"all", "want two numbers"}, {[]any{}, "want two numbers"},
		{[]any{1.0, 2.0, 3.0}, "want two numbers"}, {[]any{"a", "b"}, "low: want a number"},
		{[]any{1.0, math.Inf(1)}, "high: want a number"}, {[]any{math.NaN(), 1.0}, "low: want a number"},
		{[]any{1.0, 1.0}, "less than high"}, {[]any{2.0, 1.0}, "less than high"},
	} {
		interval := Interval{1, 2}
		if err := interval.SetOption(c.given); err == nil || !strings.Contains(err.Error(), c.says) || interval != (Interval{1, 2}) {
			t.Errorf("%v: %v, %+v", c.given, err, interval)
		}
	}
}

func FuzzInterval(f *testing.F) {
	for _, s := range []string{`[-10, 10]`, `"none"`, `[1]`, `[2, 1]`, `[1e999, 2]`, `{"a": 1}`, `[[1], 2]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var v any
		if json.Unmarshal([]byte(text), &v) != nil {
			return
		}
		var interval, back Interval
		if interval.SetOption(v) != nil {
			return
		}
		if err := back.SetOption(interval.Option()); err != nil || back != interval || !interval.None() && interval.Low >= interval.High {
			t.Errorf("%s: %+v, then %+v, %v", text, interval, back, err)
		}
	})
}

func TestDescribeFollowsTheStruct(t *testing.T) {
	got := Describe(defaults())
	if len(got) != 14 || got[0].Name != "standardise" || got[13].Name != "rate" {
		t.Fatalf("Describe = %v", got)
	}
	if got[3].Default != int64(100) || !strings.Contains(got[3].Type, "percentage") || got[8].Default != "median" {
		t.Errorf("Describe = %v", got)
	}
}

func TestCountOf(t *testing.T) {
	for _, c := range []struct {
		option any
		n, m   int
	}{{"5%", 214, 11}, {"5%", 3, 1}, {"20%", 1287, 257}, {"all", 9, 9}, {int64(9), 9, 9}, {"50%", 5, 3}} {
		var count Count
		if err := count.SetOption(c.option); err != nil {
			t.Fatal(err)
		}
		if m, err := count.Of(c.n); err != nil || m != c.m {
			t.Errorf("%v of %d = %d, %v, want %d", c.option, c.n, m, err, c.m)
		}
	}
	if _, err := Inputs(10).Of(9); err == nil {
		t.Error("10 inducing inputs of 9 rows are no error")
	}
}
