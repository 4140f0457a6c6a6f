import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SCRIPT, SCRIPT_DIGEST, STYLE, STYLE_DIGEST } from "../../src/http/share-assets.ts";
import { sharePage } from "../../src/http/share-page.ts";
import { checkOptions } from "../../src/options/parse.ts";
import { drawSvgDesign } from "../../src/render/design.ts";
import { decoders } from "../decoders/decoders.ts";
import { rasterize } from "../decoders/rasterize.ts";

const base = "https://qr.example";
const id = "0aZ9bY8cX7";
const wifi = "WIFI:T:WPA;S:Guests;P:correct horse;;";

function page(data: string) {
  return sharePage({ id, data, base, svg: svgOf(data) });
}

function svgOf(data: string): string {
  const options = checkOptions({ data, format: "svg", size: 512, ec: Buffer.byteLength(data) > 1000 ? "L" : "M" });
  return drawSvgDesign(options);
}

/** Returns the SVG of the QR code on the page for `data`. If the QR code is large, the page loads it from the link's
 *  URL instead of including it. */
function codeOn(html: string, data: string): string {
  const figure = /<figure class="code">([\s\S]*?)<\/figure>/.exec(html)?.[1] ?? "";
  return figure === `<img src="${id}.svg" width="256" height="256" alt="QR code">` ? svgOf(data) : figure;
}

/** Returns the text that the copy button copies: the JSON on the page if there is any, or else the visible text. */
function copied(html: string): string {
  const json = /<script type="application\/json" id="data">(.*?)<\/script>/.exec(html)?.[1];
  if (json !== undefined) return JSON.parse(json);
  const shown = /<pre id="data"[^>]*>\n([\s\S]*?)<\/pre>/.exec(html)?.[1] ?? "";
  return shown.replace(/&#(\d+);/g, (_, number) => String.fromCharCode(number));
}

/** Returns the page without the JSON for the clipboard. */
const withoutJson = (html: string) => html.replace(/<script type="application\/json" id="data">.*?<\/script>\n/, "");

/** Returns the page without its image, styles and scripts. */
const visible = (html: string) => html.replace(/<(svg|style|script)[\s\S]*?<\/\1>/g, "");
const inHead = (html: string) => html.slice(0, html.indexOf("<style>"));
const digest = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

test("the policy allows only the digests of the page's style and script", () => {
  const { html, policy } = page("https://example.com");
  expect(STYLE_DIGEST).toBe(digest(STYLE));
  expect(SCRIPT_DIGEST).toBe(digest(SCRIPT));
  expect(html).toContain(`<style>${STYLE}</style>`);
  expect(html).toContain(`<script>${SCRIPT}</script>`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe");
  expect(html).not.toMatch(/ (?:style|on\w+)=/);
});

test.each([
  ["an address", "https://example.com/menu"],
  ["a network", wifi],
  ["a contact", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Lovelace\r\nTEL:+44 20 7946 0000\r\nEND:VCARD\r\n"],
  ["300 characters", "Every word of it. ".repeat(17)],
  ["the longest text of letters", "x".repeat(2953)],
  ["the longest number", "1234567".repeat(1012)],
  ["a long text of wide characters", "東京".repeat(490)],
])("%s takes less than 15 KB", (_, data) => {
  expect(new TextEncoder().encode(page(data).html).length).toBeLessThan(15_000);
});

describe("the code on the page contains the text", () => {
  test.each([
    ["an address", "https://example.com"],
    ["a network", wifi],
    ["many scripts", "Grüße aus 東京 👋"],
    ["a long text", "x".repeat(2900)],
  ])("decoders read %s from the page", async (_, data) => {
    const { html } = page(data);
    const pixels = await rasterize(codeOn(html, data), 2);
    for (const decoder of decoders) expect(await decoder.read(pixels), decoder.name).toBe(data);
    expect(copied(html)).toBe(data);
  });
});

describe("secrets", () => {
  const account = "otpauth://totp/Example:ada?secret=JBSWY3DPEHPK3PXP&issuer=Example";
  const open = (html: string) => visible(html).replace(/<details[\s\S]*?<\/details>/g, "");

  test("the password of a network is visible, but does not appear in titles, tags, URLs or file names", () => {
    const { html } = page(wifi);
    expect(inHead(html)).toContain("<title>Guests – WiFi network</title>");
    expect(inHead(html)).not.toContain("correct horse");
    expect(open(html)).toContain('<bdi class="exactly">correct horse</bdi>');
  });

  test("other secrets are collapsed, and have a copy button", () => {
    const { html } = page(account);
    expect(inHead(html)).not.toContain("JBSWY3DPEHPK3PXP");
    expect(open(html).replace(/ data-value="[^"]*"/g, "")).not.toContain("JBSWY3DPEHPK3PXP");
    expect(html).toContain("<summary>Show secret</summary>");
    expect(html).toContain('data-value="JBSWY3DPEHPK3PXP" aria-label="Copy secret"');
  });

  test("values with characters that hide text have no copy button", () => {
    expect(page(wifi).html).toContain('aria-label="Copy password"');
    expect(page("WIFI:T:nopass;S:Gue\u200bsts;;").html).not.toContain('aria-label="Copy network"');
  });

  test("secrets stay collapsed if the text is invalid", () => {
    const { html } = page("WIFI:T:WPA;S:x;P:short1;;");
    expect(visible(html).replace(/<details[\s\S]*?<\/details>/g, "")).not.toContain("short1");
  });
});

describe("copy buttons", () => {
  const copies = (data: string) =>
    [...page(data).html.matchAll(/data-what="([^"]+)"(?: data-value="([^"]*)")?/g)].map(([, what, value]) => [
      what,
      value,
    ]);

  test.each([
    ["https://example.com", [["link", undefined]]],
    ["Hello", [["text", undefined]]],
    [
      "tel:+44-20-7946",
      [
        ["number", "+44207946"],
        ["encoded text", undefined],
      ],
    ],
    [
      wifi,
      [
        ["network", "Guests"],
        ["password", "correct horse"],
        ["encoded text", undefined],
      ],
    ],
    [
      "bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2?amount=0.1",
      [
        ["address", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
        ["encoded text", undefined],
      ],
    ],
    [
      "BCD\n002\n1\nSCT\n\nBergwacht\nDE89370400440532013000\nEUR25",
      [
        ["recipient", "Bergwacht"],
        ["iban", "DE89370400440532013000"],
        ["encoded text", undefined],
      ],
    ],
  ])("%j: copies what people enter elsewhere", (data, expected) => {
    expect(copies(data)).toEqual(expected);
  });
});

describe("the main button", () => {
  const contact = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Lovelace\r\nEND:VCARD\r\n";
  test.each([
    [contact, `${id}.vcf`, "Save contact"],
    ["MECARD:N:Lovelace,Ada;;", `${id}.vcf`, "Save contact"],
    ["BEGIN:VEVENT\nSUMMARY:x\nDTSTART:20270618T193000\nEND:VEVENT", `${id}.ics`, "Add to calendar"],
    ["bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2?x=y", "bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "Open wallet"],
  ])("%j: saves or opens the content", (data, address, label) => {
    expect(page(data).html).toContain(
      `<a class="button main" href="${address}" rel="noopener noreferrer nofollow ugc">${label}</a>`,
    );
  });
});

describe("links", () => {
  test.each([
    ["https://example.com/a?b=1&c=2", "https://example.com/a?b=1&#38;c=2"],
    ["HTTP://EXAMPLE.COM", "HTTP://EXAMPLE.COM"],
    ["tel:+44-20;ext=*21", "tel:+4420"],
    ["mailto:a@b.example?subject=x&attach=/etc/passwd", "mailto:a@b.example?subject=x"],
    ["MATMSG:TO:a@b.example;SUB:x\\;y;BODY:z;;", "mailto:a@b.example?subject=x%3By&#38;body=z"],
    ["SMSTO:+44 1632 960:a & b", "sms:+441632960?&#38;body=a%20%26%20b"],
    ["sms:112", "sms:112"],
    ["geo:48.8584,2.2945;crs=odd", "geo:48.8584,2.2945"],
    ["geo:?q=Eiffel%20Tower", "geo:0,0?q=Eiffel%20Tower"],
  ])("%s has a button that opens it", (data, address) => {
    expect(page(data).html).toContain(`class="button main" href="${address}" rel="noopener noreferrer nofollow ugc"`);
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "intent://x", "tel:*#06#", "plain"])(
    "%s has no button and is not a link",
    (data) => {
      expect(page(data).html).not.toContain("button main");
      expect(page(data).html).not.toContain(`href="${data}`);
    },
  );

  test("links are not followed automatically", () => {
    expect(page("https://example.com").html).not.toMatch(/http-equiv|location\./);
  });

  test.each([
    ["geo:48.8584,2.2945", "48.8584, 2.2945", ["Latitude", "Longitude"]],
    ["geo:0,0?q=48.8584,2.2945(Tower)", "Tower", ["Latitude", "Longitude"]],
    ["geo:?q=Eiffel%20Tower", "Eiffel Tower", []],
    ["MECARD:N:Lovelace,Ada;TEL:112;;", "Ada Lovelace", ["Phone"]],
    ["SMSTO:112:Help", "112", ["Message"]],
  ])("%s: lists all fields that are not in the heading", (data, heading, labels) => {
    const { html } = page(data);
    expect(html).toContain(`<h1><bdi>${heading}</bdi></h1>`);
    expect([...html.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, label]) => label)).toEqual(labels);
  });

  test("the heading of a URL is its host", () => {
    expect(page("https://bank.example@evil.example/").html).toContain("<h1><bdi>evil.example</bdi></h1>");
  });
});

describe("hostile text", () => {
  const hostile = [
    `"><script>alert(1)</script>`,
    `' onmouseover='alert(1)`,
    "</pre></details></script><img src=x onerror=alert(1)>",
    "<!--<script>",
    'https://example.com/"><svg onload=alert(1)>',
    'WIFI:T:WPA;S:</title><script>x</script>;P:"<b>12345;;',
    "BEGIN:VCARD\nFN:<img src=x>\nURL:javascript:alert(1)\nEMAIL:a@b.c?bcc=x\nEND:VCARD",
    "&lt;script&gt;".repeat(200),
    "<".repeat(2953),
  ];
  test.each(hostile.map((data) => [data.slice(0, 40), data]))("%s is escaped", (_, data) => {
    const { html } = page(data);
    const marks = html.replace(`<figure class="code"><img src="${id}.svg"`, "").match(/<\/?[a-zA-Z!][^>]*>/g) ?? [];
    expect(marks.filter((mark) => /^<\/?(?:img|b|svg onload)\b/i.test(mark))).toEqual([]);
    expect(copied(html)).toBe(data);
    expect(withoutJson(html).match(/<script/g)).toHaveLength(1);
    expect(withoutJson(html).match(/<\/script/g)).toHaveLength(1);
    expect(marks.filter((mark) => / on\w+=/.test(mark))).toEqual([]);
    expect(html).not.toContain('href="javascript:');
  });

  test("shows characters that hide or reorder text", () => {
    const { html } = page("abc\u202edcb\u2066\u200b\u0007\r\n");
    expect(visible(html)).toContain("abc<i>U+202E</i>dcb<i>U+2066</i><i>U+200B</i><i>U+0007</i><i>U+000D</i>\n");
    expect(html).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
  });

  test("titles are short and contain no bidirectional controls", () => {
    expect(inHead(page(`WIFI:T:nopass;S:abc\u202edef;;`).html)).toContain("<title>abcdef – WiFi network</title>");
    const name = `BEGIN:VCARD\nFN:${"👩‍👧".repeat(39)}\nEND:VCARD`;
    const title = /<title>(.*) – Contact<\/title>/.exec(inHead(page(name).html))?.[1] ?? "";
    expect([...title]).toHaveLength(100);
    expect(title.isWellFormed()).toBe(true);
  });

  test("keeps a leading line break", () => {
    expect(page("\nx").html).toContain(">\n\nx</pre>");
  });

  test("keeps the structure of the page for any text", () => {
    const frame = (data: string) =>
      (
        withoutJson(sharePage({ id, data, base, svg: "" }).html).match(/<\/?(?:script|style|title|main|body)\b/g) ?? []
      ).join();
    const usual = frame("x");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (data) => {
        expect(frame(data)).toBe(usual);
        expect(copied(sharePage({ id, data, base, svg: "" }).html)).toBe(data);
      }),
    );
  });
});

test("an error page escapes its message and has a strict policy", () => {
  const { html, policy } = sharePage({ fault: "link not found: <b>check</b> it", base });
  expect(html).toContain("<h1>Link not found</h1>");
  expect(html).toContain("&#60;b&#62;check&#60;/b&#62; it.</p>");
  expect(html).not.toContain("<script");
  expect(policy).toContain(`default-src 'none'; style-src '${STYLE_DIGEST}'`);
});

test("meta tags contain the host of a URL, but not its query", () => {
  const head = inHead(page("https://example.com/private/path?token=1").html);
  expect(head).toContain('<meta name="robots" content="noindex">');
  const card = `${base}/api/og?data=${encodeURIComponent(`${base}/i/${id}`)}&#38;title=example.com`;
  expect(head).toContain(`<meta property="og:image" content="${card}">`);
  expect(head).toContain('<meta name="twitter:card" content="summary_large_image">');
  const alt = "example.com, with a QR code that links to this page";
  expect(head).toContain(`<meta property="og:image:alt" content="${alt}">`);
  expect(head).toContain('<meta property="og:description" content="Scan this QR code to open the page.">');
  expect(head).not.toContain("token=1");
});

test("the card has the colour of the design", () => {
  const { html } = sharePage({ id, data: "x", base, svg: "", color: "1a5fb4" });
  expect(inHead(html)).toContain(`${encodeURIComponent(`${base}/i/${id}`)}&#38;color=1a5fb4">`);
});
