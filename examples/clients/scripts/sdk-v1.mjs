// The TypeScript SDK 1.x: node sdk-v1.mjs TASK URL, or node sdk-v1.mjs TASK stdio COMMAND…
// TASK is talk or work.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [name, target, command, ...args] = process.argv.slice(2);
const task = await import(`./${name}.mjs`);
const client = new Client({ name: "ts-v1", version: "1.0.0" }, task.options);
await task.run(
  client,
  target === "stdio" ? new StdioClientTransport({ command, args }) : new StreamableHTTPClientTransport(new URL(target), { fetch: task.fetch }),
  (params, options) => client.callTool(params, undefined, options),
);
