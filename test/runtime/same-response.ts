import { expect } from "vitest";
import type { SampleRequest } from "./requests.ts";

/** Returns `body` as text, without the token of a link, which is random. */
export function withoutToken(body: ArrayBuffer | Uint8Array): string {
  return Buffer.from(body as Uint8Array)
    .toString("latin1")
    .replace(/"token":"[\w-]{43}"/, '"token":"..."');
}

/** Sends a request to the server at `url` and to `model`, and expects equal responses, except for headers that the
 *  server adds. Asks for uncompressed responses, because compressed bytes differ between engines. Resolves to the
 *  status. */
export async function expectSameResponse(
  url: string,
  model: (request: Request) => Promise<Response>,
  { path, init }: Pick<SampleRequest, "path" | "init">,
): Promise<number> {
  const headers = new Headers(init?.headers);
  headers.set("Accept-Encoding", "identity");
  const request = new Request(url + path, { ...init, headers });
  const [answer, expected] = await Promise.all([fetch(request.clone()), model(request)]);
  expect(answer.status).toBe(expected.status);
  expect(withoutToken(await answer.arrayBuffer())).toBe(withoutToken(await expected.arrayBuffer()));
  expect(Object.fromEntries(answer.headers)).toMatchObject(Object.fromEntries(expected.headers));
  return answer.status;
}
