/** A link that a server has acknowledged. */
export interface Promised {
  readonly text: string;
  readonly id: string;
  readonly token?: string;
}

/** The outcome of a request. `took` is in milliseconds. */
export interface Outcome {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly took: number;
}

/** Creates a link to `text`. Resolves to the link, or to the outcome of the request. */
export async function makeLink(url: string, text: string): Promise<Promised | Outcome> {
  const headers = { "Content-Type": "application/json" };
  const start = performance.now();
  const answer = await fetch(`${url}/api/i`, { method: "POST", headers, body: JSON.stringify({ data: text }) });
  const body = await answer.json();
  if (answer.status === 200) return { text, id: body.id, ...(body.token && { token: body.token }) };
  return outcomeOf(answer, start);
}

/** Creates up to `most` links to strings that begin with `name` and have at least `length` characters. Stops at the
 *  first rejected request. `made` is the created links, and `refused` is the outcome of the rejected request. */
export async function makeLinks(url: string, name: string, most: number, length = 0) {
  const made: Promised[] = [];
  for (let i = 0; i < most; i++) {
    const link = await makeLink(url, `${name}-${i}-`.padEnd(length, "x"));
    if (!("id" in link)) return { made, refused: link };
    made.push(link);
  }
  return { made, refused: undefined };
}

/** Deletes the links one after another, and calls `then` after each. Resolves to the status codes. */
export async function removeLinks(url: string, links: readonly Promised[], then = () => {}): Promise<number[]> {
  const statuses: number[] = [];
  for (const { id, token = "" } of links) {
    const headers = { Authorization: `Bearer ${token}` };
    statuses.push((await fetch(`${url}/api/i/${id}`, { method: "DELETE", headers })).status);
    then();
  }
  return statuses;
}

/** Resolves to the outcome of a request for the picture of the link `id`. */
export async function openLink(url: string, id: string): Promise<Outcome> {
  const start = performance.now();
  const answer = await fetch(`${url}/i/${id}.svg`);
  await answer.arrayBuffer();
  return outcomeOf(answer, start);
}

/** Resolves to the links that the server at `url` has lost. */
export async function lostOf(url: string, links: readonly Promised[]): Promise<readonly Promised[]> {
  const lost: Promised[] = [];
  for (const link of links) {
    const again = await makeLink(url, link.text);
    if (!("id" in again) || again.id !== link.id || again.token !== undefined) lost.push(link);
  }
  return lost;
}

function outcomeOf({ status, headers }: Response, start: number): Outcome {
  return { status, retryAfter: headers.get("Retry-After"), took: performance.now() - start };
}
