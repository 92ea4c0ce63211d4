// Package ep is multi-class Gaussian-process classification by expectation
// propagation, ep, and by its form with tied factors, sep: Villacampa-Calvo and
// Hernandez-Lobato, Scalable multi-class Gaussian process classification using
// expectation propagation, ICML 2017; equation numbers are those of that paper.
package ep
