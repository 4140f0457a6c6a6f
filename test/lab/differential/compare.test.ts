import { expect, test } from "vitest";
import { allowedIn } from "./allowed.ts";
import { compare } from "./compare.ts";
import type { Operation } from "./operations.ts";

const call = (...args: readonly unknown[]): Operation => ({ group: "toSvg", kind: "library", call: "toSvg", args });
const request: Operation = { group: "/api/qr", kind: "http", steps: [] };
const allowed = allowedIn(request);

const response = (body: unknown, headers: Readonly<Record<string, string>> = {}, status = 200) => ({
  status,
  headers: { "content-type": "image/svg+xml", ...headers },
  body,
});
const drawn = (id: string, reference = id, fill = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg"><defs><linearGradient id="${id}"/></defs><path fill="url(#${reference})${fill}"/></svg>`;
const error = (more: object) =>
  JSON.stringify({ error: "size is wrong", code: "INVALID_OPTION", field: "size", ...more });
const paths = (base: unknown, head: unknown) => compare(base, head, allowed).places.map(({ path }) => path);

test("reports a status, a header and a value in JSON by their paths", () => {
  expect(paths(response("a"), response("a", {}, 400))).toEqual(["answer.status"]);
  expect(paths(response("a", { vary: "Accept" }), response("a"))).toEqual(["answer.headers.vary"]);
  const [base, head] = [
    ["a", "b"],
    ["a", "c"],
  ].map((messages) => JSON.stringify({ issues: messages.map((message) => ({ message })) }));
  expect(paths(response(base), response(head))).toEqual(["answer.body.issues[].message"]);
});

test("reports a different order of properties", () => {
  expect(paths(response('{"a":1,"b":2}'), response('{"b":2,"a":1}'))).toEqual(["answer.body (order)"]);
});

test("allows other ids and fallback colours in SVGs, also in data URIs", () => {
  const [base, head] = [response(drawn("a"), { etag: "1" }), response(drawn("b.5", "b.5", " #1a5fb4"), { etag: "2" })];
  expect(compare(base, head, allowed)).toEqual({ places: [], explained: ["ids in SVGs", "fallback colours"] });
  const uri = (svg: string) => ({ result: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}` });
  expect(paths(uri(drawn("a")), uri(drawn("b")))).toEqual([]);
});

test("reports a reference to an id that does not exist", () => {
  expect(paths(response(drawn("a")), response(drawn("b", "c")))).toEqual(["answer.body"]);
});

test("allows the rule of an error, but no other message", () => {
  expect(compare(response(error({})), response(error({ rule: "range", values: {} })), allowed).explained).toEqual([
    "rules of errors",
  ]);
  expect(paths(response(error({})), response(error({ error: "size is bad" })))).toEqual(["answer.body.error"]);
});

test("allows another largest size in programs, but not over HTTP", () => {
  const [base, head] = [2048, 16_384].map((max) => error({ error: `size must be an integer from 32 to ${max}` }));
  expect(compare(base, head, allowedIn(call())).explained).toEqual(["sizes of programs"]);
  expect(compare(base, head, allowed).places.map(({ path }) => path)).toEqual(["answer.error"]);
});

test("reports an entity tag that changes without its body", () => {
  expect(paths(response("a", { etag: "1" }), response("a", { etag: "2" }))).toEqual(["answer.headers.etag"]);
});

test("allows all differences of pictures with frames", () => {
  expect(compare(response("a"), response("b", {}, 400), allowedIn(call("x", { frame: "plain" }))).places).toEqual([]);
  expect(compare(response("a"), response("b", {}, 400), allowedIn(call("x", {}))).places).not.toEqual([]);
});
