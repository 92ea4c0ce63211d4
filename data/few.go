package data

import "fmt"

// mostNamed is the largest number of names in a message.
const mostNamed = 10

// Few returns the first names, at most ten, and how many more there are as the continuation of a
// message: " and 3 more", or "" for none.
func Few(names []string) (first []string, more string) {
	if len(names) <= mostNamed {
		return names, ""
	}
	return names[:mostNamed], fmt.Sprintf(" and %d more", len(names)-mostNamed)
}
