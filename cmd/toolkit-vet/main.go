// Command toolkit-vet checks the struct tags of MCP tools. It is run by go vet:
//
//	go vet -vettool=$(which toolkit-vet) ./...
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/typedmcp/toolkit/tagcheck"
)

func main() { unitchecker.Main(tagcheck.Analyzer) }
