// The TypeScript SDK 2.x: node sdk-v2.mjs MODE URL, or node sdk-v2.mjs MODE stdio COMMAND…
// MODE is default, which leaves versionNegotiation out, or auto.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { talk } from "./talk.mjs";

const [mode, target, command, ...args] = process.argv.slice(2);
const options = mode === "auto" ? { versionNegotiation: { mode } } : {};
await talk(
  new Client({ name: "ts-v2", version: "1.0.0" }, options),
  target === "stdio" ? new StdioClientTransport({ command, args }) : new StreamableHTTPClientTransport(new URL(target)),
);
