import { describe, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { toPng, toSvg } from "../../src/index.ts";
import { excludes } from "../../src/messages/option-rules.ts";
import { checkOptions, parseOptions } from "../../src/options/parse.ts";
import { createService } from "../../src/service/service.ts";

const BYTES = Uint8Array.of(0xfb, 0xef, 0xbe, 0xff, 0, 200, 201);
const inBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const app = createApp(createService());
const get = async (query: string) => app(new Request(`http://localhost/api/qr?${query}`));

describe("dataBase64", () => {
  test.each([
    ["base64", inBase64(BYTES)],
    ["base64url", Buffer.from(BYTES).toString("base64url")],
    ["a data URI", `data:application/octet-stream;base64,${inBase64(BYTES)}`],
  ])("is decoded from %s", (_, dataBase64) => {
    expect(checkOptions({ dataBase64 })).toMatchObject({ data: BYTES, dataBase64: undefined });
  });

  test("bytes that are UTF-8 become a text", () => {
    for (const text of ["https://example.com", "\ufeffé漢字🙂", "a\0b"]) {
      expect(checkOptions({ dataBase64: inBase64(Buffer.from(text)) }).data).toBe(text);
    }
  });

  test("excludes data", () => {
    const { issues } = parseOptions({ data: "x", dataBase64: inBase64(BYTES) });
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatchObject({
      code: "INVALID_OPTION",
      field: "dataBase64",
      rule: excludes,
      values: { option: { option: "data" } },
    });
  });

  test.each([["!"], [""], [5], [null]])("rejects %j", (dataBase64) => {
    const { issues } = parseOptions({ dataBase64 });
    expect(issues.map(({ field }) => field)).toEqual(["dataBase64"]);
  });

  test("without data, data is required", () => {
    expect(parseOptions({}).issues).toMatchObject([{ code: "DATA_MISSING", field: "data" }]);
    expect(parseOptions({ dataBase64: "====" }).issues).toHaveLength(1);
  });
});

describe("the service", () => {
  test("draws the bytes of a query and of a body", async () => {
    // An unescaped plus sign belongs to base64.
    expect(inBase64(BYTES)).toContain("+");
    const png = await get(`dataBase64=${inBase64(BYTES)}`);
    expect(new Uint8Array(await png.arrayBuffer())).toEqual(toPng(BYTES));
    const body = JSON.stringify({ dataBase64: inBase64(BYTES), format: "svg", dotStyle: "dots" });
    const headers = { "Content-Type": "application/json" };
    const svg = await app(new Request("http://localhost/api/qr", { method: "POST", body, headers }));
    expect(await svg.text()).toBe(toSvg(BYTES, { dotStyle: "dots" }));
  });

  test("responds with 400 to data and dataBase64 together", async () => {
    const both = await get("data=x&dataBase64=AAAA");
    expect([both.status, await both.json()]).toMatchObject([400, { error: expect.stringContaining("dataBase64") }]);
  });

  test("reports bytes as base64", async () => {
    const url = `http://localhost/api/qr/validate?dataBase64=${inBase64(BYTES)}`;
    const report = await (await app(new Request(url))).json();
    expect(report.options).toMatchObject({ data: "", dataBase64: inBase64(BYTES) });
    expect(report.qr).toMatchObject({ segments: [{ mode: "byte", chars: BYTES.length }] });
    expect(report.issues.filter(({ severity }: { severity: string }) => severity === "error")).toEqual([]);
  });
});
