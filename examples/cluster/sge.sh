#!/bin/sh
# Grid Engine: an array job, each of whose eight tasks does one share of the cells.
#
#   qsub examples/cluster/sge.sh
#
# Submitted from a folder that all hosts see, with the program in it. Submitted again
# it goes on with what is left.
#$ -N gpcbench
#$ -cwd
#$ -S /bin/sh
#$ -t 1-8
#$ -l h_rt=4:00:00
#$ -r y
exec ./runexp run examples/species.toml --results results --shard "$SGE_TASK_ID/8"
