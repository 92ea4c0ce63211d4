# Softmax regression by gradient descent: a method to change into yours.
#
# fit gets the training rows and returns a model, predict_rows the probabilities of new rows. Options stand in
# the specification.
source("gpcbench.R")

softmax <- function(weights, x) {
  scores <- cbind(x, 1) %*% weights
  e <- exp(scores - apply(scores, 1, max))
  e / rowSums(e)
}

# Maximises the mean of log p(y|x) less decay/2 |w|^2. A model is a column of weights a class, the bias last.
fit <- function(x, y, trace, resume = NULL, iterations = 100, rate = 0.5, decay = 0.001) {
  target <- diag(nlevels(y))[as.integer(y), , drop = FALSE]
  weights <- matrix(0, ncol(x) + 1, nlevels(y))
  iteration <- 0
  if (!is.null(resume)) { # an interrupted fit goes on
    weights <- resume$model
    iteration <- resume$iteration
  }
  while (iteration < iterations) {
    iteration <- iteration + 1
    p <- softmax(weights, x)
    gradient <- t(cbind(x, 1)) %*% (target - p) / nrow(x) - decay * weights
    weights <- weights + rate * gradient
    likelihood <- mean(log(p[cbind(seq_along(y), as.integer(y))]))
    if (!trace(iteration, likelihood, weights)) break # the budget is used up, or someone stopped the run
    if (max(abs(gradient)) < 1e-4) {
      converged("gradient below 1e-4")
      break
    }
  }
  weights
}

gpcbench(fit, softmax, name = "Softmax regression", version = "1")
