# kernlab's Gaussian-process classifier gausspr: Laplace's approximation, one class against another, coupled.
#
# Options are those of gausspr; without kpar the width of the kernel comes from quantiles of distances.
source("gpcbench.R")
suppressPackageStartupMessages(library(kernlab))

fit <- function(x, y, trace, classes, ...) {
  present <- droplevels(y)
  options <- lapply(list(...), function(o) if (is.list(o)) o else unlist(o))
  # What gausspr prints goes to the log.
  list(model = do.call(gausspr, c(list(x, present, type = "classification"), options)), present = levels(present), classes = classes)
}

predict_rows <- function(fitted, x) {
  p <- matrix(0, nrow(x), length(fitted$classes), dimnames = list(NULL, fitted$classes))
  p[, fitted$present] <- predict(fitted$model, x, type = "probabilities")
  p <- pmax(p, 0) # the coupling of two classes leaves sums that are 1 to rounding alone
  p / rowSums(p)
}

gpcbench(fit, predict_rows, name = "kernlab gausspr", version = as.character(packageVersion("kernlab")))
