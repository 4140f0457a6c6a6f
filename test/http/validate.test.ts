import { describe, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { OTHER_NAME } from "../../src/options/query-faults.ts";
import { MORE_UNKNOWN } from "../../src/report/unknown-options.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { createService } from "../../src/service/service.ts";
import { heavyOf } from "../heavy.ts";
import { ruleText } from "../rule-text.ts";
import { testError } from "../test-error.ts";
import { errorOf } from "./ask.ts";

const heavy = createHeavyWork();
const app = createApp(createService({ heavy }));
const get = (query: string, path = "/api/qr/validate") => app(new Request(`http://isoqr.test${path}?${query}`));
const post = (body: string, path = "/api/qr/validate", type = "application/json") =>
  app(new Request(`http://isoqr.test${path}`, { method: "POST", headers: { "Content-Type": type }, body }));
const codesOf = async (answer: Response) => {
  expect(answer.status).toBe(200);
  const { issues } = await answer.json();
  return issues.map(({ code, field }: { code: string; field: string }) => `${code} ${field}`);
};

describe.each(["/api/qr/validate", "/api/qr/inspect"])("%s", (path) => {
  test("GET and POST return the same report, which is not cached", async () => {
    const byGet = await get("data=https%3A%2F%2Fexample.com&size=300&ec=q&sise=x", path);
    const byPost = await post('{"data":"https://example.com","size":300,"ec":"q","sise":"x"}', path);
    for (const { status, headers } of [byGet, byPost]) {
      expect(status).toBe(200);
      expect(headers.get("Content-Type")).toBe("application/json");
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    }
    const report = await byGet.json();
    expect(await byPost.json()).toEqual(report);
    expect(report).toMatchObject({ valid: true, options: { ec: "Q", size: 300 }, scan: { passed: true } });
    expect(Object.keys(report)).toEqual(["valid", "options", "picture", "qr", "contrast", "scan", "issues"]);
  });

  test("a query that would lose a part is invalid, and each of its faults is reported once", async () => {
    const answer = await get("data=https://e.com/?a=1&b=2&ecc=H", path);
    const { valid, issues } = await answer.json();
    expect(valid).toBe(false);
    expect(issues.map(({ code, field }: { code: string; field: string }) => `${code} ${field}`)).toEqual([
      "invalid_option data",
      "invalid_option ecc",
      "unknown_option b",
    ]);
  });

  test("another name of an option is an error, and other unknown names are warnings", async () => {
    const byGet = await (await get("data=x&ecc=H&sise=1", path)).json();
    const byPost = await (await post('{"data":"x","ecc":"H","sise":1}', path)).json();
    expect(byPost).toEqual(byGet);
    const { valid, issues } = byPost;
    expect(valid).toBe(false);
    const named = { name: "ecc", option: "ec" };
    expect(issues.slice(0, 2)).toMatchObject([
      { code: "invalid_option", severity: "error", field: "ecc", message: ruleText(OTHER_NAME, named) },
      { code: "unknown_option", severity: "warning", field: "sise" },
    ]);
  });

  test("another name of data is reported if there is no data", async () => {
    const message = ruleText(OTHER_NAME, { name: "text", option: "data" });
    for (const answer of [await get("text=y", path), await post('{"text":"y"}', path)]) {
      const { issues } = await answer.json();
      expect(issues).toMatchObject([{ code: "data_missing", severity: "error", field: "text", message }]);
    }
    expect(await codesOf(await get("data=x&text=y", path))).toEqual(["unknown_option text"]);
  });

  test("supports HEAD and OPTIONS, and rejects other methods", async () => {
    const head = await app(new Request(`http://isoqr.test${path}?data=x`, { method: "HEAD" }));
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const refused = await app(new Request(`http://isoqr.test${path}`, { method: "DELETE" }));
    expect([refused.status, refused.headers.get("Allow")]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
    expect(await errorOf(refused)).toContain("DELETE is not allowed");
  });
});

describe("a readable request is always 200", () => {
  test.each([
    ["", "data_missing data"],
    ["data=", "data_missing data"],
    ["data=%ff", "invalid_option data"],
    ["data=x&logoData=eA", "invalid_option logoData"],
    ["data=x&size=1e3", "invalid_option size"],
    ["data=x&logo=javascript:alert(1)", "invalid_option logo"],
    ["data=x&constructor=1&%3Cb%3E=%ff", "unknown_option constructor"],
    ["data=x&__proto__=1", "unknown_option __proto__"],
    ["data=x&color=zzzzzz&bg=%22onload", "invalid_option color"],
  ])("GET ?%s returns a report that starts with %s", async (query, first) => {
    expect((await codesOf(await get(query)))[0]).toBe(first);
  });

  test("reports each parameter with an invalid encoding once, before other issues", async () => {
    const codes = await codesOf(await get("data=%ff&logoData=eA&size=9"));
    expect(codes).toEqual(["invalid_option data", "invalid_option logoData", "invalid_option size"]);
  });

  test.each([
    ["{}", "data_missing data"],
    ['{"data":null}', "invalid_option data"],
    ['{"data":["x"]}', "invalid_option data"],
    ['{"data":"\\ud800"}', "invalid_option data"],
    ['{"data":"x","size":{"toString":1}}', "invalid_option size"],
    ['{"data":"x","margin":-0.5}', "invalid_option margin"],
    ['{"data":"x","logoData":"<svg onload=alert(1)>"}', "invalid_option logoData"],
    ['{"data":"x","logoData":"PHN2Zz4="}', "logo_invalid logoData"],
    ['{"data":"x","__proto__":{"size":1}}', "unknown_option __proto__"],
    [`{"data":"${"x".repeat(100_000)}"}`, "data_too_long data"],
    [`{"data":"x","title":"${"x".repeat(300)}"}`, "invalid_option title"],
  ])("POST returns a report that starts with the expected issue: %#", async (body, first) => {
    expect((await codesOf(await post(body)))[0]).toBe(first);
  });

  test("keeps the response short for thousands of unknown names", async () => {
    const names = Array.from({ length: 4_900 }, (_, at) => `"${at}":1`).join();
    const answer = await post(`{"data":"x","${"y".repeat(100_000)}":1,${names}}`);
    const text = await answer.text();
    expect(text.length).toBeLessThan(10_000);
    expect(JSON.parse(text).issues.at(-1).message).toBe(ruleText(MORE_UNKNOWN, { rest: 4881 }));
  });
});

describe("a body that cannot be read is an error", () => {
  test.each([
    ["[]", "application/json", 400],
    ["{", "application/json", 400],
    ["{}", "text/plain", 415],
    [`"${"x".repeat(5 * 1024 * 1024)}"`, "application/json", 413],
  ])("returns an error for an unreadable body: %#", async (body, type, status) => {
    const answer = await post(body, "/api/qr/validate", type);
    expect(answer.status).toBe(status);
    await errorOf(answer);
  });
});

describe("when the pool is full", () => {
  const busy = async () => {
    throw testError("BUSY", "too many images are being processed: try again in a few seconds");
  };
  const full = heavyOf({ drawLogo: busy, scan: busy, drawCard: busy });
  const crowded = createApp(createService({ heavy: full }));

  test.each(["validate", "inspect"])(
    "%s returns 503 with Retry-After instead of a report if the server is busy",
    async (name) => {
      for (const init of [
        undefined,
        { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"data":"x"}' },
      ]) {
        const answer = await crowded(new Request(`http://isoqr.test/api/qr/${name}?data=x`, init));
        expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "1"]);
        expect(Object.keys(await answer.json())).toEqual(["error"]);
      }
    },
  );

  test("returns 503 with Retry-After for a card while the pool is full", async () => {
    const answer = await crowded(new Request("http://isoqr.test/api/og?title=x&data=x"));
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "1"]);
    expect(await errorOf(answer)).toContain("try again in a few seconds");
  });

  test("draws plain images while the pool is full", async () => {
    const answer = await crowded(new Request("http://isoqr.test/api/qr?data=x"));
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([200, null]);
  });
});
