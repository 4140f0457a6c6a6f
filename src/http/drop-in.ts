import type { QrApi } from "../api.ts";
import { fromRecord, literal, messageOf, QrError, toRecord } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import { badEncoding, decode } from "../options/read.ts";
import { type OtherService, services } from "./drop-in-tables.ts";
import { pictureResponse } from "./respond.ts";
import type { Routes } from "./router.ts";

/** Adds the addresses of other services to `routes`: to switch, change the host only. What cannot be drawn as there is
 *  refused. */
export function addDropInRoutes(routes: Routes, api: QrApi): void {
  for (const service of services) {
    for (const path of service.paths) {
      routes.get(path, async ({ request, search }) => {
        try {
          const picture = await api.generate(translate(search, service));
          return pictureResponse(picture, request.headers.get("If-None-Match"));
        } catch (error) {
          throw error instanceof QrError ? inTheirWords(error, service) : error;
        }
      });
    }
  }
}

/** The query of another service as our options.
 *  @throws {QrError} with the sentence for the first word that is missing or cannot be honoured. */
function translate(search: string, { words, defaults, settle = (options) => options }: OtherService): RawOptions {
  const given = readWords(search, words);
  const options: Record<string, unknown> = { ...defaults };
  for (const [name, { read, rule, option, required }] of Object.entries(words)) {
    const word = given.get(name);
    if (required !== undefined && !word) {
      const code = option === "data" ? "DATA_MISSING" : "INVALID_OPTION";
      throw new QrError(code, 400, `is required, such as ${name}=${required}`, name);
    }
    if (word === undefined) continue;
    const meant = read(word);
    if (!meant) throw new QrError("INVALID_OPTION", 400, rule, name);
    Object.assign(options, meant);
  }
  return settle(options);
}

/** The decoded words of a query that have one of the names; of a repeated one the first. */
function readWords(search: string, names: OtherService["words"]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const pair of search.slice(1).split("&")) {
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals)) ?? "";
    if (!Object.hasOwn(names, name) || words.has(name)) continue;
    const word = decode(equals < 0 ? "" : pair.slice(equals + 1));
    if (word === undefined) throw badEncoding(name);
    words.set(name, word);
  }
  return words;
}

/** Returns `error` with options under the names that callers of `service` know. */
function inTheirWords(error: QrError, { words }: OtherService): QrError {
  if (error.field === undefined) return error;
  const nameOf = (name: string) =>
    Object.hasOwn(words, name) ? name : (Object.keys(words).find((word) => words[word]?.option === name) ?? name);
  const rule = literal(messageOf(error, nameOf));
  return fromRecord({ ...toRecord(error), field: nameOf(error.field), rule, whole: true });
}
