// Package telemetry observes the calls of a [toolkit.Toolkit] with OpenTelemetry: a span and
// metrics for each call, named by the semantic conventions for MCP, as part of the trace that
// the client has begun, and the ids of that trace on log records.
//
//	tk.Use(telemetry.Middleware(tk))
//	logger := slog.New(telemetry.LogHandler(slog.NewJSONHandler(os.Stderr, nil)))
//
// It is a module of its own, so that those who do not use it do not depend on OpenTelemetry.
//
// # Spans
//
// A call is a span of kind SERVER, named "tools/call" and the tool. It has the attributes of
// the conventions: mcp.method.name, mcp.protocol.version, mcp.session.id where there is a
// session, gen_ai.operation.name, gen_ai.tool.name, network.transport, network.protocol.name,
// client.address, client.port, and for calls that fail error.type and rpc.response.status_code.
// jsonrpc.request.id is missing, since the official SDK does not tell it.
//
// Its parent is what the client says in _meta under traceparent and tracestate
// (specification, basic, "OpenTelemetry trace context"), and baggage comes from there too. If
// there is a span already, such as that of the HTTP request, the new one has a link to it; if
// the client says nothing, that span is the parent.
//
// A call that a tool makes of another tool with [toolkit.Toolkit.Call] did not come by MCP. It
// is a span of kind INTERNAL named "execute_tool" and the tool, below that of the call it is a
// part of. So is the call of a part whose whole is observed as well ([toolkit.Toolkit.Mount]).
//
// Attributes of our own begin with "typedmcp.": typedmcp.outcome is one of the [Outcome]
// values; typedmcp.error.code is the code of a [toolkit.ToolError]; typedmcp.problem.codes
// has the codes of what was wrong with the arguments, each once; typedmcp.repairs is how many
// values were repaired; typedmcp.result.size is what typedmcp.tool.result.size measures.
//
// # Metrics
//
//   - mcp.server.operation.duration, a histogram in seconds by the attributes that the
//     conventions give it and typedmcp.outcome. Calls that are parts of others are not in it
//   - typedmcp.tool.problems counts what was wrong with arguments, by gen_ai.tool.name and
//     typedmcp.problem.code
//   - typedmcp.tool.repairs counts repaired values, by gen_ai.tool.name, typedmcp.repair.from
//     and typedmcp.repair.to, which are types of JSON
//   - typedmcp.tool.result.size, a histogram in bytes by gen_ai.tool.name and
//     typedmcp.outcome: the texts, data and structured content of a result, without what
//     is around them
//
// The name of a tool that does not exist stands in no metric and in no name of a span, since
// whoever calls it chooses it.
//
// # What is not recorded
//
// Neither arguments nor results are, unless [WithArguments] is given, and never secret
// parameters. The texts of errors of tools are not either: they may repeat what was sent.
package telemetry
