import { describe, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { drawErrorPage, errorPageLanguages } from "../../src/http/page.ts";
import { shareLanguages } from "../../src/http/share/language.ts";
import { sharePage } from "../../src/http/share/page.ts";
import { payloadLabels } from "../../src/languages/payload-labels.ts";
import { vcard } from "../../src/payload/payload.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { base, id, visible } from "./share-pages.ts";

const wifi = "WIFI:T:WPA;S:Guests;P:correct horse;H:true;;";
const page = (data: string, accepted: string) => sharePage({ id, data, base, svg: "", accepted });

describe("GET /i/<id>", () => {
  const app = createApp(createService({ links: createMemoryLinks() }));
  const ask = (path: string, headers: Record<string, string>) =>
    app(new Request(`http://isoqr.test${path}`, { headers }));

  async function pathOf(data: string): Promise<string> {
    const { url } = await (await ask(`/api/i?data=${encodeURIComponent(data)}`, {})).json();
    return new URL(url).pathname;
  }

  test.each([
    ["de-AT, en;q=0.5", "de", "ltr"],
    ["en;q=0.1, ar-EG", "ar", "rtl"],
  ])("%s: the page has the language %s", async (accepted, lang, dir) => {
    const answer = await ask(await pathOf(wifi), { "Accept-Language": accepted });
    expect([answer.headers.get("Content-Language"), answer.headers.get("Vary")]).toEqual([lang, "Accept-Language"]);
    const html = await answer.text();
    expect(html).toContain(`<html lang="${lang}" dir="${dir}">`);
    expect(html).toContain(`<dt>${shareLanguages[lang]?.labels["wifi.password"]}</dt>`);
    expect(html).toContain(`>${shareLanguages[lang]?.labels.copy}</button>`);
    expect(html).toContain(`<title>${shareLanguages[lang]?.labels.qrCode}</title>`);
    expect(visible(html)).not.toMatch(/>(?:Network|Password|Copy|QR code)</);
  });

  test("pages are English by default, and have an entity tag per language", async () => {
    const path = await pathOf("https://example.com");
    const tagOf = async (accepted: string) => {
      const { headers } = await ask(path, { "Accept-Language": accepted });
      return [headers.get("Content-Language"), headers.get("ETag")] as const;
    };
    const [[english, tag], [german, other]] = [await tagOf("tlh"), await tagOf("de")];
    expect([english, german]).toEqual(["en", "de"]);
    expect(tag).not.toBe(other);
    const again = await ask(path, { "Accept-Language": "de", "If-None-Match": other ?? "" });
    expect([again.status, again.headers.get("Vary")]).toEqual([304, "Accept-Language"]);
    const changed = await ask(path, { "Accept-Language": "en", "If-None-Match": other ?? "" });
    expect(changed.status).toBe(200);
  });
});

test.each(Object.keys(shareLanguages))("%s: error pages are in the language of the visitor, too", async (tag) => {
  const app = createApp(createService({ links: createMemoryLinks() }));
  const headers = { Accept: "text/html", "Accept-Language": tag };
  const answer = await app(new Request("http://isoqr.test/i/0000000000", { headers }));
  const html = await answer.text();
  expect([answer.status, answer.headers.get("Content-Language")]).toEqual([404, tag]);
  expect(answer.headers.get("Vary")).toBe("Accept, Accept-Language");
  expect(html).toContain(`<html lang="${tag}" dir="${tag === "ar" ? "rtl" : "ltr"}">`);
  expect(html).toContain(`<h1>${errorPageLanguages[tag]?.linkNotFound}</h1>`);
  for (const reason of ["noLink", "otherDevice", "notSupported", "failed", "foreign"] as const) {
    const english = drawErrorPage(reason, base, "").html.match(/(?<=>)[^<>]*[a-z]{3}[^<>]*(?=<\/(?:h1|p|a)>)/g);
    expect(english).toHaveLength(reason === "foreign" ? 4 : 3);
    for (const text of english ?? []) expect(drawErrorPage(reason, base, tag).html).not.toContain(`>${text}<`);
  }
});

describe("pages in other languages", () => {
  const samples = [
    ...[wifi, "https://example.com", "Hello", "tel:+442079460958", "geo:48.8,2.2", "mailto:a@example.com", "sms:+4420"],
    "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Lovelace\r\nTEL:+44 20\r\nEND:VCARD\r\n",
    "otpauth://totp/Example:ada?secret=JBSWY3DPEHPK3PXP&issuer=Example",
    "bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=0.5&label=Ada",
  ];

  test.each(Object.keys(shareLanguages))("%s: takes less than 15 KB, with the same elements", (tag) => {
    const elements = (html: string) => html.match(/<\/?[a-z]\w*/g);
    for (const data of samples) {
      const { html, policy, secret, lang } = page(data, tag);
      const english = page(data, "en");
      expect([lang, policy, secret]).toEqual([tag, english.policy, english.secret]);
      expect(elements(html)).toEqual(elements(english.html));
      expect(new TextEncoder().encode(html).length).toBeLessThan(15_000);
    }
  });

  test("dates are written as in the language, in their own time zone", () => {
    const event = (start: string) =>
      `BEGIN:VEVENT\r\nSUMMARY:Party\r\nDTSTART${start}\r\nDTEND;VALUE=DATE:20261226\r\nEND:VEVENT\r\n`;
    expect(page(event(";VALUE=DATE:20261224"), "de").html).toContain("<bdi>Donnerstag, 24. Dezember 2026</bdi>");
    const timed = "BEGIN:VEVENT\r\nSUMMARY:Party\r\nDTSTART;TZID=Europe/Berlin:20261224T180000\r\nEND:VEVENT\r\n";
    expect(page(timed, "de").html).toMatch(/<bdi>Donnerstag, 24\. Dezember 2026[^<]* 18:00<\/bdi>/);
    expect(page(timed, "de").html).toContain(`<dt>${shareLanguages.de?.sharePage.timeZone}</dt>`);
    const world = timed.replace(";TZID=Europe/Berlin", "").replace("T180000", "T180030Z");
    expect(page(world, "ja").html).toMatch(/<bdi>2026年12月24日木曜日 18:00:30 UTC<\/bdi>/);
    expect(page(world, "en").html).toContain("<bdi>Thursday, 24 December 2026 at 18:00:30 UTC</bdi>");
    expect(page(event(";VALUE=DATE:20261224"), "en").html).toContain("<bdi>Thursday, 24 December 2026</bdi>");
  });

  test("birthdays and amounts are formatted for the language", () => {
    const born = (day: string, tag: string) =>
      page(`BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nBDAY:${day}\r\nEND:VCARD\r\n`, tag).html;
    expect(born("1815-12-10", "en")).toContain("<bdi>10 December 1815</bdi>");
    expect(born("--1210", "en")).toContain("<bdi>10 December</bdi>");
    expect(born("18151210", "de")).toContain("<bdi>10. Dezember 1815</bdi>");
    expect(page("MECARD:N:Ada;BDAY:18151210;;", "fr").html).toContain("<bdi>10 décembre 1815</bdi>");
    const transfer = "BCD\n002\n1\nSCT\n\nAda\nDE89370400440532013000\nEUR1234.5";
    const payment = "bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=0.0025";
    const amounts = (tag: string) =>
      [transfer, payment].map((data) => {
        const { html } = page(data, tag);
        const [, heading = ""] = /<h1><bdi>(.*?)<\/bdi>/.exec(html) ?? [];
        return [heading, /<dt>(?:Amount|Betrag)[^<]*<\/dt><dd[^>]*><bdi>(.*?)<\/bdi>/.exec(html)?.[1]];
      });
    expect(amounts("en")).toEqual([
      ["€1,234.50 to Ada", "€1,234.50"],
      ["BTC\u00a00.0025", "BTC\u00a00.0025"],
    ]);
    expect(amounts("de")).toEqual([
      ["1.234,50\u00a0€ an Ada", "1.234,50\u00a0€"],
      ["0,0025\u00a0BTC", "0,0025\u00a0BTC"],
    ]);
    expect(page(transfer, "de").html).toContain('data-value="1234.50"');
  });

  test("only values from tables are translated", () => {
    expect(page(wifi, "de").html).toContain("<bdi>Ja</bdi>");
    const named = page("WIFI:T:WPA;S:Password;P:correct horse;;", "de").html;
    expect(named).toContain("<h1><bdi>Password</bdi></h1>");
    const contact = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Yes\r\nTITLE:Phone\r\nEND:VCARD\r\n";
    expect(page(contact, "de").html).toContain("<bdi>Phone</bdi>");
    expect(page("BCD\n002\n1\nSCT\n\nAda to Eve\nDE89370400440532013000\nEUR12.5", "de").html).toMatch(
      /<h1><bdi>12,50\u00a0€ an Ada to Eve<\/bdi><\/h1>/,
    );
  });

  test("hosts do not reorder the words of a button that runs from right to left", () => {
    expect(page("https://example.com/a", "ar").html).toContain("<bdi>example.com</bdi></span></a>");
    expect(page("https://example.com/a", "de").html).toContain("<bdi>example.com</bdi> öffnen</span></a>");
  });

  test("values keep their direction on pages that run from right to left", () => {
    const { html } = page(samples[7] as string, "ar");
    expect(html).toContain('dir="auto">+44 20</a>');
    expect(html).not.toContain('<dd dir="auto">');
    expect(page(samples[7] as string, "de").html).toContain('<dd dir="auto"><a');
  });
});

test.each([
  ["en", ["street", "city", "region", "postcode", "country"]],
  ["ja", ["postcode", "region", "city", "street", "country"]],
  ["zh-Hans", ["country", "region", "city", "street", "postcode"]],
] as const)("%s: addresses are in the order of the language", (tag, expected) => {
  const address = { street: "1-1", city: "千代田区", region: "東京都", postcode: "100-0001", country: "日本" };
  const { html } = page(vcard.build({ firstName: "花子", lastName: "山田", ...address }), tag);
  const labels = expected.map((field) => (shareLanguages[tag]?.labels ?? payloadLabels())[`vcard.${field}`]);
  expect([...html.matchAll(/<dt>([^<]*)<\/dt>/g)].map(([, label]) => label)).toEqual(labels);
  expect(html).toContain("<h1><bdi>山田 花子</bdi></h1>");
});
