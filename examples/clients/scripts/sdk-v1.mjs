// The TypeScript SDK 1.x: node sdk-v1.mjs URL, or node sdk-v1.mjs stdio COMMAND…
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { talk } from "./talk.mjs";

const [target, command, ...args] = process.argv.slice(2);
await talk(
  new Client({ name: "ts-v1", version: "1.0.0" }),
  target === "stdio" ? new StdioClientTransport({ command, args }) : new StreamableHTTPClientTransport(new URL(target)),
);
