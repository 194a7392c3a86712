// What every client does in the workshop: use all that it can besides plain calls, and print
// what came of it as one JSON object.
import { answerOf, version } from "./answer.mjs";

let told;
const changed = new Promise((resolve) => (told = resolve));
export const options = { listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: told } } };

// A liar says in a header of its calls what is not in their arguments.
let lying = false;
export function fetch(url, init) {
  if (!lying || !String(init?.body).includes('"tools/call"')) {
    return globalThis.fetch(url, init);
  }
  const headers = new Headers(init.headers);
  headers.set("Mcp-Param-Region", "mars");
  return globalThis.fetch(url, { ...init, headers });
}

export async function run(client, transport, callTool) {
  const sent = {};
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    sent[message.method] = (sent[message.method] ?? 0) + 1;
    return send(message, options);
  };
  const call = (name, args, options) => answerOf(callTool({ name, arguments: args }, options));

  await client.connect(transport);
  const got = { version: version(client, transport), tools: await listAll(client), progress: [] };

  got.painted = await call("paint", { wall: "north", strokes: 3 }, { onprogress: ({ progress, total }) => got.progress.push([progress, total]) });
  const controller = new AbortController();
  const stop = ({ progress }) => progress === 3 && controller.abort();
  got.cancelled = await call("paint", { wall: "south" }, { signal: controller.signal, onprogress: stop });
  got.ending = await call("await_end", { wall: "south" });

  got.boards = [];
  for (const [name, spoiled] of [["measure", false], ["measure", true], ["weigh", false], ["weigh", true]]) {
    got.boards.push(await call(name, { spoiled }));
  }

  const ship = { region: "Zürich", grams: 1200, insured: true, items: ["board"], to: { city: "Bern", lines: [], street: "Gasse 1" } };
  got.labels = [await call("ship", ship), await call("ship_later", { region: "eu", day: null })];
  lying = true;
  got.lie = await call("ship", { ...ship, region: "eu" });
  lying = false;

  await call("add_tool", { name: "varnish" });
  await Promise.race([changed, new Promise((_, reject) => setTimeout(reject, 10_000, new Error("not told of the new tool")).unref())]);
  got.changed = await listAll(client);
  got.varnish = await call("varnish", {});
  got.sent = sent;
  console.log(JSON.stringify(got));
  await client.close();
}

// listAll follows the pages that the client leaves to its user.
async function listAll(client) {
  const names = [];
  let cursor;
  do {
    const page = await client.listTools(cursor === undefined ? undefined : { cursor });
    names.push(...page.tools.map((tool) => tool.name));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return names;
}
