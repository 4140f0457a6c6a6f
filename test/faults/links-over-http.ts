/** A link that a server has promised to keep. */
export interface Promised {
  readonly text: string;
  readonly id: string;
  readonly token?: string;
}

/** What became of one request: its status, Retry-After where it was said, and milliseconds. */
export interface Outcome {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly took: number;
}

/** Asks for a link to `text`; resolves to it, or to what became of the request. */
export async function makeLink(url: string, text: string): Promise<Promised | Outcome> {
  const headers = { "Content-Type": "application/json" };
  const asked = performance.now();
  const answer = await fetch(`${url}/api/i`, { method: "POST", headers, body: JSON.stringify({ data: text }) });
  const said = await answer.json();
  if (answer.status === 200) return { text, id: said.id, ...(said.token && { token: said.token }) };
  return outcomeOf(answer, asked);
}

/** Makes links to texts that begin with `name` until one is refused, at most `most`. */
export async function makeLinks(url: string, name: string, most: number, length = 0) {
  const made: Promised[] = [];
  for (let i = 0; i < most; i++) {
    const link = await makeLink(url, `${name}-${i}-`.padEnd(length, "x"));
    if (!("id" in link)) return { made, refused: link };
    made.push(link);
  }
  return { made, refused: undefined };
}

/** What becomes of the picture behind the link `id`. */
export async function openLink(url: string, id: string): Promise<Outcome> {
  const asked = performance.now();
  const answer = await fetch(`${url}/i/${id}.svg`);
  await answer.arrayBuffer();
  return outcomeOf(answer, asked);
}

/** Those of `links` that the server at `url` does not know as it promised them: by the same id, and not anew. */
export async function lostOf(url: string, links: readonly Promised[]): Promise<readonly Promised[]> {
  const lost: Promised[] = [];
  for (const link of links) {
    const again = await makeLink(url, link.text);
    if (!("id" in again) || again.id !== link.id || again.token !== undefined) lost.push(link);
  }
  return lost;
}

function outcomeOf({ status, headers }: Response, asked: number): Outcome {
  return { status, retryAfter: headers.get("Retry-After"), took: performance.now() - asked };
}
