import { describe, expect, test } from "vitest";
import { toDataUrl, toPng, toSvg } from "../../src/index.ts";
import {
  colorDigits,
  colorDigitsOrTransparent,
  httpUrl,
  integerRange,
  oneOf,
} from "../../src/messages/option-rules.ts";
import { fieldRequired } from "../../src/messages/payload-rules.ts";
import { formatNames } from "../../src/options/formats.ts";
import { table } from "../../src/options/table.ts";
import { processorTime } from "../processor-time.ts";
import { ruleText } from "../rule-text.ts";
import { ask, askJson, errorOf } from "./ask.ts";

describe("GET /api/qr", () => {
  test("returns a PNG of 256 pixels by default", async () => {
    const answer = await ask("/api/qr?data=https://example.com");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("image/png");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const view = new DataView(bytes.buffer);
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([256, 256]);
    expect(answer.headers.get("Content-Length")).toBe(String(bytes.length));
  });

  test("returns an SVG of the requested size", async () => {
    const answer = await ask("/api/qr?data=x&format=SVG&size=300&color=FF0000");
    expect(answer.headers.get("Content-Type")).toBe("image/svg+xml");
    expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    const svg = await answer.text();
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 300 300"/);
    expect(svg).toContain('fill="#f00"');
    expect(answer.headers.get("Content-Length")).toBe(String(new TextEncoder().encode(svg).length));
  });

  test("draws on a transparent background", async () => {
    const png = await ask("/api/qr?data=x&bg=transparent&color=1A2B3C");
    expect(new Uint8Array(await png.arrayBuffer())).toEqual(toPng("x", { bg: "transparent", color: "#1a2b3c" }));
    const svg = await (await ask("/api/qr?data=x&bg=transparent&format=svg")).text();
    expect(svg).toBe(toSvg("x", { bg: "transparent" }));
    expect(svg.match(/<path/g)).toHaveLength(1);
    const batch = await askJson("/api/qr/batch", { options: { bg: "transparent" }, items: [{ data: "x" }] });
    const url = toDataUrl("x", { bg: "transparent" });
    expect(await batch.json()).toMatchObject({ results: [{ status: 200, output: url }] });
  });

  test.each(["%23ffffff", "%23fff", "fff", "Transparent", "none"])("rejects the background %s", async (bg) => {
    const answer = await ask(`/api/qr?data=x&bg=${bg}`);
    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).toBe(ruleText(colorDigitsOrTransparent, "bg"));
  });

  test("rejects a transparent code", async () => {
    const answer = await ask("/api/qr?data=x&color=transparent");
    expect(await errorOf(answer)).toBe(ruleText(colorDigits, "color"));
  });

  test("an SVG's title cannot break out of its element", async () => {
    const title = '</title><script>alert("1")</script>&é';
    const svg = await (await ask(`/api/qr?data=x&format=svg&title=${encodeURIComponent(title)}`)).text();
    expect(svg).not.toContain("<script");
    expect(svg).toContain("é");
  });

  test.each(["png", "svg"])("every style results in a different %s, and square is the default", async (format) => {
    const styles = table.dotStyle.of;
    const picture = async (more: string) => {
      const answer = await ask(`/api/qr?data=https://example.com&format=${format}${more}`);
      expect(answer.status).toBe(200);
      return Buffer.from(await answer.arrayBuffer()).toString("latin1");
    };
    const pictures = await Promise.all(styles.map((style) => picture(`&dotStyle=${style}`)));
    expect(new Set(pictures).size).toBe(styles.length);
    expect(pictures[0]).toBe(await picture(""));
  });

  test("returns the matrix without the quiet zone", async () => {
    const answer = await ask("/api/qr?data=01234567&format=json&logo=nonsense&logoSize=7");
    expect(answer.headers.get("Content-Type")).toBe("application/json");
    const matrix = await answer.json();
    expect(Object.keys(matrix)).toEqual(["modules", "size"]);
    expect(matrix.size).toBe(21);
    expect(matrix.modules).toHaveLength(21);
    expect(matrix.modules[0].slice(0, 8)).toEqual([1, 1, 1, 1, 1, 1, 1, 0]);
  });

  test.each(formatNames)(
    "lets caches keep %s for a day and all origins read it, and sends nosniff and an ETag",
    async (format) => {
      const { headers } = await ask(`/api/qr?data=x&format=${format}`);
      expect(headers.get("Cache-Control")).toBe("public, max-age=86400");
      expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("ETag")).toMatch(/^"[\w-]+"$/);
    },
  );

  test.each([
    ["", ruleText(fieldRequired, "data")],
    ["?data=", ruleText(fieldRequired, "data")],
    ["?data=x&format=gif", ruleText(oneOf, "format", { text: formatNames.join(", ") })],
    ["?data=x&size=31", ruleText(integerRange, "size", { min: 32, max: 2048 })],
    ["?data=x&size=256.5", ruleText(integerRange, "size", { min: 32, max: 2048 })],
    ["?data=x&color=%23000000", "color must be six hex digits"],
    ["?data=x&bg=white", "bg must be six hex digits"],
    ["?data=x&margin=11", ruleText(integerRange, "margin", { min: 0, max: 10 })],
    ["?data=x&ec=Z", ruleText(oneOf, "ec", { text: "L, M, Q, H" })],
    ["?data=x&version=41", ruleText(integerRange, "version", { min: 1, max: 40 })],
    ["?data=x&logoData=aGk=", "logoData must be sent in a JSON body"],
    ["?data=x&logo=ftp://example.com/l.png", ruleText(httpUrl, "logo")],
    ["?data=%ff", "data must be valid percent-encoded UTF-8"],
  ])("returns 400 for %s: %s", async (query, message) => {
    const answer = await ask(`/api/qr${query}`);
    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).toContain(message);
  });

  test("returns 413 with the sizes that fit if data is too long", async () => {
    const answer = await ask(`/api/qr?data=${"x".repeat(2500)}`);
    expect(answer.status).toBe(413);
    const message = await errorOf(answer);
    expect(message).toContain("2500");
    expect(message).toMatch(/2331.*|.*2953/);
    expect(message).toContain("L");
  });
});

describe("ETag", () => {
  const path = "/api/qr?data=x&format=svg";
  const etagOf = async (target = path) => (await ask(target)).headers.get("ETag") ?? "";

  test("equal images have equal ETags, and different images have different ETags", async () => {
    expect(await etagOf()).toBe(await etagOf(`${path}&size=256`));
    expect(await etagOf()).not.toBe(await etagOf("/api/qr?data=y&format=svg"));
    expect(await etagOf()).not.toBe(await etagOf(`${path}&size=257`));
  });

  test.each(["TAG", "W/TAG", '"a", TAG', 'W/"a,b" , W/TAG', "*"])(
    "returns 304 for If-None-Match: %s",
    async (pattern) => {
      const tag = await etagOf();
      const answer = await ask(path, { headers: { "If-None-Match": pattern.replace("TAG", tag) } });
      expect(answer.status).toBe(304);
      expect(answer.headers.get("ETag")).toBe(tag);
      expect(answer.headers.get("Cache-Control")).toBe("public, max-age=86400");
      expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(await answer.text()).toBe("");
    },
  );

  test.each(['"other"', "", "TAGx", '"a", W/"b"'])("returns 200 for If-None-Match: %s", async (pattern) => {
    const headers = { "If-None-Match": pattern.replace("TAG", (await etagOf()).replace(/"$/, "")) };
    expect((await ask(path, { headers })).status).toBe(200);
  });

  test("returns an error for an invalid request despite If-None-Match", async () => {
    expect((await ask("/api/qr", { headers: { "If-None-Match": "*" } })).status).toBe(400);
  });
});

describe("HEAD /api/qr", () => {
  test.each(formatNames)("HEAD returns the headers of GET and no body (%s)", async (format) => {
    const path = `/api/qr?data=x&format=${format}`;
    const [head, get] = [await ask(path, { method: "HEAD" }), await ask(path)];
    expect(head.status).toBe(200);
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
    expect(await head.text()).toBe("");
  });
  test("returns 400 for an invalid request", async () => {
    expect((await ask("/api/qr", { method: "HEAD" })).status).toBe(400);
  });
});

describe("POST /api/qr", () => {
  test("POST returns the same image and headers as GET", async () => {
    const get = await ask("/api/qr?data=x&size=128&ec=H&format=png");
    const post = await askJson("/api/qr", { data: "x", size: 128, ec: "h", format: "PNG" });
    expect(post.status).toBe(200);
    expect(Object.fromEntries(post.headers)).toEqual(Object.fromEntries(get.headers));
    expect(await post.arrayBuffer()).toEqual(await get.arrayBuffer());
  });
  test("POST accepts numbers as strings and ignores the query", async () => {
    const answer = await askJson("/api/qr?size=9999&data=other", { data: "x", size: "64", format: "svg" });
    expect(await answer.text()).toContain('viewBox="0 0 64 64"');
  });
  test("rejects logoData if logos are not supported", async () => {
    const answer = await askJson("/api/qr", { data: "x", logoData: "aGk=" });
    expect(answer.status).toBe(501);
    expect(await errorOf(answer)).toContain("logos are not supported here");
  });
  test("ignores the logo for a matrix", async () => {
    expect((await askJson("/api/qr", { data: "x", logoData: "aGk=", format: "json" })).status).toBe(200);
  });
  test("a POST request succeeds after a rejected one", async () => {
    expect((await askJson("/api/qr", { data: "x".repeat(8000) })).status).toBe(413);
    expect((await askJson("/api/qr", { data: "x" })).status).toBe(200);
  });
});

test("a batch rejects the text of a hostile design in little time", async () => {
  const items = Array.from({ length: 50 }, (_, index) => ({ data: `x${index}` }));
  const names = Array.from({ length: 100_000 }, (_, index) => `"a${index}":1`);
  const askAll = async () => {
    for (const design of [`{"a":[${"{},".repeat(300_000)}{}]}`, `{${names}}`, `{"a":${"[".repeat(100_000)}`]) {
      const response = await askJson("/api/qr/batch", { options: { design }, items });
      const { results } = await response.json();
      expect(results).toHaveLength(50);
      for (const { status, error } of results) {
        expect([status, error]).toEqual([400, expect.stringMatching(/^design must be a JSON object of look options/)]);
      }
    }
  };
  expect(await processorTime(askAll)).toBeLessThan(2000);
});

test("suggests the correct name for a typo in a design", async () => {
  const design = { dotStyel: "dots" };
  const expected = 'design must contain only look options, not "dotStyel": use "dotStyle"';
  const query = new URLSearchParams({ data: "x", design: JSON.stringify(design) });
  const response = await ask(`/api/qr?${query}`);
  expect([response.status, await errorOf(response)]).toEqual([400, expected]);
  const batch = await askJson("/api/qr/batch", { options: { design }, items: [{ data: "x" }] });
  expect((await batch.json()).results[0].error).toBe(expected);
  const report = await (await ask(`/api/qr/validate?${query}`)).json();
  expect(report.issues[0].message).toBe(expected);
  const other = await ask(`/api/qr?data=x&design=${encodeURIComponent('{"price":1}')}`);
  expect(await errorOf(other)).toBe('design must contain only look options, not "price"');
});

test("a design is an object in a JSON body, and its text in a query", async () => {
  const design = { gradient: "linear,45,1a5fb4,813d9c", eyeStyle: "leaf" };
  const expected = await (await ask(`/api/qr?data=x&format=svg&${new URLSearchParams(design)}`)).text();
  expect(expected).toContain("linearGradient");
  const query = new URLSearchParams({ data: "x", format: "svg", design: JSON.stringify(design) });
  expect(await (await ask(`/api/qr?${query}`)).text()).toBe(expected);
  const post = (path: string, body: object) =>
    ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  expect(await (await post("/api/qr", { data: "x", format: "svg", design })).text()).toBe(expected);
  const batch = await post("/api/qr/batch", { options: { design, format: "svg" }, items: [{ data: "x" }] });
  expect((await batch.json()).results[0].output).toBe(expected);
  const report = await (await post("/api/qr/validate", { data: "x", design: { eyeStyle: ["leaf"] } })).json();
  expect(report.issues[0]).toMatchObject({ code: "invalid_option", field: "design", severity: "error" });
});
