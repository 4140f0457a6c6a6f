import { describe, expect, test } from "vitest";
import { kindOf } from "../../sw/scope.ts";

const root = "https://site.example";
const id = "0123456789";

describe("kindOf", () => {
  test.each([
    ["GET", "/api/qr?data=x", "code"],
    ["HEAD", "/api/qr", "code"],
    ["POST", "/api/qr", "work"],
    ["GET", "/api/qr#x", "code"],
    ["GET", "/api/qr/validate?data=a/b", "work"],
    ["POST", "/api/qr/inspect", "work"],
    ["POST", "/api/qr/batch", "work"],
    ["GET", "/api/og?data=x", "work"],
    ["GET", "/api/i?data=x", "create"],
    ["POST", "/api/i", "create"],
    ["DELETE", `/api/i/${id}`, "remove"],
    ["GET", `/i/${id}`, "link"],
    ["HEAD", `/i/${id}.png?size=99`, "link"],
    ["GET", `/i/${"x".repeat(43)}.svg`, "link"],
    ["GET", `/i/${id}.vcf`, "link"],
    ["GET", `/i/${id}.ics`, "link"],
    ["PUT", "/api/qr", "unknown"],
    ["OPTIONS", "/api/qr", "unknown"],
    ["GET", "/api/qr/", "unknown"],
    ["GET", "/api/qr/batch", "unknown"],
    ["GET", "/api/qr/nothing", "unknown"],
    ["POST", "/api/og", "unknown"],
    ["DELETE", "/api/i", "unknown"],
    ["GET", `/api/i/${id}`, "unknown"],
  ])("the worker handles %s %s", (method, path, kind) => {
    expect(kindOf(method, root + path, root)).toBe(kind);
    expect(kindOf(method, `${root}/codes${path}`, `${root}/codes`)).toBe(kind);
    expect(kindOf(method, root + path, `${root}/codes`)).toBeUndefined();
    expect(kindOf(method, `https://other.example${path}`, root)).toBeUndefined();
  });

  test.each([
    ["GET", "/"],
    ["GET", "/api"],
    ["GET", "/api/"],
    ["GET", "/api/nothing"],
    ["GET", "/api/icons"],
    ["GET", "/api/qrs"],
    ["GET", "//api/qr"],
    ["GET", "/api//qr"],
    ["GET", "/api/%71r"],
    ["GET", "/api%2Fqr"],
    ["GET", "/api/qr%00"],
    ["GET", "/api/qr\n"],
    ["GET", "/x?/api/qr"],
    ["GET", "/x/api/qr"],
    ["DELETE", `/i/${id}`],
    ["POST", `/i/${id}`],
    ["GET", "/i/short"],
    ["GET", `/i/${id}.gif`],
    ["GET", `/i/${"x".repeat(44)}`],
    ["GET", "/healthz"],
    ["GET", "/sw.js"],
  ])("%s %s is not handled by the worker", (method, path) => {
    expect(kindOf(method, root + path, root)).toBeUndefined();
  });

  test("every route below /api is below one of the service's paths, so that its other methods are unknown requests", () => {
    for (const path of ["/api/qr", "/api/qr/validate", "/api/qr/inspect", "/api/qr/batch", "/api/og", "/api/i"]) {
      expect(kindOf("PATCH", root + path, root)).toBe("unknown");
    }
  });

  test("does not match a host or path that only starts like that of the site", () => {
    expect(kindOf("GET", "https://site.example.evil.example/api/qr", root)).toBeUndefined();
    expect(kindOf("GET", "https://site.example/codes2/api/qr", `${root}/codes`)).toBeUndefined();
  });
});
