import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { SCRIPT, SCRIPT_DIGEST, STYLE, STYLE_DIGEST } from "../../src/http/share/assets.ts";
import { shareTextFor } from "../../src/http/share/language.ts";
import { sharePage } from "../../src/http/share/page.ts";
import { checkOptions } from "../../src/options/parse.ts";
import type { FieldTable } from "../../src/payload/kind.ts";
import { kinds } from "../../src/payload/payload.ts";
import { drawSvgDesign } from "../../src/render/design-svg.ts";
import { textOf } from "../../src/svg.ts";
import { decoders } from "../decoders/decoders.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { shareLabel } from "../labels.ts";
import { base, copied, id, inHead, page, svgOf, visible } from "./share-pages.ts";

const wifi = "WIFI:T:WPA;S:Guests;P:correct horse;;";

/** Returns the SVG of the QR code on the page for `data`. If the QR code is large, the page loads it from the link's
 *  URL instead of including it. */
function codeOn(html: string, data: string): string {
  const figure = /<figure class="code">([\s\S]*?)<\/figure>/.exec(html)?.[1] ?? "";
  return figure === `<img src="${id}.svg" width="256" height="256" alt="QR code">` ? svgOf(data) : figure;
}

const english = shareTextFor("en");
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
])("%s takes less than 16 KB", (_, data) => {
  expect(new TextEncoder().encode(page(data).html).length).toBeLessThan(16_000);
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
    [...page(data).html.matchAll(/data-said="([^"]+) copied"(?: data-value="([^"]*)")?/g)].map(([, what, value]) => [
      what,
      value,
    ]);

  test.each([
    ["https://example.com", [["Link", undefined]]],
    ["Hello", [["Text", undefined]]],
    [
      "geo:0,0?q=48.8584,2.2945(Eiffel Tower)",
      [
        ["Location", "Eiffel Tower"],
        ["Encoded text", undefined],
      ],
    ],
    [
      "tel:+44-20-7946",
      [
        ["Number", "+44207946"],
        ["Encoded text", undefined],
      ],
    ],
    [
      wifi,
      [
        ["Network", "Guests"],
        ["Password", "correct horse"],
        ["Encoded text", undefined],
      ],
    ],
    [
      "bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2?amount=0.1",
      [
        ["Address", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
        ["Encoded text", undefined],
      ],
    ],
    [
      "BCD\n002\n1\nSCT\n\nBergwacht\nDE89370400440532013000\nEUR25",
      [
        ["Recipient", "Bergwacht"],
        ["IBAN", "DE89370400440532013000"],
        ["Amount", "25.00"],
        ["Encoded text", undefined],
      ],
    ],
  ])("%j: copies what people enter elsewhere", (data, expected) => {
    expect(copies(data)).toEqual(expected);
  });
});

describe("the main button", () => {
  const contact = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Lovelace\r\nEND:VCARD\r\n";
  test.each([
    [contact, `${id}.vcf`, shareLabel("saveContact")],
    ["MECARD:N:Lovelace,Ada;;", `${id}.vcf`, shareLabel("saveContact")],
    ["BEGIN:VEVENT\nSUMMARY:x\nDTSTART:20270618T193000\nEND:VEVENT", `${id}.ics`, shareLabel("addToCalendar")],
    [
      "bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2?x=y",
      "bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
      shareLabel("openWallet"),
    ],
    ["tel:112", "tel:112", "Call"],
    [
      "https://user@cafe.example:8443/menu",
      "https://user@cafe.example:8443/menu",
      shareLabel("openHost", { host: "<bdi>cafe.example:8443</bdi>" }),
    ],
    [
      "https://b\u00fccher.example",
      "https://b\u00fccher.example",
      shareLabel("openHost", { host: "<bdi>bücher.example</bdi>" }),
    ],
    [
      "https://p\u0430ypal.com",
      "https://p\u0430ypal.com",
      shareLabel("openHost", { host: "<bdi>xn--pypal-4ve.com</bdi>" }),
    ],
    [
      "https://id.gs1.org/01/09506000134352",
      "https://id.gs1.org/01/09506000134352",
      shareLabel("openHost", { host: "<bdi>id.gs1.org</bdi>" }),
    ],
  ])("%j: saves or opens the content", (data, address, label) => {
    expect(page(data).html).toContain(
      `<a class="button main" href="${address}" rel="noopener noreferrer nofollow ugc"><span>${label}</span></a>`,
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

  test.each([
    ["geo:48.8584,-2.2945", "https://www.openstreetmap.org/?mlat=48.8584&#38;mlon=-2.2945#map=17/48.8584/-2.2945"],
    ["geo:?q=Caf%C3%A9%20%22x%22", "https://www.openstreetmap.org/search?query=Caf%C3%A9%20%22x%22"],
  ])("%s has a link to a map", (data, address) => {
    expect(page(data).html).toContain(`href="${address}" rel="noopener noreferrer nofollow ugc">Show on OpenStreetMap`);
  });

  test.each([
    ["+49 (0) 30 1234", "tel:+49301234"],
    ["+49 (030) 1234", "tel:+49301234"],
    ["+39 (0)6 1234", "tel:+39061234"],
    ["0049 (0)30/12 34", "tel:0049301234"],
    ["+1 (555) 010-0999", "tel:+15550100999"],
    ["030 (0) 1234", undefined],
    ["+49 (0) 30 (0) 1234", undefined],
  ])("the number %s of a contact has the link %s", (number, address) => {
    const { html } = page(`BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nTEL:${number}\r\nEND:VCARD\r\n`);
    expect(html).toContain(number);
    expect(/href="(tel:[^"]*)"/.exec(html)?.[1]).toBe(address);
  });

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

test("the text of the page is complete", () => {
  for (const { name, fields } of kinds) {
    const { invitation, description } = english.kinds[name] ?? {};
    expect([invitation, description], name).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)]);
    for (const [field, { secret }] of Object.entries(fields as FieldTable)) {
      if (secret) expect(Object.keys(english.fieldCopies)).toContain(`${name}.${field}`);
    }
  }
  const known = kinds.flatMap(({ name, fields }) => Object.keys(fields).map((field) => `${name}.${field}`));
  for (const key of Object.keys({ ...english.fieldCopies, ...english.reveals })) expect(known).toContain(key);
});

test("the page states its language and direction", () => {
  expect(page("x").html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
});

test("an event shows its time zone", () => {
  const at = (start: string) => page(`BEGIN:VEVENT\nSUMMARY:x\n${start}:20270618T193000\nEND:VEVENT`).html;
  expect(at("DTSTART;TZID=Europe/Berlin")).toContain('<dt>Time zone</dt><dd dir="auto"><bdi>Europe/Berlin</bdi>');
  expect(at('DTSTART;VALUE=DATE-TIME;tzid="<b>\u202e"')).toContain("<bdi>&#60;b&#62;<i>U+202E</i></bdi>");
  expect(at("DTSTART")).not.toContain(shareLabel("timeZone"));
});

describe("the design", () => {
  const figure = (looks: object) =>
    /<figure class="([^"]*)">/.exec(sharePage({ id, data: "x", base, svg: "", ...looks }).html)?.[1];

  test("a code with a frame has no other border", () => {
    expect([figure({}), figure({ isFramed: true })]).toEqual(["code", "code framed"]);
  });

  test("light modules without a background get a dark one", () => {
    expect([figure({ needsDark: true }), figure({ needsDark: true, isFramed: true })]).toEqual([
      "code dark",
      "code framed dark",
    ]);
  });

  test("codes on the page have no style attributes, which the policy forbids", () => {
    const looks = [
      { preset: "ocean", frame: "ticket", eyeStyle: "leaf" },
      { gradient: "radial,1a5fb4,813d9c", bg: "transparent" },
    ];
    for (const look of looks) {
      expect(textOf(drawSvgDesign(checkOptions({ data: "x", format: "svg", ...look })))).not.toMatch(/ style=|<style/);
    }
  });
});

test("meta tags contain the host of a URL, but not its query", () => {
  const head = inHead(page("https://example.com/private/path?token=1").html);
  expect(head).toContain('<meta name="robots" content="noindex">');
  const card = `${base}/api/og?link=${id}&#38;title=example.com`;
  expect(head).toContain(`<meta property="og:image" content="${card}">`);
  expect(head).toContain('<meta name="twitter:card" content="summary_large_image">');
  const alt = shareLabel("pictureAlt", { title: "example.com" });
  expect(head).toContain(`<meta property="og:image:alt" content="${alt}">`);
  expect(head).toContain('<meta property="og:description" content="Scan this QR code to open the page.">');
  expect(head).not.toContain("token=1");
});
