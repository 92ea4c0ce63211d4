package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// whole is a whole number, however it is written: languages whose numbers are floating point write 1.0 or 1e+05.
type whole int

// UnmarshalJSON reads a number. null is the same as no number.
func (w *whole) UnmarshalJSON(text []byte) error {
	const largest = 1 << 53 // such numbers are exact up to here
	if string(text) == "null" {
		return nil
	}
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil || v < -largest || v > largest || v != float64(int(v)) {
		return fmt.Errorf("%s is not a whole number of at most 2^53", text)
	}
	*w = whole(v)
	return nil
}

// UnmarshalJSON reads a message.
func (m *Message) UnmarshalJSON(text []byte) error {
	type plain Message
	read := struct {
		*plain
		Protocol  whole   `json:"protocol"`
		Iteration whole   `json:"iteration"`
		Shape     []whole `json:"shape"`
	}{plain: (*plain)(m)}
	if err := json.Unmarshal(text, &read); err != nil {
		return inWords(err)
	}
	m.Protocol, m.Iteration = int(read.Protocol), int(read.Iteration)
	for _, n := range read.Shape {
		m.Shape = append(m.Shape, int(n))
	}
	return nil
}

// inWords says what a field should be in the words of JSON: encoding/json names Go's types.
func inWords(err error) error {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return err
	}
	got, number, _ := strings.Cut(wrong.Value, " ")
	kind := wrong.Type.Kind()
	if kind == reflect.Float64 && number != "" {
		return fmt.Errorf("%s is beyond the range of a float64", number)
	}
	named := map[string]string{"string": "a string", "number": "a number", "bool": "true or false", "array": "an array", "object": "an object"}
	want := map[reflect.Kind]string{reflect.String: "string", reflect.Float64: "number", reflect.Bool: "bool", reflect.Slice: "array", reflect.Map: "object", reflect.Struct: "object"}[kind]
	problem := fmt.Errorf("want %s, got %s", named[want], named[got])
	if field := wrong.Field[strings.LastIndex(wrong.Field, ".")+1:]; field != "" {
		return fmt.Errorf("in %q: %w", field, problem)
	}
	return problem
}
