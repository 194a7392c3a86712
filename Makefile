# What is done with this repository. "make" alone says it.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# The packages of every module in go.work.
PACKAGES = $$(go list -m -f '{{.Dir}}/...')

# The folders of all modules: those of go.work, and tools, which is not in it. telemetry/collector
# has a target of its own.
MODULES = $$(go list -m -f '{{.Dir}}') tools

# How long "make fuzz" stays with each target.
FUZZTIME ?= 30s

GOLANGCI := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

.PHONY: help
help: ## Print this
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: demo
demo: ## Start the issue tracker and call a tool through a real client, once wrong and once right
	@go run ./examples/tracker/demo

.PHONY: test
test: lint tags quick ## Check and test every module: the one command that CI runs (needs Node, npm, nginx and redis-server)

# The modules whose own code is concurrent. The others start programs that are built without the
# race detector anyway; "make race" has them too, and takes twice as long.
RACED = ./... ./redisstore/... ./telemetry/...
UNRACED = ./bench/... ./examples/... ./gatewaytest/... ./tagcheck/golangci/...

.PHONY: quick
quick: ## Run all tests, those of the library and its stores under the race detector
	go test -race -count=1 $(RACED)
	go test -count=1 $(UNRACED)

.PHONY: lint
lint: bin/staticcheck ## Check format, go.mod files, go vet and staticcheck
	@unformatted=$$(git ls-files -z '*.go' | xargs -0 gofmt -l); \
	if [ -n "$$unformatted" ]; then printf 'not formatted, run gofmt -w on:\n%s\n' "$$unformatted"; exit 1; fi
	@for module in $(MODULES); do \
		GOWORK=off go -C "$$module" mod tidy -diff || { echo "$$module/go.mod is not tidy, run: make tidy"; exit 1; }; \
	done
	go vet $(PACKAGES)
	go vet -tags browser ./internal/render
	bin/staticcheck $(PACKAGES)

# -count=1, since some tests build and run programs, which the test cache does not see.
.PHONY: unit
unit: ## Run the tests of every module
	go test -count=1 $(PACKAGES)

.PHONY: library
library: ## Run the tests of the packages that servers import
	go test -count=1 . ./errors/... ./handler/... ./reflect/... ./x-mcp-header/... ./internal/stateless/...

.PHONY: race
race: ## Run the tests of every module under the race detector, for about a quarter of an hour
	go test -race -count=1 $(PACKAGES)

.PHONY: golangci
golangci: ## Run golangci-lint with .golangci.yml (the first time builds it, for minutes)
	@for module in $$(go list -m -f '{{.Dir}}'); do \
		(cd "$$module" && GOWORK=off go run $(GOLANGCI) run --config "$(CURDIR)/.golangci.yml" ./...); \
	done

.PHONY: tidy
tidy: ## Format the code and tidy the go.mod files
	git ls-files -z '*.go' | xargs -0 gofmt -w
	@for module in $(MODULES); do echo "go -C $$module mod tidy"; GOWORK=off go -C "$$module" mod tidy; done

.PHONY: fuzz
fuzz: ## Fuzz every target for FUZZTIME each, e.g. make fuzz FUZZTIME=5m
	@git grep -l '^func Fuzz' -- '*_test.go' | xargs -n 1 dirname | sort -u | while read -r folder; do \
		grep -ho '^func Fuzz[A-Za-z0-9_]*' "$$folder"/*_test.go | cut -d ' ' -f 2 | while read -r target; do \
			echo "$$folder $$target"; \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) "./$$folder"; \
		done; \
	done

# A module apart, which takes minutes to build.
.PHONY: collector
collector: ## Send the telemetry to a real OpenTelemetry Collector, which is built for it
	cd telemetry/collector && export GOWORK=off && go mod tidy -diff && go vet ./... && go test -count=1 ./...

.PHONY: bench
bench: ## Compare speed and memory with other servers, and write the tables of docs/performance.md
	go run ./bench/table -write docs/performance.md

BROWSER ?= chromium

.PHONY: browser
browser: ## Check the HTML page of toolkit docs in a real browser (needs Chromium, see BROWSER)
	go test -count=1 -tags browser -run '^TestBrowser' ./internal/render -browser '$(BROWSER)'

.PHONY: update
update: ## Rewrite the golden files and snapshots from what the code does now; read the diff
	@git grep -lE 'flag\.Bool\("update"|toolkittest\.Snapshot\(' -- '*_test.go' | xargs -n 1 dirname | sort -u | while read -r folder; do \
		go test "./$$folder" -update; \
	done
	@git status --short -- '*testdata*'

# Built apart from go.work, so that its dependencies do not raise ours.
bin/staticcheck: tools/go.mod tools/go.sum
	GOWORK=off go -C tools build -o ../bin/staticcheck honnef.co/go/tools/cmd/staticcheck

# The check that the library offers for struct tags, on the examples.
.PHONY: tags
tags: ## Check the struct tags of the examples with cmd/toolkit-vet
	go build -o bin/toolkit-vet ./cmd/toolkit-vet
	cd examples && go vet -vettool=../bin/toolkit-vet ./...
