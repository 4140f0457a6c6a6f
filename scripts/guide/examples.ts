import type { Token, Tokens } from "marked";
import { type Files, keepPicture, type Picture } from "./pictures.ts";
import { requestsIn } from "./requests.ts";
import type { Part } from "./sources.ts";

type Ask = (request: Request) => Promise<Response>;

/** Sends all requests in the code blocks of `parts`. Resolves to a map from each code block to the resulting images.
 *  Adds an error message to `faults` for each request that fails. */
export async function drawExamples(
  parts: readonly Part[],
  { ask, files, faults }: { readonly ask: Ask; readonly files: Files; readonly faults: string[] },
): Promise<Map<string, readonly Picture[]>> {
  const drawn = new Map<string, readonly Picture[]>();
  for (const { file, tokens } of parts) {
    for (const { text, lang = "" } of tokens.flatMap(codesIn)) {
      if (drawn.has(text)) continue;
      const pictures: Picture[] = [];
      for (const request of requestsIn(text, lang.split(" ")[0] ?? "")) {
        const vector = await asVector(request);
        const answer = await ask(request);
        if (!answer.ok) faults.push(`${file}: ${request.method} ${request.url} returns ${await answer.text()}`);
        else if (isPicture(answer)) pictures.push(await keepPicture(vector ? await ask(vector) : answer, files));
      }
      drawn.set(text, pictures);
    }
  }
  return drawn;
}

/** Returns the code blocks in `token` and in its descendants. */
export function codesIn(token: Token): Tokens.Code[] {
  if (token.type === "code") return [token as Tokens.Code];
  const children = "tokens" in token ? (token.tokens ?? []) : token.type === "list" ? (token as Tokens.List).items : [];
  return children.flatMap(codesIn);
}

function isPicture({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("image/") === true;
}

/** If `request` is for an image of a QR code, resolves to a request for the same code as an SVG, which is sharp at
 *  every size. Resolves to undefined for all other requests, including those for a matrix. */
async function asVector(request: Request): Promise<Request | undefined> {
  const url = new URL(request.url);
  if (url.pathname !== "/api/qr" || url.searchParams.get("format") === "json") return undefined;
  if (request.method === "GET") {
    url.searchParams.set("format", "svg");
    return new Request(url);
  }
  const input = await request.clone().json();
  return new Request(url, {
    method: "POST",
    headers: request.headers,
    body: JSON.stringify({ ...input, format: "svg" }),
  });
}
