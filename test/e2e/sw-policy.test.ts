import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { askFrom, builtWorker, jsonOf, posting, registerOn } from "./sw-site.ts";
import { useFreshStage } from "./sw-stage.ts";

const stage = useFreshStage();
const logoData = readFileSync(new URL("../logos/still.png", import.meta.url)).toString("base64");
const withLogo = posting({ data: "x", logoData });

/** Lets the worker's script come with a Content-Security-Policy, as sites send it with all they have. */
function sendPolicy(policy: string): void {
  stage.site.route = ({ url }, response) => {
    if (!url?.startsWith("/sw.js")) return undefined;
    const headers = { "Content-Type": "text/javascript", "Content-Security-Policy": policy };
    response.writeHead(200, headers).end(builtWorker);
    return true;
  };
}

/** Another page of the site, without the service's script, while the first is gone. */
async function plainPage() {
  const other = await stage.page.context().newPage();
  await other.goto(`${stage.site.url}/api/qr?data=x&format=json`);
  await stage.page.goto("about:blank");
  return other;
}

describe("a worker under script-src 'self' 'wasm-unsafe-eval'", () => {
  beforeEach(async () => {
    sendPolicy("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
    await registerOn(stage.page, { offline: ["logo", "card"] });
  });

  test("answers, and pages do the heavy work", async () => {
    expect((await askFrom(stage.page, "/api/qr?data=x")).status).toBe(200);
    expect((await askFrom(stage.page, "/api/qr", withLogo)).status).toBe(200);
    expect((await askFrom(stage.page, "/api/og?data=x&title=y")).status).toBe(200);
    const { id } = jsonOf(await askFrom(stage.page, "/api/i?data=x"));
    expect((await askFrom(stage.page, `/i/${id}.png`)).status).toBe(200);
  });

  test("says what to allow where it would have to do heavy work itself, or draw a page", async () => {
    const { id } = jsonOf(await askFrom(stage.page, "/api/i?data=x"));
    const other = await plainPage();
    for (const heard of [await askFrom(other, "/api/qr", withLogo), await askFrom(other, `/i/${id}`)]) {
      expect([heard.status, jsonOf(heard).error]).toEqual([501, expect.stringContaining("'unsafe-eval' for sw.js")]);
    }
    expect((await askFrom(other, "/api/qr?data=x")).status).toBe(200);
  });
});

test("a worker under script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval' does it all", async () => {
  sendPolicy("script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval'");
  await registerOn(stage.page, { offline: ["logo"] });
  const { id } = jsonOf(await askFrom(stage.page, "/api/i?data=x"));
  const other = await plainPage();
  expect((await askFrom(other, "/api/qr", withLogo)).status).toBe(200);
  expect((await askFrom(other, `/i/${id}`)).headers["content-type"]).toBe("text/html; charset=utf-8");
});

test("a worker under script-src 'self' says what to allow", async () => {
  sendPolicy("script-src 'self'");
  await registerOn(stage.page);
  const heard = await askFrom(stage.page, "/api/qr?data=x");
  expect([heard.status, jsonOf(heard).error]).toEqual([501, expect.stringContaining("'wasm-unsafe-eval'")]);
});

test("where a browser has no service workers, registering says what to do", async () => {
  await stage.page.evaluate('Object.defineProperty(navigator, "serviceWorker", { value: undefined })');
  await expect(registerOn(stage.page)).rejects.toThrow("serve it over https, or from localhost");
});
