package method

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gpcbench/gp/likelihood"
)

// field is one option of a configuration.
type field struct {
	name string
	tag  reflect.StructTag
	v    reflect.Value
}

// fieldsOf returns the options of the struct that cfg points to.
func fieldsOf(cfg any) []field {
	v := reflect.ValueOf(cfg)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		panic("method: options: not a pointer to a struct")
	}
	return appendFields(nil, v.Elem())
}

// appendFields appends the options of struct v, with those of embedded
// structs in their place, which also have the tags of the embedding.
func appendFields(out []field, v reflect.Value) []field {
	t := v.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		name, ok := f.Tag.Lookup("option")
		switch {
		case ok:
			if slices.ContainsFunc(out, func(o field) bool { return o.name == name }) {
				panic("method: options: " + name + " twice")
			}
			out = append(out, field{name: name, tag: f.Tag, v: v.Field(i)})
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			from := len(out)
			out = appendFields(out, v.Field(i))
			for j := range out[from:] {
				out[from+j].tag += " " + f.Tag
			}
		}
	}
	return out
}

// registries has, for each value of the tag registry, the function that lists the
// values that an option may have.
var registries = map[string]func() []string{
	"inducing inits": inducingInits,
	"links":          likelihood.Links,
	"multiclass":     likelihood.Multiclass,
	"predictions":    func() []string { return likelihood.Predictions(likelihood.NameLogisticSoftmax) },
	"likelihoods": func() []string {
		return slices.Concat([]string{"auto"}, likelihood.Links(), likelihood.Multiclass(), likelihood.Noisy())
	},
}

// names returns the sorted names of the options.
func names(all []field) []string {
	out := make([]string, len(all))
	for i, f := range all {
		out[i] = f.name
	}
	slices.Sort(out)
	return out
}

// omitsZero says whether the canonical form leaves the zero value out.
func (f field) omitsZero() bool { return f.tag.Get("omitzero") == "true" }

// leftOut returns the zero value in canonical form if it does not count among what decides a
// result, else nil.
func (f field) leftOut() any {
	if _, ok := f.tag.Lookup("omitzero"); !ok {
		return nil
	}
	return field{f.name, f.tag, reflect.New(f.v.Type()).Elem()}.canonical()
}

// value returns the field as a Value, or nil.
func (f field) value() Value {
	v, _ := f.v.Addr().Interface().(Value)
	return v
}

// kind returns the type in words.
func (f field) kind() string {
	if v := f.value(); v != nil {
		return f.tag.Get("type")
	}
	switch f.v.Kind() {
	case reflect.Int:
		return "integer"
	case reflect.Float64:
		return "number"
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "text"
	case reflect.Slice:
		return "list of text"
	}
	panic("method: options: " + f.name + " has a type that cannot be an option")
}

// oneOf returns what the option may be, nil if it is free.
func (f field) oneOf() []string {
	if list := f.tag.Get("oneof"); list != "" {
		return strings.Split(list, "|")
	}
	if name, ok := f.tag.Lookup("registry"); ok {
		return registries[name]()
	}
	return nil
}

// canonical returns the value as Encode gives it.
func (f field) canonical() any {
	if v := f.value(); v != nil {
		return v.Option()
	}
	switch f.v.Kind() {
	case reflect.Int:
		return f.v.Int()
	case reflect.Slice:
		return append([]string{}, f.v.Interface().([]string)...)
	}
	return f.v.Interface()
}

// set gives the option the value v of a spec.
func (f field) set(v any) error {
	if o := f.value(); o != nil {
		return o.SetOption(v)
	}
	switch f.v.Kind() {
	case reflect.Int:
		x, err := Integer(v)
		if err != nil {
			return err
		}
		if err := f.inRange(float64(x)); err != nil {
			return err
		}
		f.v.SetInt(x)
	case reflect.Float64:
		x, err := Number(v)
		if err != nil {
			return err
		}
		if err := f.inRange(x); err != nil {
			return err
		}
		f.v.SetFloat(x)
	case reflect.Bool:
		x, ok := v.(bool)
		if !ok {
			return fmt.Errorf("want true or false, got %s", show(v))
		}
		f.v.SetBool(x)
	case reflect.String:
		x, ok := v.(string)
		if !ok {
			return fmt.Errorf("want text, got %s", show(v))
		}
		if err := f.listed(x); err != nil {
			return err
		}
		f.v.SetString(x)
	case reflect.Slice:
		x, err := f.list(v)
		if err != nil {
			return err
		}
		f.v.Set(reflect.ValueOf(x))
	}
	return nil
}

// inRange checks x against the tags min, above and max.
func (f field) inRange(x float64) error {
	bound := func(tag string) (float64, bool) {
		s, ok := f.tag.Lookup(tag)
		if !ok {
			return 0, false
		}
		b, err := strconv.ParseFloat(s, 64)
		if err != nil {
			panic("method: options: " + f.name + ": bad tag " + tag)
		}
		return b, true
	}
	if b, ok := bound("min"); ok && x < b {
		return fmt.Errorf("must be at least %v, got %v", b, x)
	}
	if b, ok := bound("above"); ok && x <= b {
		return fmt.Errorf("must be greater than %v, got %v", b, x)
	}
	if b, ok := bound("max"); ok && x > b {
		return fmt.Errorf("must be at most %v, got %v", b, x)
	}
	return nil
}

// listed checks that s is an allowed value of the option.
func (f field) listed(s string) error {
	if one := f.oneOf(); one != nil && !slices.Contains(one, s) {
		return fmt.Errorf("want one of %s, got %q", strings.Join(one, ", "), s)
	}
	return nil
}

// list returns v as a list of texts without repetition, in the order of the
// tag oneof if there is one, so that the order in a spec has no effect.
func (f field) list(v any) ([]string, error) {
	var in []any
	switch v := v.(type) {
	case []any:
		in = v
	case []string:
		for _, s := range v {
			in = append(in, s)
		}
	default:
		return nil, fmt.Errorf("want a list of texts, got %s", show(v))
	}
	out := []string{}
	for _, e := range in {
		s, ok := e.(string)
		if !ok {
			return nil, fmt.Errorf("want a list of texts, got %s in it", show(e))
		}
		if err := f.listed(s); err != nil {
			return nil, err
		}
		if slices.Contains(out, s) {
			return nil, fmt.Errorf("%q is listed twice", s)
		}
		out = append(out, s)
	}
	if one := f.oneOf(); one != nil {
		slices.SortFunc(out, func(a, b string) int { return slices.Index(one, a) - slices.Index(one, b) })
	}
	return out, nil
}

// largest is the largest whole number that an option may be: larger ones lose digits on their way to a worker,
// in JSON.
const largest = 1 << 53

// Integer returns v, as TOML, JSON or Go code gives it, as an integer.
func Integer(v any) (int64, error) {
	var n int64
	switch v := v.(type) {
	case int:
		n = int64(v)
	case int64:
		n = v
	case float64:
		if v != math.Trunc(v) || math.Abs(v) > largest {
			return 0, fmt.Errorf("want a whole number, got %s", show(v))
		}
		n = int64(v)
	default:
		return 0, fmt.Errorf("want a whole number, got %s", show(v))
	}
	if n < -largest || n > largest {
		return 0, fmt.Errorf("want a whole number of at most 2^53, got %d", n)
	}
	return n, nil
}

// Number returns v, as TOML, JSON or Go code gives it, as a finite number.
func Number(v any) (float64, error) {
	switch v := v.(type) {
	case int:
		return float64(v), nil
	case int64:
		return float64(v), nil
	case float64:
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			return v, nil
		}
	}
	return 0, fmt.Errorf("want a number, got %s", show(v))
}

// show writes a value of a spec as its author wrote it.
func show(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case []any, map[string]any, []string:
		return fmt.Sprintf("%v", v)
	}
	return fmt.Sprint(v)
}
