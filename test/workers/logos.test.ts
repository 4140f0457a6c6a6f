import { expect, test } from "vitest";
import { cacheLogos } from "../../src/logo/host/fetch-cache.ts";
import type { LogoFetcher } from "../../src/ports.ts";
import { createService } from "../../src/service/service.ts";
import { failure } from "../contract/api.ts";
import { heavy, logoFile, QUARTERS } from "../logo/logos.ts";
import { testError } from "../test-error.ts";
import { threadPool } from "./pools.ts";

const pool = threadPool();
const base64 = (file: Uint8Array | string) => Buffer.from(file).toString("base64");

test.each(["still.png", "baseline.jpg", "lossless.webp", "SVG"])("draws a logo like the service: %s", async (name) => {
  const logoData = base64(name === "SVG" ? QUARTERS : logoFile(name));
  const options = { logoData, logoSize: 0.3, dotStyle: "dots" } as const;
  const { body } = await createService({ heavy }).generate({ data: "x", format: "png", ...options });
  expect(await pool.toPng("x", options)).toEqual(body);
});

test("shares a logo within a batch, and a broken logo does not affect other pictures", async () => {
  const logoData = base64(QUARTERS);
  const items = [{ data: "a" }, { data: "b", logoData: "AAAA" }, { data: "c" }];
  const seen: unknown[] = [];
  for await (const entry of pool.batch(items, { options: { logoData, format: "svg" } })) {
    seen[entry.index] =
      "error" in entry ? [entry.error.code, entry.error.field] : /<image/.test(`${entry.picture.body}`);
  }
  expect(seen).toEqual([true, ["LOGO_INVALID", "logoData"], true]);
});

test("inspect() reports on the logo, without a scan", async () => {
  const { valid, logo, issues } = await pool.inspect({ data: "x", logoData: base64(QUARTERS), logoSize: 0.15 });
  expect([valid, (logo?.coverage ?? 0) > 0, issues.map(({ code }) => code)]).toEqual([true, true, ["scan_skipped"]]);
});

test("rejects a logo URL of this machine, which may come from untrusted input", async () => {
  const error = await failure(pool.toPng("x", { logo: "http://127.0.0.1:9999/logo.png" }));
  expect(error).toMatchObject({ code: "LOGO_UNREACHABLE", field: "logo" });
});

test("caches a fetched logo for a while, and retries one that could not be fetched", async () => {
  const fetched: string[] = [];
  const logos: LogoFetcher = {
    async fetch(url) {
      fetched.push(url);
      if (fetched.length === 1) throw testError("LOGO_UNREACHABLE", "away");
      return Uint8Array.of(fetched.length);
    },
  };
  const { fetch } = cacheLogos(logos);
  await expect(fetch("a", 9)).rejects.toThrow("away");
  expect(await Promise.all([fetch("a", 9), fetch("a", 9)])).toEqual([Uint8Array.of(2), Uint8Array.of(2)]);
  expect([await fetch("a", 9), await fetch("b", 9)]).toEqual([Uint8Array.of(2), Uint8Array.of(3)]);
  expect(fetched).toEqual(["a", "a", "b"]);
});
