package toolkit

import "encoding/json"

// Redact returns the arguments of a call as they may be logged: instead of each value of a
// secret parameter stands "[secret]", and "[unknown]" instead of that of a parameter that the
// tool does not have, since it may be a secret under a misspelt name. It takes arguments as the
// caller sent them, wrong ones too. The result is valid JSON; it is nil if there is no such
// tool, whose arguments nobody can judge.
func (tk *Toolkit) Redact(tool string, arguments json.RawMessage) json.RawMessage {
	e := tk.tools.Load().find(tool)
	if e == nil {
		return nil
	}
	return e.handler.Redact(arguments)
}
