import { QrError } from "../src/errors.ts";
import { type DrawSharePage, isForPeople } from "../src/http/links.ts";
import { errorPageResponse, errorResponse } from "../src/http/respond.ts";

/** The answer about a link that is not on this device, while nobody else can be asked: whether there is one is not known.
 *  A page for people, as far as `sharePage` can be had. */
export async function unknownLink(request: Request, sharePage: DrawSharePage, base: string): Promise<Response> {
  const sentence = "this link is not on this device: try again when there is a network";
  const error = new QrError("UNREACHABLE", 503, sentence);
  const page = isForPeople(request)
    ? await Promise.resolve(sharePage({ fault: sentence, base })).catch(() => undefined)
    : undefined;
  const answer = page ? errorPageResponse(error, page, console.error) : errorResponse(error, console.error);
  return request.method === "HEAD" ? new Response(null, answer) : answer;
}
