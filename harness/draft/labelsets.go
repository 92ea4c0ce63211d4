package draft

import (
	"fmt"
	"path/filepath"
	"strings"

	"gpcbench/data"
	"gpcbench/data/read"
)

// LabelSets is a specification for a file whose rows have any number of labels each, of so many rows,
// attributes and labels. Columns are standardised, for penalty, kernel and steps go by their sizes, where
// dense says that this costs no zeros.
func LabelSets(said Said, rows, attributes, labels int, dense bool) string {
	var b strings.Builder
	b.WriteString("[experiment]\n")
	if said.Name != "" {
		fmt.Fprintf(&b, "name = %s\n", data.Quoted(said.Name))
	}
	fmt.Fprintf(&b, "title = %s\nsplit = { kind = \"kfold\", folds = %d }\n", data.Quoted("Which labels for the rows of "+filepath.Base(said.File)+"?"), min(labelFolds(rows), rows))
	fmt.Fprintf(&b, "\n[[dataset]]\nfile = %s\ntask = \"multilabel\"\n", data.Quoted(filepath.ToSlash(said.File)))
	inducing := min(mostLabelInducing, inducingInputs(rows-rows/labelFolds(rows)))
	latents := max(1, min(mostLatents, labels))
	alone, further := "", "" // options
	if dense {
		alone, further = "options = { standardise = true }\n", ", standardise = true"
	}
	fmt.Fprintf(&b, `
# Two floors: a logistic regression for each label, and the labels' shares.
[[method]]
name = "label-prior"
label = %q

[[method]]
name = "logistic-ova"
label = %q
%s
[[method]]
name = "mlgpf"
label = "MLGPF"
options = { latents = %d, inducing = %d, kernel = "linear"%s }
`, sharesLabel, LinearLabel, alone, latents, inducing, further)
	if attributes <= mostDense {
		fmt.Fprintf(&b, `
[[method]]
name = "mlgpf"
label = "MLGPF (se)"
options = { latents = %d, inducing = %d, kernel = "se"%s }
`, latents, inducing, further)
	}
	b.WriteString(`
[[table]]
metric = ["log_loss", "p_at_1", "p_at_3", "ndcg_at_3", "auc_macro", "seconds"]

[[figure]]
kind = "trace"
y = ["p_at_1", "log_loss"]
`)
	b.WriteString(fewerSplits(rows))
	return b.String()
}

// labelFolds is the number of folds of label sets of so many rows.
func labelFolds(rows int) int {
	if rows > manyRows {
		return 5
	}
	return 10
}

const (
	mostLabelInducing = 100
	mostLatents       = 30   // as the method's default
	mostDense         = 1000 // attributes above which distances between rows say little
)

// StandWhere says of a file of label sets which labels a row has.
func StandWhere(table string) string {
	const each = "each row has any number of labels, "
	if stated, _, err := read.ARFFLabels(table); err == nil && stated.N > 0 {
		return each + "as its header says: " + stated.Words() + " attributes"
	}
	return each + "which stand in front"
}

// likelySets says that attributes of an ARFF file may be labels of which a row has any number, and how a
// specification has them so; "" where none may.
func likelySets(table string) string {
	_, likely, err := read.ARFFLabels(table)
	if err != nil || likely.N == 0 {
		return "" // what is wrong with a table is told by whoever reads it
	}
	text := fmt.Sprintf("%s attributes are 0 or 1: if they are labels of which a row may have any number, ", likely.Words())
	text = strings.ToUpper(text[:1]) + text[1:]
	if likely.First {
		return text + fmt.Sprintf("write -C %d behind the name of the relation, as in @relation 'name: -C %d'", likely.N, likely.N)
	}
	return text + fmt.Sprintf("say task = \"multilabel\" and labels = %d in the place of the other keys of the table", likely.N)
}
