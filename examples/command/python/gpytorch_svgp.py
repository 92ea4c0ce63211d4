"""GPyTorch's SVGP: a variational GP a class on inducing inputs, with minibatches and Adam.

Two classes share one function and a probit likelihood; more have a softmax, whose expectation is estimated by samples.
With natural > 0, the step length, q(u) takes natural gradients and Adam has the rest.
"""
import gpytorch
import numpy as np
import torch

import gpcbench

torch.set_default_dtype(torch.float64)
SAMPLES = 1000  # of the latent values of a row, the same for all rows
BLOCK = 64  # rows that are predicted at once: their samples fit into a core's cache


class Functions(gpytorch.models.ApproximateGP):
    """As many functions as there are first indices of the inducing inputs."""

    def __init__(self, inducing, natural):
        count, m, d = inducing.shape
        batch = torch.Size([count])
        kind = "TrilNaturalVariationalDistribution" if natural else "CholeskyVariationalDistribution"
        q = getattr(gpytorch.variational, kind)(m, batch_shape=batch)
        strategy = gpytorch.variational.VariationalStrategy(self, inducing, q)
        super().__init__(gpytorch.variational.IndependentMultitaskVariationalStrategy(strategy, num_tasks=count))
        self.mean = gpytorch.means.ConstantMean(batch_shape=batch)
        rbf = gpytorch.kernels.RBFKernel(ard_num_dims=d, batch_shape=batch)
        self.kernel = gpytorch.kernels.ScaleKernel(rbf, batch_shape=batch)
        self.kernel.base_kernel.lengthscale = np.sqrt(d)

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean(x), self.kernel(x))


def log_likelihood(f, y, samples):
    """The sum of E log p(y|f) over rows, f being the marginals of the functions."""
    mean, sd = f.mean, f.variance.sqrt()
    if mean.shape[1] == 1:
        points, weights = (torch.as_tensor(v) for v in np.polynomial.hermite_e.hermegauss(20))
        values = mean + sd * points  # a row each, a point each
        return (torch.special.log_ndtr((2 * y - 1)[:, None] * values) @ weights).sum() / weights.sum()
    values = mean + sd * torch.randn(samples, *mean.shape)
    return torch.log_softmax(values, -1)[:, torch.arange(len(y)), y].mean(0).sum()


def fit(x, y, trace, classes, seed, threads, inducing=100, iterations=1000, batch=256, rate=0.01, natural=0.0, samples=8):
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    x, y, n = torch.as_tensor(x), torch.as_tensor(y), len(x)
    count = 1 if len(classes) == 2 else len(classes)
    z = x[torch.randperm(n)[: min(inducing, n)]].repeat(count, 1, 1)
    model = Functions(z, natural)
    q = list(model.variational_parameters())
    rest = [p for p in model.parameters() if all(p is not other for other in q)]
    optimisers = [torch.optim.Adam(rest if natural else rest + q, lr=rate)]
    if natural:
        optimisers.append(gpytorch.optim.NGD(q, num_data=n, lr=natural))
    for iteration in range(1, iterations + 1):
        rows = torch.arange(n) if batch >= n else torch.randperm(n)[:batch]
        for optimiser in optimisers:
            optimiser.zero_grad()
        fitted = log_likelihood(model(x[rows]), y[rows], samples) * (n / len(rows))
        bound = fitted - model.variational_strategy.kl_divergence().sum()
        (-bound / n).backward()
        for optimiser in optimisers:
            optimiser.step()
        if not trace(iteration, bound.item(), kept(model, natural)):
            break
    return kept(model, natural)


def kept(model, natural):
    return {"state": model.state_dict(), "natural": natural}


def predict(fitted, x):
    state = fitted["state"]
    model = Functions(state["variational_strategy.base_variational_strategy.inducing_points"].clone(), fitted["natural"])
    model.load_state_dict(state)
    model.eval()
    with torch.no_grad():
        f = model(torch.as_tensor(x))
        mean, variance = f.mean, f.variance
        if mean.shape[1] == 1:
            p = torch.special.ndtr(mean / (1 + variance).sqrt())
            return torch.cat([1 - p, p], 1).numpy()
        draws = torch.randn(SAMPLES, mean.shape[1], generator=torch.Generator().manual_seed(1))
        rows = zip(mean.split(BLOCK), variance.sqrt().split(BLOCK))
        return torch.cat([softmax_mean(m, sd, draws) for m, sd in rows]).numpy()


def softmax_mean(mean, sd, draws):
    """The mean of the softmax over draws. Classes come first: torch's softmax over a short last axis is slow."""
    values = mean.T[:, :, None] + sd.T[:, :, None] * draws.T[:, None, :]
    return torch.softmax(values, 0).mean(2).T


gpcbench.main(fit, predict, name="GPyTorch SVGP", version=gpytorch.__version__)
