package spec

import "slices"

// DatasetKey, LabelKey and VariantKey are what tables, figures, claims and filters call the data set of a cell, the label
// of its method and its variant. Options have their own names.
const (
	DatasetKey = "dataset"
	LabelKey   = "label"
	VariantKey = "variant"
)

// Size, Width and Classes are what tables, figures and claims call the numbers of rows, of
// attributes and of classes or labels of a data set, where they are laid out by one of them
// instead of by the data set.
const (
	Size    = "N"
	Width   = "D"
	Classes = "K"
)

// Sizes are these.
var Sizes = []string{Size, Width, Classes}

// IsSize says whether a key is one of these.
func IsSize(key string) bool { return slices.Contains(Sizes, key) }

// SizeOf returns which of a data set's numbers of rows, of attributes and of classes or
// labels a key means, 0 if it means none.
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
