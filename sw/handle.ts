import type { DeviceLinks } from "../src/adapters/indexeddb-links.ts";
import { pageLogos } from "../src/adapters/page-logos.ts";
import type { DrawSharePage } from "../src/http/links.ts";
import type { HeavyWork } from "../src/ports.ts";
import { createBrowserService } from "../src/runtime/browser.ts";
import { isPage } from "./page-answer.ts";
import { type Ours, whatIsAsked } from "./scope.ts";
import type { WorkerSettings } from "./settings.ts";

/** The worker's answers, apart from its events. */
export interface Handler {
  /** The answer to `request`, or undefined at once when it is not the worker's to answer. `changed` hears when there may
   *  be something to tell the server. */
  handle(request: Request, changed: () => void): Promise<Response> | undefined;
  readonly links: DeviceLinks;
}

export interface HandlerParts {
  readonly heavy: HeavyWork;
  readonly sharePage: DrawSharePage;
}

/** Answers for the service under `origin` and the prefix. What the device cannot do, or does not know, is passed on to
 *  the site's own server, or to the server of the settings. */
export function createHandler(
  { prefix, server }: WorkerSettings,
  origin: string,
  { heavy, sharePage }: HandlerParts,
): Handler {
  const root = origin + prefix;
  const service = createBrowserService({
    heavy,
    sharePage,
    logos: pageLogos,
    baseUrl: server ?? root,
    queue: server !== undefined,
  });

  async function answer(request: Request, asked: Ours, changed: () => void): Promise<Response> {
    // A body can be read once, and may be wanted a second time.
    const spare = request.method === "POST" ? request.clone() : request;
    const mine = await service.answer(root === origin ? request : addressedTo(origin, request, root));
    // Not to be done here; or a logo that another site lets servers have, but no pages.
    const beyond = mine.status === 501 || (mine.status === 502 && server !== undefined);
    const isUnknown = asked !== "work" && mine.status === 404;
    if (beyond || isUnready(mine) || isUnknown) return (await elsewhere(spare, asked)) ?? mine;
    if (asked === "work") return mine;
    changed();
    return asked === "create" && mine.ok ? withState(mine, service.links) : mine;
  }

  /** What the network says; undefined when it is away, refuses, or has a page where none was asked for. */
  async function elsewhere(request: Request, asked: Ours): Promise<Response | undefined> {
    try {
      // The site's own server hears what the page said; another one no more than it has to know.
      const isSite = server === undefined || server === root;
      const answer = await fetch(isSite ? request : addressedTo(server, request, root, headersFor(request, asked)));
      return answer.status < 400 && (asked === "link" || !isPage(answer)) ? answer : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    handle(request, changed) {
      const asked = whatIsAsked(request.method, request.url, root);
      return asked && answer(request, asked, changed);
    },
    links: service.links,
  };
}

/** `request` sent elsewhere. Made piece by piece, for one that opens a page cannot be copied. */
function addressedTo(server: string, request: Request, root: string, headers = request.headers): Request {
  const { method, body } = request;
  const url = server + request.url.slice(root.length);
  return new Request(url, { method, headers, ...(body && { body, duplex: "half" }) });
}

/** Of the headers of `request` those that the service reads. Others are between the page and its site. */
function headersFor({ headers }: Request, asked: Ours): Headers {
  const sent = new Headers();
  for (const name of ["Accept", "Content-Type", ...(asked === "remove" ? ["Authorization"] : [])]) {
    const value = headers.get(name);
    if (value !== null) sent.set(name, value);
  }
  return sent;
}

/** Whether a part is missing that was never fetched. */
function isUnready({ status, headers }: Response): boolean {
  return status === 503 && headers.get("X-Error-Code") === "UNREACHABLE";
}

/** The answer about a link, and what the server knows of that. */
async function withState(answer: Response, links: DeviceLinks): Promise<Response> {
  const text = await answer.text();
  const [link] = await links.read([JSON.parse(text).id]);
  const headers = new Headers(answer.headers);
  headers.set("X-Isoqr-Link", link?.state ?? "local");
  return new Response(text, { status: answer.status, headers });
}
