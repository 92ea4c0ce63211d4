package statistics

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// NormalQuantile is the p-quantile of a standard normal number.
func NormalQuantile(p float64) float64 { return distuv.UnitNormal.Quantile(p) }

// StudentQuantile is the p-quantile of Student's distribution with nu degrees of freedom.
func StudentQuantile(p, nu float64) float64 { return student(nu).Quantile(p) }

// StudentP is the two-sided p-value of t with nu degrees of freedom.
func StudentP(t, nu float64) float64 { return 2 * student(nu).Survival(math.Abs(t)) }

func student(nu float64) distuv.StudentsT { return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: nu} }
