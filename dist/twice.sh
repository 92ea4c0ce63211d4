#!/bin/sh
# Builds the archive of one platform twice, the second time from another folder and with an empty
# cache of Go, compares the bytes, and tries the archive. Takes some four minutes of a core.
#
#   sh dist/twice.sh [linux/amd64]
set -eu
target=${1:-linux/amd64}
archives=$(mktemp -d)
trap 'chmod -R u+w "$archives"; rm -rf "$archives"' EXIT
go run ./dist -out "$archives/first" -targets "$target"
git clone -q . "$archives/clone"
(cd "$archives/clone" && GOCACHE=$archives/cache go run ./dist -out "$archives/second" -targets "$target")
cmp "$archives/first/SHA256SUMS" "$archives/second/SHA256SUMS"
echo "$target: the same bytes twice"
[ "$target" != "$(go env GOHOSTOS)/$(go env GOHOSTARCH)" ] || sh dist/try.sh "$archives/first"
