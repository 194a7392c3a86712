// Package gatewaytest lets the gateways themselves read what "toolkit headers --for" writes: a real
// nginx, and the Go types of Envoy and of the Gateway API of Kubernetes. Its dependencies are many,
// so it is a module of its own.
package gatewaytest
