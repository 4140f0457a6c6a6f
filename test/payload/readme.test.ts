import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as payload from "../../src/payload/payload.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/payloads.md", import.meta.url)), "utf8");

test("docs/payloads.md names every kind, as it is exported", () => {
  const named = [...page.matchAll(/^\| (?:networks|URLs|dates|payments|anything).*$/gm)].flatMap(([row]) =>
    [...row.matchAll(/`(\w+)`/g)].map((m) => m[1]),
  );
  const exported = Object.entries(payload).flatMap(([name, value]) =>
    payload.kinds.some((kind) => kind === value) ? name : [],
  );
  expect(named.sort()).toEqual(exported.sort());
  expect(named).toHaveLength(payload.kinds.length);
});

test("the example in docs/payloads.md returns the values in its comments", () => {
  const { detect, wifi } = payload;
  const written = /wifi\.build.*\/\/ (".*")$/m.exec(page)?.[1] ?? "";
  expect(wifi.build({ ssid: "Guests", password: "a;b c:d 1" })).toBe(JSON.parse(written));
  expect(wifi.parse("WIFI:S:Guests;T:nopass;;")).toEqual({ ssid: "Guests", security: "nopass", hidden: false });
  expect(detect("otpauth://totp/ACME:ada?secret=JBSWY3DPEHPK3PXP")).toMatchObject({
    kind: "otp",
    title: "ACME",
    secret: true,
  });
});
