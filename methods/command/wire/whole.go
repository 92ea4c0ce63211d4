package wire

import (
	"encoding/json"
	"fmt"
	"strconv"
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
		return fmt.Errorf("%s is not a whole number", text)
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
		return err
	}
	m.Protocol, m.Iteration = int(read.Protocol), int(read.Iteration)
	for _, n := range read.Shape {
		m.Shape = append(m.Shape, int(n))
	}
	return nil
}
