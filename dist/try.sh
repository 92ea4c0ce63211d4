#!/bin/sh
# Tries the archive for this platform in a fresh folder, as one who took it home would: the sums
# are right, the program says its version, runs an experiment without a network, and reports.
#
#   sh dist/try.sh out/dist
set -eu
dist=$(cd "$1" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
(cd "$dist" && sha256sum -c --quiet SHA256SUMS)
system=$(uname -s | tr '[:upper:]' '[:lower:]')
case $(uname -m) in x86_64) processor=amd64 ;; aarch64 | arm64) processor=arm64 ;; *) echo "no archive for $(uname -m)" >&2; exit 1 ;; esac
tar -xzf "$dist"/gpcbench-*-"$system-$processor.tar.gz"
cd gpcbench-*
export GPCBENCH_DATA="$folder/cache" HTTPS_PROXY=http://127.0.0.1:1
unset GPCBENCH_MIRROR || true
./runexp version
./runexp run quickstart --profile smoke --results "$folder/results" >/dev/null
./runexp report quickstart --profile smoke --results "$folder/results" >/dev/null
test -s "$folder/results/report/README.md"
./runexp run villacampa2017/table2 --profile quick --results "$folder/results" --only dataset=wine --only repeat=0 --only label=Linear --only variant=text >/dev/null
echo "the archive for $system/$processor works"
