package method

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gpcbench/gp/likelihood"
)

// Options are the fields of a method's configuration, told apart by struct
// tags; embedded structs are flattened:
//
//	Batch int     `option:"batch" min:"0" help:"rows in a minibatch, 0 for all"`
//	Rate  string  `option:"rate" oneof:"fixed|robbins-monro" help:"..."`
//	Tau   float64 `option:"tau" above:"0" help:"..."`
//
// A field is an int, a float64, a bool, a string, a []string or a type whose
// pointer is a Value. `min` is the least value allowed, `above` an excluded
// lower bound, `max` the greatest value allowed. `oneof` lists what a string,
// or each element of a []string, may be; `registry` names a list of registries that has
// that. `omitzero` is for an option that is added to a method of which there are records, which
// its zero value goes on as before. With "true" the zero value is also the default, and the
// canonical form leaves it out. With "identity" the default is another, the canonical form always
// has the option, and what decides a result leaves the zero value out. Older records stay valid
// either way.

// Value is an option with a form of its own, such as a count or a percentage.
type Value interface {
	// SetOption takes a value as a spec gives it: int64, float64, string, bool, or
	// []any of strings or of numbers.
	SetOption(v any) error
	// Option returns the canonical form, which SetOption takes back.
	Option() any
}

// FileName is the type of an option that names a file. Its canonical form is the path,
// DigestMark and the SHA-256 of the content.
const (
	FileName   = "file name"
	DigestMark = " sha256:"
)

// FileNames is the type of an option that lists files by names relative to the specification, or folders of
// them. Its canonical form has each file with DigestMark and the SHA-256 of its content.
const FileNames = "list of file names"

// Open is a configuration that takes options of any name beside those of its fields.
type Open interface {
	// SetOther takes the value of an option that is no field's.
	SetOther(name string, v any) error
	// Others returns these in canonical form.
	Others() map[string]any
}

// OptionError says which option was refused and why.
type OptionError struct {
	Key     string
	Problem string
}

// Error returns the key with the problem.
func (e *OptionError) Error() string { return fmt.Sprintf("option %q: %s", e.Key, e.Problem) }

// Option describes one option to people.
type Option struct {
	Name    string
	Type    string // "integer", "number", "true or false", "text", "list of text", or what Value types say
	Default any    // in canonical form
	OneOf   []string
	Help    string

	LeftOut any // the value in canonical form that is no part of what decides a result, nil if every value is
}

// Decode sets the options of dst, a pointer to a struct that holds the
// defaults. The error, if any, is an *OptionError; of several faults the
// first by key is reported.
func Decode(dst any, options map[string]any) error {
	all := fieldsOf(dst)
	keys := make([]string, 0, len(options))
	for key := range options {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		i := slices.IndexFunc(all, func(f field) bool { return f.name == key })
		if open, ok := dst.(Open); ok && i < 0 {
			if err := open.SetOther(key, options[key]); err != nil {
				return &OptionError{Key: key, Problem: err.Error()}
			}
			continue
		}
		if i < 0 {
			return &OptionError{Key: key, Problem: "there is no such option; known are " + strings.Join(names(all), ", ")}
		}
		if err := all[i].set(options[key]); err != nil {
			return &OptionError{Key: key, Problem: err.Error()}
		}
	}
	return nil
}

// Describe returns the options of cfg, a pointer to a struct that holds the
// defaults, in the order of its fields.
func Describe(cfg any) []Option {
	var out []Option
	for _, f := range fieldsOf(cfg) {
		if f.omitsZero() && !f.v.IsZero() {
			panic("method: options: " + f.name + " has omitzero = true and a default that is not zero")
		}
		out = append(out, Option{Name: f.name, Type: f.kind(), Default: f.canonical(), OneOf: f.oneOf(), Help: f.tag.Get("help"), LeftOut: f.leftOut()})
	}
	return out
}

// Encode returns the options of cfg, a pointer to a struct, in canonical form:
// int64, float64, bool, string, []string or []any of float64. Zero values with the tag
// omitzero:"true" are left out. Decode takes the form back, also after a passage through JSON.
func Encode(cfg any) map[string]any {
	out := map[string]any{}
	for _, f := range fieldsOf(cfg) {
		if f.omitsZero() && f.v.IsZero() {
			continue
		}
		out[f.name] = f.canonical()
	}
	if open, ok := cfg.(Open); ok {
		maps.Copy(out, open.Others())
	}
	return out
}

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

// appendFields appends the options of struct v, embedded structs in place.
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
			out = appendFields(out, v.Field(i))
		}
	}
	return out
}

// registries has, for the tag registry, what lists the names that an option may have.
var registries = map[string]func() []string{
	"inducing inits": inducingInits,
	"links":          likelihood.Links,
	"multiclass":     likelihood.Multiclass,
	"predictions":    likelihood.Predictions,
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

// leftOut returns the zero value in canonical form if it is no part of what decides a result,
// else nil.
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

// inRange holds x against the tags min, above and max.
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

// listed holds s against what the option may be.
func (f field) listed(s string) error {
	if one := f.oneOf(); one != nil && !slices.Contains(one, s) {
		return fmt.Errorf("want one of %s, got %q", strings.Join(one, ", "), s)
	}
	return nil
}

// list returns v as a list of texts without repetition, in the order of the
// tag oneof if there is one, so that the order in a spec means nothing.
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

// Integer returns v, as TOML, JSON or Go code gives it, as an integer.
func Integer(v any) (int64, error) {
	switch v := v.(type) {
	case int:
		return int64(v), nil
	case int64:
		return v, nil
	case float64:
		if v == math.Trunc(v) && math.Abs(v) <= 1<<53 {
			return int64(v), nil
		}
	}
	return 0, fmt.Errorf("want a whole number, got %s", show(v))
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

// show writes a value of a spec the way its author did.
func show(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case []any, map[string]any, []string:
		return fmt.Sprintf("%v", v)
	}
	return fmt.Sprint(v)
}
