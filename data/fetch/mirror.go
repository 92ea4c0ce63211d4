package fetch

import (
	"os"
	"strings"
)

// mirrors returns the folders and URLs that GPCBENCH_MIRROR lists.
func mirrors() []string {
	return splitMirrors(os.Getenv("GPCBENCH_MIRROR"), os.PathListSeparator)
}

// splitMirrors cuts a list at the separator of PATH. If that is a colon, the colons of a URL after
// the scheme, before a port and within an IPv6 address do not separate; others in a URL must be
// written %3A.
func splitMirrors(list string, separator rune) []string {
	var out []string
	for list != "" {
		n := 0
		if isURL(list) && separator == ':' {
			n = authorityEnd(list)
		}
		if i := strings.IndexRune(list[n:], separator); i >= 0 {
			n += i
		} else {
			n = len(list)
		}
		if n > 0 {
			out = append(out, list[:n])
		}
		list = strings.TrimPrefix(list[n:], string(separator))
	}
	return out
}

// authorityEnd returns the length of scheme, host and port of the URL at the start of a list.
func authorityEnd(list string) int {
	n := strings.Index(list, "://") + len("://")
	if list[n:] != "" && list[n] == '[' {
		n += strings.IndexByte(list[n:], ']') + 1
	}
	for n < len(list) && list[n] != ':' && list[n] != '/' {
		n++
	}
	if port := digits(list[min(n+1, len(list)):]); n < len(list) && list[n] == ':' && port > 0 {
		n += 1 + port
	}
	return n
}

// digits counts the digits that s starts with.
func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

func isURL(s string) bool {
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")
}
