package work

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/method"
)

// threeFunctions is a sampler with a latent function for each of three classes: its numbers
// tell the column that they belong to.
type threeFunctions struct{ method.Predictor }

func (threeFunctions) Functions() int { return 3 }

func (threeFunctions) Latents(mean, variance, x *mat.Dense) {
	fill(10, mean, x)
	fill(20, variance, x)
}

func (threeFunctions) StandardErrors(mean, variance, probability, x *mat.Dense) bool {
	fill(30, mean, x)
	fill(40, variance, x)
	fill(50, probability, x)
	return true
}

// fill sets row i of dst to base + column + x_i / 10.
func fill(base float64, dst, x *mat.Dense) {
	dst.Apply(func(i, j int, _ float64) float64 { return base + float64(j) + x.At(i, 0)/10 }, dst)
}

// With a latent function a class there is a column for each of them.
func TestColumnsOfSeveralFunctions(t *testing.T) {
	ds := &data.Dataset{ClassNames: []string{"a", "b", "c"}}
	test := data.NewExamples(data.NewMemory(mat.NewDense(2, 1, []float64{5, 6}), []int{2, 0}), data.All(2), nil)
	p := newKept(ds, threeFunctions{}, test)
	p.add(0, 7, []float64{0.1, 0.2, 0.7}, 2)
	p.add(1, 9, []float64{0.5, 0.25, 0.25}, 0)
	p.csv.Flush()
	want := "row,class,p(a),p(b),p(c),latent mean(a),latent mean(b),latent mean(c),latent variance(a),latent variance(b),latent variance(c)," +
		"mcse mean(a),mcse mean(b),mcse mean(c),mcse variance(a),mcse variance(b),mcse variance(c),mcse probability(a),mcse probability(b),mcse probability(c)\n" +
		"7,c,0.1,0.2,0.7,10.5,11.5,12.5,20.5,21.5,22.5,30.5,31.5,32.5,40.5,41.5,42.5,50.5,51.5,52.5\n" +
		"9,a,0.5,0.25,0.25,10.6,11.6,12.6,20.6,21.6,22.6,30.6,31.6,32.6,40.6,41.6,42.6,50.6,51.6,52.6\n"
	if got := p.text.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, strings.TrimSpace(want))
	}
}
