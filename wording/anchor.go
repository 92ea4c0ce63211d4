package wording

import (
	"regexp"
	"strings"
)

// noAnchor is what GitHub leaves out of a heading's anchor.
var noAnchor = regexp.MustCompile(`[^\p{L}\p{N}_\- ]`)

// Anchor is the name under which GitHub links to a heading.
func Anchor(heading string) string {
	return strings.ReplaceAll(noAnchor.ReplaceAllString(strings.ToLower(heading), ""), " ", "-")
}
