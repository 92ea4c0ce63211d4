package gfitc

import "gonum.org/v1/gonum/mat"

// function is a latent function with the Gaussian given by its prior and sites.
type function interface {
	// sites returns precision and shift of the sites on f_i, summed, to be written.
	sites() (tau, nu []float64)
	// refresh works out the Gaussian of prior and sites; scratch, where it needs space to
	// work in, is that of the calling worker. The error says that it has no decomposition.
	refresh(scratch *mat.Dense) error
	// rowCavities writes mean and variance of f_i without the share alpha of all sites of row i.
	rowCavities(mean, variance []float64)
	// variances writes the variance of f_i to dst.
	variances(dst []float64)
	// evidence returns G: log of the integral of prior times exp(nu_i f_i - tau_i f_i^2 / 2) of all
	// rows, of alpha < 1 with what these are as functions of u.
	evidence() float64
	// whitened returns mean and factor of q(v), u = L v.
	whitened() (mean []float64, factor *mat.Dense, err error)
}
