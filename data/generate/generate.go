// Package generate makes data sets defined by how their rows are drawn:
//
//	twonorm               Breiman 1996: 20 attributes, two classes, equally likely,
//	                      N(+a, I) and N(-a, I), every element of a being 2/sqrt(20)
//	ringnorm              Breiman 1996: 20 attributes, two classes, equally likely,
//	                      N(0, 4I) and N(a, I), every element of a being 2/sqrt(20)
//	waveform              Breiman et al. 1984: 21 attributes, three classes,
//	                      equally likely, each a mixture u g + (1-u) h of two of
//	                      three triangles, u uniform on (0, 1), plus N(0, 1)
//	waveform-binary       waveform with its class 2 as +1 and the rest as -1
//	villacampa-synthetic  Villacampa-Calvo & Hernandez-Lobato 2017, section 4.2:
//	                      two attributes, uniform on [-2.5, 2.5]^2, three classes,
//	                      the largest of three functions drawn from a GP prior
//	higgs-like            28 attributes shaped like those of HIGGS (Baldi, Sadowski &
//	                      Whiteson 2014): momenta, angles and b-tags of a lepton
//	                      and four jets, and seven masses computed from them; two
//	                      classes whose log odds are a linear trend and a bump in
//	                      the logarithm of two of the masses. Not physics
//	villacampa-toy        one attribute, two classes, equally likely, N(-1, 1) and
//	                      N(+1, 1); for figure 2 of the same paper, which does not
//	                      describe its data
//
//	clusters-10, clusters-100, clusters-1000
//	                      as many classes, equally likely, ten attributes: N(a, I/4)
//	                      with a centre a for each class, drawn from N(0, I)
//
//	rcv1-shaped, amazoncat-shaped
//	                      sparse rows with any number of labels, shaped like
//	                      RCV1-2K and AmazonCat-13K: see shape
//	sparse-500, sparse-5k, sparse-50k, sparse-150k, sparse-500k
//	                      such rows with as many columns and 70 values each
//	sparse-5k-1k-labels, sparse-5k-10k-labels, sparse-5k-100k-labels
//	                      sparse-5k with as many labels instead of 100
//
// Sources disagree on ringnorm's a. DELVE, whose rows the IDA collection has,
// cites Breiman with 2/sqrt(20) and a Bayes error of 0.013. The R package mlbench
// cites him with 1/sqrt(20). Simulated Bayes errors are 0.0124 and 0.0151, and the
// means of IDA's rows are 0.456 apart, so 2/sqrt(20) is meant. IDA's binary waveform
// is our waveform-binary: the class means agree to two digits.
//
// Villacampa-Calvo & Hernandez-Lobato do not state the prior's hyper-parameters;
// ours is k(x, x') = exp(-|x - x'|^2 / 2).
//
// To add a generator, write a function that draws a row, in the file of its source, and its line in
// generators; for sparse rows, a line in shapes.
//
// Sources: Breiman, Bias, variance, and arcing classifiers, technical report
// 460, Berkeley, 1996; Breiman, Friedman, Olshen & Stone, Classification and
// regression trees, 1984, section 2.6.2; Villacampa-Calvo & Hernandez-Lobato,
// Scalable multi-class Gaussian process classification using expectation
// propagation, ICML 2017.
package generate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/tablefile"
)

// version is increased when the rows of a generator may change.
const version = 2

// seed is the seed of the generated sets of the catalogue.
const seed = 1

// generator makes the rows of a data set.
type generator struct {
	classes    []string
	attributes []string
	notes      []string // assumptions that a report must print

	// row draws one row into x and returns its class. Rows are drawn one after another, so that a
	// short table has the first rows of a long one, and a long one needs memory for one row. table
	// draws n rows that depend on each other. One of the two is nil.
	row   func(x []float64, rng *rand.Rand) (class int)
	table func(n int, rng *rand.Rand) (*mat.Dense, []int)
}

var generators = map[string]generator{
	"twonorm":         {classes: []string{"1", "2"}, attributes: data.AttributeNames(20), row: twonorm},
	"ringnorm":        {classes: []string{"1", "2"}, attributes: data.AttributeNames(20), row: ringnorm},
	"waveform":        {classes: []string{"1", "2", "3"}, attributes: data.AttributeNames(21), row: waveform},
	"waveform-binary": {classes: []string{"-1", "+1"}, attributes: data.AttributeNames(21), row: waveformBinary},
	"higgs-like":      {classes: []string{"0", "1"}, attributes: higgsAttributes, row: higgsLike},
	"villacampa-toy":  {classes: []string{"1", "2"}, attributes: data.AttributeNames(1), row: overlapping},
	"clusters-10":     clusters(10),
	"clusters-100":    clusters(100),
	"clusters-1000":   clusters(1000),
	"villacampa-synthetic": {classes: []string{"1", "2", "3"}, attributes: data.AttributeNames(2), table: gpArgmax,
		notes: []string{"The paper does not state the prior's hyper-parameters; the functions are drawn with a squared-exponential kernel of lengthscale 1 and variance 1."}},
}

// find returns the generator with a name, and refuses n below 1.
func find(name string, n int) (generator, error) {
	g, known := generators[name]
	if n < 1 {
		return g, data.RequestErrorf(name, "%d rows: there must be at least one", n)
	}
	if !known {
		return g, data.RequestErrorf(name, "there is no such generator; the generators are %s", strings.Join(slices.Sorted(maps.Keys(generators)), ", "))
	}
	return g, nil
}

// Classes returns the number of classes of a generator's rows, 0 for label sets.
func Classes(name string) int { return len(generators[name].classes) }

// Dataset draws n rows with a generator, into memory.
func Dataset(name string, n int, rng *rand.Rand) (*data.Dataset, error) {
	g, err := find(name, n)
	if err != nil {
		return nil, err
	}
	ds := g.dataset(name)
	ds.Table = g.inMemory(n, rng)
	return ds, nil
}

// Fixed returns n rows of a generator that are the same on every call. set is the name of the
// table. Sparse rows are generated when they are read. Large numbers of other rows are generated
// into a table file in the cache folder, by Dataset.Prepare or when a row is first read; with an
// empty folder all are in memory.
func Fixed(set, name string, n int, c tablefile.Cache) (*data.Dataset, error) {
	if s, sparse := shapes[name]; sparse && n > 0 {
		return s.dataset(set, name, n), nil
	}
	g, err := find(name, n)
	if err != nil {
		return nil, err
	}
	ds := g.dataset(set)
	ds.Digest = digest(name, n)
	if g.row != nil && c.Dir != "" && n*len(g.attributes) > tablefile.InMemory {
		ds.Table = newTable(set, g, n, ds.Digest, c)
	} else {
		ds.Table = g.inMemory(n, fixedRNG())
	}
	return ds, nil
}

// digest returns the digest of n rows of a generator.
func digest(name string, n int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "gpcbench generator %d %s %d %d", version, name, n, seed))
	return hex.EncodeToString(sum[:])
}

func fixedRNG() *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// dataset returns the data set without its table.
func (g generator) dataset(name string) *data.Dataset {
	ds := &data.Dataset{Name: name, Kind: data.Multiclass, ClassNames: g.classes, Attributes: g.attributes, Notes: g.notes}
	if len(g.classes) == 2 {
		ds.Kind = data.Binary
	}
	return ds
}

func (g generator) inMemory(n int, rng *rand.Rand) *data.Memory {
	if g.table != nil {
		return data.NewMemory(g.table(n, rng))
	}
	x, y := mat.NewDense(n, len(g.attributes), nil), make([]int, n)
	for i := range n {
		y[i] = g.row(x.RawRowView(i), rng)
	}
	return data.NewMemory(x, y)
}
