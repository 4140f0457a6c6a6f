import { expect, test } from "vitest";
import { FIRST_ARGUMENT } from "../../src/client/arguments.ts";
import { CORE_MODULE } from "../../src/core/core.ts";
import { useCompiledCore } from "../../src/index.ts";
import { createHandler } from "../../src/runtime/app.ts";
import { toCard } from "../../src/runtime/card.ts";
import { createEdge, type EdgeSettings } from "../../src/runtime/edge.ts";
import { openLinks } from "../../src/stores/table.ts";
import { ruleText } from "../rule-text.ts";

/** Returns an argument of a wrong type, as callers in untyped JavaScript may pass it. */
const wrong = <Right>(value: unknown) => value as Right;

const bytes = new Uint8Array(3);
/** The smallest valid WebAssembly module. */
const empty = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
const example = (text: string) => ruleText(FIRST_ARGUMENT, { example: text });
const core = ruleText(CORE_MODULE);
const places = "the link store must be memory:, sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE";
const store = 'links must be a store, such as await openLinks("sqlite:./links.db") with openLinks of isoqr/node';

test.each([
  ["toCard()", () => toCard(wrong(undefined)), example('data: "https://example.com"')],
  ["toCard(text)", () => toCard(wrong("text")), example('data: "https://example.com"')],
  ["openLinks()", () => openLinks(wrong(undefined)), places],
  ["createHandler(null)", () => createHandler(wrong(null)), example('baseUrl: "https://qr.example.com"')],
  ["links as an address", () => createHandler({}, { links: wrong("memory:") }), store],
  ["links that are not there yet", () => createHandler({}, { links: wrong(openLinks("memory:")) }), store],
  ["createEdge()", () => createEdge(wrong<EdgeSettings<object>>(undefined)), example("core")],
  [
    "createEdge({})",
    () => createEdge(wrong<EdgeSettings<object>>({})),
    "core must be the WebAssembly.Module imported from isoqr/core.wasm",
  ],
  ["useCompiledCore(bytes)", () => useCompiledCore(bytes), core],
  ["useCompiledCore() of another module", () => useCompiledCore(empty), core],
])("rejects %s with a message that names the fix", async (_, call, message) => {
  await expect((async () => call())()).rejects.toThrow(message);
});
