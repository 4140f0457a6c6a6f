import { createHash } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { createService } from "../../src/service/service.ts";
import { logoFile, plainPng, QUARTERS, svgBytes } from "../logo/logos.ts";
import { heavy } from "./reports.ts";

const app = createApp(createService({ heavy }), { report: () => {} });
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const sha256 = (bytes: Uint8Array) => `sha256-${createHash("sha256").update(bytes).digest("base64")}`;

async function validate(input: object, path = "/api/qr/validate") {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ data: "x", ...input });
  const answer = await app(new Request(`http://isoqr.test${path}`, { method: "POST", headers, body }));
  expect(answer.status).toBe(200);
  return answer.text();
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a report on an inline logo", () => {
  test.each([
    ["image/png", plainPng(40, 40)],
    ["image/jpeg", logoFile("baseline.jpg")],
    ["image/webp", logoFile("lossy.webp")],
    ["image/svg+xml", svgBytes(QUARTERS)],
    [null, svgBytes("no picture, and longer than what is kept of it by chance")],
  ])("a report has the type, size and digest of a logo instead of its bytes: %s", async (type, bytes) => {
    const expected = { type, size: bytes.length, digest: sha256(bytes) };
    for (const path of ["/api/qr/validate", "/api/qr/inspect"]) {
      for (const logoData of [base64(bytes), `data:text/plain;base64,${base64(bytes)}`]) {
        const text = await validate({ logoData }, path);
        expect(JSON.parse(text).options.logoData).toEqual(expected);
        expect(text).not.toContain(base64(bytes).slice(0, 40));
      }
    }
  });

  test("a report has the size of a logo that is too large to decode", async () => {
    const { options, issues } = await createService({ heavy }).inspect({ data: "x", logoData: "A".repeat(4_200_000) });
    expect(options.logoData).toEqual({ type: null, size: 3_150_000, digest: null });
    expect(issues).toContainEqual(expect.objectContaining({ code: "logo_invalid", field: "logoData" }));
  });

  test("a report has no digest without SubtleCrypto", async () => {
    vi.stubGlobal("crypto", {});
    const { options } = await createService({ heavy }).inspect({ data: "x", logoData: base64(plainPng(8, 8)) });
    expect(options.logoData).toEqual({ type: "image/png", size: plainPng(8, 8).length, digest: null });
  });

  test.each([
    { logoData: `${"iVBORw0KGgo".repeat(30)}!` },
    { logo: `data:image/png;base64,${"iVBORw0KGgo".repeat(30)}` },
    { logo: "https://site.example/a.png", logoData: "iVBORw0KGgo".repeat(30) },
    { format: "json", logoData: "iVBORw0KGgo".repeat(30) },
  ])("a report never contains the logo: %#", async (input) => {
    expect(await validate(input)).not.toContain("iVBORw0KGgoiVBOR");
  });
});
