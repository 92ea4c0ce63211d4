#!/bin/sh
# GNU parallel: eight shares of the cells, as many at a time as there are cores.
#
#   examples/cluster/parallel.sh          # on this host
#   examples/cluster/parallel.sh hosts    # on those of a file, one a line, by ssh
#
# Started in a folder that all hosts see under the same path, with the program in it.
# Started again it goes on with what is left. Its exit code is the number of shares in
# which something failed.
exec parallel ${1:+--sshloginfile "$1"} --workdir "$PWD" \
  ./runexp run examples/species.toml --results results --shard '{}/8' ::: 1 2 3 4 5 6 7 8
