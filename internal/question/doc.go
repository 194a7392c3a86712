// Package question has what a question to the user is made of: the form that a Go type
// becomes, and the state that a client carries between the rounds of a call
// (specification, client/elicitation and basic/patterns/mrtr).
package question
