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

# What the papers print and what needs no data from elsewhere: hensman2015's table 1 on Twonorm,
# which is generated, and villacampa2017's tables 2 and 3 on Glass, New-thyroid and Wine, which are in
# the program, and on Waveform, which is generated. All repeats, in the papers' setting: 103 numbers, of
# which the committed fits took six minutes of one core. Records and report go to $(OUT). That a record has other bits than the committed
# one is told and no failure here.
JOBS    ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
RECORDS  = --profile paper --results $(OUT)/results
TWONORM  = hensman2015/table1 $(RECORDS) --only variant=ard --only dataset=twonorm
SMALL    = villacampa2017/table2 $(RECORDS) --only variant=text --only dataset=glass --only dataset=new-thyroid \
	--only dataset=waveform --only dataset=wine

reproduce: runexp
	./runexp run $(TWONORM) --jobs $(JOBS)
	./runexp run $(SMALL) --jobs $(JOBS)
	./runexp report $(TWONORM) --out $(OUT)/report
	mv $(OUT)/report/index.html $(OUT)/report/hensman2015.html
	./runexp report $(SMALL) --out $(OUT)/report
	mv $(OUT)/report/index.html $(OUT)/report/villacampa2017.html
	@echo
	./runexp verify $(TWONORM) --against results || test $$? -eq 4
	./runexp verify $(SMALL) --against results || test $$? -eq 4
	@cat experiments/next.txt
	@echo "What came out is on the pages $(OUT)/report/hensman2015.html and villacampa2017.html, and as text in $(OUT)/report/README.md."

# What the committed records say, in out/report: of each report also what is not committed of it, its figures
# as PNG and its tables as CSV. A page has the reports of one call: the papers with the comparisons, and other programs.
report: runexp
	mkdir -p out
	./runexp report examples/foreign.toml --profile paper --out out/report >out/report-foreign.txt
	mv out/report/index.html out/report/foreign.html
	./runexp report --profile paper,quick --out out/report >out/report.txt
	@echo "The papers, and which method to take: out/report/index.html. Other programs: out/report/foreign.html."

# All tests with the fastest algebra that this processor has. Then, but for the long ones and
# those on the rows of other programs, with gonum's, whose last bits differ, those of the algebra,
# of the searches that methods are made of and a part of what all methods share; and with Go's own and,
# where it is not the fastest already, that of AVX2, whose bits are those of the fastest, only those of
# the algebra and of gp. Go's cache of results does not see GPCBENCH_ENGINE, which TestMain reads, hence
# -count=1. go vet, which runs first, has all that go test would vet again.
SEARCHES = nested collapsed variational natgrad kl gfitc laplace mlgpf dirichlet
test:
	$(GO) vet ./...
	$(GO) test -vet=off -timeout 30m ./... # the test on a real Slurm waits for time limits of a minute
	GPCBENCH_ENGINE=gonum GPCBENCH_PEERS= $(GO) test -vet=off -count=1 -short ./linalg/... ./gp/... $(SEARCHES:%=./methods/%)
	GPCBENCH_ENGINE=gonum $(GO) test -vet=off -count=1 -short -run 'SaveAndLoad|Probabilities|BeatsTheBaseRate' ./methods
	for engine in portable $$(grep -qs avx512f /proc/cpuinfo && echo avx2); do \
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
