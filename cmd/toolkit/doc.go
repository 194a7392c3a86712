// Command toolkit talks to any MCP server, also to one that was not written with the
// toolkit library, and shows what a model would see.
//
//	toolkit list [flags] -- COMMAND…
//	toolkit call [flags] TOOL [JSON] -- COMMAND…
//	toolkit scaffold [flags] [--file tools.json] -- COMMAND…
//
// COMMAND is a program that serves MCP over stdio; it is started, and ended again. With
// --url URL a server is reached that runs already and serves Streamable HTTP.
//
// # List
//
// "toolkit list" prints the tools as a table: the name, what the tool says about itself
// ("reads", "adds" or "changes"; "idempotent"; "closed" for a closed world), the title and
// the first line of the description. All pages of the list are read. With --json it prints
// the tools as a JSON array, exactly as the server wrote them.
//
// # Call
//
// "toolkit call" calls a tool. JSON is an object with the arguments; without it there are
// none. "-" reads it from stdin, "@FILE" from a file. The result is printed for a person:
// text as text, structured JSON indented, resource links with their URI. Images, audio and
// other binary content are saved to new files in the folder that --out names, "." by
// default, and the names are printed. An isError result is printed in red, if stdout is a
// terminal and NO_COLOR is not set. With --json the result is printed as one line of JSON,
// exactly as the server wrote it.
//
// # Scaffold
//
// "toolkit scaffold" writes a Go program with the tools of a server: a struct for the
// arguments of each tool, with tags that make the same inputSchema, a function to be
// filled in, and a main. The server may be written in any language; with --file its tools are
// read from a file that holds a tools/list result. Files that are there are not
// overwritten. What the program does not say of the definitions is printed.
//
// # Flags
//
//	--url URL          the MCP endpoint of a running server, such as http://127.0.0.1:8080/mcp
//	--header 'N: V'    a header for every request to --url; may be given several times
//	--json             print JSON for programs
//	--timeout 60s      how long the server may take for everything
//	--out FOLDER       where call saves binary content, and scaffold writes the program
//	--file FILE        where scaffold reads the tools
//	--name NAME        the name of the server that scaffold writes
//	--version          print the version and stop
//
// # Exit status
//
// 0 means that the server answered, and for call that the result is not an error. 1 means
// everything else: an isError result, a JSON-RPC error, a server that cannot be started or
// reached, wrong flags. What went wrong stands on stderr; an isError result stands on
// stdout like any other.
package main
