#!/usr/bin/env bash
# A Slurm cluster of several nodes on this one host, for tests:
#
#   testcluster.sh start FOLDER NODES   # munged, slurmctld and a slurmd a node
#   export SLURM_CONF=FOLDER/slurm.conf # what sbatch, squeue and scancel then talk to
#   testcluster.sh stop FOLDER
#
# All of it runs as the present user, keeps its files in FOLDER and disturbs no
# other Slurm on the host. The nodes are called n1, n2 and so on, have one
# processor each, and FOLDER/n1.pid holds the process of the first. Needs Debian's
# slurmctld, slurmd, slurm-client and munge.
set -euo pipefail

usage() {
  echo "usage: testcluster.sh start FOLDER NODES | stop FOLDER" >&2
  exit 2
}

# launch starts a daemon that writes its process id to the file.
launch() {
  local name=$1
  shift
  "$@" >"$folder/$name.out" 2>&1 || { echo "testcluster: $1 does not start:" >&2; cat "$folder/$name.out" >&2; exit 1; }
}

configuration() {
  local port=$((20000 + RANDOM % 20000)) # of the first of NODES + 1 daemons
  cat <<END
ClusterName=gpcbench-test
SlurmctldHost=localhost
SlurmctldPort=$port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthInfo=socket=$folder/munge.socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool-%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/%n.log
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=1,sched_min_interval=0
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=10
SlurmctldTimeout=10
InactiveLimit=0
KillWait=2
MinJobAge=3600
MaxArraySize=10001
MaxJobCount=20000
END
  local i
  for i in $(seq "$1"); do
    echo "NodeName=n$i NodeHostname=localhost NodeAddr=127.0.0.1 Port=$((port + i)) CPUs=1 RealMemory=1000 State=UNKNOWN"
  done
  echo "PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP"
}

start() {
  local nodes=$1 i
  mkdir -p "$folder/state"
  chmod 711 "$folder" # munged wants its socket to be reachable
  head -c 128 /dev/urandom >"$folder/munge.key"
  chmod 600 "$folder/munge.key"
  configuration "$nodes" >"$folder/slurm.conf"
  export SLURM_CONF=$folder/slurm.conf
  launch munged munged --force --key-file "$folder/munge.key" --socket "$folder/munge.socket" \
    --pid-file "$folder/munged.pid" --log-file "$folder/munged.log" --seed-file "$folder/munge.seed"
  launch slurmctld slurmctld -f "$SLURM_CONF"
  for i in $(seq "$nodes"); do
    mkdir -p "$folder/spool-n$i"
    launch "n$i" slurmd -N "n$i" -f "$SLURM_CONF"
  done
  local idle=0 patience=120 # seconds; it takes one where the daemons reach each other
  while [ "$SECONDS" -lt "$patience" ]; do
    idle=$(timeout 10 sinfo --noheader --Node --states=idle 2>/dev/null | wc -l) || true
    if [ "$idle" -eq "$nodes" ]; then
      return
    fi
    sleep 0.5
  done
  {
    echo "testcluster: $idle of $nodes nodes are idle after $patience seconds. The daemons speak to each other through localhost."
    echo "sinfo says:"
    timeout 10 sinfo --noheader --Node --long 2>&1 || echo "nothing within 10 seconds"
    for i in slurmctld n1; do
      echo "the last lines of $folder/$i.log:"
      tail -n 10 "$folder/$i.log" || true
    done
  } >&2
  stop
  exit 1
}

stop() {
  local file pid
  export SLURM_CONF=$folder/slurm.conf
  timeout 10 scancel --user="$(id -un)" 2>/dev/null || true
  for _ in $(seq 50); do # until the tasks have ended
    [ -n "$(timeout 10 squeue --noheader --states=running,completing 2>/dev/null)" ] || break
    sleep 0.2
  done
  for file in "$folder"/n*.pid "$folder"/slurmctld.pid "$folder"/munged.pid; do
    [ -f "$file" ] || continue
    pid=$(cat "$file")
    kill "$pid" 2>/dev/null || true
  done
  for file in "$folder"/n*.pid "$folder"/slurmctld.pid "$folder"/munged.pid; do
    [ -f "$file" ] || continue
    pid=$(cat "$file") || continue
    for _ in $(seq 50); do
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.1
    done
    kill -9 "$pid" 2>/dev/null || true
  done
}

[ $# -ge 2 ] || usage
mkdir -p "$2"
folder=$(cd "$2" && pwd)
case $1 in
start) [ $# -eq 3 ] || usage; start "$3" ;;
stop) stop ;;
*) usage ;;
esac
