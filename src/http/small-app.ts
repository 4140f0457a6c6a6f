import type { QrApi } from "../api.ts";
import type { DrawSharePage } from "./links.ts";
import { errorResponse } from "./respond.ts";
import type { Answer, Routes } from "./route.ts";
import { addServiceRoutes } from "./service-routes.ts";
import type { AppSettings } from "./settings.ts";
import { nothingAt } from "./unmatched.ts";

/** The app without what belongs to a server (documents, the landing page, other services' addresses), and without a
 *  framework, for browsers: what it answers, it answers as the whole app does. `sharePage` is the program of the page
 *  behind a link, which is as large as a quarter of the rest. */
export function createSmallApp(
  api: QrApi,
  sharePage: DrawSharePage,
  { report = console.error, baseUrl }: Pick<AppSettings, "report" | "baseUrl"> = {},
): (request: Request) => Promise<Response> {
  const table: { readonly method: string; readonly pattern: RegExp; readonly answer: Answer }[] = [];
  const adding = (method: string) => (path: string, answer: Answer) => {
    table.push({ method, pattern: patternOf(path), answer });
  };
  const routes: Routes = { get: adding("GET"), post: adding("POST"), delete: adding("DELETE") };
  addServiceRoutes(routes, api, report, sharePage, { baseUrl });

  async function answerTo(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname;
    const isHead = request.method === "HEAD";
    const method = isHead ? "GET" : request.method;
    for (const route of table) {
      const found = route.method === method && route.pattern.exec(path);
      if (!found) continue;
      const answer = await route.answer({
        req: {
          raw: request,
          url: request.url,
          path,
          header: (name) => request.headers.get(name) ?? undefined,
          param: (name) => found.groups?.[name] ?? "",
        },
      });
      return isHead ? new Response(null, answer) : answer;
    }
    throw nothingAt(path);
  }

  return (request) => answerTo(request).catch((error: unknown) => errorResponse(error, report));
}

/** Returns the pattern for `path`, as in Routes: with at most one parameter, as the last segment, and its pattern in
 *  braces. */
function patternOf(path: string): RegExp {
  const colon = path.indexOf(":");
  if (colon < 0) return new RegExp(`^${path}$`);
  const [name = "", ...part] = path.slice(colon + 1).split("{");
  return new RegExp(`^${path.slice(0, colon)}(?<${name}>${part.join("{").slice(0, -1) || "[^/]+"})$`);
}
