// Package replicas has the parts of docs/operating.md, and the test that runs them: two servers
// behind nginx.
package replicas
