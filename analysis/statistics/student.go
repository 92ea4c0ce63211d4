package statistics

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/stat/distuv"
)

// NormalQuantile is the p-quantile of a standard normal number.
func NormalQuantile(p float64) float64 { return distuv.UnitNormal.Quantile(p) }

// quantiles caches quantiles of Student's distribution by p and nu: a report asks for a few of them
// at every point of every curve, and each costs about 50 microseconds.
var quantiles sync.Map

// StudentQuantile is the p-quantile of Student's distribution with nu degrees of freedom.
func StudentQuantile(p, nu float64) float64 {
	key := [2]float64{p, nu}
	if q, known := quantiles.Load(key); known {
		return q.(float64)
	}
	q := student(nu).Quantile(p)
	quantiles.Store(key, q)
	return q
}

// studentP is the two-sided p-value of t with nu degrees of freedom.
func studentP(t, nu float64) float64 { return 2 * student(nu).Survival(math.Abs(t)) }

func student(nu float64) distuv.StudentsT { return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: nu} }
