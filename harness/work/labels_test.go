package work

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inputs"
	"gpcbench/harness/harnesstest"
	"gpcbench/harness/record"
)

// scoreTable predicts row i of its scores where the first input is i.
type scoreTable [][]float64

func (s scoreTable) Predict(dst, x *mat.Dense) {
	n, _ := x.Dims()
	for i := range n {
		dst.SetRow(i, s[int(x.At(i, 0))])
	}
}
func (scoreTable) Size() (columns, classes int)   { return 0, 0 }
func (scoreTable) MarshalBinary() ([]byte, error) { return nil, nil }

// PredictRows reads the first input by a product.
func (s scoreTable) PredictRows(dst *mat.Dense, x inputs.Rows) {
	n, d := x.Dims()
	first, column := mat.NewDense(n, 1, nil), mat.NewDense(d, 1, nil)
	column.Set(0, 0, 1)
	x.Mul(first, column)
	s.Predict(dst, first)
}

// sixRows are six rows of five labels: the fifth has none, and there are ties.
var sixRows = scoreTable{
	{.9, .8, .7, .6, .5}, {.5, .5, .5, .1, .1}, {.1, .2, .3, .4, .5}, {.3, .3, .3, .3, .3}, {0, .9, .9, .2, .1}, {.6, .4, .4, .2, .8},
}

// sixTests are the six rows to test on, with the label counts 50, 30, 20, 5 and 1 among 100
// training rows.
func sixTests(propensity data.Propensity) *testSet {
	return &testSet{
		rows:    data.NewExamples(harnesstest.Numbered(harnesstest.SixSets), data.All(6), nil),
		classes: 5, gains: propensity.Inverse([]int{50, 30, 20, 5, 1}, 100),
	}
}

// Against an independent computation.
func TestLabelMetrics(t *testing.T) {
	of := func(name string, got map[string]float64, want float64) {
		t.Helper()
		if v, ok := got[name]; !ok || math.Abs(v-want) > 5e-9 {
			t.Errorf("%s is %.9f, want %.8f", name, v, want)
		}
	}
	for _, c := range []struct {
		of         data.Propensity
		psp1, psp3 float64
	}{
		{data.Propensity{}, 0.13355785, 0.49649690},
		{data.Propensity{A: 0.5, B: 0.4}, 0.13296907, 0.49194878},
		{data.Propensity{A: 0.6, B: 2.6}, 0.13324100, 0.49858329},
	} {
		got := sixTests(c.of).evaluate(sixRows, nil).metrics
		of("psp_at_1", got, c.psp1)
		of("psp_at_3", got, c.psp3)
		of("psp_at_5", got, 1)
	}
	got := sixTests(data.Propensity{}).evaluate(sixRows, nil).metrics
	of("p_at_1", got, 1./6)
	of("p_at_3", got, 1./3)
	of("p_at_5", got, 1./3)
	of("p_at_1_sd", got, math.Sqrt(1./6*5/6))
	of("ndcg_at_1", got, 0.16666667)
	of("ndcg_at_3", got, 0.35731141)
	of("ndcg_at_5", got, 0.53901574)
	hits := sixTests(data.Propensity{}).evaluate(sixRows, nil).hits
	for _, k := range record.HitCutoffs {
		sum := 0
		for _, n := range hits.At(k) {
			sum += n
		}
		of(fmt.Sprintf("p_at_%d", k), got, float64(sum)/float64(6*k))
	}
}

// pairsOf is every probability of the six rows with what is true.
func pairsOf() (p []float64, has []bool) {
	for i, row := range sixRows {
		for k, v := range row {
			p, has = append(p, v), append(has, slices.Contains(harnesstest.SixSets[i], k))
		}
	}
	return p, has
}

// auc is the share of ordered pairs, by definition.
func auc(p []float64, has []bool) (area float64, ok bool) {
	above, pairs := 0.0, 0.0
	for i := range p {
		for j := range p {
			if has[i] && !has[j] {
				pairs++
				switch {
				case p[i] > p[j]:
					above++
				case p[i] == p[j]:
					above += 0.5
				}
			}
		}
	}
	return above / pairs, pairs > 0
}

func TestMetricsOfEveryLabel(t *testing.T) {
	got := sixTests(data.Propensity{}).evaluate(sixRows, nil).metrics
	p, has := pairsOf()
	loss, wrong := 0.0, 0.0
	for i, v := range p {
		if !has[i] {
			v = 1 - v
		}
		loss -= math.Log(v) / 30
		if (p[i] > 0.5) != has[i] {
			wrong += 1. / 30
		}
	}
	micro, _ := auc(p, has)
	macro, n := 0.0, 0.0
	for k := range 5 {
		var column []float64
		var is []bool
		for i := range 6 {
			column, is = append(column, p[5*i+k]), append(is, has[5*i+k])
		}
		if area, ok := auc(column, is); ok {
			macro, n = macro+area, n+1
		}
	}
	for name, want := range map[string]float64{"log_loss": loss, "hamming_loss": wrong, "auc_micro": micro, "auc_macro": macro / n, "clipped": 0} {
		if v, ok := got[name]; !ok || !near(v, want) {
			t.Errorf("%s is %v, want %v", name, v, want)
		}
	}
}

// Against sorting all labels.
func TestRank(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		p := make([]float64, 1+rng.IntN(30))
		all := make([]int32, len(p))
		for k := range p {
			p[k], all[k] = float64(rng.IntN(8)), int32(k) // many ties
		}
		slices.SortStableFunc(all, func(a, b int32) int { return int(p[b] - p[a]) })
		best := make([]int32, min(len(p), bestLabels))
		rank(best, p)
		if !slices.Equal(best, all[:len(best)]) {
			t.Fatalf("ranks of %v: %v, want %v", p, best, all[:len(best)])
		}
	}
}

// A probability that is no number must not pass for a rank.
func TestUnknownProbabilitiesAreAnError(t *testing.T) {
	bad := slices.Clone(sixRows)
	bad[4] = []float64{0.1, math.NaN(), 0.2, 0.1, 0.1}
	if _, err := sixTests(data.Propensity{}).evaluateFinal(bad, nil); err == nil || !strings.Contains(err.Error(), "not finite") {
		t.Errorf("%v", err)
	}
}

// Of several metrics that are no numbers the first by name is reported, each time.
func TestUnknownMetricsAreToldInOrder(t *testing.T) {
	for range 20 {
		if _, err := testRows().evaluateFinal(harnesstest.Constant{math.NaN(), math.NaN()}, nil); err == nil || !strings.Contains(err.Error(), "brier is NaN") {
			t.Fatalf("%v", err)
		}
	}
}

// Blocks of rows, sparse and dense, give what the rows give.
func TestPredictLabelsGoesThroughAllBlocksInOrder(t *testing.T) {
	const n = 2*predictBlock + 7
	sets, scores := make([][]int, n), make(scoreTable, n)
	for i := range n {
		sets[i], scores[i] = []int{i % 3}, []float64{float64(i) / n, 0, 1}
	}
	sparse := harnesstest.Numbered(sets)
	at := 0
	predictLabels(scores, data.NewExamples(sparse, data.All(n), nil), 3, func(i int, p []float64, labels []int32) {
		if i != at || p[0] != float64(i)/n || len(labels) != 1 || int(labels[0]) != i%3 {
			t.Fatalf("example %d (expected %d): p %v, labels %v", i, at, p, labels)
		}
		at++
	})
	if at != n {
		t.Errorf("%d of %d rows", at, n)
	}
}

// Propensities are from the training rows.
func TestPropensitiesOfTheTrainingRows(t *testing.T) {
	propensity := data.Propensity{A: 0.6, B: 2.6}
	ds := &data.Dataset{Table: harnesstest.Numbered(harnesstest.SixSets), Kind: data.Multilabel, ClassNames: []string{"a", "b", "c", "d", "e"}, Propensity: propensity}
	train, test := data.NewExamples(ds.Table, data.Range{From: 0, To: 4}, nil), data.NewExamples(ds.Table, data.Range{From: 4, To: 6}, nil)
	if got, want := newTestSet(ds, train, test).gains, propensity.Inverse([]int{2, 1, 2, 1, 1}, 4); !slices.Equal(got, want) {
		t.Errorf("1/p = %v, want %v", got, want)
	}
}

func TestSpacedRows(t *testing.T) {
	e := data.NewExamples(harnesstest.Numbered(harnesstest.SixSets), data.Rows{5, 4, 3, 2, 1}, nil)
	if got := spaced(e, 2); got.Len() != 3 || got.Row(0) != 5 || got.Row(1) != 3 || got.Row(2) != 1 {
		t.Errorf("%d rows", got.Len())
	}
	if spaced(e, 1) != e || spaced(e, 0) != e {
		t.Error("not all rows")
	}
}

func TestPredictionsOfLabelSets(t *testing.T) {
	ds := &data.Dataset{Kind: data.Multilabel, ClassNames: []string{"a", "b,c", "d", "e", "f"}}
	tests := sixTests(data.Propensity{})
	p := newKept(ds, sixRows, tests.rows)
	tests.evaluate(sixRows, p)
	p.csv.Flush()
	lines := strings.Split(p.text.String(), "\n")
	if want := "row,labels,label 1,p 1,label 2,p 2,label 3,p 3,label 4,p 4,label 5,p 5"; lines[0] != want {
		t.Errorf("head %q", lines[0])
	}
	if want := `5,"a;b,c;d",f,0.8,a,0.6,"b,c",0.4,d,0.4,e,0.2`; lines[6] != want {
		t.Errorf("last row %q, want %q", lines[6], want)
	}
	if want := `4,,"b,c",0.9,d,0.9,e,0.2,f,0.1,a,0`; lines[5] != want {
		t.Errorf("row without labels %q, want %q", lines[5], want)
	}
}

// What a row of AmazonCat's 13,330 labels costs: its best labels, and every label's score.
func BenchmarkScoreLabels(b *testing.B) {
	const k = 13_330
	rng := rand.New(rand.NewPCG(1, 2))
	p, gains := make([]float64, k), make([]float64, k)
	for l := range p {
		p[l], gains[l] = rng.Float64()*rng.Float64(), 1
	}
	labels, ranked := []int32{3, 700, 701, 9000, 13_000}, make([]int32, bestLabels)
	for _, pairs := range []bool{false, true} {
		b.Run(map[bool]string{false: "best", true: "all"}[pairs], func(b *testing.B) {
			for range b.N {
				s := (&testSet{rows: &data.Examples{}, classes: k, gains: gains}).labelScorer(pairs, false)
				rank(ranked, p)
				s.add(p, labels, ranked)
			}
		})
	}
}
