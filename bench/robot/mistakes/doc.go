// Package mistakes makes wrong calls of tools out of right ones. It has the tools' argument
// types, calls of them that are right, and for each a list of mistakes written by hand. It
// knows nothing of how mistakes are found or told: it imports nothing of the toolkit.
package mistakes
