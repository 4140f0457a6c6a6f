import { type Row, rows } from "../../../src/options/table.ts";
import { logoOf } from "./cost-logos.ts";
import type { OptionSet } from "./option-sets.ts";

export interface SentRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** A JSON body. */
  readonly body?: string;
  readonly accept?: string;
}

/** The requests for an option set. */
export interface SetRequests {
  /** Creates the link that the request refers to. */
  readonly link?: SentRequest;
  /** Returns the request. `id` is the id of the link. */
  readonly request: (id: string) => SentRequest;
}

type Words = Readonly<Record<string, string>>;

/** The parameters of services whose URLs are supported, for isoqr's options. */
const DROP_INS: Readonly<Record<string, (input: Words) => Words>> = {
  "/qr": ({ data = "", size = "150", format = "png", margin = "4", ec = "M" }) => ({
    text: data,
    size,
    format: format === "svg" ? format : "png",
    margin,
    ecLevel: ec,
  }),
  "/chart": ({ data = "", size = "200", margin = "4", ec = "L" }) => ({
    cht: "qr",
    chs: `${size}x${size}`,
    chl: data,
    chld: `${ec}|${margin}`,
  }),
  "/v1/create-qr-code/": ({ data = "", size = "200", format = "png", margin = "0", ec = "L" }) => ({
    data,
    size: `${size}x${size}`,
    format: format === "svg" ? format : "png",
    qzone: margin,
    ecc: ec,
  }),
};

/** Returns the requests for `set`. Requests with different values of `nonce`, from 0 to 999,999, cost the same, but their
 *  texts, titles and logos differ, so that no cache has the response. */
export function requestsOf({ to, input: given }: OptionSet, nonce: number): SetRequests {
  const { items = "10", logoFile, ...others } = given;
  const input: Words = { ...others, ...numbered(others, nonce) };
  const [method = "GET", path = ""] = to.split(" ");
  const drawn: Words = { ...input, ...(logoFile !== undefined && logoOf(logoFile, nonce)) };
  const dropIn = DROP_INS[path];
  if (dropIn) return { request: () => get(path, dropIn(input)) };
  if (method === "MCP") {
    const accept = "application/json, text/event-stream";
    return { request: () => ({ ...post("/mcp", callOf(path, typed(drawn))), accept }) };
  }
  if (path === "/api/qr/batch") return { request: () => post(path, batchOf(drawn, Number(items), nonce)) };
  if (path.startsWith("/i/:id")) {
    const { data = "", format: _, size: __, ec: ___, ...design } = drawn;
    const shown =
      path === "/i/:id" ? {} : Object.fromEntries(Object.entries(input).filter(([name]) => /^(size|ec)$/.test(name)));
    return {
      link: post("/api/i", typed({ data, ...linkWords(design) })),
      request: (id) => get(path.replace(":id", id), shown),
    };
  }
  if (path === "/api/i") {
    const { format: _, size: __, ec: ___, ...link } = drawn;
    return { request: () => post(path, typed(linkWords(link))) };
  }
  return { request: () => (method === "POST" ? post(path, typed(drawn)) : get(path, input)) };
}

/** Returns `input` without the options that belong to one code, which links reject. */
function linkWords(input: Words): Words {
  const own = /^(version|mask|boost|optimize|eci|title)$/;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !own.test(name)));
}

/** Returns the texts of `input` that are in caches, starting with `nonce`. Digits take the least space in a symbol. */
function numbered({ data = "", title }: Words, nonce: number): Words {
  const digits = String(nonce).padStart(6, "0");
  const started = (text: string) => digits + [...text].slice(6).join("");
  return { data: started(data), ...(title !== undefined && { title: started(title) }) };
}

function get(path: string, input: Words): SentRequest {
  const query = new URLSearchParams(input).toString();
  return { method: "GET", path: query === "" ? path : `${path}?${query}` };
}

const post = (path: string, body: unknown): SentRequest => ({ method: "POST", path, body: JSON.stringify(body) });

function batchOf({ data = "", ...options }: Words, count: number, nonce: number): unknown {
  const items = Array.from({ length: count }, (_, at) => numbered({ data }, (nonce + 7919 * at) % 1_000_000));
  return { options: typed(options), items };
}

const callOf = (name: string, input: unknown) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: input },
});

const kinds: ReadonlyMap<string, Row["kind"]> = new Map(rows.map(([name, row]) => [name, row.kind]));

/** Returns `input` with numbers and flags as JSON has them. */
function typed(input: Words): Readonly<Record<string, string | number | boolean>> {
  const typedWord = (name: string, word: string) => {
    const kind = kinds.get(name);
    if (kind === "integer" || kind === "number") return Number(word);
    return kind === "flag" ? word === "true" : word;
  };
  return Object.fromEntries(Object.entries(input).map(([name, word]) => [name, typedWord(name, word)]));
}
