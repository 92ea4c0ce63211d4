package data

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"gpcbench/data/catalogue"
)

// seenLabel is one label as the files write it.
type seenLabel struct {
	Text        string
	Train, Test int // rows of training and of test parts
	File        string
	Line        int // where it comes first
}

// classMap says which class a label, as written, belongs to.
type classMap struct {
	names  []string // in class order
	counts []int
	class  map[string]int // -1: its rows are not used
}

// makeClasses orders and maps the labels that were seen: the suffix is trimmed,
// classes are kept and merged, then ordered as numbers if all are numbers, else
// by bytes; labels that are equal as numbers are one class. With f.Positive the
// classes become -1 and +1.
func makeClasses(name string, seen map[string]*seenLabel, f *catalogue.Format) (*classMap, error) {
	labels := make([]*seenLabel, 0, len(seen))
	for _, l := range seen {
		labels = append(labels, l)
	}
	slices.SortFunc(labels, func(a, b *seenLabel) int { return cmp.Compare(a.Text, b.Text) })
	trim := func(text string) string { return strings.TrimSuffix(text, f.TrimLabel) }
	numeric := true
	for _, l := range labels {
		_, ok := parseNumber([]byte(trim(l.Text)))
		numeric = numeric && ok
	}
	// key is the name of the class that a label, or a label of the format, means.
	key := func(text string) string {
		if v, ok := parseNumber([]byte(text)); ok && numeric {
			if v == 0 {
				v = 0 // -0 is 0
			}
			return formatNumber(v)
		}
		return text
	}
	present := make(map[string]bool, len(labels))
	for _, l := range labels {
		present[key(trim(l.Text))] = true
	}
	asked := func(what string, list []string) (map[string]bool, error) {
		set := make(map[string]bool, len(list))
		for _, text := range list {
			if !present[key(text)] {
				return nil, requestError(name, "%s lists the class %q, which no row has; the classes are %s", what, text, listed(present))
			}
			set[key(text)] = true
		}
		return set, nil
	}
	keep, err := asked("keep", f.Keep)
	if err != nil {
		return nil, err
	}
	into := make(map[string]string)
	for _, group := range f.Merge {
		if _, err := asked("merge", group); err != nil {
			return nil, err
		}
		for _, text := range group {
			into[key(text)] = key(group[0])
		}
	}
	positive, err := asked("positive", f.Positive)
	if err != nil {
		return nil, err
	}
	negative, err := asked("negative", f.Negative)
	if err != nil {
		return nil, err
	}

	m := &classMap{class: make(map[string]int, len(labels))}
	className := make(map[string]string, len(labels)) // by label as written; empty: not used
	exists := make(map[string]bool)
	for _, l := range labels {
		k := key(trim(l.Text))
		switch {
		case len(keep) > 0 && !keep[k]:
			continue
		case len(positive) == 0:
			if first, ok := into[k]; ok {
				k = first
			}
		case positive[k]:
			k = "+1"
		case len(negative) == 0 || negative[k]:
			k = "-1"
		default:
			continue
		}
		className[l.Text] = k
		if !exists[k] {
			exists[k] = true
			m.names = append(m.names, k)
		}
	}
	slices.SortFunc(m.names, func(a, b string) int {
		if numeric {
			va, _ := parseNumber([]byte(a))
			vb, _ := parseNumber([]byte(b))
			return cmp.Compare(va, vb)
		}
		return cmp.Compare(a, b)
	})
	if len(positive) > 0 && len(m.names) == 2 {
		m.names = []string{"-1", "+1"}
	}
	if len(m.names) < 2 {
		if len(positive) > 0 {
			return nil, requestError(name, "positive lists every class there is: %s", listed(present))
		}
		return nil, &ContentError{File: name, Problem: fmt.Sprintf("every row has the same label, %q: there is nothing to tell apart", m.names)}
	}
	m.counts = make([]int, len(m.names))
	for _, l := range labels {
		m.class[l.Text] = -1
		if k, used := className[l.Text]; used {
			c := slices.Index(m.names, k)
			m.class[l.Text] = c
			m.counts[c] += l.Train + l.Test
		}
	}
	return m, nil
}

// rows returns the number of rows that are used.
func (m *classMap) rows() int {
	n := 0
	for _, c := range m.counts {
		n += c
	}
	return n
}

// listed names at most ten members of a set.
func listed(set map[string]bool) string {
	names := make([]string, 0, len(set))
	for name := range set {
		names = append(names, name)
	}
	sort.Strings(names)
	if len(names) > 10 {
		return strings.Join(names[:10], ", ") + fmt.Sprintf(" and %d more", len(names)-10)
	}
	return strings.Join(names, ", ")
}

// plural is a count with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
