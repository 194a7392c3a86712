// Package subschema proves that one JSON Schema accepts everything that another one accepts.
//
// The proof goes by the meaning of the keywords of JSON Schema 2020-12 and draft-07, not by their
// text: references are followed, types and unions are looked at one by one, the values of an enum are
// tried, bounds are compared as numbers. It is sound and not complete: what it calls proved holds
// for every value, and what it cannot prove it reports as a [Gap], though it may hold. Its limits:
//
//   - A pattern or a format implies only itself; if, then, else, contains and the unevaluated
//     keywords imply what is written in the same way, and little else.
//   - An alternative (anyOf, oneOf) is implied by one alternative as a whole. That an object
//     with kind a or b is one of kind a or one of kind b is seen only if the object is
//     written as a union too.
//   - Formats count as asserted, as many validators do. Keywords that JSON Schema does not know
//     mean nothing, as it says.
//   - $dynamicRef, $recursiveRef, a $ref out of the document, a nested $id, and dialects other
//     than 2020-12 and draft-07 are not understood; such a schema implies only
//     the same text.
//   - After a fixed number of steps it gives up.
package subschema
