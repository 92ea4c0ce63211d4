package schema

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"gpcbench/data"
	"gpcbench/data/heuristics"
	"gpcbench/data/read"
	"gpcbench/wording"
)

// columnRemarks returns remarks on what column j may be instead of what it is read as.
func (s *Schema) columnRemarks(j int) []data.Remark {
	c := &s.Columns[j]
	var out []data.Remark
	if f := c.Missing; f.Times > 0 && s.format.Missing == "" {
		advice := "say missing = \"drop-row\" or \"mean\""
		if s.mayBeWord(f) && c.Texts.Times > 0 {
			advice += "; if it is a category, with missing_values = [] only empty fields count as missing"
		}
		out = append(out, f.remark(data.SuspectMissing, true, fmt.Sprintf("the value is missing (%q)", f.Text), advice))
	}
	if f := c.Infinite; f.Times > 0 && (s.format.Missing == "" || c.Texts.Times > 0) {
		advice := "correct it, or say missing = \"drop-row\" or \"mean\" to treat it as missing"
		if c.Texts.Times > 0 {
			advice = fmt.Sprintf("say categorical = [%s] if it is a category", s.columnKey(j))
		}
		out = append(out, f.remark(data.SuspectInfinite, true, fmt.Sprintf("the value %q is beyond the range of a float64", f.Text), advice))
	}
	if f := c.Huge; f.Times > 0 {
		advice := "divide the column by a power of ten"
		if s.Label >= 0 {
			advice += fmt.Sprintf(", or drop = [%s] leaves it out", s.columnKey(j))
		}
		out = append(out, f.remark(data.SuspectHuge, true, fmt.Sprintf("the value %q %s", f.Text, heuristics.HugeIs), advice))
	}
	switch {
	case c.Numbers.Times > 0 && c.Texts.Times > 0:
		out = append(out, s.mixedRemark(j))
	case c.Signs.Times > 0:
		out = append(out, c.Signs.remark(data.SuspectSigned, true, fmt.Sprintf("the value %q is in a column whose first number is %q", c.Signs.Text, c.Signed.Text),
			fmt.Sprintf("write all with the same unit sign, or say categorical = [%s] if it is a category", s.columnKey(j))))
	case c.Others.Times > 0 && !s.datesOfOwn(c):
		out = append(out, c.Others.remark(data.SuspectIdentifier, true, fmt.Sprintf("there are more than %d different texts", maxLevels),
			fmt.Sprintf("this is not a category; leave the column out with drop = [%s]", s.columnKey(j))))
	case c.Known == 0 && c.Texts.Times == 0 && s.Label < 0 && c.Numbers.Times > 0: // of LIBSVM
		out = append(out, data.Remark{What: data.SuspectEmpty, Finding: "no training row has a value", Advice: "it is 0 in all of them and has no information"})
	case c.Known == 0 && c.Texts.Times == 0 && s.used() > 0:
		out = append(out, data.Remark{What: data.SuspectEmpty, Refused: true, Finding: "there is no value in any training row", Advice: "remove the column" + s.dropHint(j)})
	case c.Texts.Times > 0 && !c.Declared && s.format.Own:
		out = append(out, s.textRemarks(j)...)
	}
	if s.format.Own {
		out = append(out, s.ownRemarks(j)...)
	}
	return out
}

// dropHint says how to leave out a user's column.
func (s *Schema) dropHint(j int) string {
	if !s.format.Own || s.Label < 0 {
		return ""
	}
	return fmt.Sprintf(", drop = [%s]", s.columnKey(j))
}

// textRemarks returns remarks on what a column of texts may be instead of a category.
func (s *Schema) textRemarks(j int) []data.Remark {
	c := &s.Columns[j]
	texts := slices.Sorted(maps.Keys(c.Count))
	most := func(is func(string) bool) bool { return mostAre(texts, is) }
	key, units := s.columnKey(j), c.units()
	leave := fmt.Sprintf("drop = [%s] leaves the column out", key)
	if c.Others.Times == 0 {
		leave += fmt.Sprintf(", categorical = [%s] makes an attribute of each of its %d texts", key, len(texts))
	}
	remark := func(what data.Suspicion, finding string, advice string) []data.Remark {
		return []data.Remark{{What: what, Refused: true, Finding: fmt.Sprintf(finding, inQuotes(texts[len(texts)-1])), Advice: advice}}
	}
	switch {
	case most(heuristics.Date):
		return remark(data.SuspectDate, "values such as %s look like dates", leave)
	case most(heuristics.Time):
		return remark(data.SuspectTime, "values such as %s look like times of day", leave)
	case most(heuristics.Hex):
		return remark(data.SuspectNumeric, "values such as %s look like hexadecimal numbers", "write them as decimal numbers; "+leave)
	case c.Typed == read.Undeclared && most(func(text string) bool { return read.IsAnyNumber([]byte(text)) }):
		return remark(data.SuspectNumeric, "values such as %s look like numbers with a comma or another sign",
			"decimal = \",\" makes the comma the decimal sign, thousands = \",\" the thousands separator (any sign may be stated); "+leave)
	case len(units) > 0:
		quoted := make([]string, len(units))
		for i, unit := range units {
			quoted[i] = data.Quoted(unit)
		}
		r := data.Remark{What: data.SuspectUnit, Refused: heuristics.Identifier(len(texts), c.Texts.Times),
			Finding: fmt.Sprintf("all %d texts are numbers with the unit %s", len(texts), wording.And(quoted)), Advice: fmt.Sprintf("units = [%s] reads them as numbers", strings.Join(quoted, ", "))}
		if r.Refused {
			r.Advice += "; " + leave
		}
		return []data.Remark{r}
	case heuristics.Identifier(len(texts), c.Texts.Times):
		if oddOne, numbers := c.odd(); oddOne != "" {
			return []data.Remark{oddRemark(data.SuspectIdentifier, oddOne, numbers, c.Texts.Times, leave)}
		}
		return remark(data.SuspectIdentifier, fmt.Sprintf("%d of %s are different, such as %%s", len(texts), wording.Plural(c.Texts.Times, "value")), "this identifies rows and is not a category; "+leave)
	case heuristics.ManyLevels(len(texts)):
		return []data.Remark{{What: data.SuspectManyLevels, Finding: "each of its many texts becomes an attribute", Advice: fmt.Sprintf("there are %d; drop = [%s] leaves the column out, categorical = [%s] says that it is a category", len(texts), key, key)}}
	}
	return nil
}

// inQuotes returns a value of a table in quotes, shortened.
func inQuotes(text string) string { return strconv.Quote(data.Shortened(text)) }

// mostAre says whether at least nine of ten texts are something.
func mostAre(texts []string, is func(string) bool) bool {
	n := 0
	for _, text := range texts {
		if is(text) {
			n++
		}
	}
	return 10*n >= 9*len(texts)
}

// datesOfOwn says whether the texts of a column of a user's table look like dates, and are not declared to be levels.
func (s *Schema) datesOfOwn(c *Column) bool {
	return s.format.Own && !c.Declared && mostAre(slices.Collect(maps.Keys(c.Count)), heuristics.Date)
}

// roundedRemarks returns remarks on whole numbers that are read as other ones.
func (s *Schema) roundedRemarks(j int) []data.Remark {
	f := s.Columns[j].Rounded
	if f.Times == 0 {
		return nil
	}
	v, _, _ := s.parseNumber([]byte(f.Text))
	key := s.columnKey(j)
	return []data.Remark{f.remark(data.SuspectRounded, false,
		fmt.Sprintf("the value %q is read as %.0f, because whole numbers of more than 15 digits are rounded", f.Text, v),
		fmt.Sprintf("if they are codes, categorical = [%s] keeps them distinct; drop = [%s] leaves the column out", key, key))}
}

// ownRemarks returns the remarks on a user's column that is used nevertheless.
func (s *Schema) ownRemarks(j int) []data.Remark {
	c := &s.Columns[j]
	out := s.roundedRemarks(j)
	if c.Texts.Times == 0 {
		out = append(out, s.numberRemarks(j)...)
	}
	if c.Numbers.Times == 0 {
		out = append(out, s.levelRemarks(j)...)
	}
	if distinct, all := c.distinct(); heuristics.Repeats(c.Name, distinct, s.used()) {
		key, different := s.columnKey(j), fmt.Sprint(distinct)
		if !all {
			different = fmt.Sprintf("more than %d", maxLevels)
		}
		out = append(out, data.Remark{What: data.SuspectGroup, Finding: fmt.Sprintf("it looks like an ID that repeats: %s different values in %s", different, wording.Plural(s.used(), "row")),
			Advice: fmt.Sprintf("split = { kind = \"group\", column = %s } keeps rows with the same ID together, drop = [%s] leaves it out", quotedKey(key), key)})
	}
	return append(out, s.plainRemarks(j)...)
}

// distinct returns the number of different values of a column, 0 if there are numbers and texts, or numbers that
// are not whole. all says that it was counted. If more values are different than are kept, it is estimated: each of
// the others is taken to occur as often as those kept.
func (c *Column) distinct() (n int, all bool) {
	kept, of, others := len(c.Values), c.Numbers.Times, c.Unkept
	all = kept < maxLevels
	switch {
	case c.Texts.Times > 0 && c.Numbers.Times == 0:
		kept, of, others = len(c.Count), c.Texts.Times, c.Others.Times
		all = others == 0
	case c.Texts.Times > 0 || !c.whole() || !all && c.Fractions > 0:
		return 0, true
	}
	if all {
		return kept, true
	}
	return int(float64(kept) * float64(of) / float64(of-others)), false
}

// numberRemarks returns remarks on what numbers may be instead of measurements.
func (s *Schema) numberRemarks(j int) (out []data.Remark) {
	c := &s.Columns[j]
	key := s.columnKey(j)
	keep := fmt.Sprintf("if they are codes, categorical = [%s] keeps them as written", key)
	switch quoted := c.Quoted > 0 && c.Quoted == c.Numbers.Times; {
	case c.Codes.Times > 0:
		v, _, _ := s.parseNumber([]byte(c.Codes.Text))
		out = append(out, c.Codes.remark(data.SuspectCode, false, fmt.Sprintf("the value %q begins with a 0 and is read as %s", c.Codes.Text, read.FormatNumber(v)), keep))
	case quoted && (c.Twins.Times > 0 || s.hasBareNumbers()) && !heuristics.RowNumbers(c.Steps, c.Numbers.Times):
		out = append(out, data.Remark{What: data.SuspectCode, Finding: fmt.Sprintf("numbers such as %q are in quotes", c.Numbers.Text), Advice: keep})
	case c.Twins.Times > 0 && c.Rounded.Times == 0 && !heuristics.ManyLevels(len(c.Values)):
		v, _, _ := s.parseNumber([]byte(c.Twins.Text))
		out = append(out, c.Twins.remark(data.SuspectSpelling, false, fmt.Sprintf("the values %q and %q are read as one number", c.Values[v], c.Twins.Text), keep))
	}
	if like := c.times(); like != "" {
		out = append(out, data.Remark{What: data.SuspectDate, Finding: fmt.Sprintf("values such as %q look like %s", c.Numbers.Text, like),
			Advice: fmt.Sprintf("they are used as numbers; drop = [%s] leaves the column out, split = { kind = \"time\", column = %s } tests later rows after earlier ones", key, quotedKey(key))})
	}
	if f := c.Grouped; s.numbers.Thousands == "" && c.Fractions == 0 && heuristics.Thousands(f.Times, c.Numbers.Times-f.Times, c.LargestWhole) {
		v, _, _ := s.parseNumber([]byte(f.Text))
		out = append(out, f.remark(data.SuspectGrouped, false, fmt.Sprintf("the value %q is read as %s among whole numbers", f.Text, read.FormatNumber(v)),
			`decimal = "," and thousands = "." make the point a thousands separator`))
	}
	if heuristics.Weight(c.Name) && c.whole() && c.Low >= 0 && c.Numbers.Times > 0 {
		out = append(out, data.Remark{What: data.SuspectWeight, Finding: "it looks like a count of how many rows each row stands for",
			Advice: "it is used as an attribute, and each row counts once: repeat each row that many times" + s.dropHint(j)})
	}
	if text, at := c.placeholder(); text != "" {
		missing := ""
		if s.format.Missing == "" {
			missing = " and missing = \"mean\""
		}
		out = append(out, data.Remark{What: data.SuspectPlaceholder, File: at.File, Line: at.Line,
			Finding: fmt.Sprintf("the value %s may stand for a missing value: it is farther from all others than these are from each other", text),
			Advice:  fmt.Sprintf("also_missing = [%q]%s if it does", text, missing)})
	} else if far, spread, is := c.Spread.farOut(); is && len(c.Values) != 2 {
		out = append(out, data.Remark{What: data.SuspectFarOut, File: far.At.File, Line: far.At.Line,
			Finding: fmt.Sprintf("the value %s is far from all others, whose standard deviation is %.3g", far.At.Text, spread),
			Advice:  "scaling with it makes the others nearly equal: correct the value, or leave the row out"})
	}
	return out
}

// quotedKey returns the key of a column as a quoted text, also if it is a number.
func quotedKey(key string) string {
	if strings.HasPrefix(key, `"`) {
		return key
	}
	return `"` + key + `"`
}

// hasBareNumbers says whether a column has numbers without quotes.
func (s *Schema) hasBareNumbers() bool {
	return slices.ContainsFunc(s.Columns, func(c Column) bool { return !c.Skip && c.Numbers.Times > c.Quoted+c.Forced })
}

// times says what times all numbers of the column look like: dates, also as numbers of days, or times since 1970; "" if none.
func (c *Column) times() string {
	switch {
	case len(c.Values) < 2:
	case c.Days == c.Numbers.Times:
		return "dates"
	case heuristics.UnixTimes(c.Name, c.Low, c.High):
		return "times since 1970"
	case heuristics.CountedDays(c.Name, c.Low, c.High):
		return "dates, as numbers of days"
	}
	return ""
}

// levelRemarks returns the remarks on levels.
func (s *Schema) levelRemarks(j int) (out []data.Remark) {
	c := &s.Columns[j]
	levels := slices.Sorted(maps.Keys(c.Count))
	if a, b, same := sameNumber(levels, s.numbers); same {
		out = append(out, data.Remark{What: data.SuspectSpelling, Finding: fmt.Sprintf("the levels %q and %q are the same number but two levels", a, b), Advice: "write both in the same way if they mean the same"})
	}
	if c.Marked {
		out = append(out, c.Markers.remark(data.SuspectLevel, false, fmt.Sprintf("%q is a level", c.Markers.Text),
			"if it stands for a missing value, list the texts that do in missing_values"))
	}
	if i := slices.IndexFunc(levels, heuristics.Blank); i >= 0 && !s.format.MissingSaid && !c.Declared {
		out = append(out, s.blankLevel(levels[i]))
	}
	return append(out, s.spellings(data.SuspectSpelling, levels, "levels", "levels")...)
}

// blankLevel is the remark on a level that other programs write for a missing value.
func (s *Schema) blankLevel(level string) data.Remark {
	advice := fmt.Sprintf("if it stands for a missing value, say also_missing = [%s]", data.Quoted(level))
	if s.format.Missing == "" {
		advice += " and missing = \"mean\""
	}
	return data.Remark{What: data.SuspectBlank, Finding: data.Quoted(level) + " is a level", Advice: advice}
}

// fewestMeasured is the number of texts from which on numbers with a unit are measurements: a few
// sizes are levels.
const fewestMeasured = 6

// units returns the unit of the number in all texts of a column, such as kg, or their amounts, such as k and M; nil if they
// are not numbers with one unit or with amounts, or are declared to be levels or texts.
func (c *Column) units() (units []string) {
	if c.Declared || c.Typed != read.Undeclared || len(c.Count) < fewestMeasured {
		return nil
	}
	for text := range c.Count {
		number, of := heuristics.CutUnit(text)
		switch {
		case !read.IsAnyNumber([]byte(number)) || !heuristics.IsUnit(of):
			return nil
		case slices.Contains(units, of):
		case len(units) > 0 && !(heuristics.IsAmount(units[0]) && heuristics.IsAmount(of)):
			return nil
		default:
			units = append(units, of)
		}
	}
	slices.Sort(units)
	return units
}

// amounts are the units of a column of numbers and texts, if they multiply its numbers: 950 beside 1.2k.
func (c *Column) amounts() []string {
	if units := c.units(); len(units) > 0 && heuristics.IsAmount(units[0]) {
		return units
	}
	return nil
}

// spellings returns a remark on texts that look alike, or that may mean the same: they differ only in how accented
// letters are composed, in capitals, or in that one is the first letter of the other, as in y and yes.
func (s *Schema) spellings(what data.Suspicion, texts []string, of, two string) []data.Remark {
	composed, alike := make(map[string]string, len(texts)), make(map[string][]string, len(texts))
	for _, text := range slices.Sorted(slices.Values(texts)) {
		same := looks(text)
		if other, known := composed[same]; known {
			return []data.Remark{{What: what, Finding: fmt.Sprintf("the %s %s and %s look alike but are two %s", of, inQuotes(looks(other)), strconv.QuoteToASCII(data.Shortened(text)), two),
				Advice: "they differ in their Unicode encoding or in invisible characters: write both in the same way"}}
		}
		composed[same] = text
		word := heuristics.Answer(strings.ToLower(same))
		alike[word] = append(alike[word], text)
	}
	for _, word := range slices.Sorted(maps.Keys(alike)) {
		switch a := alike[word]; {
		case len(a) == 2 && strings.EqualFold(a[0], a[1]):
			return []data.Remark{{What: what, Finding: fmt.Sprintf("the %s %s and %s differ only in capitals and are two %s", of, inQuotes(a[0]), inQuotes(a[1]), two),
				Advice: "write both in the same way if they mean the same"}}
		case len(a) > 1:
			quoted := make([]string, len(a))
			for i, text := range a {
				quoted[i] = inQuotes(text)
			}
			return []data.Remark{{What: what, Finding: fmt.Sprintf("the %s %s look like one word and are %d %s", of, wording.And(quoted), len(a), two),
				Advice: "write all in the same way if they mean the same"}}
		}
	}
	return nil
}

// looks returns what a text looks like: without invisible signs, with blanks of one kind and width,
// and with letters composed in one way.
func looks(text string) string {
	seen := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, norm.NFKC.String(text))
	return strings.Join(strings.Fields(seen), " ")
}

// plainRemarks returns the remarks on columns that are used nevertheless.
func (s *Schema) plainRemarks(j int) []data.Remark {
	c := &s.Columns[j]
	rows := s.used()
	numbers := c.Numbers.Times
	constant := c.Twins.Times == 0 && c.Rounded.Times == 0 && numbers == rows && heuristics.Same(c.Low, c.High) || c.Texts.Times == rows && len(c.Count) == 1
	distinct, _ := c.distinct()
	switch {
	case rows < 2 || numbers > 0 && c.Texts.Times > 0:
	case constant && c.Low < c.High:
		return []data.Remark{{What: data.SuspectConstant, Finding: "the values are so close together that they count as the same", Advice: "multiply the column by a power of ten if it has information" + s.dropHint(j)}}
	case constant:
		return []data.Remark{{What: data.SuspectConstant, Finding: "all values are the same", Advice: "the column has no information" + s.dropHint(j)}}
	case heuristics.RowNumbers(c.Steps, numbers), heuristics.IdentifierName(c.Name) && c.whole() && distinct == numbers && heuristics.Identifier(distinct, numbers):
		return []data.Remark{{What: data.SuspectRowNumber, Finding: "the column numbers the rows", Advice: "it is used as an attribute; leave it out if it only counts rows" + s.dropHint(j)}}
	}
	return nil
}

// whole says whether all numbers of the column are whole, as far as they were kept.
func (c *Column) whole() bool {
	for v := range c.Values {
		if v != math.Trunc(v) {
			return false
		}
	}
	return true
}
