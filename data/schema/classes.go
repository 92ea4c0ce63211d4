package schema

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/heuristics"
	"gpcbench/data/read"
)

// Label is one label as written in the files.
type Label struct {
	Text        string
	Train, Test int // rows of training and of test parts
	File        string
	Line        int // of its first occurrence
}

// classes says which class a label, as written, belongs to.
type classes struct {
	names  []string // in class order
	counts []int
	class  map[string]int // or unused
	apart  bool           // labels that look like numbers are texts
}

// unused is the class of a label whose rows are not used.
const unused = -1

// makeClasses maps the labels that were seen to ordered classes. The suffix is trimmed, classes are
// kept and merged, then ordered as numbers if all are numbers, otherwise by bytes. Labels that are
// equal as numbers are one class, unless they are declared to be texts. With f.Positive the classes
// become -1 and +1.
func makeClasses(name string, seen map[string]*Label, f *catalogue.Format, declared bool) (*classes, error) {
	texts := slices.Sorted(maps.Keys(seen))
	keys := newLabelKeys(texts, f, declared)
	present := make(map[string]bool, len(texts))
	for _, text := range texts {
		present[keys.ofFile(text)] = true
	}
	rules, err := newClassRules(name, f, keys, present)
	if err != nil {
		return nil, err
	}
	className := make(map[string]string, len(texts)) // by the label as written
	exists := make(map[string]bool)
	for _, text := range texts {
		if class, use := rules.class(keys.ofFile(text)); use {
			className[text] = class
			exists[class] = true
		}
	}
	c := &classes{apart: keys.apart, names: slices.SortedFunc(maps.Keys(exists), keys.compare), class: make(map[string]int, len(texts))}
	if len(rules.positive) > 0 && len(c.names) == 2 {
		c.names = []string{"-1", "+1"}
	}
	switch {
	case len(c.names) < 2 && len(rules.positive) > 0:
		return nil, data.KeyErrorf(name, "positive", "positive lists all classes: %s", listed(present))
	case len(c.names) < 2:
		return nil, &data.ContentError{File: name, Problem: fmt.Sprintf("every row has the same label, %q, so there is nothing to learn", strings.Join(c.names, ""))}
	}
	c.counts = make([]int, len(c.names))
	for _, text := range texts {
		c.class[text] = unused
		if class, use := className[text]; use {
			i := slices.Index(c.names, class)
			c.class[text] = i
			c.counts[i] += seen[text].Train + seen[text].Test
		}
	}
	return c, nil
}

// labelKeys gives labels the keys by which they are compared: labels that are equal as numbers have
// one key, if all labels of the files are numbers. In a user's table labels are texts in any of
// these cases: one is a code, such as 01, or a number that float64 cannot distinguish from the
// next; all are codes such as 1E2; they are declared to be classes and some are the same number.
type labelKeys struct {
	suffix  string // removed from the labels in the files
	numeric bool
	apart   bool // they are texts though all are numbers
}

func newLabelKeys(texts []string, f *catalogue.Format, declared bool) labelKeys {
	numeric := !slices.ContainsFunc(texts, func(text string) bool {
		text = strings.TrimSuffix(text, f.TrimLabel)
		v, ok := read.ParseNumber([]byte(text))
		return !ok || f.Own && (heuristics.Code(text) || math.Abs(v) >= 1<<53)
	})
	apart := false
	if numeric && f.Own {
		apart = declared && sameFloat(texts) || heuristics.PlateCodes(texts)
	}
	return labelKeys{suffix: f.TrimLabel, numeric: numeric, apart: apart}
}

// LabelKey returns the function from labels to the keys by which they are compared.
func (s *Schema) LabelKey() func(label string) string {
	return newLabelKeys(slices.Collect(maps.Keys(s.Labels)), s.format, s.labelDeclared()).ofFile
}

// merges says whether labels that are the same number are one class.
func (k labelKeys) merges() bool { return k.numeric && !k.apart }

// of returns the key of a label that the format names.
func (k labelKeys) of(text string) string {
	if k.merges() {
		return read.CanonicalNumber(text)
	}
	return text
}

// ofFile returns the key of a label as written in a file.
func (k labelKeys) ofFile(text string) string { return k.of(strings.TrimSuffix(text, k.suffix)) }

// compare compares keys in the order of classes.
func (k labelKeys) compare(a, b string) int {
	if k.numeric {
		va, _ := read.ParseNumber([]byte(a))
		vb, _ := read.ParseNumber([]byte(b))
		return cmp.Or(cmp.Compare(va, vb), cmp.Compare(a, b))
	}
	return cmp.Compare(a, b)
}

// classRules are the rules of a format about classes, with keys for labels.
type classRules struct {
	keep, positive, negative map[string]bool
	merged                   map[string]string // from each class of a group to the group's first class
}

// newClassRules refuses rules that name a class that is not present.
func newClassRules(name string, f *catalogue.Format, keys labelKeys, present map[string]bool) (r classRules, err error) {
	set := func(what string, texts []string) map[string]bool {
		set := make(map[string]bool, len(texts))
		for _, text := range texts {
			if !present[keys.of(text)] && err == nil {
				err = data.KeyErrorf(name, what, "%s lists the class %q, but no row has it; the classes are %s", what, text, listed(present))
			}
			set[keys.of(text)] = true
		}
		return set
	}
	r.keep = set("keep", f.Keep)
	r.merged = make(map[string]string)
	for _, group := range f.Merge {
		for class := range set("merge", group) {
			r.merged[class] = keys.of(group[0])
		}
	}
	r.positive = set("positive", f.Positive)
	r.negative = set("negative", f.Negative)
	return r, err
}

// class returns the class of labels with a key, and whether their rows are used.
func (r classRules) class(key string) (class string, use bool) {
	switch {
	case len(r.keep) > 0 && !r.keep[key]:
		return "", false
	case len(r.positive) == 0:
		return cmp.Or(r.merged[key], key), true
	case r.positive[key]:
		return "+1", true
	case len(r.negative) == 0 || r.negative[key]:
		return "-1", true
	}
	return "", false
}

// listed names at most ten members of a set.
func listed(set map[string]bool) string {
	names := slices.Sorted(maps.Keys(set))
	for i := range names {
		names[i] = data.Shown(names[i])
	}
	names, more := data.Few(names)
	return strings.Join(names, ", ") + more
}
