// What every client does with a server: list the tools, make the calls that CALLS names, and
// print what came back as one JSON object.
//
// CALLS is a JSON array of [tool, arguments].

export async function talk(client, transport) {
  await client.connect(transport);
  const { tools } = await client.listTools();
  const calls = [];
  for (const [name, args] of JSON.parse(process.env.CALLS)) {
    try {
      calls.push({ result: await client.callTool({ name, arguments: args }) });
    } catch (error) {
      calls.push({ error: { code: error.code, message: error.message } });
    }
  }
  console.log(JSON.stringify({ version: version(client, transport), tools: tools.map((t) => t.name), calls }));
  await client.close();
}

function version(client, transport) {
  return client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion ?? "";
}
