import type { DeviceLinks, Errand } from "../src/stores/indexeddb.ts";

/** How an errand went: it is settled; it failed, which others need not; or the server is away for all. */
export type Outcome =
  | { readonly kind: "settled" }
  | { readonly kind: "failed" }
  | { readonly kind: "away"; readonly seconds?: number };

/** Tokens that a server accepts from the device. An imported token may have another form, and then works only for
 *  deleting. */
const MADE_HERE = /^[\w-]{22,128}$/;

/** Milliseconds in which the server answers. */
const PATIENCE = 15_000;

const SETTLED: Outcome = { kind: "settled" };
const FAILED: Outcome = { kind: "failed" };

/** Does one errand: tells `server` and writes down what it said. What does not look like an isoqr server, such as the page
 *  of a captive portal, counts as away. */
export async function doErrand(errand: Errand, links: DeviceLinks, server: string): Promise<Outcome> {
  if (errand.task === "delete") return deleteLink(errand.id, errand.serverToken, links, server);
  const post = await links.beginPost(errand.id);
  if (!post) {
    // Deleted since the list was read: there is nothing to tell.
    await links.settlePosted(errand.id);
    return SETTLED;
  }
  const answer = await send(`${server}/api/i`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(MADE_HERE.test(post.token) ? post : { data: post.data }),
  });
  if (!answer) return { kind: "away" };
  const words = await wordsOf(answer);
  if (answer.ok && words?.id === errand.id) {
    await links.settlePosted(errand.id, isToken(words.token) ? words.token : undefined);
    return SETTLED;
  }
  if (isRefusal(answer, words) || (answer.ok && typeof words?.id === "string")) {
    await links.settleRefused(errand.id);
    return SETTLED;
  }
  return troubleOf(answer);
}

async function deleteLink(id: string, token: string, links: DeviceLinks, server: string): Promise<Outcome> {
  const answer = await send(`${server}/api/i/${id}`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${token}` },
  });
  if (!answer) return { kind: "away" };
  // Gone already, or made anew by somebody else: in both cases it is no more this device's.
  const gone = answer.status === 204 || ([401, 403, 404].includes(answer.status) && (await wordsOf(answer))?.error);
  if (!gone) return troubleOf(answer);
  await links.settleDeleted(id);
  return SETTLED;
}

/** The answer, or undefined where there is none. A redirect is none: the service does not redirect, portals do. */
function send(url: string, init: RequestInit): Promise<Response | undefined> {
  return fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined);
}

/** The JSON object of an answer; undefined when it is none. */
async function wordsOf(answer: Response): Promise<Record<string, unknown> | undefined> {
  if (!answer.headers.get("Content-Type")?.startsWith("application/json")) return undefined;
  const value: unknown = await answer.json().catch(() => undefined);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
}

/** Whether `value` may be a token: what the device keeps has a bound, whatever a server says. */
export function isToken(value: unknown): value is string {
  return typeof value === "string" && /^[\w.~+/=-]{1,200}$/.test(value);
}

/** Whether the service itself says that it will never take this text. */
function isRefusal({ status }: Response, words: Record<string, unknown> | undefined): boolean {
  return (status === 400 || status === 413) && typeof words?.error === "string";
}

function troubleOf(answer: Response): Outcome {
  if (answer.status !== 503 && answer.status !== 429) return answer.status >= 500 ? FAILED : { kind: "away" };
  const seconds = secondsOf(answer.headers);
  return { kind: "away", ...(seconds !== undefined && { seconds }) };
}

/** The seconds that Retry-After asks for (RFC 9110, 10.2.3). A date counts from the server's own, for a device's clock may
 *  be a year off. */
function secondsOf(headers: Headers): number | undefined {
  const wanted = headers.get("Retry-After");
  if (wanted === null) return undefined;
  if (/^\d+$/.test(wanted)) return Number(wanted);
  const seconds = (Date.parse(wanted) - Date.parse(headers.get("Date") ?? "")) / 1000;
  return Number.isNaN(seconds) ? undefined : seconds;
}
