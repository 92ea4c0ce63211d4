// Package drawing lays figures out and draws them: panels of gonum's plots in one style, in rows
// and columns whose data areas are aligned, below a legend and a title, as SVG or PNG. What
// a figure shows, and the words about it, come from package report. The same figure gives the same bytes.
package drawing
