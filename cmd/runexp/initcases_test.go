package main

import (
	"fmt"
	"strings"
	"time"
)

// draftCase is a table, and what init says of it and drafts for it.
type draftCase struct {
	what, table string
	said        []string // on the terminal
	drafted     []string // in the specification
}

// noOrYes is the class of row i: of three rows two are no.
func noOrYes(i int) string { return []string{"no", "yes"}[i*i%3%2] }

// draftsOfFormats are of tables of several formats and sizes.
var draftsOfFormats = []draftCase{
	{
		what:  "plain",
		table: tableOf(60),
		said:  []string{"60 rows, 3 columns", "2 classes: no 40 (66.7%), yes 20 (33.3%)", `column "a": numbers`},
		drafted: []string{
			`name = "xgpc"`,
			`name = "svgp"`,
			`kernel = "se-ard"`,
			"label = \"SVGPC (one lengthscale)\"\noptions = { inducing = 20, kernel = \"se\" }",
			"inducing = 20",
			"inner_folds = 5",
			`name = "majority"`,
			"folds = 10, stratify = true",
		},
	},
	{
		what:  "many rows",
		table: grown("a,b,class", 5001, func(i int) string { return fmt.Sprintf("%d,%d,%s", i%7, i%11, noOrYes(i)) }),
		said:  []string{"split: 10 folds, stratified by class; the profile quick runs three of the splits"},
		drafted: []string{
			"label = \"X-GPC\"\noptions = { inducing = 210, kernel = \"se-ard\" }\n\n[[method]]\nname = \"svgp\"",
			"[profile.quick]\nrepeats = 3\n",
		},
	},
	{
		what:  "three classes",
		table: grown("a,b,kind", 90, func(i int) string { return fmt.Sprintf("%d,%d,%c", i%7, i%11, 'p'+i%3) }),
		said:  []string{"3 classes: p 30"},
		drafted: []string{
			`name = "scmgpc"`,
			`update = "joint"`,
			"gain almost nothing.\n[[method]]\nname = \"svi-mgpc\"\n",
			", iterations = 1000 }\n",
		},
	},
	{
		what:    "label first",
		table:   grown("class,a,b", 60, func(i int) string { return fmt.Sprintf("%s,%d,%d", noOrYes(i), i%7, i%11) }),
		said:    []string{`column "class": the label`},
		drafted: []string{`label = "class"`},
	},
	{
		what:  "tabs that a first line states",
		table: "sep=\t\n" + strings.ReplaceAll(tableOf(60), ",", "\t"),
		said:  []string{"60 rows, 3 columns"},
	},
	{
		what:  "LIBSVM",
		table: lines(60, func(i int) string { return fmt.Sprintf("%d 0:%d 2:%d", i%2, i, i*i%7) }),
		said:  []string{"60 rows, 3 columns", "column 2: numbers"},
	},
	{
		what:  "no header",
		table: grown("5,4,0", 60, func(i int) string { return fmt.Sprintf("%d,%d,%d", i%5, i%7, i%2) }),
		said:  []string{"61 rows"},
	},
	{
		what:    "a first line of numbers above texts",
		table:   grown("1,2,3", 60, func(i int) string { return fmt.Sprintf("%d,%d,%s", i%5, i%7, noOrYes(i)) }),
		said:    []string{"the first line, which counts the columns, is read as a row: say header = true if it names the columns, or header = false"},
		drafted: []string{"# the first line, which counts the columns, is read as a row: say header = true"},
	},
	{
		what:    "a comma at the end of each line",
		table:   grown("a,b,class,", 60, func(i int) string { return fmt.Sprintf("%d,%d,%s,", i%5, i%7, noOrYes(i)) }),
		said:    []string{`column "class": the label`, "column 3: not used"},
		drafted: []string{`label = "class"`, "# 3: it has no name\ndrop = [3]"},
	},
	{
		what: "names to be quoted",
		table: grown(`a,"b\`+"\a\n"+`",class`, 60, func(i int) string {
			return fmt.Sprintf("%d,7,\"%s\n[[method]]\nname = \"\"gibbs\"\"\n\"", i%7, noOrYes(i))
		}),
		said:    []string{`"no\n[[method]]\nname = \"gibbs\""`},
		drafted: []string{"drop = [1]"},
	},
}

// draftsOfColumns are of columns that are left out for their names, their places, or because they tell nothing.
var draftsOfColumns = []draftCase{
	{
		what:    "a number of the row",
		table:   grown("id,a,class", 60, func(i int) string { return fmt.Sprintf("%d,%d,%s", i, i%7, noOrYes(i)) }),
		said:    []string{"the column numbers the rows", `left out: id (the column numbers the rows`},
		drafted: []string{`drop = ["id"]`},
	},
	{
		what: "an index without a name beside columns that are called as numbers",
		table: grown(",0,1,2", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%d,%s", i, i%7, i%11, noOrYes(i))
		}),
		said:    []string{"60 rows, 4 columns", `column "0": numbers`},
		drafted: []string{"drop = [-4]\n"},
	},
	{
		what: "a name twice beside a column of its number",
		table: grown("a,a,1,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%d,%s", i%5, i%7, i%11, noOrYes(i))
		}),
		said:    []string{`column "1": numbers`},
		drafted: []string{"drop = [-3]\n"},
	},
	{
		what:    "names of rows",
		table:   grown("name,a,class", 60, func(i int) string { return fmt.Sprintf("n%d,%d,%s", i, i%7, noOrYes(i)) }),
		said:    []string{"60 of 60 values are different"},
		drafted: []string{`drop = ["name"]`},
	},
	{
		what: "a column without a name",
		table: grown(",a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%d,%s", i, i%5, i%7, noOrYes(i))
		}),
		said:    []string{"column 0: not used"},
		drafted: []string{"# 0: it has no name\ndrop = [0]"},
	},
	{
		what: "two columns of one name",
		table: grown("a,a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%d,%s", i%5, i%7, i%11, noOrYes(i))
		}),
		said:    []string{"column 1: not used"},
		drafted: []string{"# 1: another column has the same name\ndrop = [1]\n"},
	},
	{
		what: "three columns of the label's name",
		table: grown("class,class,a,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%d,%s", i%5, i%7, i%11, noOrYes(i))
		}),
		said:    []string{`column "class": the label`},
		drafted: []string{"# 1: another column has the same name\ndrop = [0, 1]\n"},
	},
	{
		what:    "names like numbers",
		table:   grown("x1,x2,x3,y", 60, func(i int) string { return fmt.Sprintf("%d,5,%d,%s", i%5, i%7, noOrYes(i)) }),
		said:    []string{`column "x2": numbers, 1 different; all values are the same`},
		drafted: []string{`drop = ["x2"]`},
	},
	{
		what: "a measurement called an index",
		table: grown("refractive_index,b,class", 60, func(i int) string {
			return fmt.Sprintf("%g,%d,%s", 1.5+float64(i*i%61)/100, i%7, noOrYes(i))
		}),
		drafted: []string{"\nfile = \"my.csv\"\n\n# A lengthscale for each"},
	},
	{
		what:    "constant",
		table:   grown("a,b,class", 60, func(i int) string { return fmt.Sprintf("1,%d,%s", i%7, noOrYes(i)) }),
		drafted: []string{`drop = ["a"]`},
	},
	{
		what: "counts",
		table: grown("class,age,sex,n", 60, func(i int) string {
			return fmt.Sprintf("%s,%d,%d,%d", noOrYes(i), i%5, i%3, i*i%41)
		}),
		said: []string{
			"a count of how many rows each row stands for",
			`label: column "class": it is called class, it has 2 levels`,
		},
		drafted: []string{"# \"n\": it looks like a count of how many rows each row stands for\ndrop = [\"n\"]"},
	},
}

// draftsOfNumbers are of numbers, and of texts that look like some.
var draftsOfNumbers = []draftCase{
	{
		what: "a few numbers of eighteen digits",
		table: grown("machine,a,class", 60, func(i int) string {
			return fmt.Sprintf("40000000000000000%d,%d,%s", 1+i%4, i%7, noOrYes(i))
		}),
		said:    []string{"categories: machine (the value"},
		drafted: []string{`categorical = ["machine"]`},
	},
	{
		what: "many of them",
		table: grown("order,a,class", 60, func(i int) string {
			return fmt.Sprintf("4%017d,%d,%s", i*i*7919*10007, i%7, noOrYes(i))
		}),
		said:    []string{"left out: order (the value"},
		drafted: []string{`drop = ["order"]`},
	},
	{
		what: "a rate of which one has no sign",
		table: grown("rate,b,class", 60, func(i int) string {
			return fmt.Sprintf("%s,%d,%s", []string{fmt.Sprint(i%9) + ".5%", "7"}[i/59], i%7, noOrYes(i))
		}),
		said:    []string{"left out: rate (the value"},
		drafted: []string{`drop = ["rate"]`},
	},
	{
		what:    "more codes than are counted",
		table:   grown("zip,a,class", 40200, func(i int) string { return fmt.Sprintf("%05d,%d,%s", i%20100, i%7, noOrYes(i)) }),
		said:    []string{`the value "00000" begins with a 0`, "left out: zip ("},
		drafted: []string{`drop = ["zip"]`},
	},
	{
		what: "codes",
		table: grown("zip,a,class", 60, func(i int) string {
			return fmt.Sprintf("0%d134,%d,%s", i%4, i%7, noOrYes(i))
		}),
		said:    []string{`the value "00134" begins with a 0`, "categories: zip ("},
		drafted: []string{`categorical = ["zip"]`},
	},
	{
		what: "negative numbers in brackets",
		table: grown("profit,a,class", 60, func(i int) string {
			return fmt.Sprintf([]string{"\"1,%03d.50\",%d,%s", "(%d.25),%d,%s"}[i%3/2], 100+i, i%7, noOrYes(i))
		}),
		said: []string{`left out: profit (the text "(102.25)" is among numbers (40 of 60 values are numbers)`},
	},
	{
		what: "measurements with their unit",
		table: grown("weight,a,class", 60, func(i int) string {
			return fmt.Sprintf("%d.5 kg,%d,%s", 40+i*7%60, i%7, noOrYes(i))
		}),
		said:    []string{`column "weight": numbers, 60 different, with kg`},
		drafted: []string{"\nunits = [\"kg\"]\n"},
	},
	{
		what: "thousands and millions",
		table: grown("value,fans,class", 60, func(i int) string {
			return fmt.Sprintf("€%d.5%s,%d%s,%s", 1+i*7%60, []string{"K", "M"}[i%2], 1+i*11%60, []string{"", "", "K"}[i%3], noOrYes(i))
		}),
		said:    []string{"K and M behind numbers multiply them", `column "value": numbers, 60 different, with €`, `column "fans": numbers, 60 different`},
		drafted: []string{"\nunits = [\"K\", \"M\"]\n"},
	},
	{
		what: "prices behind their currency",
		table: grown("price;a;class", 60, func(i int) string {
			return fmt.Sprintf("CHF %d'%03d.50;%d;%s", 1+i%7, i*7%60, i%7, noOrYes(i))
		}),
		said:    []string{`column "price": numbers, 60 different, with CHF`},
		drafted: []string{"\nunits = [\"CHF\"]\n"},
	},
	{
		what: "codes that begin with the same letters",
		table: grown("item,a,class", 60, func(i int) string {
			return fmt.Sprintf("SKU%d,%d,%s", 100+i*7%60, i%7, noOrYes(i))
		}),
		said: []string{"left out: item (60 of 60 values are different"},
	},
	{
		what: "codes that name rows",
		table: grown("code,a,class", 60, func(i int) string {
			return fmt.Sprintf("0%d,%d,%s", 100+i*7%60, i%7, noOrYes(i))
		}),
		said:    []string{"left out: code (its values look like codes, and most are different)"},
		drafted: []string{`drop = ["code"]`},
	},
	{
		what: "a number for a missing value",
		table: grown("age,a,class", 60, func(i int) string {
			return fmt.Sprintf("%s,%d,%s", []string{fmt.Sprint(20 + i), "-999"}[i%10/9], i%7, noOrYes(i))
		}),
		said:    []string{`column "age": numbers, 55 different; the value -999 may stand for a missing value`},
		drafted: []string{"# column \"age\": numbers, 55 different; the value -999 may stand for a missing value"},
	},
	{
		what: "huge numbers",
		table: grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%de300,%d,%s", i%5, i%7, noOrYes(i))
		}),
		said:    []string{`the value "1e300" is so large`},
		drafted: []string{`drop = ["a"]`},
	},
	{
		what: "tiny numbers",
		table: grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%de-300,%d,%s", i%9, i%7, noOrYes(i))
		}),
		said:    []string{"count as the same"},
		drafted: []string{`drop = ["a"]`},
	},
	{
		what: "whole numbers of many digits",
		table: grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%s", 1<<60+7*(i*7%60), i%7, noOrYes(i))
		}),
		said:    []string{`is read as 1152921504606846976`},
		drafted: []string{"# column \"a\": numbers, 3 different; the value \"11529"},
	},
	{
		what:    "decimal commas",
		table:   grown("a;b;class", 60, func(i int) string { return fmt.Sprintf("0,%03d;%d;%s", i, i%7, noOrYes(i)) }),
		said:    []string{"numbers are written as in 1234,5"},
		drafted: []string{`decimal = ","`},
	},
	{
		what: "numbers in two ways",
		table: grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("0.%03d,\"%d,%d\",%s", i, i%7, i%5, noOrYes(i))
		}),
		said:    []string{"look like numbers with a comma"},
		drafted: []string{`drop = ["b"]`},
	},
	{
		what: "mixed",
		table: grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%s,%d,%s", []string{"low", "3", "4"}[i%3], i%7, noOrYes(i))
		}),
		drafted: []string{`categorical = ["a"]`},
	},
}

// draftsOfMissing are of values that are missing or infinite, and words that may say so.
var draftsOfMissing = []draftCase{
	{
		what: "a word among numbers beside a level None",
		table: grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%s,%s,%s", []string{fmt.Sprint(i % 7), "unknown"}[i/58], []string{"None", "Some", "Often"}[i%3], noOrYes(i))
		}),
		said:    []string{`"None" is a level`},
		drafted: []string{"\nalso_missing = [\"unknown\"]\nmissing = "},
	},
	{
		what: "missing values",
		table: grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%s,%d,%s", []string{"NA", "3", "4"}[i%3], i%7, noOrYes(i))
		}),
		said:    []string{"20 values missing", "missing values are replaced by the mean of their column"},
		drafted: []string{`missing = "mean"`},
	},
	{
		what: "infinite values",
		table: grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%s,%s", i%5, []string{fmt.Sprint(i % 7), "Inf"}[i/58], noOrYes(i))
		}),
		said:    []string{"2 values missing", "beyond the range of a float64"},
		drafted: []string{`missing = "mean"`},
	},
	{
		what: "infected",
		table: grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%s,%d,%s", []string{"Ctrl", "Inf"}[i%2], i%7, noOrYes(i))
		}),
		drafted: []string{`categorical = ["a"]`},
	},
	{
		what:    "infinite alone",
		table:   grown("a,b,class", 60, func(i int) string { return fmt.Sprintf("inf,%d,%s", i%7, noOrYes(i)) }),
		drafted: []string{`drop = ["a"]`},
	},
	{
		what: "infinite in LIBSVM",
		table: lines(60, func(i int) string {
			return fmt.Sprintf("%d 0:%d 2:%s", i%2, i, []string{"3", "4", "inf"}[i/29])
		}),
		drafted: []string{`missing = "mean"`},
	},
	{
		what: "a word in a column of numbers",
		table: grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%s,%d,%s", []string{fmt.Sprint(i % 9), "unknown"}[i/59], i%7, noOrYes(i))
		}),
		drafted: []string{`also_missing = ["unknown"]`, `missing = "mean"`},
	},
	{
		what: "None among texts",
		table: grown("often,a,class", 60, func(i int) string {
			return fmt.Sprintf("%s,%d,%s", []string{"None", "Some", "Much"}[i%3], i%7, noOrYes(i))
		}),
		said:    []string{`column "often": a category of 3 levels; "None" is a level`},
		drafted: []string{"\nfile = \"my.csv\"\n\n# A lengthscale for each"},
	},
}

// draftsOfLabels are of labels that are missing, rare, or look like what stands for a missing value.
var draftsOfLabels = []draftCase{
	{
		what: "a class None beside a level -",
		table: grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%s,%s", i%11, []string{"-", "+", "o"}[i%3], []string{"None", "Mild"}[i%2])
		}),
		said:    []string{"a category of 3 levels"},
		drafted: []string{`"NULL", "?"]`},
	},
	{
		what: "a last row without a label",
		table: grown("a,b,class", 60, func(i int) string {
			return []string{fmt.Sprintf("%d,%d,%s", i%5, i%7, noOrYes(i)), "Total,,"}[i/59]
		}),
		said:    []string{`column "a": numbers, 5 different`, "1 row without a label left out"},
		drafted: []string{"\nfile = \"my.csv\"\n\n# A lengthscale for each"},
	},
	{
		what: "labels of which one is not seen to differ",
		table: grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%s%s", i%5, i%7, noOrYes(i), []string{"", "\u200b"}[i/40])
		}),
		said: []string{`the labels "no" and "no\u200b" look alike`},
	},
	{
		what: "missing labels",
		table: grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%s", i%5, i%7, []string{noOrYes(i), ""}[i/58])
		}),
		said:    []string{`column "class": the label, 2 rows without a label left out`},
		drafted: []string{"\nfile = \"my.csv\"\n\n# A lengthscale for each"},
	},
	{
		what: "a class called None",
		table: grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%s", i%5, i%7, []string{"None", "Apnea", "NA"}[min(2, i%2+i/59*2)])
		}),
		said: []string{"2 classes: Apnea 29", "None 30"},
		drafted: []string{
			`# "None" is not among them: it is a class here`,
			`missing_values = ["NA", "N/A", "#N/A", "<NA>", "n/a", "NaN", "null", "NULL", "?", "-"]`,
		},
	},
	{
		what: "labels that are not available",
		table: grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%s", i%5, i%7, []string{"NA", "yes", "no"}[i%3])
		}),
		said:    []string{"2 classes: no 20 (50%), yes 20 (50%)"},
		drafted: []string{"\nfile = \"my.csv\"\n\n# A lengthscale for each"},
	},
	{
		what: "a class called None, and numbers that are missing by that word",
		table: grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%s,%d,%s", []string{fmt.Sprint(i % 5), "None"}[i/50], i%7, []string{"None", "yes", "no"}[i%3])
		}),
		said:    []string{"2 classes: no 20 (50%), yes 20 (50%)"},
		drafted: []string{`"null", "NULL", "None", "?", "-"]`, `missing = "mean"`},
	},
	{
		what: "rare class",
		table: grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%s", i%5, i%7, []string{"no", "yes"}[i/57])
		}),
		drafted: []string{"folds = 10, stratify = true"},
	},
	{
		what: "a class of one row",
		table: grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%s", i%5, i%7, []string{"no", "yes"}[i/59])
		}),
		said:    []string{"remark: a class has a single row: every repeat trains on it, and none tests it"},
		drafted: []string{"repeats = 10", `split = { kind = "holdout", train = 0.8, stratify = true }`},
	},
}

// draftsOfGroups are of columns that say which rows belong together.
var draftsOfGroups = []draftCase{
	{
		what:    "groups",
		table:   visits(60),
		said:    []string{"split: rows of one patient stay together, in 5 folds"},
		drafted: []string{`split = { kind = "group", column = "patient", folds = 5 }`, `drop = ["day"]`},
	},
	{
		what: "more groups than are counted",
		table: grown("patient,a,class", 20100, func(i int) string {
			return fmt.Sprintf("p%d,%d,%s", i*7%10050, i%7, noOrYes(i))
		}),
		said:    []string{"it looks like an ID that repeats: more than 10000 different values in 20100 rows", "split: rows of one patient stay together, in 5 folds"},
		drafted: []string{`split = { kind = "group", column = "patient", folds = 5 }`},
	},
	{
		what: "more groups than are counted, as numbers",
		table: grown("patient,a,class", 20100, func(i int) string {
			return fmt.Sprintf("%d,%d,%s", i*7%10050, i%7, noOrYes(i))
		}),
		said:    []string{"split: rows of one patient stay together, in 5 folds"},
		drafted: []string{`split = { kind = "group", column = "patient", folds = 5 }`},
	},
	{
		what: "more groups of one than are counted",
		table: grown("patient,a,class", 10050, func(i int) string {
			return fmt.Sprintf("p%d,%d,%s", i, i%7, noOrYes(i))
		}),
		said:    []string{"split: 5 folds, stratified by class"},
		drafted: []string{`drop = ["patient"]`},
	},
	{
		what: "a group of most rows",
		table: grown("patient,a,class", 200, func(i int) string {
			return fmt.Sprintf("p%d,%d,%s", max(0, i-179)%10, i%7, noOrYes(i))
		}),
		said:    []string{"rows of one patient stay together"},
		drafted: []string{"inducing = 18,"},
	},
	{
		what: "few groups",
		table: grown("patient,a,class", 60, func(i int) string {
			return fmt.Sprintf("p%d,%d,%s", i/30, i%7, noOrYes(i))
		}),
		said: []string{"split: 10 folds, stratified by class; rows of one patient may be in both training and test"},
		drafted: []string{
			"\nsplit = { kind = \"kfold\", folds = 10, stratify = true }\n",
			"which makes only 2 repeats and tells methods apart poorly:\n# split = { kind = \"group\", column = \"patient\", folds = 2 }\n",
		},
	},
	{
		what: "groups not of all",
		table: grown("patient,a,class", 60, func(i int) string {
			return fmt.Sprintf("%s,%d,%s", []string{"", "p", "q"}[i%3], i%7, noOrYes(i))
		}),
		said: []string{"split: 10 folds, stratified by class; rows of one patient may be in both training and test: the column lacks 20 values"},
		drafted: []string{
			"# \"patient\": it says which rows belong together, but not for all rows\ndrop = [\"patient\"]",
			"# Rows of one patient may be in both training and test: the column lacks 20 values.\n" +
				"# With missing = \"drop-row\", which leaves rows without a value out:\n# split = { kind = \"group\", column = \"patient\", folds = 2 }\n",
		},
	},
	{
		what: "groups of one, not of all",
		table: grown("patient,a,class", 60, func(i int) string {
			return fmt.Sprintf("%s,%d,%s", []string{fmt.Sprint(i * 17 % 61), ""}[i/58], i%7, noOrYes(i))
		}),
		said:    []string{"split: 10 folds, stratified by class\n"},
		drafted: []string{"each of its values occurs once\ndrop = [\"patient\"]"},
	},
	{
		what: "groups of one",
		table: grown("patient,a,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%s", i*17%61, i%7, noOrYes(i))
		}),
		drafted: []string{"# \"patient\": each of its values occurs once\ndrop = [\"patient\"]"},
	},
	{
		what: "groups of a class",
		table: grown("patient,a,class", 60, func(i int) string {
			return fmt.Sprintf("p%d,%d,%s", i/6, i%7, []string{"no", "yes"}[i/54])
		}),
		said:    []string{`remark: column "patient" is left out: a split by it has training rows that the methods cannot learn from`},
		drafted: []string{`drop = ["patient"]`, "folds = 10, stratify = true"},
	},
	{
		what: "a large group",
		table: grown("patient,a,class", 60, func(i int) string {
			return fmt.Sprintf("p%d,%d,%s", max(0, i-50), i%7, noOrYes(min(i, 51)))
		}),
		said:    []string{`remark: column "patient" is left out`},
		drafted: []string{`drop = ["patient"]`},
	},
	{
		what: "folds of the table",
		table: grown("a,kfold,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%s", i%7, i%4, noOrYes(i))
		}),
		said:    []string{"split: the 4 folds that kfold says"},
		drafted: []string{"# The folds of the table: a repeat tests the rows of one value of kfold.\nsplit = { kind = \"group\", column = \"kfold\", folds = 4 }"},
	},
	{
		what: "a split of the table",
		table: grown("a,split,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%s,%s", i%7, []string{"train", "train", "test"}[i%3], noOrYes(i))
		}),
		said:    []string{"left out: split (by its name it says which rows are for training", "split: 10 folds, stratified by class"},
		drafted: []string{"into a file of their own (test_file)\ndrop = [\"split\"]"},
	},
	{
		what: "an identity",
		table: grown("id,a,class", 120, func(i int) string {
			return fmt.Sprintf("%d,%d,%s", i/3+1, i%7, noOrYes(i))
		}),
		said: []string{
			`column "id": numbers, 40 different; it looks like an ID that repeats`,
			"split: rows of one id stay together, in 5 folds",
		},
		drafted: []string{`split = { kind = "group", column = "id", folds = 5 }`},
	},
	{
		what: "an identity that hardly repeats",
		table: grown("ID,a,class", 120, func(i int) string {
			return fmt.Sprintf("%d,%d,%s", 1000+i*37%113, i%7, noOrYes(i))
		}),
		drafted: []string{`split = { kind = "group", column = "ID", folds = 5 }`},
	},
	{
		what: "two identities",
		table: grown("child,subject_id,a,class", 120, func(i int) string {
			return fmt.Sprintf("c%d,%d,%d,%s", i/3, 7*(i/6), i%7, noOrYes(i))
		}),
		drafted: []string{
			`split = { kind = "group", column = "child", folds = 5 }`,
			"# \"subject_id\": it looks like an identity that repeats\ndrop = [\"subject_id\"]",
		},
	},
}

// atHour is row i of a table with a row for each hour from 2020 on.
func atHour(i int) string {
	at := time.Date(2020, 1, 1, i, 0, 0, 0, time.UTC)
	return fmt.Sprintf("%s,%d,%s", at.Format("2006-01-02 15:04"), i%7, noOrYes(i))
}

// draftsOfDays are of columns of dates.
var draftsOfDays = []draftCase{
	{
		what:    "dates",
		table:   strings.ReplaceAll(visits(60), "patient", "ward"),
		said:    []string{"split: test rows come after training rows, in the order of day"},
		drafted: []string{`split = { kind = "time", column = "day", folds = 5 }`},
	},
	{
		what:    "dates of birth",
		table:   strings.ReplaceAll(strings.ReplaceAll(visits(60), "patient", "ward"), "day,", "date_of_birth,"),
		said:    []string{"split: 10 folds, stratified by class", "left out: date_of_birth (it looks like a date of birth: write the age as a number to use it)"},
		drafted: []string{`drop = ["date_of_birth"]`},
	},
	{
		what:    "more times than are counted",
		table:   grown("at,a,class", 10050, atHour),
		said:    []string{"a category of more than 10000 levels", "split: test rows come after training rows, in the order of at"},
		drafted: []string{`split = { kind = "time", column = "at", folds = 5 }`},
	},
	{
		what: "more times than are counted, of which the last is none",
		table: grown("at,a,class", 10050, func(i int) string {
			return strings.Replace(atHour(i), "2021-02-22 17:00", "2021-02-31 17:00", 1)
		}),
		said:    []string{"stratified by class; rows are not in the order of at: not all its values are dates such as 2024-01-31"},
		drafted: []string{`drop = ["at"]`},
	},
	{
		what:  "days that are none",
		table: strings.ReplaceAll(strings.ReplaceAll(visits(60), "patient", "ward"), "2024-01-28", "2024-02-31"),
		said:  []string{"stratified by class; rows are not in the order of day: not all its values are dates such as 2024-01-31"},
		drafted: []string{
			`drop = ["day"]`,
			`kind = "kfold"`,
			"# Rows are not in the order of day: not all its values are dates such as 2024-01-31.\n",
		},
	},
	{
		what:  "days not of all",
		table: strings.Replace(strings.ReplaceAll(visits(60), "patient", "ward"), "2024-01-01", "", 1),
		said:  []string{"stratified by class; rows are not in the order of day: the column lacks 1 value"},
		drafted: []string{
			`drop = ["day"]`,
			"# Rows are not in the order of day: the column lacks 1 value.\n" +
				"# With missing = \"drop-row\", which leaves rows without a value out:\n# split = { kind = \"time\", column = \"day\", folds = 5 }\n",
		},
	},
	{
		what: "days without dashes",
		table: grown("day,a,class", 60, func(i int) string {
			return fmt.Sprintf("202401%02d,%d,%s", 1+i*7%30, i%7, noOrYes(i))
		}),
		said:    []string{"split: test rows come after training rows, in the order of day"},
		drafted: []string{`split = { kind = "time", column = "day", folds = 5 }`},
	},
	{
		what: "times in milliseconds since 1970",
		table: grown("created_at,a,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%s", 1700000000000+86400000*int64(i*7%60), i%7, noOrYes(i))
		}),
		said:    []string{"look like times since 1970", "split: test rows come after training rows, in the order of created_at"},
		drafted: []string{`split = { kind = "time", column = "created_at", folds = 5 }`},
	},
}
