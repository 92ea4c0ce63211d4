package read

import (
	"bytes"
	"fmt"
)

// ruledWithin is the number of first lines of which one is ruled in a table that is drawn with signs.
const ruledWithin = 3

// foreignText says what a text is by its first lines, and what to do, if it is of a kind that is no table;
// otherwise it is "".
func foreignText(first [][]byte) string {
	line := bytes.ToLower(first[0])
	begins := func(with ...string) bool {
		for _, text := range with {
			if bytes.HasPrefix(line, []byte(text)) {
				return true
			}
		}
		return false
	}
	switch {
	case begins(`{\rtf`):
		return "this is RTF, a text with its layout: write the rows as CSV"
	case begins("{", "[{"), string(line) == "[":
		return "this is JSON: write the rows as CSV"
	case begins("<!doctype", "<html"):
		return "this is a web page, not a table: was it the right address?"
	case begins("<?xml"):
		return "this is XML: write the rows as CSV"
	case begins("<table", "<thead", "<div", "<!--"):
		return "this is HTML: write the rows as CSV"
	case begins("version https://git-lfs.github.com/"):
		return "this is a pointer of Git LFS in the place of the file: git lfs pull gets the file"
	}
	for _, line := range first[:min(len(first), ruledWithin)] {
		if isRuled(line) {
			return fmt.Sprintf("the line %.40q is drawn below or above the names of columns, as in Markdown and in the output of database programs: write the rows as CSV", line)
		}
	}
	return ""
}

// isRuled says whether a line consists of the signs with which tables are drawn: +---+---+, |---|:--:|, --- ---.
func isRuled(line []byte) bool {
	drawn := bytes.Contains(line, []byte("---")) || bytes.Contains(line, []byte("==="))
	return drawn && len(bytes.Trim(line, "-=+|: ")) == 0
}
