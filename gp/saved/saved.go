// Package saved reads the states that fitted models and interrupted fits leave in files. Files
// are not trusted: the sizes that a file states are compared with the numbers that it holds
// before anything of that size is allocated.
//
// A reader decodes with Decode, compares every number of rows, columns and functions by Fits or
// Matrix, and asks Room before it makes what the file itself does not hold, such as an M x M
// matrix for M inducing inputs. Decode alone takes at most some hundred bytes of memory for a
// byte of the file.
package saved

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"math"
	"reflect"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg/engine"
)

// ErrMisfit says that the parts of a state do not belong to one model.
var ErrMisfit = errors.New("the state cannot be read: its parts do not fit together")

// Encode returns a state for Decode.
func Encode(state any) ([]byte, error) {
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(state)
	return buf.Bytes(), err
}

// Decode reads what a gob encoder wrote, one value after the other, to what parts point to. The
// error says that it is damaged, or that a floating-point number in it is not finite. A field that may be
// infinite has the tag saved:"infinite".
func Decode(raw []byte, parts ...any) (err error) {
	defer func() {
		if p := recover(); p != nil { // encoding/gob does not promise that it never panics
			err = fmt.Errorf("the state cannot be read: %v", p)
		}
	}()
	in := gob.NewDecoder(bytes.NewReader(raw))
	for _, part := range parts {
		if err := in.Decode(part); err != nil {
			return fmt.Errorf("the state cannot be read: %w", err)
		}
	}
	for _, part := range parts {
		if !finite(reflect.ValueOf(part)) {
			return errors.New("the state cannot be read: it holds a number that is not finite")
		}
	}
	return nil
}

// finite says whether all floating-point numbers in the exported fields of v are finite.
func finite(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Float64:
		x := v.Float()
		return !math.IsNaN(x) && !math.IsInf(x, 0)
	case reflect.Pointer, reflect.Interface:
		return v.IsNil() || finite(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Tag.Get("saved") != "infinite" && !finite(v.Field(i)) {
				return false
			}
		}
	case reflect.Map:
		for each := v.MapRange(); each.Next(); {
			if !finite(each.Value()) {
				return false
			}
		}
	case reflect.Slice, reflect.Array:
		if values, ok := v.Interface().([]float64); ok {
			return engine.Finite(values)
		}
		switch v.Type().Elem().Kind() {
		case reflect.Float64, reflect.Pointer, reflect.Interface, reflect.Struct, reflect.Map, reflect.Slice, reflect.Array:
			for i := range v.Len() {
				if !finite(v.Index(i)) {
					return false
				}
			}
		}
	}
	return true
}

// Fits says whether n is the product of dims, each at least 1, however large they are.
func Fits(n int, dims ...int) bool {
	for _, d := range dims {
		if d < 1 || n%d != 0 {
			return false
		}
		n /= d
	}
	return n == 1
}

// Matrix returns the rows x cols matrix of values, which it keeps. The error is ErrMisfit if they
// are not as many, or rows or cols is less than 1.
func Matrix(values []float64, rows, cols int) (*mat.Dense, error) {
	if !Fits(len(values), rows, cols) {
		return nil, ErrMisfit
	}
	return mat.NewDense(rows, cols, values), nil
}

const (
	// Least is a size that any file may ask for, in bytes.
	Least = 1 << 30
	// PerByte is how many bytes a byte of a larger file may ask for.
	PerByte = 64
)

// Room returns an error if the product of dims, each at least 0, is a larger number of 8-byte
// values than a file of the given size may ask for: Least, or PerByte times the file.
func Room(bytes int, dims ...int) error {
	left := max(Least, PerByte*bytes) / 8
	for _, d := range dims {
		if d <= 0 {
			return nil
		}
		left /= d
	}
	if left < 1 {
		return fmt.Errorf("the state cannot be read: it asks for a matrix of %v numbers, which a file of %d bytes cannot hold", dims, bytes)
	}
	return nil
}

// SameShape says whether two values of one type have the same size: slices in their exported
// fields of equal length, pointers nil in both or in neither, maps with equally many keys.
func SameShape(a, b any) bool { return sameShape(reflect.ValueOf(a), reflect.ValueOf(b)) }

func sameShape(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Pointer:
		return a.IsNil() == b.IsNil() && (a.IsNil() || sameShape(a.Elem(), b.Elem()))
	case reflect.Struct:
		for i := range a.NumField() {
			if a.Type().Field(i).IsExported() && !sameShape(a.Field(i), b.Field(i)) {
				return false
			}
		}
	case reflect.Map:
		return a.Len() == b.Len()
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return false
		}
		switch a.Type().Elem().Kind() {
		case reflect.Pointer, reflect.Struct, reflect.Map, reflect.Slice, reflect.Array:
			for i := range a.Len() {
				if !sameShape(a.Index(i), b.Index(i)) {
					return false
				}
			}
		}
	}
	return true
}
