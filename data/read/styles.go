package read

import (
	"math"
	"slices"
	"strings"
)

// styles are the ways of writing numbers that are detected, the simplest first.
var styles = []Numbers{{}, {Thousands: ","}, {Decimal: ","}, {Decimal: ",", Thousands: "."}, {Thousands: " "}, {Decimal: ",", Thousands: " "}, {Thousands: "'"}, {Decimal: ",", Thousands: "'"}}

// Styles whose detection uses more than the columns of texts.
var (
	english = Numbers{Thousands: ","}
	german  = Numbers{Decimal: ",", Thousands: "."}
)

// anyStyle says whether a text is a number in one of the styles.
func anyStyle(text []byte) bool {
	return slices.ContainsFunc(styles, func(n Numbers) bool { _, ok := n.Parse(text); return ok })
}

// findNumbers detects how columns write numbers. Fitting styles turn the largest number of text
// columns into numbers, and leave the values of all columns of numbers unchanged; the first of them
// is returned. unclear are the places of columns that two of these styles read as different
// numbers, as for 1,234. commas says that commas separate the columns.
func findNumbers(columns [][]string, commas bool) (found Numbers, unclear []int) {
	var texts, numbers [][]string
	for _, column := range columns {
		switch {
		case len(column) == 0:
		case allParse(column, Numbers{}):
			numbers = append(numbers, column)
		case strings.ContainsAny(strings.Join(column, ""), "0123456789"):
			texts = append(texts, column)
		}
	}
	fitting := fittingStyles(texts, numbers)
	switch {
	case len(fitting) == 0 && !commas && isGerman(texts, numbers):
		return german, nil
	case len(fitting) == 0:
		return Numbers{}, nil
	}
	unclear = unclearColumns(columns, fitting)
	if commas && fitting[0] == english {
		unclear = slices.DeleteFunc(unclear, func(j int) bool { return groupsThousands(columns[j]) })
	}
	return fitting[0], unclear
}

// fittingStyles returns the styles that turn the largest number of text columns into numbers, and
// leave columns of numbers unchanged.
func fittingStyles(texts, numbers [][]string) (fitting []Numbers) {
	most := 0 // text columns that these styles turn into numbers
	for _, style := range styles[1:] {
		fits := 0
		for _, column := range texts {
			if allParse(column, style) {
				fits++
			}
		}
		if fits == 0 || fits < most || slices.ContainsFunc(numbers, func(column []string) bool { return changes(column, style) }) {
			continue
		}
		if fits > most {
			fitting, most = nil, fits
		}
		fitting = append(fitting, style)
	}
	return fitting
}

// isGerman says whether a text column has numbers with commas before decimals, and in all columns
// of numbers the points may be between thousands.
func isGerman(texts, numbers [][]string) bool {
	written := func(column []string) bool { return allParse(column, german) }
	return slices.ContainsFunc(texts, written) && !slices.ContainsFunc(numbers, func(column []string) bool { return !written(column) })
}

// groupsThousands says whether the commas of a column are between thousands: all its numbers of a
// thousand or more have them, and none below does. If they were before three decimals each, all
// values would be a thousand times too large, and carry the same information.
func groupsThousands(column []string) bool {
	for _, text := range column {
		v, ok := english.Parse([]byte(text))
		if !ok || v != math.Trunc(v) || math.Abs(v) >= 1000 != strings.Contains(text, ",") {
			return false
		}
	}
	return true
}

// unclearColumns returns the places of the columns that two fitting styles read as different
// numbers.
func unclearColumns(columns [][]string, fitting []Numbers) (places []int) {
	for j, column := range columns {
		if allParse(column, fitting[0]) && slices.ContainsFunc(fitting[1:], func(style Numbers) bool { return allParse(column, style) && differ(column, fitting[0], style) }) {
			places = append(places, j)
		}
	}
	return places
}

// differ says whether style b reads a column of numbers in style a differently.
func differ(column []string, a, b Numbers) bool {
	return slices.ContainsFunc(column, func(text string) bool { return differs(text, a, b) })
}

// differs is differ for one text.
func differs(text string, a, b Numbers) bool {
	x, _ := a.Parse([]byte(text))
	y, ok := b.Parse([]byte(text))
	return !ok || x != y && !(math.IsNaN(x) && math.IsNaN(y))
}

// changes says whether a style reads a column of numbers with a point differently.
func changes(column []string, style Numbers) bool { return differ(column, Numbers{}, style) }

func allParse(texts []string, n Numbers) bool {
	for _, text := range texts {
		if _, ok := n.Parse([]byte(text)); !ok {
			return false
		}
	}
	return true
}

// StyleOf returns the simplest style in which all of some texts are numbers; ok says whether there is one.
func StyleOf(texts []string) (found Numbers, ok bool) {
	i := slices.IndexFunc(styles, func(n Numbers) bool { return allParse(texts, n) })
	if i < 0 {
		return Numbers{}, false
	}
	return styles[i], true
}

// OtherStyle returns the style in which the texts of a column are also numbers, and its numbers
// have the same values as in the style now. ok says whether there is one and it is unique. commas
// says that commas separate the columns.
func OtherStyle(texts, numbers []string, now Numbers, commas bool) (found Numbers, ok bool) {
	fitting := slices.DeleteFunc(slices.Clone(styles), func(n Numbers) bool {
		return n == now || !allParse(texts, n) || differ(numbers, now, n)
	})
	switch {
	case len(fitting) == 0:
		return Numbers{}, false
	case commas && slices.Contains(fitting, english) && groupsThousands(slices.Concat(texts, numbers)):
		return english, true
	}
	if len(unclearColumns([][]string{texts}, fitting)) > 0 {
		return Numbers{}, false
	}
	return fitting[0], true
}
