import { kinds } from "../../../../src/payload/payload.ts";
import { pick } from "../../../core/texts.ts";
import { fieldsOf } from "../../../payload/samples.ts";
import { anyText } from "../../fuzz/generate.ts";
import type { Operation, Source, Step } from "../operations.ts";
import { anyOptions } from "./options.ts";
import { get, http, JSON_TYPE, LANGUAGES, post } from "./requests.ts";

/** Returns the text of any kind of payload with valid fields. */
export function anyPayloadText({ random, from }: Source): string {
  const kind = pick(random, kinds);
  return kind.build(from(fieldsOf(kind)));
}

/** Options that a link rejects, because they belong to one code. */
const OWN = /^(?:data|format|size|ec|version|mask|boost|optimize|eci|title)$/;

/** Creates a link to a payload, often with a design, and then requests its page in some language, its images, its files
 *  or its card, or deletes it. */
export function anyLink(source: Source): Operation {
  const { random, from } = source;
  const data = random(4) ? anyPayloadText(source) : from(anyText);
  const words = Object.entries(anyOptions(source)).filter(([name]) => !OWN.test(name) || random(20) === 0);
  const create = post("/api/i", { data, ...(random(2) && Object.fromEntries(words)) });
  const language = { "Accept-Language": pick(random, LANGUAGES) };
  const page: Step = { method: "GET", path: "/i/:id", headers: { ...language, Accept: "text/html" } };
  const which = random(10);
  if (which < 5) return http("share pages", create, page);
  if (which < 7)
    return http("images of links", create, get(pick(random, ["/i/:id.svg", "/i/:id.png"]), lookOf(source)));
  if (which < 8)
    return http("files of links", create, get(pick(random, ["/i/:id.vcf", "/i/:id.ics", "/i/:id.json"]), {}));
  if (which < 9) {
    const remove = {
      method: "DELETE",
      path: "/api/i/:id",
      headers: { Authorization: pick(random, ["Bearer :token", "Bearer x", ""]) },
    };
    return http("deleted links", create, remove, page, create);
  }
  if (random(4))
    return http("links by URL", get("/api/i", { data }), { ...page, headers: { ...JSON_TYPE, ...language } });
  return http("cards of links", create, { method: "GET", path: "/api/og?link=:id&title=Open%20day" });
}

/** Returns some options for the images of a link. */
function lookOf(source: Source): Readonly<Record<string, unknown>> {
  const words = Object.entries(anyOptions(source)).filter(([name]) => name !== "data" && name !== "format");
  return Object.fromEntries(source.random(2) ? words.slice(0, 3) : []);
}
