package spec

import "slices"

// DatasetKey, LabelKey and VariantKey are the keys, in tables, figures, claims and filters, of a cell's data set, of the
// label of its method and of its variant. Options have their own names.
const (
	DatasetKey = "dataset"
	LabelKey   = "label"
	VariantKey = "variant"
)

// Size, Width and Classes are the keys of the numbers of rows, of attributes and of classes or
// labels of a data set. Tables, figures and claims may be laid out by one of them instead of by
// the data set.
const (
	Size    = "N"
	Width   = "D"
	Classes = "K"
)

// Sizes are Size, Width and Classes.
var Sizes = []string{Size, Width, Classes}

// IsSize says whether a key is one of Sizes.
func IsSize(key string) bool { return slices.Contains(Sizes, key) }

// SizeOf returns the one of a data set's numbers of rows, of attributes and of classes or
// labels that a key means, 0 if the key is not one of Sizes.
func SizeOf(key string, rows, attributes, classes int) int {
	switch key {
	case Size:
		return rows
	case Width:
		return attributes
	case Classes:
		return classes
	}
	return 0
}
