% Speaks with gpcbench, so that a method needs two functions alone. It depends on nothing but Octave 7 or later.
%
%   model = fit (x, y, trace, options, task)   x: a row each, y: classes 1, 2, ..; options as the specification
%                                              has them; task: classes, seed, threads, schema, resume
%   p = predict (model, x)                     a row for each of x, a column for each class
%   gpcbench (@fit, @predict, "My method", "1")
%
% trace (iteration, objective, model) is false when fit is to stop. gpcbench_end (struct ("converged", true, "reason", ".."))
% says why fit has come to its end. A fifth argument of gpcbench is a struct of "snapshots" (false: the model cannot be saved),
% "resumes" (true: fit goes on from task.resume, a struct of iteration and model) and "same_bits" (true: every fit has them).
function gpcbench (fit, predict, name, version = "", can = struct ())
  if (isempty (getenv ("GPCBENCH_PROTOCOL")) || ! isempty (getenv ("GPCBENCH_SOCKET")))
    error ("this method is started by runexp: runexp run SPECIFICATION; it speaks by descriptors 3 and 4 alone");
  end
  wire.in = fopen ("/dev/fd/3", "r");
  wire.out = fopen ("/dev/fd/4", "w");
  hello = jsondecode (line (wire));
  schema = jsondecode (fileread (hello.schema));
  say (wire, struct ("type", "ready", "protocol", 1, "name", name, "version", version, ...
                     "language", ["Octave " OCTAVE_VERSION], "libraries", struct (), "want", "matrix", ...
                     "snapshots", field (can, "snapshots", true), "checkpoints", field (can, "resumes", false), "gpu", false, ...
                     "same_bits", field (can, "same_bits", false)));
  model = [];
  if (ischar (field (hello, "restore", [])))
    model = load (hello.restore).state;
  end
  try
    while (true)
      message = hear (wire, model, []);
      switch (message.type)
        case "fit"
          model = begin (wire, fit, hello, schema, message);
          say (wire, gpcbench_end ());
        case "predict"
          of = model;
          if (ischar (field (message, "snapshot", [])))
            of = load (message.snapshot).state;
          end
          p = predict (of, matrix (message.x.file, message.x.shape));
          out = fopen (message.out, "w");
          fwrite (out, p', "double", 0, "ieee-le");
          fclose (out);
          say (wire, struct ("type", "probabilities", "file", message.out, "shape", size (p)));
        otherwise
          return;
      end
    end
  catch why
    disp (why.message);
    say (wire, struct ("type", "failed", "kind", "other", "message", why.message));
  end
end

% Calls fit.
function model = begin (wire, fit, hello, schema, message)
  rand ("twister", mod (hello.seed, 2^32));
  randn ("twister", mod (hello.seed, 2^32));
  gpcbench_end (struct ("type", "done", "iteration", 0, "objective", NaN, "converged", false, "reason", ""));
  task = struct ("classes", {schema.classes}, "seed", hello.seed, "threads", hello.threads, "schema", schema, "resume", []);
  if (isstruct (field (hello, "checkpoint", [])))
    task.resume = load (hello.checkpoint.path).state;
    rand ("twister", task.resume.rand);
    randn ("twister", task.resume.randn);
  end
  y = matrix (message.y.file, message.y.shape);
  if (strcmp (hello.task, "classes"))
    y += 1;
  end
  tell (wire, 0);
  model = fit (matrix (message.x.file, message.x.shape), y, @(varargin) tell (wire, varargin{:}), hello.options, task);
end

% Tells how far fit is, at iterations 1, 2, 3, 5, 6, 7, 10, 12, .. and ten times a second. False: stop.
function go = tell (wire, iteration, objective = NaN, model = [])
  persistent due heard stopped
  if (iteration == 0)
    due = 1;
    heard = tic ();
    stopped = false;
    return;
  end
  gpcbench_end (struct ("iteration", iteration, "objective", objective));
  go = ! stopped;
  if (stopped || (iteration < due && toc (heard) < 0.1))
    return;
  end
  steps = floor (10 .^ ((0:200) / 10));
  due = max (due, min (steps(steps > iteration)));
  say (wire, struct ("type", "trace", "iteration", iteration, "objective", objective));
  resume = struct ("iteration", iteration, "model", model, "rand", rand ("twister"), "randn", randn ("twister"));
  stopped = ! strcmp (hear (wire, model, resume).type, "continue");
  heard = tic ();
  go = ! stopped;
end

% The next message. Before it, writes what of the state is asked for.
function message = hear (wire, model, resume)
  while (true)
    message = jsondecode (line (wire));
    if (! any (strcmp (message.type, {"snapshot", "checkpoint"})))
      return;
    end
    state = ifelse (strcmp (message.type, "snapshot"), model, resume);
    save ("-binary", message.path, "state");
    path = ifelse (isempty (state), NaN, message.path); % NaN is null
    say (wire, struct ("type", message.type, "path", path));
  end
end

% The next line, byte by byte: fgetl would wait for what stands behind it.
function text = line (wire)
  text = "";
  while ((c = fread (wire.in, 1, "uint8=>char")) != "\n")
    text(end+1) = c;
  end
  if (isempty (c))
    text = "{\"type\":\"bye\"}"; % runexp has gone
  end
end

function say (wire, message)
  fputs (wire.out, [jsonencode(message) "\n"]);
  fflush (wire.out);
end

function values = matrix (file, shape)
  f = fopen (file, "r");
  values = fread (f, Inf, "double", 0, "ieee-le");
  fclose (f);
  if (numel (shape) == 2)
    values = reshape (values, shape(2), shape(1))';
  end
end

function value = field (s, name, default)
  value = default;
  if (isfield (s, name))
    value = s.(name);
  end
end

function value = ifelse (condition, yes, no)
  value = no;
  if (condition)
    value = yes;
  end
end
