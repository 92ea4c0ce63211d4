package method

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Options are the fields of a method's configuration, told apart by struct
// tags; embedded structs are flattened:
//
//	Batch int     `option:"batch" min:"0" help:"rows in a minibatch, 0 for all"`
//	Rate  string  `option:"rate" oneof:"fixed|robbins-monro" help:"..."`
//	Tau   float64 `option:"tau" above:"0" help:"..."`
//
// A field is an int, a float64, a bool, a string, a []string or a type whose pointer is a Value.
// `min` is the least value allowed, `above` an excluded lower bound, `max` the greatest value
// allowed. `oneof` lists what a string, or each element of a []string, may be; `registry` names a
// list of registries that has that. `omitzero` is for an option that is added to a method with
// existing records, which correspond to its zero value. With "true" the zero value is also the
// default, and the canonical form leaves it out. With "identity" the default differs from the
// zero value and the canonical form always has the option, but what decides a result leaves the
// zero value out. Older records stay valid either way. A tag of an embedded struct holds for all its
// options: a method may be given shared options after it has records.

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
	// SetOther takes the value of an option that is not a field.
	SetOther(name string, v any) error
	// Others returns these options in canonical form.
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

	LeftOut any // the value in canonical form that does not count among what decides a result; nil: every value counts
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
