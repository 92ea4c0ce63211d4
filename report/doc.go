// Package report turns the analysis of an experiment's records into what people read: a
// document, which package format writes (Markdown, HTML, CSV, terminal), and figures
// (SVG, PNG). [gpcbench/analysis] documents the formulas. The package depends on no method, so that
// old records stay readable when methods change. The same records give the same bytes.
package report
