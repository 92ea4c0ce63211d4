package draft

import (
	"fmt"
	"path/filepath"
	"strings"

	"gpcbench/data"
	"gpcbench/data/read"
)

// LabelSets is a specification for a file whose rows have any number of labels each, with so many rows and
// labels. If dense says that no zeros are lost, columns are standardised, because penalty, kernel and steps
// depend on their scale.
func LabelSets(said Said, rows, labels int, dense bool) string {
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
	budget := ""
	if said.Raced > 0 {
		budget = turns
		further += said.budget()
	}
	fmt.Fprintf(&b, `
# Two floors: a logistic regression for each label, and the labels' shares.
[[method]]
name = "label-prior"
label = %q

[[method]]
name = "logistic-ova"
label = %q
%s%s
[[method]]
name = "mlgpf"
label = "MLGPF"
options = { latents = %d, inducing = %d, kernel = "linear"%s }

[[method]]
name = "mlgpf"
label = "MLGPF (se)"
options = { latents = %d, inducing = %d, kernel = "se"%s }

[[table]]
metric = ["log_loss", "p_at_1", "p_at_3", "ndcg_at_3", "auc_macro", "seconds"]

[[figure]]
kind = "trace"
y = ["p_at_1", "log_loss"]
`, sharesLabel, LinearLabel, alone, budget, latents, inducing, further, latents, inducing, further)
	b.WriteString(fewerSplits(rows))
	return b.String()
}

// labelFolds is the number of folds for label sets with so many rows.
func labelFolds(rows int) int {
	if rows > manyRows {
		return 5
	}
	return 10
}

const (
	mostLabelInducing = 100
	mostLatents       = 30 // as the method's default
)

// StandWhere says where a file of label sets has the labels of a row.
func StandWhere(table string) string {
	const each = "each row has any number of labels, "
	if stated, _, err := read.ARFFLabels(table); err == nil && stated.N > 0 {
		return each + "as its header says: " + stated.Words() + " attributes"
	}
	return each + "listed at the start of its line"
}

// likelySets says that attributes of an ARFF file may be labels, any number per row, and how a
// specification declares that; "" if none may.
func likelySets(table string) string {
	_, likely, err := read.ARFFLabels(table)
	if err != nil || likely.N == 0 {
		return "" // whoever reads the table reports what is wrong with it
	}
	text := fmt.Sprintf("%s attributes are 0 or 1: if they are labels and a row may have any number of them, ", likely.Words())
	text = strings.ToUpper(text[:1]) + text[1:]
	if likely.First {
		return text + fmt.Sprintf("write -C %d after the name of the relation, as in @relation 'name: -C %d'", likely.N, likely.N)
	}
	return text + fmt.Sprintf("set task = \"multilabel\" and labels = %d in place of the other keys of the table", likely.N)
}
