import { expect, test } from "vitest";
import { anyString } from "../../src/messages/developer-rules.ts";
import { exportKind } from "../../src/messages/page-rules.ts";
import { OPTIONS_OBJECT } from "../../src/options/unknown-names.ts";
import { ruleText } from "../rule-text.ts";
import { createFaultyServer } from "./sw-server.ts";
import { askFrom, builtWorker, jsonOf, registerOn, type Site } from "./sw-site.ts";
import { useFreshStage } from "./sw-stage.ts";

const stage = useFreshStage();
const visit = async (path: string) => {
  const page = await stage.page.context().newPage();
  await page.goto(stage.site.url + path);
  return page;
};

/** Serves two sites on one origin, each with a worker in its folder. */
function twoSites({ files }: Site): void {
  for (const folder of ["/one", "/two"])
    files.set(`${folder}/`, "<!doctype html><p>A site").set(`${folder}/sw.js`, builtWorker);
}

test("two sites on one origin do not affect each other", async () => {
  twoSites(stage.site);
  // Serves the worker's parts from each site's folder.
  stage.site.route = (request) => {
    request.url = request.url?.replace(/^\/(?:one|two)\/isoqr-/, "/isoqr-") ?? "/";
    return undefined;
  };
  const server = await createFaultyServer();
  const [one, two] = [await visit("/one/"), await visit("/two/")];
  await registerOn(one, { script: "/one/sw.js", prefix: "/one" });
  const { id } = jsonOf(await askFrom(one, "/one/api/i?data=mine"));
  await registerOn(two, { script: "/two/sw.js", prefix: "/two", server: server.url });
  expect(await two.evaluate("qr.links.list()")).toEqual([]);
  expect(await two.evaluate("qr.outbox.flush()")).toBe(0);
  await expect(server.api.readLink(id)).rejects.toThrow("link not found");
  await two.evaluate("qr.unregister()");
  await stage.site.leave();
  const answer = await one.goto(`${stage.site.url}/one/i/${id}`);
  expect([answer?.status(), await one.textContent("main")]).toEqual([200, expect.stringContaining("mine")]);
  await server.close();
});

test("ready resolves when this worker controls the page, not when another worker does", async () => {
  stage.site.files.set("/other.js", "addEventListener('activate', (event) => event.waitUntil(clients.claim()));");
  twoSites(stage.site);
  await stage.page.evaluate(`(async () => {
    const { serviceWorker } = navigator;
    const taken = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve));
    await serviceWorker.register("/other.js", { scope: "/" });
    await taken;
  })()`);
  const page = await visit("/one/");
  expect(await page.evaluate("navigator.serviceWorker.controller.scriptURL")).toContain("/other.js");
  const has = await page.evaluate(`import("/register.js").then(async ({ register }) => {
    const { ready } = await register({ script: "/one/sw.js", prefix: "/one" });
    await ready;
    return [navigator.serviceWorker.controller.scriptURL, (await fetch("/one/api/qr?data=x")).status];
  })`);
  expect(has).toEqual([expect.stringContaining("/one/sw.js"), 200]);
  // A worker with a wider scope than the active one would never control the page.
  await expect(registerOn(page, { script: "/sw.js", scope: "/" })).rejects.toThrow("belongs to the worker with scope");
});

/** Scripts of workers that do not belong to isoqr. */
test.each([
  ["claims the page", "addEventListener('activate', (event) => event.waitUntil(clients.claim()))"],
  ["never claims the page", "addEventListener('fetch', () => undefined)"],
])(
  "rejects a foreign script that %s",
  async (_, script) => {
    stage.site.files.set("/x.js", script);
    // Shortens the timeout from ten seconds to one.
    await stage.page.evaluate(`{
      const wait = setTimeout;
      globalThis.setTimeout = (then, time, ...more) => wait(then, time === 10_000 ? 1_000 : time, ...more);
    }`);
    const reported = await stage.page.evaluate(`import("/register.js").then(async ({ register }) => {
    const service = await register({ script: "/x.js", offline: ["logo"] });
    const settled = await Promise.allSettled([service.ready, service.offlineReady, service.version()]);
    return settled.map(({ reason }) => reason?.message);
  })`);
    const message = expect.stringContaining("/x.js does not respond like isoqr's worker: set script to sw.js");
    expect(reported).toEqual([message, message, message]);
  },
  30_000,
);

test("rejects a script that cannot be installed", async () => {
  stage.site.files.set(
    "/x.js",
    "addEventListener('install', (event) => event.waitUntil(Promise.reject(new Error('no'))))",
  );
  const reported = await stage.page.evaluate(`import("/register.js").then(async ({ register }) => {
    const { ready } = await register({ script: "/x.js" });
    return ready.then(() => "ready", ({ message }) => message);
  })`);
  expect(reported).toMatch(/installing \S+ failed: /);
});

test.each([
  ["null", ruleText(OPTIONS_OBJECT, "options")],
  ["{ offline: null }", "offline must be an array of part names: logo, scan, card, picture"],
  ['{ offline: "logo" }', "offline must be an array of part names"],
  ['{ offline: ["fonts"] }', "offline must be an array of part names"],
  ['{ script: "https://cdn.example/sw.js" }', "copy sw.js to"],
  ['{ script: "/assets/sw.js" }', 'script: "/sw.js"'],
  ["{ prefix: null }", "prefix must be a path"],
  ["{ server: 5 }", "server must be"],
  ['{ server: "https://user:secret@site.example" }', "without a user name, password"],
])("register(%s) rejects with a message that contains no secret", async (options, message) => {
  const reported = await stage.page.evaluate(
    `import("/register.js").then(({ register }) => register(${options})).then(() => "", ({ message }) => message)`,
  );
  expect(reported).toContain(message);
  expect(reported).not.toContain("secret");
  expect(await stage.page.evaluate("navigator.serviceWorker.getRegistrations().then(({ length }) => length)")).toBe(0);
});

test.each([
  ["import", "null", exportKind],
  ["import", "undefined", exportKind],
  ["import", "{}", exportKind],
  ["remove", "undefined", ruleText(anyString, "id")],
  ["remove", "{}", ruleText(anyString, "id")],
])("links.%s(%s) rejects with a message", async (name, given, message) => {
  await registerOn(stage.page);
  const reported = await stage.page.evaluate(`qr.links.${name}(${given}).then(() => "", ({ message }) => message)`);
  expect(reported).toContain(message);
});

test("a link on another site cannot make this site fetch a logo", async () => {
  const elsewhere = stage.site.url.replace("localhost", "127.0.0.1");
  stage.site.files.set("/pay", "paid");
  await stage.page.context().addCookies([{ name: "session", value: "mine", url: stage.site.url, sameSite: "Strict" }]);
  const cookies: (string | undefined)[] = [];
  stage.site.route = ({ url, headers }) => {
    if (url === "/pay") cookies.push(headers.cookie);
    return undefined;
  };
  await registerOn(stage.page);
  const address = `${stage.site.url}/api/qr?data=x&logo=${encodeURIComponent(`${stage.site.url}/pay`)}`;
  const design = encodeURIComponent(JSON.stringify({ logo: `${stage.site.url}/pay` }));
  const inDesign = `${stage.site.url}/api/qr?data=x&design=${design}`;
  for (const path of [address, address.replace("/api/qr", "/api/qr/validate"), inDesign]) {
    stage.site.files.set("/lure", `<a href="${path.replaceAll("&", "&amp;")}">A prize</a>`);
    for (const from of [elsewhere, `${elsewhere}/?`]) {
      const page = await stage.page.context().newPage();
      await page.goto(`${from.replace("/?", "")}/lure`);
      await page.click("a");
      await page.waitForURL(path);
      expect(await page.textContent("body")).toContain("if another site opens the image");
      await page.close();
    }
  }
  expect(cookies).toEqual([]);
  // A page of the site itself can request the logo, but the request has no cookies.
  await askFrom(stage.page, address);
  expect(cookies).toEqual([undefined]);
});

test("another site cannot create links here, but its visitors can", async () => {
  const elsewhere = stage.site.url.replace("localhost", "127.0.0.1");
  await registerOn(stage.page);
  const count = () => stage.page.evaluate<number>("qr.links.list().then(({ length }) => length)");
  const address = `${stage.site.url}/api/i?data=${encodeURIComponent('https://x.example/?a=1&b="><script>')}`;
  const lures = [
    `<a href="${address.replaceAll("&", "&amp;")}">A prize</a>`,
    `<a href="${address.replaceAll("&", "&amp;")}" rel="noreferrer">A prize</a>`,
  ];
  for (const lure of lures) {
    stage.site.files.set("/lure", lure);
    const page = await stage.page.context().newPage();
    await page.goto(`${elsewhere}/lure`);
    await page.click("a");
    await page.waitForURL(address);
    expect(await page.textContent("h1")).toBe("Create this link?");
    expect(await page.evaluate("document.querySelectorAll('script').length")).toBe(0);
    expect(await count()).toBe(0);
    await page.close();
  }
  const page = await visit(address.slice(stage.site.url.length));
  expect(await count()).toBe(0);
  await page.click("text=Create the link");
  await expect.poll(count).toBe(1);
  expect(await page.textContent("body")).toContain('"token"');
});

test("opens a link that the server redirects", async () => {
  const server = await createFaultyServer();
  await registerOn(stage.page, { server: server.url });
  server.fault = "moving";
  const answer = await stage.page.goto(`${stage.site.url}/i/AAAAAAAAAA`);
  expect([answer?.status(), await stage.page.textContent("h1")]).toEqual([200, "Moved here"]);
  await server.close();
});

test.each(["size=2000&dotStyle=dots", "size=2000&dotStyle=star", "format=svg&preset=slate"])(
  "a file of the site does not wait for 40 large codes: %s",
  async (look) => {
    const { page, site } = stage;
    await registerOn(page);
    site.files.set("/file.txt", "a file");
    await askFrom(page, `/api/qr?${look}&data=warm`);
    const before = await page.evaluate(
      async (path) => {
        let drawn = 0;
        const codes = Array.from({ length: 40 }, async (_, at) => {
          const answer = await fetch(path + String(at).padStart(2, "0"));
          await answer.arrayBuffer();
          drawn += 1;
          return answer.status;
        });
        await fetch("/file.txt").then((answer) => answer.text());
        const before = drawn;
        return { before, statuses: [...new Set(await Promise.all(codes))] };
      },
      `/api/qr?ec=L&${look}&data=${"a".repeat(2900)}`,
    );
    expect(before).toEqual({ before: expect.any(Number), statuses: [200] });
    expect(before.before).toBeLessThan(20);
  },
);
