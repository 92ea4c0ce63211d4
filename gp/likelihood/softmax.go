package likelihood

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// Softmax is the likelihood of one of C classes given a latent value each
//
//	p(y | f) = s_y / S,   S = sum_k s_k,
//
// with s_k = exp(f_k), the softmax, or s_k = sigma(f_k), the logistic softmax
// (galyfajou2018 (1)). Its expectations are integrals over one variable: see the package.
// It predicts by that integral, in one of two ways, by the average over common random draws, by p(y | f) at the
// means, or by its expansion to second order about them, whose probabilities sum to one but
// need not be positive.
type Softmax struct {
	name    string // NameSoftmax or NameLogisticSoftmax
	rate    rate
	classes int
	predict Prediction
	draws   *mat.Dense // of N(0, 1), S x C, for the average
	fine    *sync.Pool // of laplace, for predictions
	ringing *sync.Pool // of clocks, for predictions
	sums    *sync.Pool // of logSums, for training
	wide    bool       // that variances are not limited to MaxVariance in training
}

// logSums computes the sum over rows of E log S, and writes its derivatives.
type logSums interface {
	logSums(dMean, dVariance, mean, variance *mat.Dense) float64
}

// sumRows is logSums of what works row by row.
func sumRows(row func(dMean, dVariance, mean, variance []float64) float64, dMean, dVariance, mean, variance *mat.Dense) (sum float64) {
	n, _ := mean.Dims()
	for i := range n {
		sum += row(dMean.RawRowView(i), dVariance.RawRowView(i), mean.RawRowView(i), variance.RawRowView(i))
	}
	return sum
}

// Wide is a Likelihood that limits variances in Expectations. Unbounded returns one that does
// not, at a cost and with errors that hardly depend on the variances. It predicts as before.
type Wide interface {
	Likelihood
	Unbounded() Likelihood
}

// Unbounded returns the softmax whose Expectations are good to 1e-11 of the largest standard
// deviation, or of 1, and their derivatives to 1e-10, at some 100 to 200 nodes of 10 nanoseconds a class
// and row: see clocks. The logistic softmax is returned as it is.
func (l Softmax) Unbounded() Likelihood {
	if _, ok := l.rate.(exponential); ok {
		l.wide = true
		l.sums = &sync.Pool{New: func() any { return &clocks{of: forTraining} }}
	}
	return l
}

// mostNormals is the largest number of normal draws: 1 GiB.
const mostNormals = 1 << 27

// The names of the two softmax likelihoods.
const (
	NameSoftmax         = "softmax"
	NameLogisticSoftmax = "logistic-softmax"
)

// rates are the s of a softmax by its name.
var rates = map[string]rate{NameSoftmax: exponential{}, NameLogisticSoftmax: logistic{}}

// NewSoftmax returns the likelihood NameSoftmax or NameLogisticSoftmax of that many classes. The
// error says that there is no such name, that there are fewer than 2 classes, or that there is
// no such prediction: "taylor-paper" is only for the logistic softmax, "clocks" only for the softmax, and "monte-carlo" needs
// at least one draw, at most 2^27 numbers in all, and a seed below 2^53.
func NewSoftmax(name string, classes int, predict Prediction) (Softmax, error) {
	l := Softmax{name: name, rate: rates[name], classes: classes, predict: predict}
	if l.rate == nil {
		return l, fmt.Errorf("there is no softmax %q", name)
	}
	l.fine = &sync.Pool{New: func() any { return newLaplace(l.rate, classes, fine) }}
	l.ringing = &sync.Pool{New: func() any { return &clocks{of: forPredictions()} }}
	l.sums = &sync.Pool{New: func() any {
		if name == NameSoftmax {
			return &logSumExp{}
		}
		return newLaplace(l.rate, classes, coarse)
	}}
	if classes < 2 {
		return l, fmt.Errorf("a softmax of %d functions tells no classes apart", classes)
	}
	number := numberOf(predict.Name)
	if number < 0 {
		return l, fmt.Errorf("there is no prediction %q", predict.Name)
	}
	if of := predictions[number].of; of != "" && of != name {
		return l, fmt.Errorf("the prediction %q is for the likelihood %q", predict.Name, of)
	}
	if !predictions[number].drawn {
		l.predict = Prediction{Name: predict.Name}
		return l, nil
	}
	if predict.Draws < 1 || predict.Seed >= 1<<53 {
		return l, fmt.Errorf("%d draws from the seed %d make no average", predict.Draws, predict.Seed)
	}
	if predict.Draws > mostNormals/classes {
		return l, fmt.Errorf("%d draws of %d classes are more numbers than the %d that can be kept", predict.Draws, classes, mostNormals)
	}
	l.draws = normals(predict.Draws, classes, predict.Seed)
	return l, nil
}

// softmaxKind is the kind NameSoftmax or NameLogisticSoftmax.
func softmaxKind(name string) kind {
	return kind{
		name: name,
		classes: func(classes int, _ float64) (Likelihood, error) {
			return NewSoftmax(name, classes, Prediction{Name: "quadrature"})
		},
		of: func(s State) (Likelihood, error) {
			if len(s.Parameters) != 3 {
				return nil, misfit(s)
			}
			for _, v := range s.Parameters {
				if !(v >= 0 && v < 1<<53 && v == math.Trunc(v)) {
					return nil, misfit(s)
				}
			}
			at := s.Parameters[0]
			if at >= float64(len(predictions)) {
				return nil, misfit(s)
			}
			return NewSoftmax(name, s.Outputs, Prediction{predictions[int(at)].name, int(s.Parameters[1]), uint64(s.Parameters[2])})
		},
	}
}

// State returns the state from which New makes the likelihood again; its parameters are
// the number of the prediction, its draws and their seed.
func (l Softmax) State() State {
	return State{Name: l.name, Outputs: l.classes, Parameters: []float64{float64(numberOf(l.predict.Name)), float64(l.predict.Draws), float64(l.predict.Seed)}}
}

// Pull is that of Tied.
func (l Softmax) Pull(u []float64, y int, slope, mean, variance []float64) {
	for k, g := range slope {
		u[k] = max(0, -g)
	}
	_, own, _ := l.rate.expectLog(mean[y], variance[y])
	u[y] = max(0, own-slope[y])
}

// Total is that of Tied: 1 where s = exp(f).
func (l Softmax) Total() float64 {
	if _, ok := l.rate.(exponential); ok {
		return 1
	}
	return 0
}

// Functions returns C.
func (l Softmax) Functions() int { return l.classes }

// Outputs returns C.
func (l Softmax) Outputs() int { return l.classes }

// LogProb returns log p(y | f).
func (l Softmax) LogProb(y int, f []float64) float64 {
	log := func(f float64) float64 {
		value, _, _ := l.rate.expectLog(f, 0)
		return value
	}
	top, sum := log(slices.Max(f)), 0.0
	for _, v := range f {
		sum += math.Exp(log(v) - top)
	}
	return log(f[y]) - top - math.Log(sum)
}

// Expectations returns sum_i E[log p(y_i | f_i)] and writes the derivatives of scale
// times that: see Likelihood. The logistic softmax is good to 1e-7 a row, for C exponentials
// at some 30 x 30 points; the softmax to 2e-8 for variances up to 10 and ten classes, 1e-6 for
// any, its derivatives to 5e-7, for C exponentials at some 50 points and 10,000 flops a class.
func (l Softmax) Expectations(dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense, scale float64) float64 {
	sums := l.sums.Get().(logSums)
	defer l.sums.Put(sums)
	sum := -sums.logSums(dMean, dVariance, mean, variance)
	dMean.Scale(-scale, dMean)
	dVariance.Scale(-scale, dVariance)
	for i, own := range y {
		e, g, h := l.rate.expectLog(mean.At(i, own), variance.At(i, own))
		sum += e
		dMean.RawRowView(i)[own] += scale * g
		dVariance.RawRowView(i)[own] += scale * h
		for k, v := range variance.RawRowView(i) {
			if v > MaxVariance && !l.wide && !math.IsNaN(sum) { // beyond, no expectation changes
				dVariance.Set(i, k, 0)
			}
		}
	}
	return sum
}

// Predict writes E[p(y | f)] of every class to the rows of dst, n x C, by the chosen
// method.
func (l Softmax) Predict(dst, mean, variance *mat.Dense) {
	r := l.fine.Get().(*laplace)
	defer l.fine.Put(r)
	way := predictions[numberOf(l.predict.Name)]
	n, _ := dst.Dims()
	for i := range n {
		way.expectation(l, r, dst.RawRowView(i), mean.RawRowView(i), variance.RawRowView(i))
	}
}

// average writes the mean of p(y | f) over the draws.
func (l Softmax) average(p, mean, variance []float64) {
	n, _ := l.draws.Dims()
	s, shift := make([]float64, len(p)), l.rate.shift(mean)
	clear(p)
	for i := range n {
		total := l.drawn(s, i, mean, variance, shift)
		for k := range p {
			p[k] += s[k] / (total * float64(n))
		}
	}
}

// smallestNormal is below which numbers lose digits.
const smallestNormal = 0x1p-1022

// drawn writes s at draw i, up to a common factor, and returns their sum.
func (l Softmax) drawn(s []float64, i int, mean, variance []float64, shift float64) (total float64) {
	for k, z := range l.draws.RawRowView(i) {
		s[k], _, _ = l.rate.at(mean[k] - shift + math.Sqrt(variance[k])*z)
		total += s[k]
	}
	if total < smallestNormal || total >= math.Exp(maxExponent) {
		return l.drawnFarOut(s, i, mean, variance)
	}
	return total
}

// drawnFarOut is drawn divided by the largest s, for draws whose s would underflow or overflow.
func (l Softmax) drawnFarOut(s []float64, i int, mean, variance []float64) (total float64) {
	for k, z := range l.draws.RawRowView(i) {
		s[k], _, _ = l.rate.expectLog(mean[k]+math.Sqrt(variance[k])*z, 0) // log s
	}
	top := slices.Max(s)
	for k, log := range s {
		s[k] = math.Exp(log - top)
		total += s[k]
	}
	return total
}

// exponentialBelow is a latent value below which sigma is exp to the last digit.
const exponentialBelow = -40

// atMeans returns s and its derivatives at the means, and the sum of s.
func (l Softmax) atMeans(mean []float64) (s, first, second []float64, total float64) {
	n := len(mean)
	s, first, second = make([]float64, n), make([]float64, n), make([]float64, n)
	shift := l.rate.shift(mean)
	if top := slices.Max(mean) - shift; top < exponentialBelow {
		shift += top - exponentialBelow // both rates are exp here: a factor of all is free
	}
	for k, m := range mean {
		s[k], first[k], second[k] = l.rate.at(m - shift)
		total += s[k]
	}
	return s, first, second, total
}

// expand writes p(y | mean) + 1/2 sum_k v_k d2p/df_k2 (galyfajou2018, A.4), without the second
// term for "plug-in", the order 0 of A.4. The denominators of the second derivatives are S^4,
// not 2 S^3: those printed, of "taylor-paper", are S/2 times too large. By s_y, p = s_y/S has the
// derivatives (S - s_y)/S^2 and -2 (S - s_y)/S^3, and by the others -s_y/S^2 and 2 s_y/S^3.
func (l Softmax) expand(p, mean, variance []float64, of expansion) {
	s, first, second, total := l.atMeans(mean)
	other := make([]float64, len(p))
	// What a class adds to the second derivatives of another's p, over that one's s.
	others := 0.0
	half, _, _ := of(total)
	for k := range s {
		other[k] = variance[k] * (2*first[k]*first[k]/total - second[k]) / (total * total)
		others += other[k]
	}
	for y, sy := range s {
		own := variance[y] * (total - sy) * (second[y] - 2*first[y]*first[y]/total) / (total * total)
		p[y] = sy/total + half*(own+sy*(others-other[y]))
	}
}
