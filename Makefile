# Everything here needs Go, git and make only.

GO       ?= go
OUT      ?= out/reproduce
FUZZTIME ?= 20s

.PHONY: all build reproduce report test lint fuzz bench check dist clean

all: build

build: runexp

# The binary; Go's own cache decides what has to be compiled.
.PHONY: runexp
runexp:
	$(GO) build -buildvcs=auto -o runexp ./cmd/runexp

# What can be reproduced in a few minutes: generated data always, the small real
# data sets where they can be had (exit code 3 says that data is missing, which
# is not a failure here). Records and report go to $(OUT).
QUICK = --profile quick --results $(OUT)/results
SMALL = --only dataset=diabetis --only dataset=german-ida

reproduce: runexp
	./runexp run quickstart $(QUICK)
	./runexp run wenzel2019/table2 $(QUICK) $(SMALL) || test $$? -eq 3
	./runexp report quickstart $(QUICK) --out $(OUT)/report
	test ! -d $(OUT)/results/wenzel2019 || ./runexp report wenzel2019/table2 $(QUICK) $(SMALL) --out $(OUT)/report
	@echo
	./runexp list experiments
	@echo
	@echo "The report is $(OUT)/report/README.md."

# What the committed records say, in out/report: the page over all reports, and beside each
# report what is not committed of it, its figures as PNG and PDF and its tables as LaTeX and CSV.
report: runexp
	mkdir -p out
	./runexp report --profile quick --out out/report >out/report-quick.txt
	./runexp report --profile paper --out out/report >out/report-paper.txt
	./runexp report examples/foreign.toml --profile paper --out out/report >out/report-foreign.txt
	@echo "The page is out/report/index.html."

# All tests with the fastest algebra that this processor has. Then, but for the long ones and
# those on the rows of other programs, with gonum's, whose last bits differ, those of the algebra
# and of what is made of it; and with Go's own and that of AVX2 (gonum's again where there is
# none), whose bits are those of the fastest, only those of the algebra and of gp. Go's cache of
# results does not see GPCBENCH_ENGINE, which TestMain reads, hence -count=1. go vet, which runs
# first, has all that go test would vet again.
test:
	$(GO) vet ./...
	$(GO) test -vet=off -timeout 30m ./... # the test on a real Slurm waits for time limits of a minute
	GPCBENCH_ENGINE=gonum GPCBENCH_PEERS= $(GO) test -vet=off -count=1 -short ./linalg/... ./gp/... ./methods/...
	for engine in portable avx2; do \
		echo "GPCBENCH_ENGINE=$$engine"; \
		GPCBENCH_ENGINE=$$engine $(GO) test -vet=off -count=1 -short ./linalg/... ./gp/... || exit 1; \
	done

lint:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "gofmt: the files above are not formatted"; exit 1; }
	$(GO) vet ./...
	$(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...

# Every fuzz target for FUZZTIME. What covers new code is kept as it is: to make it as short as can
# be takes up to a minute each time, in which nothing else is tried.
fuzz:
	@grep -ro '^func Fuzz[A-Za-z]*' --include='*_test.go' . | sed 's,/[^/]*:func , ,' | while read -r package target; do \
		$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1x $$package || exit 1; \
	done

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

check: runexp
	./runexp check --profile paper

# Archives of the program for five platforms with their SHA-256 sums, in out/dist: of what is
# committed alone, and the same bytes from the same commit and version of Go.
dist:
	$(GO) run ./dist -out out/dist

clean:
	rm -rf runexp out
