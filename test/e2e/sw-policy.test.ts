import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { askFrom, jsonOf, posting, registerOn } from "./sw-site.ts";
import { useFreshStage } from "./sw-stage.ts";

const stage = useFreshStage();
const logoData = readFileSync(new URL("../logo/still.png", import.meta.url)).toString("base64");
const withLogo = posting({ data: "x", logoData });

/** Serves the site with a Content-Security-Policy on every response, and reloads the page. */
async function sendPolicy(policy: string): Promise<void> {
  stage.site.route = (_, response) => {
    response.setHeader("Content-Security-Policy", policy);
    return undefined;
  };
  await stage.page.reload();
}

/** Opens another page of the site, which does not load the service's script, and leaves the first one. */
async function plainPage() {
  const other = await stage.page.context().newPage();
  await other.goto(`${stage.site.url}/api/qr?data=x&format=json`);
  await stage.page.goto("about:blank");
  return other;
}

describe("a worker under script-src 'self' 'wasm-unsafe-eval'", () => {
  beforeEach(async () => {
    await sendPolicy("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
    await registerOn(stage.page, { offline: ["logo", "scan", "card"] });
  });

  test("the worker responds, and pages run the heavy jobs", async () => {
    expect((await askFrom(stage.page, "/api/qr?data=x")).status).toBe(200);
    expect((await askFrom(stage.page, "/api/qr", withLogo)).status).toBe(200);
    expect((await askFrom(stage.page, "/api/og?data=x&title=y")).status).toBe(200);
    expect(jsonOf(await askFrom(stage.page, "/api/qr/validate?data=x")).scan).toMatchObject({ passed: true });
    const { id } = jsonOf(await askFrom(stage.page, "/api/i?data=x"));
    expect((await askFrom(stage.page, `/i/${id}.png`)).status).toBe(200);
  });

  test("reports, batches and links still work offline after the worker has been stopped", async () => {
    await stage.site.leave();
    await stage.stopWorkers();
    expect(jsonOf(await askFrom(stage.page, "/api/qr/validate?data=x")).scan).toMatchObject({ passed: true });
    expect((await askFrom(stage.page, "/api/qr/batch", posting({ items: [{ data: "x" }] }))).status).toBe(200);
    const { id } = jsonOf(await askFrom(stage.page, "/api/i?data=x"));
    expect((await askFrom(stage.page, `/i/${id}.png`)).status).toBe(200);
  });

  test("names the source to allow if the worker itself must run a heavy job or draw a page", async () => {
    const { id } = jsonOf(await askFrom(stage.page, "/api/i?data=x"));
    const other = await plainPage();
    for (const response of [await askFrom(other, "/api/qr", withLogo), await askFrom(other, `/i/${id}`)]) {
      expect([response.status, jsonOf(response).error]).toEqual([
        501,
        expect.stringContaining("'unsafe-eval' for sw.js"),
      ]);
    }
    expect((await askFrom(other, "/api/qr?data=x")).status).toBe(200);
  });
});

test("a worker under script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval' supports everything", async () => {
  await sendPolicy("script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval'");
  await registerOn(stage.page, { offline: ["logo"] });
  const { id } = jsonOf(await askFrom(stage.page, "/api/i?data=x"));
  const other = await plainPage();
  expect((await askFrom(other, "/api/qr", withLogo)).status).toBe(200);
  expect((await askFrom(other, `/i/${id}`)).headers["content-type"]).toBe("text/html; charset=utf-8");
});

describe("a worker under default-src 'self'", () => {
  beforeEach(() => sendPolicy("default-src 'self'"));

  test.each(["/api/qr?data=x", "/api/og?data=x&title=y"])("names the source to allow: %s", async (path) => {
    await stage.page.evaluate('import("/register.js").then(async ({ register }) => (await register()).ready)');
    const response = await askFrom(stage.page, path);
    expect([response.status, jsonOf(response).error]).toEqual([501, expect.stringContaining("'wasm-unsafe-eval'")]);
  });

  test.each([[[]], [["logo", "scan"]]])("rejects offlineReady: %j", async (offline) => {
    await expect(registerOn(stage.page, { offline })).rejects.toThrow("'wasm-unsafe-eval'");
  });
});

test("for threads with their own policy, errors name the source to allow", async () => {
  stage.site.route = ({ url }, response) => {
    if (url?.includes("/isoqr-")) response.setHeader("Content-Security-Policy", "default-src 'self'");
    return undefined;
  };
  await registerOn(stage.page, { offline: ["card", "logo"] });
  for (const response of [
    await askFrom(stage.page, "/api/og?data=x"),
    await askFrom(stage.page, "/api/qr", withLogo),
  ]) {
    expect([response.status, jsonOf(response).error]).toEqual([501, expect.stringContaining("'wasm-unsafe-eval'")]);
  }
});

test("register() explains why service workers are not available", async () => {
  await stage.page.evaluate('Object.defineProperty(navigator, "serviceWorker", { value: undefined })');
  await expect(registerOn(stage.page)).rejects.toThrow("serve this page over HTTPS or from localhost");
});

/** Calls register() on a page whose `policy` requires Trusted Types. Returns "ready" or the error message. `options` is
 *  an expression for the options of register(). */
async function registerTrusted(policy: string, options: string): Promise<string> {
  stage.site.route = ({ url }, response) => {
    if (url === "/trusting") response.setHeader("Content-Security-Policy", policy);
    return undefined;
  };
  stage.site.files.set("/trusting", "<!doctype html><p>A site");
  await stage.page.goto(`${stage.site.url}/trusting`);
  return stage.page.evaluate(`(async () => {
    try {
      const { register } = await import("/register.js");
      globalThis.qr = await register(${options});
      await qr.ready;
      return "ready";
    } catch ({ message }) {
      return message;
    }
  })()`);
}

describe("a page with Trusted Types", () => {
  const required = "require-trusted-types-for 'script'";
  const address = (path: string) =>
    `trustedTypes.createPolicy("mine", { createScriptURL: (url) => url }).createScriptURL("${path}")`;

  test.each([
    ["nothing but options", required, "{}"],
    ["nothing but options, where names of policies are reported", `${required}; trusted-types isoqr-offline`, "{}"],
    ["a trusted address", required, `{ script: ${address("/sw.js")} }`],
    ["a trusted address with settings", required, `{ prefix: "/codes", script: ${address("/sw.js?prefix=%2Fcodes")} }`],
  ])("registers with %s and has threads", async (_, policy, options) => {
    expect(await registerTrusted(policy, options)).toBe("ready");
    const path = options.includes("prefix") ? "/codes/api/qr" : "/api/qr";
    expect((await askFrom(stage.page, path, withLogo)).status).toBe(200);
  });

  test("explains which script URL to pass if the policy rejects it", async () => {
    expect(await registerTrusted(required, '{ script: "/sw.js" }')).toContain("script must be a TrustedScriptURL");
    const unlike = `{ prefix: "/codes", script: ${address("/sw.js")} }`;
    expect(await registerTrusted(required, unlike)).toContain("/sw.js?prefix=%2Fcodes");
  });
});
