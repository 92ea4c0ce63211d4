// Package statistics is the mathematics of intervals and tests: numbers in, numbers out. It knows
// of no records, methods or data sets, and shows nothing.
package statistics

// Level is the coverage of the intervals of reports.
const Level = 0.95

// Significant is the p-value below which methods are told apart.
const Significant = 0.05
