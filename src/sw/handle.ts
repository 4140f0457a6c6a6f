import { createBrowserService } from "../runtime/browser.ts";
import { type Ours, whatIsAsked } from "./scope.ts";
import type { WorkerSettings } from "./settings.ts";

/** The worker's answers, apart from its events. */
export interface Handler {
  /** The answer to `request`, or undefined at once when it is not the worker's to answer. */
  handle(request: Request): Promise<Response> | undefined;
}

/** Answers for the service under `origin` and the prefix. What the device cannot do, or does not know, is passed on to
 *  the site's own server, or to the server of the settings. */
export function createHandler({ prefix, server }: WorkerSettings, origin: string): Handler {
  const root = origin + prefix;
  const service = createBrowserService({ baseUrl: server ?? root, queue: server !== undefined });

  async function answer(request: Request, asked: Ours): Promise<Response> {
    const spare = request.method === "POST" ? request.clone() : request;
    const mine = await service.answer(inside(request, origin, root));
    const passes = asked === "link" ? mine.status === 404 : mine.status === 501;
    if (!passes) return mine;
    return (await elsewhere(spare)) ?? mine;
  }

  /** What the network says; undefined when it is away or knows no better. */
  async function elsewhere(request: Request): Promise<Response | undefined> {
    try {
      const answer = await fetch(server ? addressedTo(server, request, root) : request);
      return answer.ok || answer.type === "opaqueredirect" ? answer : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    handle(request) {
      const asked = whatIsAsked(request.method, request.url, root);
      return asked && answer(request, asked);
    },
  };
}

/** The request as the app knows it: without the prefix. */
function inside(request: Request, origin: string, root: string): Request {
  return root === origin ? request : addressedTo(origin, request, root);
}

/** `request` sent elsewhere. Made piece by piece, for one that opens a page cannot be copied. */
function addressedTo(server: string, request: Request, root: string): Request {
  const { method, headers, body } = request;
  const url = server + request.url.slice(root.length);
  return new Request(url, { method, headers, ...(body && { body, duplex: "half" }) });
}
