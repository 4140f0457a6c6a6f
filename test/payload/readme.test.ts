import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as payload from "../../src/payload/payload.ts";

const readme = readFileSync(fileURLToPath(new URL("../../README.md", import.meta.url)), "utf8");
const section = /### Texts that phones understand\n([\s\S]*?)\n### /.exec(readme)?.[1] ?? "";

test("the README names every kind, as it is exported", () => {
  const named = [...section.matchAll(/^\| [a-z].*$/gm)].flatMap(([row]) =>
    [...row.matchAll(/`(\w+)`/g)].map((m) => m[1]),
  );
  const exported = Object.entries(payload).flatMap(([name, value]) =>
    payload.kinds.some((kind) => kind === value) ? name : [],
  );
  expect(named.sort()).toEqual(exported.sort());
  expect(named).toHaveLength(payload.kinds.length);
});

test("the README's example gives what it says", () => {
  const { detect, wifi } = payload;
  const written = /wifi\.build.*\/\/ (".*")$/m.exec(section)?.[1] ?? "";
  expect(wifi.build({ ssid: "Guests", password: "a;b c:d 1" })).toBe(JSON.parse(written));
  expect(wifi.parse("WIFI:S:Guests;T:nopass;;")).toEqual({ ssid: "Guests", security: "nopass", hidden: false });
  expect(detect("otpauth://totp/ACME:ada?secret=JBSWY3DPEHPK3PXP")).toMatchObject({
    kind: "otp",
    title: "ACME",
    secret: true,
  });
});
