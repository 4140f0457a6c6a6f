import { expect, test } from "vitest";
import { checkLogo } from "../../src/logo/header.ts";
import { drawLogo, QUARTERS, svgBytes } from "./logos.ts";
import { refusalBy } from "./refusal.ts";

const titled = QUARTERS.replace("><path", "><title>é</title><path");
const declared = (encoding: string, svg = titled) => `<?xml version="1.0" encoding="${encoding}"?>\n${svg}`;

function utf16(text: string, big = false): Uint8Array {
  const bytes = Buffer.from(text, "utf16le");
  return Uint8Array.from(big ? bytes.swap16() : bytes);
}

const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));

const box = { width: 64, height: 48, kind: "svg" } as const;

test.each([
  ["little-endian UTF-16 with a byte order mark", utf16(`\uFEFF${declared("UTF-16")}`)],
  ["big-endian UTF-16 with a byte order mark", utf16(`\uFEFF${declared("utf-16")}`, true)],
  ["UTF-16 without a declaration", utf16(`\uFEFF${titled}`)],
  ["little-endian UTF-16 without a byte order mark", utf16(declared("UTF-16LE"))],
  ["big-endian UTF-16 without a byte order mark", utf16(declared("UTF-16BE"), true)],
  ["UTF-16 after white space", utf16(`\uFEFF\n  ${titled}`)],
  ["Latin-1", latin1(declared("ISO-8859-1"))],
  ["Windows-1252", latin1(declared("windows-1252"))],
  ["UTF-8 that declares UTF-16", svgBytes(declared("UTF-16"))],
  ["UTF-8 with a byte order mark that declares Latin-1", svgBytes(`\uFEFF${declared("ISO-8859-1")}`)],
  ["an encoding that no host knows", svgBytes(declared("x-unknown"))],
])("reads %s", async (_, bytes) => {
  const { kind, width, height, isInert, href } = checkLogo(bytes);
  expect({ kind, width, height, isInert }).toEqual({ kind: "svg", width: 64, height: 48, isInert: undefined });
  const [head, file = ""] = href?.().split(",") ?? [];
  expect(head).toBe("data:image/svg+xml;charset=utf-8;base64");
  const text = new TextDecoder().decode(Buffer.from(file, "base64"));
  expect(text).toContain("<title>é</title>");
  // Some readers would read the text in the encoding that it declares.
  expect(text).not.toContain("encoding=");
  const expected = await drawLogo({ bytes: svgBytes(QUARTERS), ...box });
  expect(await drawLogo({ bytes, ...box })).toEqual(expected);
});

test("checks the text, not the bytes, of an SVG in another encoding", () => {
  const hidden = titled.replace("</title>", `</title><image href="http://example.com/a.png"/>`);
  for (const bytes of [utf16(`\uFEFF${hidden}`), utf16(declared("UTF-16BE", hidden), true)]) {
    expect(refusalBy(() => checkLogo(bytes))).toContain("references other files");
  }
  // In UTF-7, these characters would be an image element.
  const utf7 = declared(
    "utf-7",
    titled.replace("</title>", "+ADw-image href='http://example.com/a.png'/+AD4-</title>"),
  );
  expect(checkLogo(svgBytes(utf7)).href?.()).toMatch(/^data:image\/svg\+xml;charset=utf-8;/);
});

test.each([
  ["UTF-16 with half a character", utf16(`\uFEFF${titled}`).slice(0, -1)],
  ["UTF-16 with half a surrogate pair", utf16(`\uFEFF${titled.replace("é", "\uD800")}`)],
  ["a UTF-8 file with other bytes", latin1(titled)],
])("rejects %s", (_, bytes) => {
  expect(refusalBy(() => checkLogo(bytes))).toContain("save it as UTF-8");
});
