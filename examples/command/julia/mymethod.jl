# Softmax regression by gradient descent: a method to change into yours.
#
# fit gets the training rows and returns a model, softmax the probabilities of new rows. Options stand in the
# specification.
include("gpcbench.jl")

function softmax(weights, x)
    scores = [x ones(size(x, 1))] * weights
    e = exp.(scores .- maximum(scores; dims = 2))
    return e ./ sum(e; dims = 2)
end

# Maximises the mean of log p(y|x) less decay/2 |w|^2. A model is a column of weights a class, the bias last.
function fit(x, y, trace; classes, resume, iterations = 100, rate = 0.5, decay = 0.001)
    n = length(y)
    inputs = [x ones(n)]
    target = Float64.(y .== (1:length(classes))')
    start = (0, zeros(size(inputs, 2), length(classes)))
    done, weights = resume === nothing ? start : resume # an interrupted fit goes on
    for iteration in done+1:iterations
        p = softmax(weights, x)
        gradient = inputs' * (target - p) / n - decay * weights
        weights = weights + rate * gradient
        likelihood = sum(log(p[i, y[i]]) for i in 1:n) / n
        trace(iteration, likelihood, weights) || break # the budget is used up, or someone stopped the run
        if maximum(abs, gradient) < 1e-4
            trace.converged, trace.reason = true, "gradient below 1e-4"
            break
        end
    end
    return weights
end

Gpcbench.main(fit, softmax; name = "Softmax regression", version = "1")
