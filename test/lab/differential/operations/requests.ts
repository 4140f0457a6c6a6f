import { pick } from "../../../core/texts.ts";
import { requestsOf } from "../../fuzz/option-requests.ts";
import { anySet } from "../../fuzz/option-sets.ts";
import { bytesOf, type Case } from "../../fuzz/recipe.ts";
import { json } from "../../fuzz/targets/json.ts";
import { logos } from "../../fuzz/targets/logos.ts";
import { mcp } from "../../fuzz/targets/mcp.ts";
import { options } from "../../fuzz/targets/options.ts";
import type { Operation, Source, Step } from "../operations.ts";
import { anyOptions } from "./options.ts";

type Words = Readonly<Record<string, unknown>>;

export const JSON_TYPE = { "Content-Type": "application/json" };
const MCP = { ...JSON_TYPE, Accept: "application/json, text/event-stream" };

/** Returns a request with a JSON body. */
export const post = (path: string, body: unknown, headers: Step["headers"] = JSON_TYPE): Step => ({
  method: "POST",
  path,
  headers,
  body: JSON.stringify(body),
});

/** Returns a request with options in the query. Logos are too long for it. */
export function get(path: string, input: Words): Step {
  const { logoData, ...others } = input;
  const pairs = Object.entries(others).map(([name, word]) => [
    name,
    typeof word === "object" ? JSON.stringify(word) : String(word),
  ]);
  return { method: "GET", path: `${path}?${new URLSearchParams(pairs)}` };
}

export function http(group: string, ...steps: readonly Step[]): Operation {
  return { kind: "http", group, steps };
}

/** A picture in any format, requested by a URL, by a body or by an MCP client. */
export function anyPicture(source: Source): Operation {
  const { random } = source;
  // Programs accept larger sizes than the HTTP API.
  const input = random(60) ? anyOptions(source) : { ...anyOptions(source), size: 2049 };
  const which = random(20);
  if (which < 1) return http("MCP generate_qr", post("/mcp", callOf("generate_qr", input), MCP));
  if (which < 10 && input.logoData === undefined) {
    const request = get("/api/qr", input);
    // The second response is a 304 if the first one has an entity tag.
    return http("GET /api/qr", request, ...(random(6) ? [] : [{ ...request, headers: { "If-None-Match": ":etag" } }]));
  }
  return http("POST /api/qr", post("/api/qr", input));
}

const callOf = (name: string, input: unknown) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: input },
});

const TARGETS = [options, options, options, logos, json, mcp];

/** Longer inputs only take time. */
const MAX_SENT = 200_000;

/** An input of the fuzz tests: values at the limits, malformed queries and bodies, broken logos, MCP messages. */
export function anyFuzzed({ random, from }: Source): Operation {
  const target = pick(random, TARGETS);
  const one = from(target.inputs);
  const bytes = bytesOf(one.input).subarray(0, MAX_SENT);
  if (target === mcp) return http("MCP", { method: "POST", path: "/mcp", headers: MCP, body: bytes });
  if (target === logos) {
    const format = pick(random, ["png", "svg"]);
    return http(
      `a logo in ${format}`,
      post("/api/qr", { data: "text", size: 100, format, logoData: bytes.toString("base64") }),
    );
  }
  if (target === json) {
    const path = one.to ?? "/api/qr";
    return http(`JSON ${path}`, { method: "POST", path, headers: path === "/mcp" ? MCP : JSON_TYPE, body: bytes });
  }
  // Reports and cards take long.
  const isSlow = /validate|og$/.test(one.to ?? "") && random(10) > 0;
  return fuzzedOptions(isSlow ? { ...one, to: (one.to ?? "").replace(/qr.validate|og$/, "qr") } : one, bytes);
}

function fuzzedOptions({ to = "GET /api/qr" }: Case, bytes: Buffer): Operation {
  const [method = "GET", path = ""] = to.split(" ");
  if (method === "POST") return http(to, { method, path, headers: JSON_TYPE, body: bytes });
  // A request line cannot contain these characters.
  const query = bytes.toString("latin1").replace(/[\0-\x20#\x7f]/g, encodeURIComponent);
  return http(to, { method, path: `${path}?${query.slice(0, 8000)}` });
}

/** A request of the load tests: long texts, large pictures, logos and batches on every route. */
export function anyHeavy({ random, from }: Source): Operation {
  const set = from(anySet);
  const { link, request } = requestsOf({ ...set, input: { ...set.input, items: "10" } }, random(1_000_000));
  const steps = [...(link ? [link] : []), request(":id")];
  return http(set.to, ...steps.map(({ accept, ...step }) => ({ ...step, headers: accept ? MCP : JSON_TYPE })));
}

export function anyBatch(source: Source): Operation {
  const { random } = source;
  const shared = anyOptions(source);
  const items = Array.from({ length: 1 + random(6) }, () =>
    pick(random, [anyOptions(source), { data: "text" }, {}, 5, null]),
  );
  return http(
    "POST /api/qr/batch",
    post("/api/qr/batch", pick(random, [{ options: shared, items }, { items }, { items: shared }])),
  );
}

export function anyReport(source: Source): Operation {
  const input = { ...anyOptions(source), ...(source.random(2) && { size: 150 }) };
  const path = pick(source.random, ["/api/qr/validate", "/api/qr/inspect"]);
  if (source.random(4) === 0) return http("MCP validate_qr", post("/mcp", callOf("validate_qr", input), MCP));
  return http("reports", source.random(2) ? get(path, input) : post(path, input));
}

export function anyCard(source: Source): Operation {
  const { random } = source;
  const { data, color, title, dotStyle, gradient } = anyOptions(source);
  const input = { data, color, title: title ?? pick(random, ["Open day", "漢字", "مرحبا", ""]), dotStyle, gradient };
  return http(
    "GET /api/og",
    get("/api/og", Object.fromEntries(Object.entries(input).filter(([, word]) => word !== undefined))),
  );
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"];

/** Paths that do not depend on whether the playground is built. */
const PATHS = [
  "/api",
  "/api/",
  "/api/qr",
  "/api/qr/",
  "/api/qrs",
  "/api/qr/batch",
  "/api/qr/validate",
  "/api/i",
  "/api/i/unknown",
  "/i/",
  "/i/unknown",
  "/i/AAAAAAAAAAAA.gif",
  "/api/og",
  "/qr",
  "/chart",
  "/v1/create-qr-code/",
  "/mcp",
  "/healthz",
  "/readyz",
  "/openapi.json",
  "/api/openapi.json",
  "/docs",
  "/robots.txt",
  "/no/such/page",
  "/%ff",
  "//",
];

/** Requests with unusual methods, paths and headers. */
export function anyOddRequest(source: Source): Operation {
  const { random } = source;
  const method = pick(random, METHODS);
  const path = pick(random, PATHS);
  const headers = pick(random, [
    {},
    { Accept: "text/html", "Accept-Language": pick(random, LANGUAGES) },
    { "Content-Type": "text/plain" },
    { "Content-Type": "application/x-www-form-urlencoded" },
    { "Content-Encoding": "gzip" },
    { Origin: "https://example.com", "Access-Control-Request-Method": "POST" },
    { Range: "bytes=0-9" },
  ]);
  const query = random(3) === 0 ? get("", anyOptions(source)).path.slice(0, 4000) : "";
  const body =
    method === "POST" || method === "PUT"
      ? { body: pick(random, ["", "{}", "[]", "data=text", '{"data":"text"}']) }
      : {};
  return http(`${method} ${path}`, { method, path: path + query, headers, ...body });
}

/** Values of Accept-Language: each language of the share pages, regional forms, lists and malformed values. */
export const LANGUAGES = [
  "en",
  "de",
  "es",
  "fr",
  "ja",
  "pt",
  "zh-Hans",
  "ar",
  "de-CH, fr;q=0.5",
  "zh-TW, zh;q=0.9",
  "pt-BR",
  "xx, ja;q=0.1",
  "*",
  "",
  "de;q=0, en;q=x",
];
