package toolkit

import "net/http"

// ObserveHTTP has a middleware see all that endpoints made from now on receive and send, or
// none if it is nil. It returns the one before.
func ObserveHTTP(middleware func(http.Handler) http.Handler) (before func(http.Handler) http.Handler) {
	before, observeHTTP = observeHTTP, middleware
	return before
}
