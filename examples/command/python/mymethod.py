"""Softmax regression by gradient descent: a method to change into yours.

fit gets the training rows and returns a model, predict the probabilities of new rows. Options stand in the
specification. `import numpy` at the top, and x is an array.
"""
import math

import gpcbench


def fit(x, y, trace, classes, resume, iterations=100, rate=0.5, decay=0.001):
    """Maximises the mean of log p(y|x) less decay/2 |w|^2. A model is a row of weights a class, the bias last."""
    rows = [[float(v) for v in row] + [1.0] for row in x]
    done, weights = resume or (0, [[0.0] * len(rows[0]) for _ in classes])  # an interrupted fit goes on
    for iteration in range(done + 1, iterations + 1):
        p = [softmax(weights, row) for row in rows]
        gradient = [[-decay * w for w in of] for of in weights]
        for row, label, q in zip(rows, y, p):
            for k, of in enumerate(gradient):
                slope = ((k == label) - q[k]) / len(rows)
                for j, v in enumerate(row):
                    of[j] += slope * v
        weights = [[w + rate * g for w, g in zip(*of)] for of in zip(weights, gradient)]
        likelihood = sum(math.log(q[label]) for label, q in zip(y, p)) / len(rows)
        if not trace(iteration, likelihood, weights):  # the budget is used up, or someone stopped the run
            break
        if max(abs(g) for of in gradient for g in of) < 1e-4:
            trace.converged, trace.reason = True, "gradient below 1e-4"
            break
    return weights


def predict(weights, x):
    return [softmax(weights, [float(v) for v in row] + [1.0]) for row in x]


def softmax(weights, row):
    scores = [sum(w * v for w, v in zip(of, row)) for of in weights]
    exp = [math.exp(s - max(scores)) for s in scores]
    return [e / sum(exp) for e in exp]


if __name__ == "__main__":
    gpcbench.main(fit, predict, name="Softmax regression", version="1")
