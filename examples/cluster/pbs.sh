#!/bin/sh
# OpenPBS and PBS Professional: an array job, each of whose eight tasks does one share
# of the cells.
#
#   qsub examples/cluster/pbs.sh
#
# Submitted from a folder that all hosts see, with the program in it. Submitted again
# it goes on with what is left. Torque says "#PBS -t 1-8" and PBS_ARRAYID.
#PBS -N gpcbench
#PBS -J 1-8
#PBS -l select=1:ncpus=1:mem=2gb
#PBS -l walltime=4:00:00
#PBS -r y
cd "$PBS_O_WORKDIR" || exit 1
exec ./runexp run examples/species.toml --results results --shard "$PBS_ARRAY_INDEX/8"
