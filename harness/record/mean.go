package record

import "strings"

const plus = " + "

// MeanLabel is what the mean of methods with some labels is called.
func MeanLabel(labels []string) string { return strings.Join(labels, plus) }

// MemberLabels returns the labels of which MeanLabel made one; of a label that is no mean's, itself.
func MemberLabels(label string) []string { return strings.Split(label, plus) }
