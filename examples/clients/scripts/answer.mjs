// What both tasks need: a call with what came of it, and the revision that was agreed on.

export async function answerOf(result) {
  try {
    return { result: await result };
  } catch (error) {
    // The SDK's own errors have words as codes, those of JSON-RPC have numbers.
    return { error: { code: Number.isInteger(error.code) ? error.code : 0, message: error.message } };
  }
}

export function version(client, transport) {
  return client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion ?? "";
}
