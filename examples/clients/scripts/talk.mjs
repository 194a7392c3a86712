// What every client does with a server: list the tools, make the calls that CALLS names, and
// print what came back as one JSON object.
//
// CALLS is a JSON array of [tool, arguments].
import { answerOf, version } from "./answer.mjs";

export async function run(client, transport, call) {
  await client.connect(transport);
  const { tools } = await client.listTools();
  const calls = [];
  for (const [name, args] of JSON.parse(process.env.CALLS)) {
    calls.push(await answerOf(call({ name, arguments: args })));
  }
  const schemas = Object.fromEntries(tools.map((tool) => [tool.name, tool.outputSchema]));
  console.log(JSON.stringify({ version: version(client, transport), tools: tools.map((tool) => tool.name), schemas, calls }));
  await client.close();
}
