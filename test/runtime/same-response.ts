import { expect } from "vitest";
import type { SampleRequest } from "./requests.ts";

/** Returns `body` as text, without the token of a link, which is random. */
export function withoutToken(body: ArrayBuffer | Uint8Array): string {
  return Buffer.from(body as Uint8Array)
    .toString("latin1")
    .replace(/"token":"[\w-]{43}"/, '"token":"..."');
}

/** Sends a request to the server at `url` and to `model`, and expects equal responses, except for headers that the
 *  server adds. Resolves to the status. */
export async function expectSameResponse(
  url: string,
  model: (request: Request) => Promise<Response>,
  { path, init }: Pick<SampleRequest, "path" | "init">,
): Promise<number> {
  const [answer, expected] = await Promise.all([fetch(url + path, init), model(new Request(url + path, init))]);
  expect(answer.status).toBe(expected.status);
  expect(withoutToken(await answer.arrayBuffer())).toBe(withoutToken(await expected.arrayBuffer()));
  expect(Object.fromEntries(answer.headers)).toMatchObject(Object.fromEntries(expected.headers));
  return answer.status;
}
