#!/bin/sh
# Gives the module another path, under which go install finds it, in every file that has the old one.
#
#   sh dist/rename.sh example.org/gpcbench
set -eu
cd "$(dirname "$0")/.."
old=$(go list -m) new=$1
folders=$(git ls-files '*/*.go' | cut -d/ -f1 | sort -u | paste -sd'|')
# Imports, and packages that tests name. Experiments are called gpcbench/... too, and stay.
git ls-files '*.go' | xargs grep -lF "\"$old/" | xargs sed -Ei "s,\"$old/(($folders)[/\"]|\.\.\.),\"$new/\1,g"
sed -i "s,\"$old/\",\"$new/\",g" cmd/runexp/layers_test.go
sed -i "s,'$old/harness,'$new/harness," dist/main.go
git ls-files '*go.mod' | while read -r file; do sed -i "s,^module $old,module $new," "$file"; done
gofmt -w $(git diff --name-only -- '*.go') # imports are sorted by path
go build ./... && go vet ./cmd/runexp ./dist
