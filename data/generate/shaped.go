package generate

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"

	"gpcbench/data"
)

// shape is the shape of a sparse set with any number of labels a row. Its rows are documents on
// topics, which connect inputs and labels; there are far fewer topics than columns.
//
// A row has two topics, with shares w and 1 - w, w uniform on (1/2, 1). Nine labels in ten, on
// average, belong to one of them, drawn with its share; the others are drawn from all labels. Half
// of the words likewise belong to a topic, and the others are drawn from all words. Each topic has
// its own columns and labels. The frequencies of topics, columns and labels follow the law of Zipf
// and Mandelbrot: the item of rank r, counted from 0, has a probability proportional to log((r + 1
// + q) / (r + q)). Labels and words are drawn until the row has its number of different ones. The
// value of a column is
//
//	(1 + log times) (1 + log(1 + rank)),
//
// where the second factor replaces the inverse document frequency, and the row is divided by its
// length.
type shape struct {
	d, k           int
	train          int       // rows of the published training part
	values, labels heavyTail // numbers per row
}

// heavyTail is the distribution of a number of at least 1: 1 + floor(x), where log x is normal with
// standard deviation spread and x has mean mean - 1/2. With spread 0 it is the rounded mean.
type heavyTail struct{ mean, spread float64 }

func (h heavyTail) draw(rng *rand.Rand) int {
	return 1 + int(math.Exp(math.Log(h.mean-0.5)-h.spread*h.spread/2+h.spread*rng.NormFloat64()))
}

// shapes are the sparse sets: RCV1-2K and AmazonCat-13K as in the extreme classification
// repository, and sets of different numbers of columns or labels with 70 values in every row.
var shapes = map[string]shape{
	"rcv1-shaped":      {d: 47236, k: 2456, train: 623847, values: heavyTail{75, 0.7}, labels: heavyTail{4.79, 0.6}},
	"amazoncat-shaped": {d: 203882, k: 13330, train: 1186239, values: heavyTail{71, 0.9}, labels: heavyTail{5.04, 0.7}},
	"sparse-500":       {d: 500, k: 100, train: 18000, values: heavyTail{70, 0}, labels: heavyTail{3, 0.5}},
	"sparse-5k":        {d: 5_000, k: 100, train: 18000, values: heavyTail{70, 0}, labels: heavyTail{3, 0.5}},
	"sparse-50k":       {d: 50_000, k: 100, train: 18000, values: heavyTail{70, 0}, labels: heavyTail{3, 0.5}},
	"sparse-150k":      {d: 150_000, k: 100, train: 18000, values: heavyTail{70, 0}, labels: heavyTail{3, 0.5}},
	"sparse-500k":      {d: 500_000, k: 100, train: 18000, values: heavyTail{70, 0}, labels: heavyTail{3, 0.5}},

	"sparse-5k-1k-labels":   {d: 5_000, k: 1_000, train: 18000, values: heavyTail{70, 0}, labels: heavyTail{3, 0.5}},
	"sparse-5k-10k-labels":  {d: 5_000, k: 10_000, train: 18000, values: heavyTail{70, 0}, labels: heavyTail{3, 0.5}},
	"sparse-5k-100k-labels": {d: 5_000, k: 100_000, train: 18000, values: heavyTail{70, 0}, labels: heavyTail{3, 0.5}},
}

const (
	topics    = 25
	anyColumn = 0.5 // share of words drawn without a topic
	anyLabel  = 0.1 // share of labels drawn without a topic
)

// dataset returns the data set of n rows. Row i is a function of i alone. It is generated when it
// is read, so rows take no memory.
func (s shape) dataset(set, name string, n int) *data.Dataset {
	ds := &data.Dataset{Name: set, Kind: data.Multilabel, Attributes: data.AttributeNames(s.d), Digest: digest(name, n)}
	for label := range s.k {
		ds.ClassNames = append(ds.ClassNames, strconv.Itoa(label))
	}
	t := &shaped{shape: s, n: n, columnAt: scatter(s.d), labelAt: scatter(s.k),
		topic: newZipf(topics, 1), column: newMixture(s.d, anyColumn, 20), label: newMixture(s.k, anyLabel, 1)}
	t.makers.New = func() any { return newMaker(t) }
	ds.Table = t
	if s.train < n {
		ds.Splits = []data.Split{{Train: data.Range{From: 0, To: s.train}, Test: data.Range{From: s.train, To: n}}}
	}
	return ds
}

// shaped is the table of a shape.
type shaped struct {
	shape
	n                 int
	columnAt, labelAt ranked
	topic             zipf
	column, label     mixture
	makers            sync.Pool // of *maker
}

// ranked maps the ranks of n items, from 0, to their places in another order.
type ranked struct{ n, stride int }

// scatter returns n items whose neighbours by rank are not neighbours in order.
func scatter(n int) ranked {
	stride := max(1, int(0.618*float64(n)))
	for gcd(stride, n) != 1 {
		stride++
	}
	return ranked{n, stride}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// at returns the place of the item of a rank.
func (r ranked) at(rank int) int { return rank * r.stride % r.n }

// zipf draws ranks, from 0, of n items.
type zipf struct {
	n      int
	q, log float64
}

func newZipf(n int, q float64) zipf { return zipf{n, q, math.Log((float64(n) + q) / q)} }

func (z zipf) draw(rng *rand.Rand) int {
	return min(z.n-1, int(z.q*(math.Exp(rng.Float64()*z.log)-1)))
}

// mixture draws ranks of n items: a share ofNone from all items, the rest from those of a topic.
// The items of topic t have the ranks t, t + topics and so on.
type mixture struct {
	ofNone          float64
	all, ofOneTopic zipf
}

func newMixture(n int, ofNone, q float64) mixture {
	return mixture{ofNone, newZipf(n, q), newZipf(n/topics, max(1, q/topics))}
}

func (m mixture) draw(topic [2]int, share float64, rng *rand.Rand) int {
	if rng.Float64() < m.ofNone {
		return m.all.draw(rng)
	}
	t := topic[0]
	if rng.Float64() > share {
		t = topic[1]
	}
	return m.ofOneTopic.draw(rng)*topics + t
}

// maker makes one row after another.
type maker struct {
	t      *shaped
	pcg    *rand.PCG
	rng    *rand.Rand
	topic  [2]int
	share  float64  // of the first topic
	ranks  []int    // ranks in the row, in the order of their first draw
	times  []int32  // how often each rank was drawn; zero between rows
	order  []uint64 // column in the high half, rank in the low half, for sorting
	cols   []int
	values []float64
}

func newMaker(t *shaped) *maker {
	pcg := rand.NewPCG(0, 0)
	return &maker{t: t, pcg: pcg, rng: rand.New(pcg), times: make([]int32, max(t.d, t.k))}
}

// labels draws the topics of row i and its labels, in ascending order.
func (m *maker) labels(i int) []int {
	m.pcg.Seed(seed, scramble(uint64(i)))
	m.topic = [2]int{m.t.topic.draw(m.rng), m.t.topic.draw(m.rng)}
	m.share = 0.5 + 0.5*m.rng.Float64()
	m.draw(m.t.label, min(m.t.shape.labels.draw(m.rng), m.t.k/4))
	m.cols = m.cols[:0]
	for _, rank := range m.ranks {
		m.times[rank] = 0
		m.cols = append(m.cols, m.t.labelAt.at(rank))
	}
	slices.Sort(m.cols)
	return m.cols
}

// row draws row i: its columns, ascending, and their values.
func (m *maker) row(i int) ([]int, []float64) {
	m.labels(i)
	m.draw(m.t.column, min(m.t.values.draw(m.rng), m.t.d/4))
	m.order = m.order[:0]
	for _, rank := range m.ranks {
		m.order = append(m.order, uint64(m.t.columnAt.at(rank))<<32|uint64(rank))
	}
	slices.Sort(m.order)
	m.cols, m.values = m.cols[:0], m.values[:0]
	square := 0.0
	for _, pair := range m.order {
		rank := int(uint32(pair))
		v := 1 + math.Log(float64(rank+1))
		if times := m.times[rank]; times > 1 {
			v *= 1 + math.Log(float64(times))
		}
		m.times[rank] = 0
		m.cols, m.values = append(m.cols, int(pair>>32)), append(m.values, v)
		square += v * v
	}
	length := math.Sqrt(square)
	for j := range m.values {
		m.values[j] /= length
	}
	return m.cols, m.values
}

// draw draws ranks until there are count different ones.
func (m *maker) draw(from mixture, count int) {
	m.ranks = m.ranks[:0]
	for len(m.ranks) < count {
		rank := from.draw(m.topic, m.share, m.rng)
		if m.times[rank] == 0 {
			m.ranks = append(m.ranks, rank)
		}
		m.times[rank]++
	}
}

// scramble makes consecutive numbers differ in all bits (Steele, Lea & Flood, Fast splittable
// pseudorandom number generators, 2014).
func scramble(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Len returns N.
func (t *shaped) Len() int { return t.n }

// Dim returns D.
func (t *shaped) Dim() int { return t.d }

// Rows copies rows idx into dst, including zeros.
func (t *shaped) Rows(dst []float64, idx []int) {
	m := t.makers.Get().(*maker)
	defer t.makers.Put(m)
	if len(dst) != len(idx)*t.d {
		panic("generate: Rows: length of dst")
	}
	clear(dst)
	for i, row := range idx {
		cols, values := m.row(row)
		for j, c := range cols {
			dst[i*t.d+c] = values[j]
		}
	}
}

// Classes leaves dst unchanged.
func (t *shaped) Classes([]int, []int) {}

// AppendRows appends rows idx to dst.
func (t *shaped) AppendRows(dst *data.CSR, idx []int) {
	m := t.makers.Get().(*maker)
	defer t.makers.Put(m)
	for _, row := range idx {
		dst.Append(m.row(row))
	}
}

// AppendLabels appends the labels of rows idx to dst.
func (t *shaped) AppendLabels(dst *data.LabelSets, idx []int) {
	m := t.makers.Get().(*maker)
	defer t.makers.Put(m)
	for _, row := range idx {
		dst.Append(m.labels(row))
	}
}
