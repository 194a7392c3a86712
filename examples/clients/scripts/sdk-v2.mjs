// The TypeScript SDK 2.x: node sdk-v2.mjs MODE TASK URL, or node sdk-v2.mjs MODE TASK stdio COMMAND…
// MODE is default, which leaves versionNegotiation out, or auto. TASK is talk or work.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const [mode, name, target, command, ...args] = process.argv.slice(2);
const task = await import(`./${name}.mjs`);
const negotiation = mode === "auto" ? { versionNegotiation: { mode } } : {};
const client = new Client({ name: "ts-v2", version: "1.0.0" }, { ...task.options, ...negotiation });
await task.run(
  client,
  target === "stdio" ? new StdioClientTransport({ command, args }) : new StreamableHTTPClientTransport(new URL(target), { fetch: task.fetch }),
  (params, options) => client.callTool(params, options),
);
