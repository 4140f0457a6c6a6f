import { lexer } from "marked";
import { expect, test } from "vitest";
import { highlightCode } from "../../scripts/guide/colors.ts";
import { placesOf, resolveLink } from "../../scripts/guide/links.ts";
import { renderParts } from "../../scripts/guide/markdown.ts";
import { requestsIn } from "../../scripts/guide/requests.ts";
import { commandsIn } from "../../scripts/guide/shell-words.ts";
import { readParts, slugOf } from "../../scripts/guide/sources.ts";

const root = new URL("../../", import.meta.url);

test("splits shell commands as a shell does", () => {
  const script = `curl -o a.png 'http://x/?a=1&b=2' \\\n  -d "{\\"a\\":\\"b c\\"}" # why\nisoqr wifi --password - < p.txt && cat 'it'"'"'s'\n`;
  expect(commandsIn(script)).toEqual([
    ["curl", "-o", "a.png", "http://x/?a=1&b=2", "-d", '{"a":"b c"}'],
    ["isoqr", "wifi", "--password", "-"],
    ["p.txt"],
    ["cat", "it's"],
  ]);
});

test("finds requests in commands, tags, elements, calls and plain URLs", async () => {
  const there = "http://127.0.0.1:8080";
  const found = (code: string, language: string) =>
    requestsIn(code, language).map(({ method, url }) => `${method} ${url}`);
  expect(found(`curl -G ${there}/api/og --data-urlencode 'title=a b' -d data=x`, "sh")).toEqual([
    `GET ${there}/api/og?title=a%20b&data=x`,
  ]);
  expect(found(`curl -X DELETE ${there}/api/i/<id>`, "sh")).toEqual([]);
  expect(found(`<img src="${there}/api/qr?data=x&amp;size=99">`, "html")).toEqual([
    `GET ${there}/api/qr?data=x&size=99`,
  ]);
  expect(found('<qr-code dot-style="dots" class="x">hi</qr-code>', "html")).toEqual([
    `GET ${there}/api/qr?data=hi&dotStyle=dots&format=svg`,
  ]);
  expect(found('toSvg("a", { size: 99, ec: "Q" }); toPng(text)', "js")).toEqual([
    `GET ${there}/api/qr?data=a&size=99&ec=Q&format=svg`,
  ]);
  expect(found(`https://example.com/\n${there}/qr?text=x`, "text")).toEqual([`GET ${there}/qr?text=x`]);
  const [drawn] = requestsIn('<qr-code data="x" logo="/a.svg" logo-size="0.3"></qr-code>', "html");
  const { logoData, ...input } = JSON.parse((await drawn?.text()) ?? "{}");
  expect([drawn?.method, input]).toEqual(["POST", { data: "x", logoSize: "0.3", format: "svg" }]);
  expect(logoData).toMatch(/^data:image\/svg\+xml;base64,/);
  const [posted] = requestsIn(`curl ${there}/api/qr -H 'Content-Type: application/json' -d '{"data":"x"}'`, "sh");
  expect([posted?.method, posted?.headers.get("Content-Type"), await posted?.text()]).toEqual([
    "POST",
    "application/json",
    '{"data":"x"}',
  ]);
});

test("escapes markup in code blocks", () => {
  const hostile = `// </code><script>alert(1)</script>\nconst a = "<img src=x onerror=alert(1)>"; '&amp;'`;
  for (const language of ["js", "html", "sh", "json", "css", "unknown"]) {
    const html = highlightCode(hostile, language);
    const text = html.replace(/<\/?span(?: class="(?:comment|string)")?>/g, "");
    expect(text).not.toMatch(/[<>"]/);
    const read = text.replace(/&#(\d+);/g, (_, number) => String.fromCharCode(number));
    expect(read).toBe(hostile);
  }
});

test("escapes quotes in URLs and names from Markdown", () => {
  const tokens = lexer('[a](<https://x.example/"onclick="y> "t")\n\n![b"c](<p".png>)\n\n## A "b" & c\n');
  const { html, headings } = renderParts([{ file: "x.md", tokens }], {
    link: (href) => href,
    picture: (path) => path,
    drawn: new Map(),
  });
  expect(html).not.toMatch(/\sonclick="/);
  expect(html).toContain('alt="b&#34;c"');
  expect(headings.map(({ id }) => id)).toEqual(["a-b--c"]);
});

test("headings get the same anchors as on GitHub", () => {
  expect(["QuickChart: `/qr`", "What's left, now", "A  b-c_d"].map(slugOf)).toEqual([
    "quickchart-qr",
    "whats-left-now",
    "a--b-c_d",
  ]);
});

test("reports missing sections and dead links by name", () => {
  const page = { name: "x", title: "X", sources: [{ file: "README.md", section: "No such section" }] };
  expect(() => readParts(page, root)).toThrow('README.md has no section "No such section"');
  const library = { name: "library", title: "Library", sources: [{ file: "docs/library.md" }] };
  const places = placesOf([{ ...library, parts: readParts(library, root) }]);
  const link = (href: string) => resolveLink(href, "docs/index.md", places, root);
  expect(link("library.md#errors")).toBe("library.html#errors");
  expect(link("https://example.com")).toBe("https://example.com");
  expect(link("../package.json")).toBeUndefined();
  expect(() => link("library.md#missing")).toThrow(
    "docs/index.md links to library.md#missing, but there is no such heading",
  );
  expect(() => link("gone.md")).toThrow("docs/index.md links to gone.md, which does not exist");
  expect(() => link("designs.md")).toThrow("docs/index.md links to designs.md, which is not a page of the guide");
  expect(link("licenses.md")).toBeUndefined();
});
