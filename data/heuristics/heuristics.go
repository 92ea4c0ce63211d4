// Package heuristics has the rules for when a text, a column or the labels of a user's table may be
// something other than what they would be read as. All such rules are here; package schema counts
// what they are applied to and decides what to do.
//
//   - a missing value: one of Missing, unless the user lists other texts;
//   - a number with the sign of its unit: a percent or currency sign before or behind it, or a stated unit
//     behind it (CutSign); a text that may be such a unit: IsUnit; one that multiplies the number: CutAmount;
//   - None, a word for a missing value, used as the label of many rows: Class; None and a dash as
//     levels of a category: MayBeLevel; a label that other programs write for a missing value:
//     Blank;
//   - words in a column of numbers: Stray, Measured; a category of numbers and words: FewValues;
//   - labels and numbers that are codes: Code, PlateCodes;
//   - a letter for a word, in labels and levels: Answer;
//   - a date or a time of day: Date, Time; numbers that are dates: DayNumber, CountedDays, or times: UnixTimes;
//   - a number that may have a point between thousands: Grouped, Thousands;
//   - a hexadecimal number: Hex;
//   - a number whose square cannot be computed with: Huge;
//   - a whole number that is read as another: Rounded;
//   - numbers so close together that they count as equal: Same;
//   - an identifier: a column of texts that are mostly different (Identifier);
//   - a category of so many texts that the number of attributes deserves a remark: ManyLevels;
//   - row numbers: numbers of which each is one more than the previous (RowNumbers), or different
//     whole numbers in a column called id, index or the like (IdentifierName);
//   - rows that belong together: a column with the name of an identity or of groups, whose values
//     repeat (IdentityName, GroupName, Repeats);
//   - rows that are already divided into folds, or for training and tests: FoldName, PartName;
//   - a row that stands for several: Weight;
//   - a number that is far from all others: FarOut;
//   - a number that stands for a missing value: Placeholder, Apart;
//   - an attribute that determines the label: Decides;
//   - rows that occur twice: Duplicates;
//   - a measurement where a class is expected: Measurement, TooManyClasses.
package heuristics

import (
	"bytes"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
)

// Rules is the version of the rules for refusals and remarks about a user's table. It is raised
// when rules are added, so that tables kept by an earlier program are read again.
const Rules = 12

// Missing are the texts that stand for a missing value where the user lists none. The empty field
// and NaN, unless it is a nominal value, always do; infinite numbers do if the specification has a rule for missing values, but as a
// label inf is a class.
var Missing = []string{"NA", "N/A", "#N/A", "<NA>", "n/a", "NaN", "null", "NULL", "None", "?", "-"}

// signs are the signs that CutSign removes.
var signs = []string{"%", "$", "€", "£", "¥", "₹"}

// currencies are codes of ISO 4217. They may stand in front of a number too; other texts there, as in SKU1001, make a code.
var currencies = []string{"AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF", "INR", "JPY", "KRW", "MXN", "NOK", "NZD", "PLN", "SEK", "SGD", "TRY", "USD", "ZAR"}

// CutUnit parts a text into a number and its unit, which may be any text behind the number or a currency in front of it:
// "70 kg", "EUR 5.20". The number need not be one.
func CutUnit(text string) (number, unit string) {
	for _, code := range currencies {
		if rest, found := strings.CutPrefix(text, code); found {
			return strings.TrimSpace(rest), code
		}
	}
	at := strings.LastIndexAny(text, "0123456789") + 1
	return text[:at], strings.TrimSpace(text[at:])
}

// CutSign removes a percent or currency sign, or one of the units behind it, from a text: "12%" is
// "12" and "%", "-$5.20" is "-5.20" and "$", "70 kg" is "70" and "kg". A unit that is a currency may be in front.
// ok is false if there is none.
// The rest need not be a number. If several units fit, it is the longest.
func CutSign(text []byte, units []string) (rest []byte, sign string, ok bool) {
	if len(text) < 2 {
		return nil, "", false
	}
	for _, unit := range units {
		number, found := bytes.CutSuffix(text, []byte(unit))
		if !found && slices.Contains(currencies, unit) {
			number, found = bytes.CutPrefix(text, []byte(unit))
		}
		if found && len(unit) > len(sign) {
			rest, sign = bytes.TrimSpace(number), unit
		}
	}
	if sign != "" {
		return rest, sign, true
	}
	for _, sign := range signs {
		if rest, found := bytes.CutSuffix(text, []byte(sign)); found {
			return bytes.TrimSpace(rest), sign, true
		}
		if rest, found := bytes.CutPrefix(text, []byte(sign)); found {
			return bytes.TrimSpace(rest), sign, true
		}
		if text[0] != '-' && text[0] != '+' {
			continue
		}
		if rest, found := bytes.CutPrefix(text[1:], []byte(sign)); found {
			return append([]byte{text[0]}, bytes.TrimSpace(rest)...), sign, true
		}
	}
	return nil, "", false
}

// amounts are texts behind a number that multiply it, as in 1.2k, and by what.
var amounts = map[string]float64{"k": 1e3, "K": 1e3, "M": 1e6, "B": 1e9}

// IsAmount says whether a text behind a number multiplies it.
func IsAmount(unit string) bool { return amounts[unit] > 0 }

// CutAmount removes one of these amounts from behind a number: "1.2k" is "1.2" and 1000. ok is false if there is none. The
// rest need not be a number.
func CutAmount(text []byte, of []string) (rest []byte, times float64, ok bool) {
	for _, amount := range of {
		if rest, found := bytes.CutSuffix(text, []byte(amount)); found {
			return bytes.TrimSpace(rest), amounts[amount], true
		}
	}
	return nil, 0, false
}

// IsUnit says whether a text may be a unit behind a number, such as kg or °: it is not part of a number.
func IsUnit(text string) bool {
	return text != "" && text == strings.TrimSpace(text) && !strings.ContainsFunc(text, unicode.IsDigit) &&
		strings.ContainsFunc(text, func(c rune) bool { return unicode.IsLetter(c) || c == '°' })
}

const (
	month = `(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`
	clock = `\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[ap]\.?m\.?)?`
	zone  = `(?: ?(?:z|utc|gmt|[+-]\d{2}(?::?\d{2})?|(?-i:[A-Z]{3,4})|[a-z]+(?:/[a-z_-]+)+))?` // also CEST and Europe/Berlin
	utc   = ` ?(?:Z|UTC|GMT)`
)

var (
	timeOfDay = pattern(`(?i)^` + clock + zone + `$`)
	date      = pattern(`(?i)^(?:[a-z]{3,9},? )?(?:` +
		`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}` + // 2024-01-31
		`|\d{1,2}(?:[-/.]|\. )\d{1,2}(?:[-/.]|\. )(?:\d{4}|\d{2})` + // 31.1.2024, 31. 1. 2024, 1/31/24
		`|\d{1,2}[. -]{1,2}` + month + `(?:[ -]\d{2,4})?` + // 31 Jan 2024
		`|` + month + `[ -]\d{1,2}(?:st|nd|rd|th)?(?:(?:,? |,)\d{4})?` + // Jan 31, 2024
		`|` + month + `[ -]\d{4}` + // Jan 2024
		`|\d{4}[-/]\d{2}` + // 2024-01
		`|(?:0?[1-9]|1[0-2])/\d{2}` + // 1/24
		`|\d{4}[- ]?w\d{2}(?:-?[1-7])?` + // 2024-W05
		`|\d{4}[- ]?q[1-4]|q[1-4][- /]?\d{4}` + // 2024-Q1, Q1 2024
		`)(?:[T ]` + clock + zone + `)?$`)
	isoTime = pattern(`^\d{4}-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?[+-]\d\d(?::?\d\d)?)?)?)?(?:` + utc + `)?$`)
	isoZone = pattern(utc + `$`)

	identifierName = pattern(`(?i)^(?:(?:.*[_ ])?(?:id|key|nr|no|row|uuid)|(?:(?:row|record|sample)[_ ])?index)$|^[a-z]+I[dD]$`)

	identityName = pattern(`(?i)^(?:.*[_ .-])?(?:id|ident|identifier|uuid)$|^[a-zA-Z]+(?-i:ID|Id)$`)

	groupName = pattern(`(?i)^(?:patient|pat|subject|subj|person|individual|user|customer|client|participant|respondent|child|student|pupil|mother|donor|employee|worker|player|speaker|driver|animal|mouse|dog|cow|household|family|site|batch|session|group)(?:[_ .-]?(?:id|nr|no|num|number|key|name))?$`)

	foldName = pattern(`(?i)^(?:(?:k|cv|outer|test|validation)[_ .-]?)?folds?(?:[_ .-]?(?:id|nr|no|num|number))?$`)

	partName = pattern(`(?i)^(?:(?:(?:data|dataset|train[_ .-]?test)[_ .-]?)?split|partition|subset|(?:is|in)[_ .-]?(?:train|test)(?:ing)?(?:[_ .-]?set)?)$`)

	weightName = pattern(`(?i)^(?:freq|freqs|frequency|frequencies|count|counts|n|weights|(?:case|sample|sampling|survey)[_ .-]?weights?)$`)

	timeName = pattern(`(?i)^(?:.*[_ .-])?(?:date|datetime|(?:unix)?time(?:stamp)?|unix|epoch|ts|at)(?:[_ .-](?:s|sec|seconds|ms|millis|us|ns|utc))?$|^.*[a-z](?-i:Time|Timestamp|Date|At)$`)

	dateName = pattern(`(?i)^(?:.*[_ .-])?(?:date|datetime)$|^.*[a-z](?-i:Date)$`)

	birthName = pattern(`(?i)birth|(?:^|[_ .-])(?:dob|born)(?:[_ .-]|$)`)

	plateCode = pattern(`^[0-9]+[eE][0-9]+$`)

	hexadecimal = pattern(`^0[xX][0-9a-fA-F]+$`)
)

// pattern compiles a regular expression when it is first used: most verbs use none.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// Date says whether a text is a day or a month of a year, with or without a time of day:
// 2024-01-31, 31.1.2024, 1/31/24, 31 Jan 2024, 2024-01-31T12:30:00Z, 2024-01.
func Date(text string) bool { return len(text) <= 40 && date().MatchString(text) }

// ISOTime returns the time stated by a text in ISO 8601, and whether it is one: a month, a day or a
// time of day that exists in the calendar, such as 2024-02-29 but not 2024-02-31. A month or a day
// means its beginning. A text without a zone, such as Z or +02:00, is in UTC. Databases also write zones as +02, +0200 and
// UTC, after a blank too.
func ISOTime(text string) (time.Time, bool) {
	if !isoTime().MatchString(text) {
		return time.Time{}, false
	}
	text = isoZone().ReplaceAllString(text, "Z")
	text = strings.ReplaceAll(strings.Replace(text, " ", "T", 1), " ", "")
	for _, layout := range []string{"2006-01", "2006-01-02", "2006-01-02T15:04", "2006-01-02T15:04:05"} {
		for _, zone := range []string{"", "Z07:00", "Z0700", "Z07"} {
			if at, err := time.Parse(layout+zone, text); err == nil {
				return at, true
			}
		}
	}
	return time.Time{}, false
}

// DayNumber says whether a number is a day from 1900 to 2100, written like 20240131.
func DayNumber(v float64) bool {
	if v < 19000101 || v > 21001231 || v != math.Trunc(v) {
		return false
	}
	_, err := time.Parse("20060102", strconv.Itoa(int(v)))
	return err == nil
}

// UnixTimes says whether a column of numbers from low to high has the name of one of times, such as
// created_at, and its numbers are times from 1985 to 2049: in seconds since 1970, or in thousandths,
// millionths or billionths of one.
func UnixTimes(name string, low, high float64) bool {
	for unit := 1.; unit <= 1e9; unit *= 1000 {
		if 5e8*unit <= low && high <= 2.5e9*unit {
			return timeName().MatchString(name)
		}
	}
	return false
}

// CountedDays says whether a column of numbers from low to high has the name of one of dates, such as order_date, and its
// numbers are days as programs count them: a spreadsheet from 1900, where they are of 1927 to 2064, or R from 1970.
func CountedDays(name string, low, high float64) bool {
	return 10000 <= low && high <= 60000 && dateName().MatchString(name)
}

// Grouped says whether a number may have a point between thousands, as 1.234 may: one to three
// digits of which the first is not 0, a point and three digits. It is called for every number of a
// table.
func Grouped(text []byte) bool {
	if len(text) > 0 && (text[0] == '+' || text[0] == '-') {
		text = text[1:]
	}
	whole := len(text) - len(".000")
	return 1 <= whole && whole <= 3 && text[whole] == '.' && text[0] != '0' && digits(text[:whole]) && digits(text[whole+1:])
}

// Thousands says whether the points of a column's numbers seem to stand between thousands: some are Grouped, all others are
// whole, and these are more than those or all below 1000, as whole numbers without a point are if larger ones have one. A few
// whole numbers among many decimals are no sign.
func Thousands(grouped, whole int, largest float64) bool {
	return grouped > 0 && (whole > grouped || largest < 1000 && whole*fewWhole >= grouped)
}

// fewWhole is how many times as many decimals as whole numbers may be thousands.
const fewWhole = 50

// digits says whether a text consists of digits.
func digits[T string | []byte](text T) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

// Time says whether a text is a time of day, such as 12:30 or 12:30:05.
func Time(text string) bool { return len(text) <= 20 && timeOfDay().MatchString(text) }

// Hex says whether a text is a hexadecimal number, such as 0x1f.
func Hex(text string) bool { return hexadecimal().MatchString(text) }

// Code says whether a text of digits is a code rather than a number: it begins with a 0 that a
// number would not have, as 01 does.
func Code(text string) bool { return len(text) > 1 && text[0] == '0' && digits(text) }

// PlateCodes says whether all labels are codes such as 1E2 rather than powers of ten: digits, an E
// and digits without a sign. Programs write such numbers as 1e+02.
func PlateCodes(labels []string) bool {
	return len(labels) > 0 && !slices.ContainsFunc(labels, func(label string) bool { return !plateCode().MatchString(label) })
}

// answers are words with the letter that stands for them.
var answers = map[string]string{"y": "yes", "n": "no", "t": "true", "f": "false"}

// Answer returns the word that a letter in lower case may stand for, as yes for y; any other text is returned as it is.
func Answer(text string) string {
	if word, known := answers[text]; known {
		return word
	}
	return text
}

// MayBeLevel says whether a text that means a missing value among numbers is a level among texts:
// None, as in "None, Some, Often", and -, as in "+, -".
func MayBeLevel(text string) bool { return text == "None" || text == "-" }

// blanks are texts in lower case that databases, statistics programs and spreadsheets write for a missing value.
var blanks = []string{`\n`, "--", "na", "n.a.", "n/a", "#na", "#n/a", "<na>", "null", "(null)", "<null>", "nil", "missing",
	"#div/0!", "#name?", "#num!", "#ref!", "#value!"}

// Blank says whether a label or a level looks like one that some programs write for a missing value, although
// it is not in Missing.
func Blank(text string) bool {
	return text != "" && strings.Trim(text, ".*") == "" || len(text) < 10 && slices.Contains(blanks, strings.ToLower(text))
}

// Class says whether a text for a missing value is a class when it is the label of so many rows:
// None, which may also name a class, with at least half as many rows as the smallest class.
func Class(text string, rows, smallest int) bool { return text == "None" && 2*rows >= smallest }

// Stray says whether the texts in a column of numbers are words for a missing value: at least nine
// of ten values are numbers, there are not too many texts, and none is Measured.
func Stray(words []string, texts, numbers int) bool {
	return numbers >= 9*texts && !ManyLevels(len(words)) && !slices.ContainsFunc(words, Measured)
}

// Measured says whether a text in a column of numbers may be a measured value: it has a digit, as
// <0.1, 5 mg and 1/2 do, and is no error of a spreadsheet, as #DIV/0! is.
func Measured(text string) bool {
	return strings.ContainsFunc(text, unicode.IsNumber) && !strings.HasPrefix(text, "#")
}

// FewValues says whether a column of numbers and texts has so few different values that it is a
// category.
func FewValues(distinct int) bool { return distinct <= 10 }

// Identifier says whether a column of texts names its rows, instead of sorting them: it has
// at least 20 different texts in at most twice as many rows.
func Identifier(distinct, rows int) bool { return distinct >= 20 && 2*distinct >= rows }

// ManyLevels says whether a category has so many texts that one attribute for each may not be what
// was meant.
func ManyLevels(distinct int) bool { return distinct > 50 }

// IdentifierName says whether a column has the name of one that identifies its rows.
func IdentifierName(name string) bool { return identifierName().MatchString(name) }

// GroupName says whether a column has the name of one whose equal values mark rows that belong
// together, such as those of one patient.
func GroupName(name string) bool { return groupName().MatchString(name) }

// IdentityName says whether a column has the name of one that says to whom a row belongs: id,
// subject_id.
func IdentityName(name string) bool { return identityName().MatchString(name) }

// LeastGroups is the smallest number of groups by which rows are split. With fewer, repeats would
// differ too little and training rows would lack a large part of the table.
const LeastGroups = 8

// FoldName says whether a column has the name of one that says in which fold a row is: fold, kfold, cv_fold.
func FoldName(name string) bool { return foldName().MatchString(name) }

// PartName says whether a column has the name of one that says which rows are for training and which for tests:
// split, is_train.
func PartName(name string) bool { return partName().MatchString(name) }

// MostParts is the largest number of different values of such columns.
const MostParts = 20

// Repeats says whether so many different values in so many rows are those of groups: there are
// enough of them, and fewer than rows. In a column that only has the name of an identity, such as
// type_id, a group has at most 50 rows on average; a value of more is the code of a kind.
func Repeats(name string, distinct, rows int) bool {
	return distinct >= LeastGroups && distinct < rows && (GroupName(name) || IdentityName(name) && rows <= 50*distinct)
}

// Birth says whether a column of dates has the name of one of birth, which says how old someone is and not when
// the row was made.
func Birth(name string) bool { return birthName().MatchString(name) }

// Weight says whether a column has the name of one that says how many rows a row stands for, such
// as Freq, count or n.
func Weight(name string) bool { return weightName().MatchString(name) }

// FarOut says whether a number is so far from all others, with the given spread, that the others
// hardly differ once they are scaled together with it.
func FarOut(distance, spread float64) bool { return spread > 0 && distance > 1000*spread }

// Placeholder says whether a number is one that programs write for a missing value: two nines or more,
// such as 999 or -9999.
func Placeholder(v float64) bool {
	digits := strconv.FormatFloat(math.Abs(v), 'f', -1, 64)
	return len(digits) > 1 && strings.Trim(digits, "9") == ""
}

// Apart says whether a number is farther from all others than these are from each other. gap is its
// distance to the nearest, span that from the lowest to the highest of the others.
func Apart(gap, span float64) bool { return span > 0 && gap > span }

// Decides says whether a single attribute tells two classes apart so well that the label may
// follow from it. auc is the area under its ROC curve.
func Decides(auc float64) bool { return auc >= 0.99 }

// Huge says whether a number is so large that sums of squares of such numbers may exceed the range
// of float64.
func Huge(v float64) bool { return math.Abs(v) > 1e150 }

// HugeIs is what messages say about a number that is Huge.
const HugeIs = "is so large that its square may be beyond the range of a float64"

// Rounded says whether a text is a whole number other than v, the value it is read as: from 2^53 on
// float64 represents only some of them.
func Rounded(text []byte, v float64) bool {
	if math.Abs(v) < 1<<53 {
		return false
	}
	digits := string(bytes.TrimLeft(text, "+-0"))
	whole := digits != "" && strings.Trim(digits, "0123456789") == ""
	return whole && digits != strconv.FormatFloat(math.Abs(v), 'f', 0, 64)
}

// Same says whether numbers from low to high count as one value: they are equal, or the squares of
// their differences underflow to 0, and so does the standard deviation.
func Same(low, high float64) bool { return (high-low)*(high-low) == 0 }

// RowNumbers says whether a column of numbers counts its rows: there are at least 20 rows, and each
// value is one more than the previous. steps is the number of values for which it is.
func RowNumbers(steps, rows int) bool { return rows >= 20 && steps == rows-1 }

// Duplicates says whether rows that repeat earlier ones deserve a remark: any do in a table of at
// least 20 rows.
func Duplicates(n, rows int) bool { return n > 0 && rows >= 20 }

// Measurement says whether labels are measurements rather than classes: they are numbers, more than
// 10 of them are different, and not all are whole.
func Measurement(distinct int, numbers, whole bool) bool { return numbers && !whole && distinct > 10 }

// TooManyClasses says whether there are more classes than can be learnt from so many rows: more
// than 20 with fewer than 5 rows each on average, or more than 200.
func TooManyClasses(classes, rows int) bool {
	return classes > 20 && rows < 5*classes || classes > 200
}
