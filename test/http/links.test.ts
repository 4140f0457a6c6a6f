import { describe, expect, test } from "vitest";
import { type AppSettings, createApp } from "../../src/http/app.ts";
import { TOKEN_IN_URL } from "../../src/http/links.ts";
import { integerRange } from "../../src/messages/option-rules.ts";
import { fieldRequired } from "../../src/messages/payload-rules.ts";
import { presets } from "../../src/options/presets.ts";
import { NOT_SERVED } from "../../src/service/not-served.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { TOKEN } from "../../src/stores/store-errors.ts";
import { ruleText } from "../rule-text.ts";
import { testError } from "../test-error.ts";
import { errorOf, ask as plainAsk } from "./ask.ts";

function createAsk(settings?: AppSettings) {
  const app = createApp(createService({ links: createMemoryLinks() }), settings);
  return (path: string, init?: RequestInit) => app(new Request(`http://isoqr.test${path}`, init));
}
const ask = createAsk();

async function create(data: string, send = ask): Promise<Record<string, string>> {
  const headers = { "Content-Type": "application/json" };
  const answer = await send("/api/i", { method: "POST", headers, body: JSON.stringify({ data }) });
  expect(answer.status).toBe(200);
  return answer.json();
}
const remove = (id: string, authorization?: string) =>
  ask(`/api/i/${id}`, { method: "DELETE", headers: authorization ? { Authorization: authorization } : {} });

describe("/api/i", () => {
  test("GET and POST return the link, and its token only once", async () => {
    const first = await create("https://example.com/1");
    const { id } = first;
    const link = {
      id,
      url: `http://isoqr.test/i/${id}`,
      image: `http://isoqr.test/i/${id}.png`,
      svg: `http://isoqr.test/i/${id}.svg`,
    };
    expect(first).toEqual({ ...link, token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(await create("https://example.com/1")).toEqual(link);
    const byGet = await ask(`/api/i?data=${encodeURIComponent("https://example.com/1")}`);
    expect(await byGet.json()).toEqual(link);
  });

  test("HEAD creates no link, because its token would be lost", async () => {
    const looked = await ask("/api/i?data=only%20looking", { method: "HEAD" });
    expect([looked.status, looked.headers.get("Allow")]).toEqual([405, "GET, POST, OPTIONS"]);
    expect(await create("only looking")).toHaveProperty("token");
  });

  test("accepts a token from the client, so that a request can be retried", async () => {
    const post = async (input: object) => {
      const headers = { "Content-Type": "application/json" };
      const answer = await ask("/api/i", { method: "POST", headers, body: JSON.stringify(input) });
      return { status: answer.status, body: await answer.json() };
    };
    const token = "My-own_token".repeat(2);
    const first = await post({ data: "retried", token });
    expect(first.body.token).toBe(token);
    expect(await post({ data: "retried", token })).toEqual(first);
    expect((await post({ data: "retried", token: `${token}x` })).body).not.toHaveProperty("token");
    expect((await post({ data: "retried" })).body).not.toHaveProperty("token");
    expect((await remove(first.body.id, `Bearer ${token}x`)).status).toBe(403);
    expect((await remove(first.body.id, `Bearer ${token}`)).status).toBe(204);
    expect((await post({ data: "retried", token })).body.token).toBe(token);
    for (const bad of ["x".repeat(21), "x".repeat(129), `${"x".repeat(22)}=`, `${"x".repeat(22)}\n`, "", 5, null, {}]) {
      const error = ruleText(TOKEN, "token");
      expect(await post({ data: "x", token: bad })).toEqual({ status: 400, body: { error } });
    }
    for (const good of ["x".repeat(22), "x".repeat(128)]) {
      expect((await post({ data: `with ${good}`, token: good })).body.token).toBe(good);
    }
  });

  test("rejects a token in the URL, which would be logged", async () => {
    const answer = await ask(`/api/i?data=x&token=${"x".repeat(22)}`);
    expect([answer.status, await errorOf(answer)]).toEqual([400, ruleText(TOKEN_IN_URL, "token")]);
    expect(answer.headers.get("X-Error-Field")).toBe("token");
  });

  test("sends a response that is not cached and that all origins can read", async () => {
    const answer = await ask("/api/i?data=x");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(answer.headers.get("Content-Type")).toBe("application/json");
  });

  test.each([
    ["", 400, ruleText(fieldRequired, "data")],
    ["?data=", 400, ruleText(fieldRequired, "data")],
    ["?data=%ff", 400, "data must be valid percent-encoded UTF-8"],
    [`?data=${"x".repeat(2954)}`, 413, "the largest code holds"],
  ])("rejects invalid parameters with a message: %#", async (query, status, message) => {
    const answer = await ask(`/api/i${query}`);
    expect(answer.status).toBe(status);
    expect(await errorOf(answer)).toContain(message);
  });

  test("POST /api/i requires a JSON body", async () => {
    const answer = await ask("/api/i", { method: "POST", body: "data=x" });
    expect([answer.status, await errorOf(answer)]).toEqual([415, expect.stringContaining("application/json")]);
  });

  test("the URLs of links start with the base URL if it is set", async () => {
    const { id, url, image, svg } = await create("x", createAsk({ baseUrl: "https://qr.example/codes" }));
    expect([url, image, svg]).toEqual(["", ".png", ".svg"].map((end) => `https://qr.example/codes/i/${id}${end}`));
  });

  test("returns 501 for links on a server without a store", async () => {
    const answer = await plainAsk("/api/i?data=x");
    expect([answer.status, await errorOf(answer)]).toEqual([501, ruleText(NOT_SERVED, { feature: "links" })]);
  });

  test("returns 503 with Retry-After for an unavailable store, and reports the cause without sending it", async () => {
    const cause = new Error("connection to 192.0.2.7 refused");
    const away = () => Promise.reject(testError("STORE_UNAVAILABLE", "come back later", undefined, cause));
    const reports: unknown[] = [];
    const links = { find: away, add: away, remove: away, close: away };
    const app = createApp(createService({ links }), { report: (seen) => reports.push(seen) });
    for (const path of ["/api/i?data=x", "/i/0123456789.png"]) {
      const answer = await app(new Request(`http://isoqr.test${path}`));
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect(await errorOf(answer)).toBe("come back later");
    }
    expect(reports).toEqual([cause, cause]);
  });
});

describe("DELETE /api/i/<id>", () => {
  test("deletes the link and returns 204 if the token matches", async () => {
    const { id = "", token } = await create("to be deleted");
    const answer = await remove(id, `Bearer ${token}`);
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect((await ask(`/i/${id}.png`)).status).toBe(404);
    const again = await remove(id, `Bearer ${token}`);
    expect([again.status, await errorOf(again)]).toEqual([404, expect.stringContaining("link not found")]);
  });

  test.each([undefined, "Basic eDp5", "Bearer", "Bearer ", "Bearer a b", "Bearer é", "token"])(
    "returns 401 with instructions for Authorization: %s",
    async (authorization) => {
      const { id = "" } = await create("to be kept");
      const answer = await remove(id, authorization);
      expect(answer.status).toBe(401);
      expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
      expect(await errorOf(answer)).toContain("Authorization: Bearer <token>");
    },
  );

  test("keeps the link and returns 403 if the token does not match", async () => {
    const { id = "" } = await create("to be kept");
    const { token } = await create("another");
    const answer = await remove(id, `Bearer ${token}`);
    expect([answer.status, await errorOf(answer)]).toEqual([403, expect.stringContaining("the token must be the one")]);
    expect((await ask(`/i/${id}.png`)).status).toBe(200);
  });

  test("supports preflights, and returns 405 for other methods", async () => {
    const { id = "" } = await create("x");
    const headers = { "Access-Control-Request-Method": "DELETE" };
    const preflight = await ask(`/api/i/${id}`, { method: "OPTIONS", headers });
    expect([preflight.status, preflight.headers.get("Allow")]).toEqual([204, "DELETE, OPTIONS"]);
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("Authorization");
    expect((await ask(`/api/i/${id}`)).status).toBe(405);
  });
});

describe("/i/<id>", () => {
  test("returns a page with the code, the text and its own policy", async () => {
    const { id } = await create("https://example.com/shared");
    const answer = await ask(`/i/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    const page = await answer.text();
    expect(page).toContain(await (await ask(`/i/${id}.svg`)).text());
    expect(page).toContain("https://example.com/shared");
    expect(page).toContain(`href="${id}.png?`);
    expect((await ask(`/i/${id}`, { method: "HEAD" })).status).toBe(200);
  });

  test("returns a page for text that only fits at level L", async () => {
    const { id } = await create("y".repeat(2900));
    expect((await ask(`/i/${id}`)).status).toBe(200);
  });

  test("returns 404 for an unknown link", async () => {
    const answer = await ask("/i/0123456789");
    expect([answer.status, await errorOf(answer)]).toEqual([404, expect.stringContaining("link not found")]);
  });
});

describe("links with a design", () => {
  const look = { eyeStyle: "leaf", gradient: "linear,90,1a5fb4,813d9c", bg: "f6f5f4" };
  const query = new URLSearchParams({ data: "https://example.com/design", ...look });

  test("the page and the images show the design, and options in the query win", async () => {
    const { id } = await (await ask(`/api/i?${query}`)).json();
    const svg = await (await ask(`/i/${id}.svg`)).text();
    expect(svg).toBe(await (await ask(`/api/qr?${query}&format=svg`)).text());
    const page = await (await ask(`/i/${id}`)).text();
    expect(page).toContain(svg);
    expect(page).toContain(`property="og:image" content="http://isoqr.test/api/og?link=${id}&#38;title=example.com"`);
    expect(await (await ask(`/i/${id}.svg?eyeStyle=square`)).text()).toBe(
      await (
        await ask(`/api/qr?${new URLSearchParams({ ...Object.fromEntries(query), eyeStyle: "square" })}&format=svg`)
      ).text(),
    );
  });

  test("a preset, a design and colours in the query of an image win over the design", async () => {
    const { id } = await (await ask(`/api/i?${query}`)).json();
    const { gradient: _, ...solid } = Object.fromEntries(query);
    const textAt = async (path: string, input: object) =>
      (await ask(`${path}?${new URLSearchParams({ ...input, format: "svg" })}`)).text();
    for (const [input, drawn] of [
      [{ preset: "gold" }, presets.gold],
      [{ preset: "ocean" }, presets.ocean],
      [{ design: '{"preset":"gold"}' }, presets.gold],
      [{ color: "ff0000" }, { color: "ff0000" }],
      [{ gradient: "none" }, {}],
    ]) {
      expect(await textAt(`/i/${id}.svg`, input as object)).toBe(await textAt("/api/qr", { ...solid, ...drawn }));
    }
  });

  test("the page of a link whose logo cannot be drawn shows the code without it, but its images are errors", async () => {
    const { id } = await (await ask(`/api/i?data=x&logo=https://logo.example/none.png&color=112233`)).json();
    const page = await ask(`/i/${id}`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('fill="#123"');
    expect((await ask(`/i/${id}.png`)).status).toBe(501);
  });
});

describe("/i/<id>.png and .svg", () => {
  const same = async (left: Promise<Response>, right: Promise<Response>) => {
    const [a, b] = [await left, await right];
    expect([a.status, b.status]).toEqual([200, 200]);
    expect(Object.fromEntries(a.headers)).toEqual(Object.fromEntries(b.headers));
    expect(new Uint8Array(await a.arrayBuffer())).toEqual(new Uint8Array(await b.arrayBuffer()));
  };
  const text = "https://example.com/a?b=c&d=é";
  const query = encodeURIComponent(text);

  test.each(["png", "svg"])("returns the same %s and headers as /api/qr", async (format) => {
    const { id } = await create(text);
    await same(ask(`/i/${id}.${format}`), ask(`/api/qr?data=${query}&format=${format}`));
    const look = "size=300&color=112233&bg=ffffee&margin=2&ec=Q&title=A";
    await same(ask(`/i/${id}.${format}?${look}`), ask(`/api/qr?data=${query}&format=${format}&${look}`));
  });

  test("ignores the text and format in the query", async () => {
    const { id } = await create(text);
    await same(ask(`/i/${id}.png?data=other&format=svg`), ask(`/api/qr?data=${query}`));
    await same(ask(`/i/${id}.svg?data=&format=nonsense`), ask(`/api/qr?data=${query}&format=svg`));
  });

  test("sends images that can be cached for a day, and supports 304 and HEAD", async () => {
    const { id } = await create(text);
    const answer = await ask(`/i/${id}.png`);
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=86400");
    const headers = { "If-None-Match": answer.headers.get("ETag") ?? "" };
    expect((await ask(`/i/${id}.png`, { headers })).status).toBe(304);
    const head = await ask(`/i/${id}.png`, { method: "HEAD" });
    expect([head.status, head.headers.get("ETag"), await head.text()]).toEqual([200, headers["If-None-Match"], ""]);
  });

  test("text that only fits at level L is drawn at L, unless a level is requested", async () => {
    const long = "x".repeat(2900);
    const { id } = await create(long);
    await same(ask(`/i/${id}.png`), ask(`/api/qr?data=${long}&ec=L`));
    const answer = await ask(`/i/${id}.png?ec=M`);
    expect([answer.status, await errorOf(answer)]).toEqual([413, expect.stringContaining("use ec L")]);
  });

  test("returns 400 for an invalid option", async () => {
    const { id } = await create(text);
    const answer = await ask(`/i/${id}.png?size=1`);
    expect([answer.status, await errorOf(answer)]).toEqual([
      400,
      ruleText(integerRange, "size", { min: 32, max: 2048 }),
    ]);
  });

  test.each([".png", ".svg"])("returns 404 for an unknown link: %s", async (end) => {
    const answer = await ask(`/i/0123456789${end}`);
    expect([answer.status, await errorOf(answer)]).toEqual([404, expect.stringContaining("link not found")]);
  });

  test.each(["x.png", "0123456789.gif", "0123456789.PNG", "../api.png", "%00123456789.png", "0123456789é.png"])(
    "returns 404 for an invalid name: %s",
    async (name) => {
      expect((await ask(`/i/${name}`)).status).toBe(404);
    },
  );
});
