package sparse

import "gpcbench/linalg"

// Shared adds the derivatives with respect to kernel and inducing inputs of F of
// several latent functions under one prior to to.Theta and to.Z: what Function adds for
// each of them, in sum, with one solve and one pullback to the kernel. Every function
// has its Cov, or its Factor and AFactor, which take longer. Cost O(K (b M^2 + M^3)), with Cov
// O(K b M^2), and the kernel's once:
//
//	dF/dA = sum_k g_k m_k' + 2 diag(h_k) (A S_k - A),   P = (dF/dA)' A
//	fixed q(v):  W as for one function
//	fixed q(u):  W = -1/2 (P + P') - A' diag(sum_k h_k) A + 1/2 sum_k (S_k + m_k m_k' - I)
//	fixed sites: that of fixed q(u), and what each q(u_k) gains by moving, for which every
//	             function is to have its Cov; cost as for one function each
func (pb *Pullback) Shared(to Gradient, p *Prior, pr *Projection, fs []Function, fixed Fixed) {
	clear(pb.rest)
	for _, f := range fs {
		for i, h := range f.H {
			pb.rest[i] += h
		}
	}
	if !pr.own || fixed == QV {
		pb.sharedRows(pr, fs)
	}
	switch {
	case pr.own && fixed == QV:
		linalg.MulLower(pb.kuu, true, false, 0.5, pr.A, pb.kfu, 0)
	case pr.own:
		pb.kuu.Zero()
		pb.addPriors(fs)
	case fixed != QV:
		linalg.Mul(pb.kuu, true, false, -1, pb.kfu, pr.A, 0)
		linalg.Symmetrise(pb.kuu)
		linalg.WeightedGram(pb.kuu, -1, pr.A, pb.rest, 1, pb.scaled)
		pb.addPriors(fs)
	default:
		linalg.MulLower(pb.kuu, true, false, -0.5, pb.kfu, pr.A, 0)
	}
	if fixed == Sites {
		pb.addAllMoving(pr, fs)
	}
	pb.finish(to, p, pr, pb.rest)
}

// sharedRows writes dF/dA to kfu.
func (pb *Pullback) sharedRows(pr *Projection, fs []Function) {
	for i, rest := range pb.rest {
		row := pb.kfu.RawRowView(i)
		if pr.own {
			rest = 0 // var(f_i | u) is 0 for any kernel
		}
		for j, a := range pr.A.RawRowView(i)[:len(row)] {
			row[j] = -2 * rest * a
		}
		for _, f := range fs {
			gi := f.G[i]
			for j, v := range f.Mean[:len(row)] {
				row[j] += gi * v
			}
		}
	}
	for _, f := range fs {
		if f.Cov != nil {
			linalg.ScaleRows(pb.scaled, f.H, pr.A)
			linalg.Mul(pb.kfu, false, false, 2, pb.scaled, f.Cov, 1)
			continue
		}
		linalg.ScaleRows(pb.scaled, f.H, f.AFactor)
		linalg.Mul(pb.kfu, false, true, 2, pb.scaled, f.Factor, 1)
	}
}

// addAllMoving adds to W the change due to every q(u_k) moving at fixed
// sites.
func (pb *Pullback) addAllMoving(pr *Projection, fs []Function) {
	for _, f := range fs {
		if f.Curvature == nil {
			linalg.WeightedGram(pb.h, 1, pr.A, f.H, 0, pb.scaled)
			f.Curvature = pb.h
		}
		linalg.MulVec(pb.g, true, 1, pr.A, f.G, 0)
		pb.addMoving(f)
	}
}

// addPriors adds 1/2 sum_k (S_k + m_k m_k' - I) to W.
func (pb *Pullback) addPriors(fs []Function) {
	for _, f := range fs {
		if f.Cov != nil {
			pb.addPrior(1, f.Mean, f.Cov)
			continue
		}
		linalg.MulLower(pb.kuu, false, true, 0.5, f.Factor, f.Factor, 1)
		for i, mi := range f.Mean {
			row := pb.kuu.RawRowView(i)[:i+1]
			for j, v := range f.Mean[:len(row)] {
				row[j] += 0.5 * mi * v
			}
			row[i] -= 0.5
		}
	}
}
