// Package report turns the analysis of an experiment's records into what people read: a
// document, which package format writes (Markdown, HTML, CSV, terminal), and figures
// (SVG, PNG). The formulas of what it says stand in [gpcbench/analysis]. It depends on no method, so that
// old records stay readable when methods change. The same records give the same bytes.
package report
