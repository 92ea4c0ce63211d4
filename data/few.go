package data

import "fmt"

// mostNamed is how many names a message has at most.
const mostNamed = 10

// Few returns the first of some names, ten at most, and how many more there are as a message
// goes on with it: " and 3 more", "" for none.
func Few(names []string) (first []string, more string) {
	if len(names) <= mostNamed {
		return names, ""
	}
	return names[:mostNamed], fmt.Sprintf(" and %d more", len(names)-mostNamed)
}
