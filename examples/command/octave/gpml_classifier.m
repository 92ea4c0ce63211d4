% GPML's classifiers, version 4: EP on all rows or, with inducing > 0, EP on FITC. Its folder stands in the variable
% GPML of the environment, which the specification names: environment = ["GPML"].
%
% Options: inducing (0: all rows are), iterations of the search for hyper-parameters (0: none), lengthscale and
% amplitude that it starts from. A probit likelihood, a constant mean of 0, a squared exponential kernel with a
% lengthscale a column. More than two classes are fitted one against the rest.
1;

function fitted = fit (x, y, trace, options, task)
  fitted.classes = numel (task.classes);
  first = ifelse (fitted.classes == 2, 2, 1);
  kernel = {@covSEard};
  if (options.inducing > 0)
    rows = randperm (rows (x))(1:min (options.inducing, end));
    kernel = {@apxSparse, {@covSEard}, x(rows,:)};
  end
  fitted.x = x;
  total = 0;
  for k = first:fitted.classes
    start.mean = [];
    start.cov = log ([options.lengthscale * ones(columns (x), 1); options.amplitude]);
    start.lik = [];
    label = 2 * (y == k) - 1;
    search = {@infEP, [], kernel, @likErf, x, label};
    found = start;
    if (options.iterations > 0)
      found = minimize (start, @gp, -options.iterations, search{:});
    end
    [value, ~, posterior] = gp (found, search{:});
    total -= value;
    fitted.of{k} = struct ("hyp", found, "post", posterior, "kernel", {kernel});
    trace (k, total);
  end
end

function p = predict (fitted, x)
  p = zeros (rows (x), fitted.classes);
  for k = 1:fitted.classes
    if (isempty (fitted.of{k}))
      continue;
    end
    of = fitted.of{k};
    [~, ~, ~, ~, logp] = gp (of.hyp, @infEP, [], of.kernel, @likErf, fitted.x, of.post, x, ones (rows (x), 1));
    p(:,k) = exp (logp);
  end
  if (fitted.classes == 2)
    p(:,1) = 1 - p(:,2);
  end
  p ./= sum (p, 2);
end

function value = ifelse (condition, yes, no)
  value = no;
  if (condition)
    value = yes;
  end
end

run (fullfile (getenv ("GPML"), "startup.m"));
gpcbench (@fit, @predict, "GPML", "4", struct ("snapshots", true));
