% What is known of the end of a fit: sets fields of it, and returns all of them.
%
%   gpcbench_end (struct ("converged", true, "reason", "gradient below 1e-4"))
function known = gpcbench_end (fields = struct ())
  persistent held
  for name = fieldnames (fields)'
    held.(name{1}) = fields.(name{1});
  end
  known = held;
end
