// Package tagcheck reports slips in the struct tags of tool arguments and results while
// they are being written: under the cursor, in go vet, in CI.
//
// It looks at every call of toolkit.Register and toolkit.Add and reads the types of the
// function as registration will read them, with the same code: a misspelt key, a rule that
// does not fit its kind, a bound that cannot be read, a default outside its enum, header names that clash
// and everything else that [github.com/typedmcp/toolkit.Toolkit.Err] would report. Besides, it
// reports what is no error at run time: a parameter without a description, and invisible
// characters in texts that a model reads.
//
// Run it with go vet:
//
//	go build -o toolkit-vet github.com/typedmcp/toolkit/cmd/toolkit-vet
//	go vet -vettool=$(pwd)/toolkit-vet ./...
//
// Rules of one's own are known where the same package registers them, with toolkit.WithRule or
// validator's RegisterValidation; others are named with -toolkittags.rules=even,prime.
//
// For golangci-lint there is a module plug-in in the folder golangci.
package tagcheck
