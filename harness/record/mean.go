package record

import "strings"

const plus = " + "

// MeanLabel returns the label of the mean of the methods with the given labels.
func MeanLabel(labels []string) string { return strings.Join(labels, plus) }

// MemberLabels returns the labels from which MeanLabel made a label, or the label itself if it is not a mean's.
func MemberLabels(label string) []string { return strings.Split(label, plus) }
