package likelihood

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// LogisticSoftmax is the likelihood of one of C classes given a latent value each
// (galyfajou2018 (1)),
//
//	p(y | f) = s_y / S,   s_k = sigma(f_k),   S = sum_k s_k.
//
// Its expectations are integrals over one variable: see the package. It predicts in one
// of three ways: by that integral, by the average over common random draws, or by the
// expansion to second order about the means, whose probabilities sum to one but need not
// be positive.
type LogisticSoftmax struct {
	classes int
	predict Prediction
	draws   *mat.Dense // of N(0, 1), S x C, for the average
	spaces  *sync.Pool
}

// Prediction is how a LogisticSoftmax predicts.
type Prediction struct {
	Name  string // "quadrature", "monte-carlo" or "taylor"
	Draws int    // of monte-carlo
	Seed  uint64 // of monte-carlo, below 2^53
}

// predictions are the names of Prediction, in the order in which a State numbers them.
var predictions = []string{"quadrature", "monte-carlo", "taylor"}

// NewLogisticSoftmax returns the likelihood of that many classes, at least 2.
func NewLogisticSoftmax(classes int, predict Prediction) (LogisticSoftmax, error) {
	l := LogisticSoftmax{
		classes: classes, predict: predict,
		spaces: &sync.Pool{New: func() any { return newRace(classes) }},
	}
	if classes < 2 {
		return l, fmt.Errorf("a softmax of %d functions tells no classes apart", classes)
	}
	switch predict.Name {
	case "quadrature", "taylor":
		l.predict = Prediction{Name: predict.Name}
	case "monte-carlo":
		if predict.Draws < 1 || predict.Seed >= 1<<53 {
			return l, fmt.Errorf("%d draws from the seed %d make no average", predict.Draws, predict.Seed)
		}
		rng := rand.New(rand.NewPCG(predict.Seed, 0))
		l.draws = mat.NewDense(predict.Draws, classes, nil)
		for i, data := 0, l.draws.RawMatrix().Data; i < len(data); i++ {
			data[i] = rng.NormFloat64()
		}
	default:
		return l, fmt.Errorf("there is no prediction %q", predict.Name)
	}
	return l, nil
}

// logisticSoftmaxOf returns the likelihood of a state.
func logisticSoftmaxOf(s State) (Likelihood, error) {
	if len(s.Parameters) != 3 {
		return nil, misfit(s)
	}
	at := int(s.Parameters[0])
	if at < 0 || at >= len(predictions) {
		return nil, misfit(s)
	}
	return NewLogisticSoftmax(s.Outputs, Prediction{predictions[at], int(s.Parameters[1]), uint64(s.Parameters[2])})
}

// State returns what New makes the likelihood from again; its parameters are the number
// of the prediction, its draws and their seed.
func (l LogisticSoftmax) State() State {
	at := 0
	for predictions[at] != l.predict.Name {
		at++
	}
	return State{Name: "logistic-softmax", Outputs: l.classes, Parameters: []float64{float64(at), float64(l.predict.Draws), float64(l.predict.Seed)}}
}

// Functions returns C.
func (l LogisticSoftmax) Functions() int { return l.classes }

// Outputs returns C.
func (l LogisticSoftmax) Outputs() int { return l.classes }

// Expectations returns sum_i E[log p(y_i | f_i)] and writes the derivatives of scale
// times that: see Likelihood. Cost O(C) exponentials at some 50 x 50 points a row.
func (l LogisticSoftmax) Expectations(dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense, scale float64) float64 {
	r := l.spaces.Get().(*race)
	defer l.spaces.Put(r)
	sum := 0.0
	for i, own := range y {
		m, v, dm, dv := mean.RawRowView(i), variance.RawRowView(i), dMean.RawRowView(i), dVariance.RawRowView(i)
		sum -= r.logSum(dm, dv, m, v)
		for k := range dm {
			dm[k] *= -scale
			dv[k] *= -scale
		}
		e, g, h := Logit{}.Expect(1, m[own], v[own])
		sum += e
		dm[own] += scale * g
		dv[own] += scale * h
	}
	return sum
}

// Predict writes E[p(y | f)] of every class to the rows of dst, n x C, in the way that
// was chosen.
func (l LogisticSoftmax) Predict(dst, mean, variance *mat.Dense) {
	r := l.spaces.Get().(*race)
	defer l.spaces.Put(r)
	n, _ := dst.Dims()
	for i := range n {
		p, m, v := dst.RawRowView(i), mean.RawRowView(i), variance.RawRowView(i)
		switch l.predict.Name {
		case "quadrature":
			r.winner(p, m, v)
		case "monte-carlo":
			l.average(p, m, v)
		case "taylor":
			expand(p, m, v)
		}
	}
}

// average writes the mean of p(y | f) over the draws.
func (l LogisticSoftmax) average(p, mean, variance []float64) {
	n, _ := l.draws.Dims()
	s := make([]float64, len(p))
	clear(p)
	for i := range n {
		total := 0.0
		for k, z := range l.draws.RawRowView(i) {
			s[k] = sigmoid(mean[k] + math.Sqrt(variance[k])*z)
			total += s[k]
		}
		for k := range p {
			p[k] += s[k] / (total * float64(n))
		}
	}
}

// expand writes p(y | mean) + 1/2 sum_k v_k d2p/df_k2 (galyfajou2018, A.4, whose second
// derivatives lack a factor: their denominator is S^4 where 2 S^3 is printed, and in the
// one for k = y the sum leaves y out).
//
// s has the derivatives s (1 - s) and s (1 - s) (1 - 2s) by f, and p = s_y/S those of
// (S - s_y)/S^2 and -2 (S - s_y)/S^3 by s_y, of -s_y/S^2 and 2 s_y/S^3 by the others.
func expand(p, mean, variance []float64) {
	s, total := make([]float64, len(p)), 0.0
	for k, m := range mean {
		s[k] = sigmoid(m)
		total += s[k]
	}
	// Sums over all k of what an other class adds to the second derivatives, over s_y.
	others := make([]float64, len(p))
	sum := 0.0
	for k, sk := range s {
		first, second := sk*(1-sk), sk*(1-sk)*(1-2*sk)
		others[k] = variance[k] * (2*first*first/total - second) / (total * total)
		sum += others[k]
	}
	for y, sy := range s {
		first, second, rest := sy*(1-sy), sy*(1-sy)*(1-2*sy), total-sy
		own := variance[y] * rest * (second - 2*first*first/total) / (total * total)
		p[y] = sy/total + 0.5*(own+sy*(sum-others[y]))
	}
}

// sigmoid returns 1 / (1 + exp(-f)).
func sigmoid(f float64) float64 { return 1 / (1 + math.Exp(-f)) }
