import type { QrApi } from "../../api.ts";
import { fromRecord, QrError, toRecord } from "../../errors.ts";
import { messageOf, verbatim } from "../../messages/message.ts";
import type { RawOptions } from "../../options/parse.ts";
import { badEncoding, decode } from "../../options/read.ts";
import type { Calls } from "../limits.ts";
import { pictureResponse } from "../respond.ts";
import type { Routes } from "../router.ts";
import { type CompatibleService, services } from "./tables.ts";

export const REQUIRED = "{field} is required: add it, for example {name}={example}";

/** Adds the URLs of compatible services, so that switching to isoqr requires only a new host name. Parameters that
 *  change an image in a way that isoqr does not support are rejected. */
export function addDropInRoutes(routes: Routes, api: QrApi, calls: Calls): void {
  for (const service of services) {
    for (const path of service.paths) {
      routes.get(path, async ({ request, search }) => {
        try {
          const picture = await api.generate(translate(search, service), calls.picture(request));
          return pictureResponse(picture, request.headers.get("If-None-Match"));
        } catch (error) {
          throw error instanceof QrError ? withServiceNames(error, service) : error;
        }
      });
    }
  }
}

/** Converts the query of another service to isoqr's options.
 *  @throws {QrError} for the first parameter that is missing, not supported or badly encoded, or the error of
 *  `settle`. */
function translate(
  search: string,
  { parameters, defaults, settle = (options) => options }: CompatibleService,
): RawOptions {
  const given = readParameters(search, parameters);
  const options: Record<string, unknown> = { ...defaults };
  for (const [name, { read, rule, values, option, required }] of Object.entries(parameters)) {
    const word = given.get(name);
    if (required !== undefined && !word) {
      const code = option === "data" ? "DATA_MISSING" : "INVALID_OPTION";
      throw new QrError(code, { field: name, rule: REQUIRED, values: { name, example: required } });
    }
    if (word === undefined) continue;
    const meant = read(word);
    if (!meant) throw new QrError("INVALID_OPTION", { field: name, rule, values });
    Object.assign(options, meant);
  }
  return settle(options);
}

/** Returns the decoded values of known parameters. If a parameter is repeated, its first value wins.
 *  @throws {QrError} for a known parameter whose value cannot be decoded. */
function readParameters(search: string, known: CompatibleService["parameters"]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const pair of search.slice(1).split("&")) {
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals)) ?? "";
    if (!Object.hasOwn(known, name) || words.has(name)) continue;
    const word = decode(equals < 0 ? "" : pair.slice(equals + 1));
    if (word === undefined) throw badEncoding(name);
    words.set(name, word);
  }
  return words;
}

/** Returns a copy of `error` that uses the other service's parameter names instead of isoqr's option names. */
function withServiceNames(error: QrError, { parameters }: CompatibleService): QrError {
  if (error.field === undefined) return error;
  const nameOf = (name: string) =>
    Object.hasOwn(parameters, name)
      ? name
      : (Object.keys(parameters).find((key) => parameters[key]?.option === name) ?? name);
  return fromRecord({ ...toRecord(error), field: nameOf(error.field), ...verbatim(messageOf(error, nameOf)) });
}
