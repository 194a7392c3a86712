module github.com/typedmcp/toolkit/examples

go 1.26

require github.com/typedmcp/toolkit v0.0.0

replace github.com/typedmcp/toolkit => ../
