import fc from "fast-check";
import { unexpectedError } from "../../../../src/messages/page-rules.ts";
import { ruleText } from "../../../rule-text.ts";
import { openApp } from "../app.ts";
import { checkLoop, sizesOf } from "../bounded.ts";
import { anyText, cases, pumped } from "../generate.ts";
import { checkMessage, isRecord, parseJson } from "../properties.ts";
import type { Piece, Recipe } from "../recipe.ts";
import { demand, type Target } from "../target.ts";

const STRETCHED = 1024 * 1024;

const METHODS = [
  "initialize",
  "tools/list",
  "tools/call",
  "ping",
  "notifications/initialized",
  "resources/list",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "__proto__",
  "",
];

const json = fc.oneof(
  anyText.map((text): Piece => ({ json: [text] })),
  fc.constantFrom<Piece>(
    "null",
    "true",
    "0",
    "1.5",
    "-1",
    "1e400",
    "[]",
    "{}",
    "[1]",
    '{"a":{"b":[]}}',
    '"2025-06-18"',
    '"generate_qr"',
  ),
);

const members = (names: readonly string[]): fc.Arbitrary<Recipe> =>
  fc
    .array(fc.tuple(fc.constantFrom(...names), json), { maxLength: 5 })
    .map((all) => [
      "{",
      ...all.flatMap(([name, value], at): Piece[] => [`${at > 0 ? "," : ""}"${name}":`, value]),
      "}",
    ]);

const PARAMS = [
  "name",
  "arguments",
  "protocolVersion",
  "capabilities",
  "clientInfo",
  "cursor",
  "_meta",
  "uri",
  "level",
  "__proto__",
];

/** Generates messages with a valid envelope, a known or unknown method, and arbitrary parameters. */
const message: fc.Arbitrary<Recipe> = fc
  .tuple(
    fc.constantFrom(...METHODS),
    fc.oneof(
      members(PARAMS),
      json.map((one): Recipe => [one]),
    ),
    json,
  )
  .map(([method, params, id]) => ['{"jsonrpc":"2.0","id":', id, `,"method":"${method}","params":`, ...params, "}"]);

const call: fc.Arbitrary<Recipe> = members([
  "data",
  "size",
  "format",
  "logoData",
  "logo",
  "color",
  "x",
  "__proto__",
]).map((words) => [
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"generate_qr","arguments":',
  ...words,
  "}}",
]);

const frame = members(["jsonrpc", "id", "method", "params", "result", "error"]);

/** Sends messages as MCP clients do. */
export const mcp: Target = {
  name: "mcp",
  inputs: cases(
    [],
    message,
    message,
    call,
    frame,
    pumped(
      ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"', "[", '{"jsonrpc":"2.0","id":'],
      ["[", "{}", '"a":', "1", "a"],
      ["", '"}}', "]"],
    ),
  ),
  async open() {
    const { ask, close } = openApp();
    return {
      check: (one) =>
        checkLoop(sizesOf(one, STRETCHED), async (bytes) => {
          const own = bytes.subarray(0, 100_000).toString();
          const { response, body } = await ask("POST", "/mcp", bytes, own);
          if (response.status === 202) return;
          const answer = parseJson(Buffer.from(body).toString());
          demand(isRecord(answer), "the response is not a JSON object");
          const { error, result } = answer;
          if (response.status >= 400 && !("jsonrpc" in answer)) return;
          demand((error === undefined) !== (result === undefined), "a response has either a result or an error");
          if (isRecord(error)) {
            demand(error.code !== -32603, `an internal error: ${JSON.stringify(error.message)}`);
            checkMessage(error.message, own);
          }
          if (isRecord(result) && result.isError === true) checkContent(result.content, own);
        }),
      close: async () => close(),
    };
  },
};

function checkContent(content: unknown, own: string): void {
  demand(Array.isArray(content) && content.length === 1, "a failed call must have one content item");
  const text = isRecord(content[0]) ? content[0].text : undefined;
  demand(text !== ruleText(unexpectedError), "a call failed unexpectedly");
  checkMessage(text, own);
}
