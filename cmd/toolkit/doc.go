// Command toolkit talks to any MCP server, also to one that was not written with the
// toolkit library, and shows what a model would see.
//
//	toolkit list [flags] -- COMMAND…
//	toolkit call [flags] TOOL [KEY=VALUE…|JSON] -- COMMAND…
//	toolkit explain [flags] TOOL [KEY=VALUE…|JSON] -- COMMAND…
//	toolkit snapshot [flags] [--out tools.json] -- COMMAND…
//	toolkit check [flags] SNAPSHOT -- COMMAND…
//	toolkit lint [flags] -- COMMAND…
//	toolkit docs [flags] [--out FILE] -- COMMAND…
//	toolkit export --for API [flags] -- COMMAND…
//	toolkit headers [flags] [--for GATEWAY] -- COMMAND…
//	toolkit scaffold [flags] [--out FOLDER] -- COMMAND…
//	toolkit completion [flags] SHELL
//
// For example:
//
//	toolkit list -- ./tracker
//	toolkit call search_issues '{"query":"login"}' -- ./tracker
//	toolkit call search_issues @arguments.json --url http://127.0.0.1:8080/mcp
//	toolkit list --json -- npx -y @modelcontextprotocol/server-everything
//
// # The server
//
// Everything after -- is the command line of a program that serves MCP over stdio. It is
// started without a shell, in the current folder and with the environment of toolkit, and
// ended again: its stdin is closed; two seconds later it is asked to terminate (SIGTERM);
// two seconds later it is killed. Ctrl-C does the same, and a second Ctrl-C does not wait.
// What the program writes to stderr is passed on to stderr.
//
// With --url URL, a server is reached that runs already and serves Streamable HTTP. Each
// --header 'Name: value' is sent with every request, for instance a token:
//
//	toolkit list --url https://mcp.example.com/mcp --header "Authorization: Bearer $TOKEN"
//
// A redirection to another host does not get these headers. Arguments that the tool wants
// mirrored in headers (x-mcp-header) are mirrored.
//
// With --file FILE, every command but call reads the tools from a file instead: a snapshot, a
// tools/list result (also as a JSON-RPC response, or the list alone), or a folder with one file
// for each tool. git:REVISION:PATH is the file as it was in a revision, in the way of git: PATH
// begins at the root of the repository, and at the current folder if it begins with "./".
//
//	toolkit list --file tools.json
//	toolkit list --file git:main:tools.json
//
// The newest revision of MCP that both sides speak is used. toolkit has no answers for a
// server that asks back: a tool that needs the user (elicitation), a model (sampling) or
// the roots of the client gets an error.
//
// # List
//
// "toolkit list" prints the tools as a table, those of all pages of the list:
//
//	NAME           TITLE                HINTS                      DESCRIPTION
//	add_comment    Comment on an issue  adds closed                Add a comment to an issue.
//	search_issues  Search issues        reads closed               Search issues by words in title…
//	update_issue   Change an issue      changes idempotent closed  Change fields of an issue; thos…
//
// HINTS is what the annotations say, with the protocol's defaults for what they leave out:
// "reads" (readOnlyHint), "adds" (destructiveHint is false) or "changes"; "idempotent"
// (idempotentHint); "closed" (openWorldHint is false). A tool without annotations has "-".
// DESCRIPTION is the first line of it. The table is as wide as the environment variable
// COLUMNS says, else 120 columns; long names are not cut.
//
// With --json the tools are printed as a JSON array, as the server wrote them: members in
// their order, numbers with all digits, also tools that clients would leave out.
//
// # Call
//
// "toolkit call" calls a tool. JSON is an object with the arguments:
//
//	toolkit call ping -- ./server                    without arguments, {}
//	toolkit call add '{"a": 1, "b": 2}' -- ./server  from the command line
//	toolkit call add @arguments.json -- ./server     from a file
//	toolkit call add - -- ./server                   from stdin
//	toolkit call add a=1 b=2 -- ./server             without JSON
//	toolkit call add --stdin b=3 -- ./server         from stdin, with b as it is here
//
// The value of key=value has the type that the inputSchema of the tool says: query=5 is a text if
// query is one. Dots lead into objects (where.region=eu), a list grows by each word with its key
// (tags=a tags=b), and whatever is no text is JSON (ids=[1,2], all=true, since=null). What cannot be
// of the type, and a name that the schema does not know, is refused with what would be right.
//
// What is not JSON, or not an object, is refused with its place before the server is
// started. Whether the arguments are right is for the server to say.
//
// The result is printed for a person:
//
//   - Text is printed as it is. A text that only repeats the structured value is left out.
//   - A structured value is printed as indented JSON, in the server's order.
//   - Images, audio and the blobs of embedded resources are saved to new files in the folder
//     that --out names, "." by default, and the names are printed. They are made of the
//     tool's name, a number and the media type: burndown_chart-1.png. A file that is there
//     is never overwritten.
//   - A resource link is printed as its URI, title (or name) and description.
//   - The text of an embedded resource is printed under its URI.
//
// A result with isError is printed in the same way, in red if stdout is a terminal, unless
// NO_COLOR is set or TERM is "dumb".
//
// On a terminal, a call that takes longer than a second says on stderr how far the server says it
// is, as the other commands say what they wait for; that line is taken back before the result is
// printed. Elsewhere the server is not asked for progress.
//
// With --json the result is printed as one line of JSON, as the server wrote it, and nothing
// is saved. A result that is none of MCP is printed too, and reported.
//
// # Snapshot
//
// "toolkit snapshot" writes the tools into one file that is always the same for the same tools:
// sorted by name, names of members sorted, indented, characters that nobody sees as escapes.
// Only lists whose order means nothing in JSON Schema (required, type) are sorted. The file is a
// tools/list result. With --split, --out is a folder with one file for each tool; files of tools
// that are gone are deleted, and a folder with other .json files is refused.
//
// # Check
//
// "toolkit check" compares the tools of a server with a snapshot and prints what has changed, tool
// by tool, in words and as a difference of the definitions. Each change has a class, here the
// worst first:
//
//   - breaking: a call that was valid no longer is, or that cannot be ruled out.
//   - output-breaking: a caller that read the result no longer can, or may not. A member that
//     is new in a result does not count.
//   - security: a hint promises less, an argument stands in an HTTP header now, or a text has
//     characters that nobody sees.
//   - model-visible: a text, a name, a default or the order of an enum; a tool or an optional
//     parameter that is new.
//   - harmless: everything that was valid is, in other words or in more cases.
//
// What breaks is found by comparing what the schemas mean, not their text. What cannot be
// compared for certain counts as breaking: a changed pattern or if, a union of objects that is
// written anew, a dialect other than 2020-12 and draft-07. A new optional parameter of a schema
// without additionalProperties: false is breaking, since callers may have given something else by
// its name; --declared supposes that they did not.
//
//	toolkit check tools.json -- ./tracker
//	toolkit check git:main:tools.json --file tools.json
//	toolkit check tools.json --format json -- ./tracker
//
// With --format json the changes are {"changes":[{"tool":…,"path":…,"class":…,"message":…}]}, where
// path is a JSON Pointer into the tool. With --format github they are annotations of a GitHub
// Actions run, on the lines of the snapshot; with markdown, the text of a comment.
//
// # Lint
//
// "toolkit lint" says what makes tools hard to use, expensive or unsafe, tool by tool, and what to
// do. A finding is an error (some clients refuse the tool, or it is unsafe), a warning (models are
// likely to use it wrongly, or it costs more than it should) or info (it could be better).
//
//	toolkit lint -- ./tracker
//	toolkit lint --file tools.json --fail-on error
//	toolkit lint --rules
//	toolkit lint --explain name-generic
//
// .toolkit-lint.json in the current folder, or the file that --config names, says which rules and
// clients matter, how large tools may be, and which findings are accepted, each for a reason. A tool
// can have such reasons in its _meta too. docs/lint.md has all rules and the form of the file.
//
// With --format json the findings are {"findings":[{"rule":…,"severity":…,"tool":…,"path":…,
// "message":…}]}, where path is a JSON Pointer into the tool. With --format github they are
// annotations of a GitHub Actions run, on the lines of the file if --file names one; with
// markdown, the text of a comment.
//
// # Explain
//
// "toolkit explain" prints what a call would do, step by step, without making it: the defaults
// that are filled in, the verdict of each keyword of the schema, the headers that a client of
// 2026-07-28 must send over HTTP, and the text that a model would read if the arguments are
// refused, as this library words it. Only the advertised schema is known, so repairs, and rules that no schema can say, are not
// told; toolkittest.Explain tells them in a Go test.
//
//	toolkit explain search_issues '{"query":"login","limit":500}' -- ./tracker
//	toolkit explain search_issues @arguments.json --file tools.json --format json
//
// The exit status is 0 if the schema accepts the arguments, 1 if not, and 2 if that could not be
// found out.
//
// # Docs
//
// "toolkit docs" writes a page about the tools for people: what each does, its parameters and the
// members of its result as tables, an example of a call and one of a call that is refused, with what
// a model reads then. The examples are those of the inputSchema, or are made from it, and are held
// against it; nothing is called. The refusal is worded as servers built with this library word it.
//
//	toolkit docs --out TOOLS.md -- ./tracker
//	toolkit docs --title 'Issue tracker' --format json --file tools.json
//
// A page in HTML is one file that needs no other: it can be searched and printed, is light or dark
// as the reader's system is, and neither runs nor loads what a definition holds.
//
//	toolkit docs --out tools.html -- ./tracker
//
// The heading is the title or name of the server, unless --title gives another one. With --format
// json the page is {"title":…,"tools":[{"name":…,"parameters":[…],"results":[…],"calls":[…],
// "refusal":…}]}.
//
// # Export
//
// "toolkit export" writes the tools as the interface of a model takes them, for programs that talk
// to it without MCP: claude, openai, openai-strict, openai-responses, openai-responses-strict or
// gemini. Stdout has the value for "tools" in a request. Names that the interface does not take are
// changed, and keywords that it does not take are said in descriptions; what cannot be said there,
// and changed names of tools, are listed on stderr. With --json it is all one object:
// {"tools":…,"names":{…},"notes":[{"tool":…,"path":…,"message":…,"carried":…}]}. Package export
// does the same in Go and answers the calls.
//
//	toolkit export --for openai-strict --file tools.json
//
// # Headers
//
// "toolkit headers" prints which parameters clients of 2026-07-28 mirror into HTTP headers
// (x-mcp-header), for those who run a gateway: the tool, the parameter, its type, a sample as it
// stands in the header, and who can read it. Tools that clients drop because of their annotations
// are named, and then the exit status is 1.
//
// With --for it writes a configuration that sends calls to one server or another by such a header,
// without reading their bodies: nginx (for the http block), envoy (a whole file) or gateway-api
// (HTTPRoutes of Kubernetes). Requests of revisions whose servers need not check headers do not
// pass. --by names the header, if there are several; each --to VALUE=HOST:PORT says where calls with
// a value go, with commas between several servers, and --rest where all other requests go, such as
// lists of tools. docs/headers.md has an example that runs.
//
//	toolkit headers --format markdown --file tools.json
//	toolkit headers --for nginx --to eu=10.0.1.5:8080 --to us=10.0.2.5:8080 --file tools.json
//
// # Scaffold
//
// "toolkit scaffold" writes a Go program with the tools of a server: a struct for the
// arguments of each tool, with tags that make the same inputSchema, a function to be
// filled in, and a main. The server may be written in any language. Files that are there are
// not overwritten. What the program does not say of the definitions is printed.
//
// # Completion
//
// "toolkit completion" prints a script that lets a shell complete commands, flags and their values, and
// for call and explain the names of tools and parameters. For those the server that the line names is
// asked, so the line may be written from its end: toolkit call -- ./tracker, then the name in front of
// the --. A server that takes longer than five seconds is not waited for.
//
//	source <(toolkit completion bash)
//
// # What reaches the terminal
//
// Control characters other than line breaks and tabs, and those that change the direction of
// writing, are taken out of everything that comes from a server, also of what it writes to
// stderr, and are escaped in JSON. So a server cannot move the cursor, set the title
// of the window or hide text.
//
// # Flags
//
//	--url URL          the MCP endpoint of a running server, such as http://127.0.0.1:8080/mcp
//	--header 'N: V'    a header for every request to --url; may be given several times
//	--timeout 60s      how long the server may take for everything, from its start to the answer
//	--json             print JSON for programs
//	--stdin            let call and explain read the arguments from stdin
//	--file FILE        read the tools from a file, or from one in a git revision
//	--out PATH         where call saves binary content, and snapshot and scaffold write
//	--split            make snapshot write one file for each tool
//	--name NAME        the name of the server that scaffold writes
//	--fail-on CLASS    the class from which on check fails, model-visible by default, or the
//	                   severity from which on lint fails, warning by default
//	--format FORMAT    how check and lint write: text, json, markdown or github; headers: text, json
//	                   or markdown; docs: markdown, html or json
//	--title TITLE      the heading of the page that docs writes
//	--for GATEWAY      let headers write a configuration: nginx, envoy or gateway-api
//	--by HEADER        the header that decides there
//	--to VALUE=H:P     where calls with a value of it go; may be given several times
//	--rest HOST:PORT   where all other requests go
//	--listen ADDRESS   where nginx and Envoy listen, :8080 by default
//	--path PATH        the path of the endpoint, /mcp by default
//	--config FILE      the configuration of lint, .toolkit-lint.json by default
//	--rules            let lint list its rules and stop
//	--explain RULE     let lint explain a rule and stop
//	--declared         let check suppose that callers give declared arguments only
//	--no-diff          leave the differences of the definitions out of check
//	--version          print the version and stop
//	--help             print the flags of a command and stop
//
// # Exit status
//
// 0 means that the server answered, and for call that the result is not an error. 1 means
// everything else: an isError result, a JSON-RPC error, a server that cannot be started or
// reached or is too slow, an interruption, a file that cannot be written, wrong flags. check ends
// with 1 if there are changes that --fail-on names, and with 2 if it could not compare; lint does
// the same with what it finds.
//
// An isError result stands on stdout like any other result; with --json its isError tells it
// from a failure of the command. Everything else that went wrong stands on stderr, in lines
// that begin with "toolkit:" and name the server.
//
// # Servers that fail
//
// "wrote … to stdout, which is not an MCP message": over stdio, stdout belongs to the
// protocol. A banner, a log line or a forgotten print breaks every client; servers log to stderr.
//
// "ended before it answered": the program stopped by itself. Its reason is mostly on
// stderr, above the message. A server that chooses HTTP when told nothing needs a flag for stdio,
// or --url.
//
// "did not answer within 1m0s": the program waits for something else than MCP on stdin, or is
// slow to start, as one that is downloaded first. --timeout gives it longer.
//
// "answered 404 Not Found" and the like: the URL is not an MCP endpoint, which often ends in
// /mcp. With 401 and 403 a token is missing.
package main
