package quad

import (
	"math"
	"testing"
)

// The moments of N(0, 1) are (k - 1)!! for even k and 0 for odd k.
func TestMoments(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 10, 20, 33, 64, 100, 200} {
		r := GaussHermite(n)
		if len(r.X) != n || len(r.W) != n {
			t.Fatalf("%d nodes: got %d and %d weights", n, len(r.X), len(r.W))
		}
		want := 1.0
		for k := 0; k <= min(2*n-1, 40); k += 2 {
			if k > 0 {
				want *= float64(k - 1)
			}
			var even, odd float64
			for i, x := range r.X {
				even += r.W[i] * math.Pow(x, float64(k))
				odd += r.W[i] * math.Pow(x, float64(k+1))
			}
			if math.Abs(even-want) > 2e-11*want {
				t.Errorf("%d nodes: moment %d is %v, want %v", n, k, even, want)
			}
			if math.Abs(odd) > 1e-12*want {
				t.Errorf("%d nodes: moment %d is %v, want 0", n, k+1, odd)
			}
		}
		for i, x := range r.X {
			if i > 0 && x >= r.X[i-1] {
				t.Errorf("%d nodes: not in descending order at %d", n, i)
			}
			if x != -r.X[n-1-i] || r.W[i] != r.W[n-1-i] || !(r.W[i] > 0 || n > 150) {
				t.Errorf("%d nodes: node %d (%v, %v) is not symmetric and positive", n, i, x, r.W[i])
			}
		}
	}
}

// The moments of the uniform distribution on [-1, 1] are 1/(k + 1) for even k.
func TestLegendreMoments(t *testing.T) {
	for _, n := range []int{1, 2, 7, 16, 40} {
		r := GaussLegendre(n)
		for k := 0; k < 2*n; k++ {
			want, got := 0.0, 0.0
			if k%2 == 0 {
				want = 1 / float64(k+1)
			}
			for i, x := range r.X {
				got += r.W[i] * math.Pow(x, float64(k))
			}
			if math.Abs(got-want) > 1e-14 {
				t.Errorf("%d nodes: moment %d is %v, want %v", n, k, got, want)
			}
		}
		for i := range r.X {
			if i > 0 && r.X[i] >= r.X[i-1] {
				t.Errorf("%d nodes: not in descending order at %d", n, i)
			}
		}
	}
}
