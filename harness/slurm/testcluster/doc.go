// Package testcluster tests array jobs on a real Slurm: testcluster.sh starts a
// cluster of several nodes on this host, and the tests disturb it. They are
// skipped if Slurm is not installed. On Debian its packages are slurmctld,
// slurmd, slurm-client and munge.
package testcluster
