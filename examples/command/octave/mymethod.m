% Softmax regression by gradient descent: a method to change into yours.
%
% fit gets the training rows and returns a model, softmax the probabilities of new rows. Options stand in the
% specification.
1;

function p = softmax (weights, x)
  scores = [x, ones(rows (x), 1)] * weights;
  e = exp (scores - max (scores, [], 2));
  p = e ./ sum (e, 2);
end

% Maximises the mean of log p(y|x) less decay/2 |w|^2. A model is a column of weights a class, the bias last.
function weights = fit (x, y, trace, options, task)
  n = rows (x);
  target = full (sparse (1:n, y, 1, n, numel (task.classes)));
  weights = zeros (columns (x) + 1, numel (task.classes));
  done = 0;
  if (isstruct (task.resume)) % an interrupted fit goes on
    weights = task.resume.model;
    done = task.resume.iteration;
  end
  for iteration = done+1:options.iterations
    p = softmax (weights, x);
    gradient = [x, ones(n, 1)]' * (target - p) / n - options.decay * weights;
    weights += options.rate * gradient;
    likelihood = mean (log (sum (p .* target, 2)));
    if (! trace (iteration, likelihood, weights)) % the budget is used up, or someone stopped the run
      break;
    end
    if (max (abs (gradient(:))) < 1e-4)
      gpcbench_end (struct ("converged", true, "reason", "gradient below 1e-4"));
      break;
    end
  end
end

gpcbench (@fit, @softmax, "Softmax regression", "1", struct ("resumes", true));
