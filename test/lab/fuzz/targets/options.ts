import fc from "fast-check";
import { rows } from "../../../../src/options/table.ts";
import { zxing } from "../../../decoders/decoders.ts";
import { readPng } from "../../../decoders/png-reader.ts";
import { rasterize } from "../../../decoders/rasterize.ts";
import { openApp } from "../app.ts";
import { anyText, cases } from "../generate.ts";
import { checkSame, isRecord, parseJson } from "../properties.ts";
import { bytesOf, type Piece, type Recipe } from "../recipe.ts";
import { demand, type Target } from "../target.ts";

const ROUTES = [
  "GET /api/qr",
  "POST /api/qr",
  "GET /api/qr/validate",
  "POST /api/qr/validate",
  "GET /qr",
  "GET /chart",
  "GET /api/og",
];

const NAMES = [...rows.map(([name]) => name), "text", "chl", "chs", "width", "Data", "unknown", "__proto__"];

/** Values within and just outside the limits of each row in the option table. */
const VALUES = rows.flatMap(([, row]) => {
  if (row.kind === "choice") return [...row.of, row.of[0]?.toUpperCase() ?? ""];
  if (row.kind === "integer" || row.kind === "number") return [row.min, row.max, row.min - 1, row.max + 1].map(String);
  return [];
});
const ODD = [
  "",
  "0",
  "-1",
  "+1",
  "1e2",
  "0x20",
  " 64",
  "64.0",
  "NaN",
  "1".repeat(400),
  "#fff",
  "transparent",
  "ffffff",
  "FF00ff",
  "red",
  "true",
  "null",
  "%",
  "%zz",
  "http://127.0.0.1/a.png",
  "http://[::ffff:7f00:1]/",
  "http://a@b/",
  "ftp://b/",
  "data:image/png;base64,AA==",
];

const value = fc.oneof(fc.constantFrom(...VALUES), fc.constantFrom(...ODD), anyText);

const pair = fc.tuple(fc.constantFrom(...NAMES), value);
const pairs = fc
  .tuple(fc.option(anyText), fc.array(pair, { maxLength: 5 }))
  .map(([data, others]) => (data === null ? others : [["data", data] as [string, string], ...others]));

const query: fc.Arbitrary<Recipe> = pairs.map((all) =>
  all.flatMap(([name, word]): Piece[] => [`${name}=`, { percent: [word] }, "&"]),
);
const body: fc.Arbitrary<Recipe> = pairs.map((all) => [
  "{",
  ...all.flatMap(([name, word], at): Piece[] => [
    `${at > 0 ? "," : ""}"${name}":`,
    /^\d{1,9}$/.test(word) ? word : { json: [word] },
  ]),
  "}",
]);
/** Generates malformed query strings. */
const odd = fc
  .string({ unit: fc.constantFrom("data", "=", "&", "%", "+", "?", "#", ";", "%00", "%ff", "a", "[]"), maxLength: 20 })
  .map((text): Recipe => [text]);

/** Sends options in URLs and bodies. */
export const options: Target = {
  name: "options",
  inputs: fc.oneof(
    cases(
      ROUTES.filter((route) => route.startsWith("GET")),
      query,
      query,
      odd,
    ),
    cases(
      ROUTES.filter((route) => route.startsWith("POST")),
      body,
    ),
  ),
  async open() {
    const { ask, close } = openApp();
    return {
      async check({ to = "GET /api/qr", input }) {
        const [method = "GET", path = "/api/qr"] = (ROUTES.includes(to) ? to : "GET /api/qr").split(" ");
        const bytes = bytesOf(input);
        const own = bytes.toString();
        const send = () => {
          if (method === "POST") return ask(method, path, bytes, own);
          // Percent-encode characters that a request line cannot contain. URL parsing would remove them.
          const query = bytes.toString("latin1").replace(/[\0-\x20#\x7f]/g, encodeURIComponent);
          return ask(method, `${path}?${query}`, undefined, own + safeDecode(own));
        };
        const { response, body } = await send();
        if (path !== "/api/og") checkSame(body, (await send()).body);
        if (response.status !== 200) return;
        const options =
          method === "POST" ? parseJson(own) : Object.fromEntries([...new URLSearchParams(own)].reverse());
        await checkPicture(
          response.headers.get("Content-Type") ?? "",
          body,
          path === "/api/qr" && isRecord(options) ? options : {},
        );
      },
      close: async () => close(),
    };
  },
};

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return "";
  }
}

const PLAIN = /^(?:data|size|ec|format|mask|version|boost)$/;

/** Checks that a picture is valid and has the requested size. A large PNG of a short text in the default style must also
 *  decode to this text. */
async function checkPicture(type: string, body: Uint8Array, input: Readonly<Record<string, unknown>>): Promise<void> {
  const size = /^\d+$/.test(String(input.size)) ? Number(input.size) : undefined;
  if (type === "application/json")
    demand(parseJson(Buffer.from(body).toString()) !== undefined, "the body is not JSON");
  if (type === "image/svg+xml") {
    const drawn = await rasterize(Buffer.from(body).toString());
    if (size !== undefined)
      demand(drawn.width === size && drawn.height === size, `the SVG is ${drawn.width}, not ${size}`);
  }
  if (type !== "image/png") return;
  const pixels = readPng(body);
  if (size !== undefined)
    demand(pixels.width === size && pixels.height === size, `the PNG is ${pixels.width}, not ${size}`);
  const { data } = input;
  const isPlain = Object.keys(input).every((name) => PLAIN.test(name));
  if (!isPlain || typeof data !== "string" || !/^[\x20-\x7e]{1,40}$/.test(data) || pixels.width < 1000) return;
  demand((await zxing.read(pixels)) === data, "the code decodes to different text");
}
