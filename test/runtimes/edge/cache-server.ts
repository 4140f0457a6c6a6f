interface Stored {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array<ArrayBuffer>;
}

const stored = new Map<string, Stored>();

/** Replaces Cloudflare's cache for workerd, which sends each `match` as a GET and each `put` as a PUT with a complete HTTP
 *  response as its body. */
export default {
  async fetch(request: Request): Promise<Response> {
    if (request.method === "PUT") {
      stored.set(request.url, parse(new Uint8Array(await request.arrayBuffer())));
      return new Response(null, { status: 204 });
    }
    const found = stored.get(request.url);
    if (!found) return new Response(null, { status: 504, headers: { "CF-Cache-Status": "MISS" } });
    const headers = new Headers(found.headers.map(([name, value]) => [name, value]));
    headers.set("CF-Cache-Status", "HIT");
    return new Response(found.body, { status: found.status, headers });
  },
};

function parse(bytes: Uint8Array<ArrayBuffer>): Stored {
  const text = new TextDecoder("latin1").decode(bytes);
  const end = text.indexOf("\r\n\r\n");
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = lines.map(
    (line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()] as const,
  );
  return { status: Number(first.split(" ")[1]), headers, body: bytes.slice(end + 4) };
}
