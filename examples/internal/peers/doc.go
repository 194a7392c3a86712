// Package peers has what the tests of the examples need to run them against programs that are
// not of this repository: it installs what package.json names, and builds and starts servers.
package peers
