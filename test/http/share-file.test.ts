import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { shareFile } from "../../src/http/share/file.ts";
import { event, zonesOf } from "../../src/payload/event.ts";
import { mecard } from "../../src/payload/mecard.ts";
import { vcard } from "../../src/payload/vcard.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { shareLabel } from "../labels.ts";
import { errorOf } from "./ask.ts";
import { page } from "./share-pages.ts";

const contact = vcard.build({ firstName: "Ada", lastName: "Lovelace", email: "ada@engines.example", note: "a\nb; c" });
const concert = event.build({ title: "Concert, outdoors", start: "2027-06-18T19:30", location: "Harbour" });
const bodyOf = (data: string, extension: string) => shareFile(data, extension)?.body ?? "";
const nameIn = (data: string) =>
  decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(shareFile(data, "vcf")?.disposition ?? "")?.[1] ?? "");

describe("the file of a contact", () => {
  test("is the encoded contact", () => {
    expect(bodyOf(contact, "vcf")).toBe(contact);
  });

  test("has CRLF line ends and the lines that vCard requires", () => {
    const written = "\n BEGIN:VCARD\nN:Lovelace;Ada;;;\nNOTE:A long\n  note\nEND:VCARD".trimStart();
    expect(bodyOf(written, "vcf")).toBe(
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;;;\r\nFN:Ada Lovelace\r\nNOTE:A long note\r\nEND:VCARD\r\n",
    );
  });

  test("has lines of at most 75 octets, which fold between characters", () => {
    const text = fc.string({ unit: "grapheme", minLength: 60, maxLength: 200 });
    fc.assert(
      fc.property(text, text, (first, second) => {
        // Long runs of marks and spaces are not valid names.
        const valid = (words: string) => `x${[...words.replace(/[\p{M}\p{C}\p{Z}]/gu, "é")].slice(0, 180).join("")}x`;
        const [name, note] = [valid(first), valid(second)];
        const fields = { firstName: "Ada", organization: name, note };
        const written = [vcard.build(fields), mecard.build({ firstName: "Ada", note: note.replace(/\s/g, "-") })];
        const day = { start: "2027-06-18", end: "2027-06-20" };
        const files = [
          ...written.map((data) => bodyOf(data, "vcf")),
          bodyOf(event.build({ title: name, ...day }), "ics"),
        ];
        for (const file of files) {
          expect(file.isWellFormed()).toBe(true);
          expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
          for (const line of file.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        }
        expect(files[0]?.replaceAll("\r\n ", "")).toBe(written[0]);
      }),
      { numRuns: 50 },
    );
  });

  test("version 2.1 becomes version 3.0", () => {
    const old = "BEGIN:VCARD\r\nVERSION:2.1\r\nN:Lovelace;Ada\r\nTEL;CELL:112\r\nEND:VCARD\r\n";
    expect(bodyOf(old, "vcf")).toBe(vcard.build({ firstName: "Ada", lastName: "Lovelace", mobile: "112" }));
  });

  test.each([
    "PHOTO;VALUE=uri:https://spy.example/p.jpg",
    "PHOTO;VALUE=URI;TYPE=gif:http://spy.example/p.gif",
    "PHOTO:data:image/png;base64,AAAA",
    "LOGO;VALUE=uri:https://spy.example/l.svg",
    "SOUND;VALUE=uri:https://spy.example/s.ogg",
    "KEY;MEDIATYPE=application/pgp-keys:https://spy.example/k",
    "SOURCE:https://spy.example/a.vcf",
    "CALURI:https://spy.example/c.ics",
    "FBURL:https://spy.example/f",
    "IMPP:xmpp:mallory@spy.example",
    "MEMBER:mailto:mallory@spy.example",
    "RELATED;VALUE=uri:https://spy.example/",
    "UID:urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    "X-SOCIALPROFILE:https://spy.example/",
    "item1.X-ABLABEL:x",
    "FN:Mallory",
    "EMAIL:mallory@spy.example",
    "EMAIL;X=https://spy.example/:b@engines.example",
    "TEL:*#06#",
    "URL:javascript:alert(1)",
    "BEGIN:VCARD\r\nFN:Mallory\r\nEND:VCARD",
  ])("drops %j, which the page does not show", (line) => {
    expect(
      bodyOf(
        contact.replace("END:", () => `${line}\r\nEND:`),
        "vcf",
      ),
    ).toBe(contact);
  });

  test("contains only the contact that the page shows", () => {
    const two = `${contact}BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Mallory\r\nEND:VCARD\r\n`;
    expect(bodyOf(two, "vcf")).toBe(contact);
  });

  test("converts a MECARD", () => {
    const fields = { firstName: "Ada", lastName: "Lovelace", phone: "112", birthday: "18151210", note: "x" };
    const body = bodyOf(mecard.build({ ...fields, address: "St James Sq 12" }), "vcf");
    const expected = { version: "3.0", ...fields, street: "St James Sq 12", birthday: "1815-12-10" };
    expect(vcard.parse(body)).toEqual(expected);
    const long = bodyOf(mecard.build({ ...fields, address: "a".repeat(300) }), "vcf");
    expect(vcard.parse(long)?.note).toBe(`x\n${"a".repeat(300)}`);
  });

  test.each([
    [{ lastName: "Lovelace", firstName: "Ada" }, "Ada Lovelace.vcf"],
    [{ lastName: "山田", firstName: "花子" }, "山田 花子.vcf"],
    [{ lastName: '../../etc/"passwd"; filename=x' }, "etc passwd ; filename=x.vcf"],
    [{ lastName: "a\u202egnp.exe" }, "a gnp exe.vcf"],
    [{ lastName: "\u200b..." }, "Contact.vcf"],
    [{ lastName: "👩‍👧".repeat(40) }, `${"👩 👧".repeat(20)}.vcf`],
    [{ lastName: "It's (me)*" }, "It's (me).vcf"],
  ])("%j: has a safe name", (fields, name) => {
    const data = vcard.build(fields);
    expect(nameIn(data)).toBe(name);
    const { disposition = "" } = shareFile(data, "vcf") ?? {};
    expect(disposition).toMatch(/^inline; filename="contact\.vcf"; filename\*=UTF-8''[\w.!#$&+^`|~%-]+$/);
  });
});

describe("the file of an event", () => {
  test("is the encoded event", () => {
    expect(bodyOf(concert, "ics")).toBe(concert);
  });

  test("is a complete calendar, even if the text is only an event", () => {
    const body = bodyOf("BEGIN:VEVENT\nSUMMARY:Party\nDTSTART:20261224\nDTEND:20261226\nEND:VEVENT", "ics");
    expect(body.replace(/^UID:[0-9a-f]{32}\r\n/m, "")).toBe(
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//isoqr//EN\r\nBEGIN:VEVENT\r\nDTSTAMP:20261224T000000Z\r\n" +
        "SUMMARY:Party\r\nDTSTART;VALUE=DATE:20261224\r\nDTEND;VALUE=DATE:20261226\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
    );
    expect(body).toMatch(/^UID:[0-9a-f]{32}\r$/m);
  });

  const ZONE =
    "BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\nBEGIN:STANDARD\r\nDTSTART:19701025T030000\r\nTZOFFSETFROM:+0200\r\n" +
    "TZOFFSETTO:+0100\r\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n";
  const calendar = (lines: readonly string[], before = "") =>
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${before}BEGIN:VEVENT\r\n${lines.join("\r\n")}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
  const inside = (data: string) => bodyOf(data, "ics").replace(/^(?:UID|DTSTAMP):.*\r\n/gm, "");

  test("keeps the time zones of the start and the end, without other lines", () => {
    const start = "DTSTART;TZID=Europe/Berlin:20261224T180000";
    const zone = ZONE.replace("TZID:", "TZURL:https://spy.example/\r\nX-LIC:x\r\nTZID:");
    const other = ZONE.replace("Europe/Berlin", "Europe/Paris");
    const data = calendar(["SUMMARY:x", `${start}`, "DTEND;TZID=America/New_York:20261224T200000"], zone + other);
    expect(inside(data)).toBe(
      `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//isoqr//EN\r\n${ZONE}BEGIN:VEVENT\r\nSUMMARY:x\r\n${start}\r\n` +
        "DTEND;TZID=America/New_York:20261224T200000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
    );
    expect(zonesOf(data)).toEqual({ start: "Europe/Berlin", end: "America/New_York" });
  });

  const tea = event.build({ title: "Tea", start: "2026-12-24T18:00Z", url: "https://example.com/tea" });

  test.each([
    "ATTACH:https://spy.example/a",
    "ATTACH;ENCODING=BASE64;VALUE=BINARY:AAAA",
    "ORGANIZER:mailto:mallory@spy.example",
    "ATTENDEE;RSVP=TRUE:mailto:mallory@spy.example",
    "BEGIN:VALARM\r\nACTION:EMAIL\r\nTRIGGER:-PT30M\r\nATTENDEE:mailto:a@spy.example\r\nEND:VALARM",
    "BEGIN:VALARM\r\nACTION:AUDIO\r\nTRIGGER:PT0S\r\nATTACH:https://spy.example/a.mp3\r\nEND:VALARM",
    "IMAGE;VALUE=URI:https://spy.example/i.png",
    "CONFERENCE;VALUE=URI:https://spy.example/",
    "X-ALT-DESC;FMTTYPE=text/html:<img src=https://spy.example/>",
    "RDATE:20270101T180000Z,20270102T180000Z",
    "EXDATE:20270101T180000Z",
    "RECURRENCE-ID:20261224T180000Z",
    "STATUS:CANCELLED",
    "RELATED-TO:1",
    "REFRESH-INTERVAL;VALUE=DURATION:PT1S",
    "RRULE:FREQ=SECONDLY",
    "RRULE:FREQ=HOURLY;COUNT=10",
    "RRULE:FREQ=DAILY;BYHOUR=1,2,3",
    "RRULE:FREQ=DAILY;BYMINUTE=1",
    "RRULE:FREQ=DAILY;FREQ=DAILY",
    "RRULE:FREQ=DAILY;X=1",
    "RRULE:",
  ])("drops %j, which the page does not show", (line) => {
    expect(
      bodyOf(
        tea.replace("END:VEVENT", () => `${line}\r\nEND:VEVENT`),
        "ics",
      ),
    ).toBe(tea);
  });

  test("drops parameters with URLs, methods and the UID of another event", () => {
    const written = tea
      .replace("SUMMARY:", 'SUMMARY;ALTREP="https://spy.example/":')
      .replace(/UID:.*/, "UID:of-another-event")
      .replace("PRODID", "METHOD:CANCEL\r\nX-WR-CALNAME:x\r\nPRODID");
    expect(bodyOf(written, "ics")).toBe(tea);
  });

  test.each([
    ["FREQ=DAILY", "FREQ=DAILY;COUNT=366", shareLabel("repeatsTimes", { repeats: shareLabel("everyDay"), count: 366 })],
    [
      "FREQ=DAILY;COUNT=9999",
      "FREQ=DAILY;COUNT=366",
      shareLabel("repeatsTimes", { repeats: shareLabel("everyDay"), count: 366 }),
    ],
    [
      "freq=weekly;count=10;byday=MO,WE",
      "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10",
      shareLabel("repeatsTimes", { repeats: "Every week (Monday and Wednesday)", count: 10 }),
    ],
    [
      "FREQ=WEEKLY;INTERVAL=2;UNTIL=20270201T000000Z",
      "FREQ=WEEKLY;INTERVAL=2;UNTIL=20270201T000000Z",
      shareLabel("repeatsUntil", { repeats: shareLabel("everyWeeks", { count: 2 }), date: "1 February 2027" }),
    ],
    [
      "FREQ=MONTHLY;BYDAY=2TU;UNTIL=20270201",
      "FREQ=MONTHLY;BYDAY=2TU;UNTIL=20270201",
      shareLabel("repeatsUntil", { repeats: shareLabel("everyMonth"), date: "1 February 2027" }),
    ],
    ["FREQ=YEARLY;COUNT=1", "FREQ=YEARLY;COUNT=1", "Every year, once"],
    [
      "FREQ=YEARLY;UNTIL=99990101",
      "FREQ=YEARLY;COUNT=366",
      shareLabel("repeatsTimes", { repeats: shareLabel("everyYear"), count: 366 }),
    ],
  ])("bounds the rule %s, and the page shows it", (rule, bounded, shown) => {
    const data = calendar(["SUMMARY:x", "DTSTART:20261224T180000", `RRULE:${rule}`, "EXDATE;TZID=X:20270101T180000"]);
    const lines = inside(data).split("\r\n");
    expect(lines.slice(4, -3)).toEqual([
      "SUMMARY:x",
      "DTSTART:20261224T180000",
      `RRULE:${bounded}`,
      "EXDATE:20270101T180000",
    ]);
    expect(page(data).html).toContain(`<dt>Repeats</dt><dd dir="auto">${shown}</dd>`);
  });
});

describe("GET /i/<id>.vcf and .ics", () => {
  const app = createApp(createService({ links: createMemoryLinks() }));
  const ask = (path: string, init?: RequestInit) => app(new Request(`http://isoqr.test${path}`, init));
  const idOf = async (data: string) => (await (await ask(`/api/i?data=${encodeURIComponent(data)}`)).json()).id;

  test.each([
    [contact, "vcf", "text/vcard; charset=utf-8"],
    [concert, "ics", "text/calendar; charset=utf-8"],
  ])("%j: sends the file with its type", async (data, extension, type) => {
    const path = `/i/${await idOf(data)}.${extension}`;
    const answer = await ask(path);
    const names = ["Content-Type", "X-Content-Type-Options", "Cache-Control", "Access-Control-Allow-Origin"];
    expect([answer.status, ...names.map((name) => answer.headers.get(name))]).toEqual([
      200,
      type,
      "nosniff",
      "no-cache",
      "*",
    ]);
    expect(answer.headers.get("Content-Disposition")).toMatch(/^inline; filename="/);
    expect(await answer.text()).toBe(data);
    const headers = { "If-None-Match": answer.headers.get("ETag") ?? "" };
    expect((await ask(path, { headers })).status).toBe(304);
    const head = await ask(path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("returns 404 for other kinds and unknown links, as a page in browsers", async () => {
    const path = `/i/${await idOf("https://example.com")}.vcf`;
    const answer = await ask(path);
    expect([answer.status, await errorOf(answer)]).toEqual([
      404,
      expect.stringMatching(/^this link has no \.vcf file: open its page to see what it contains$/),
    ]);
    const page = await ask(path, { headers: { Accept: "text/html" } });
    expect([page.status, page.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect((await ask("/i/0123456789.ics")).status).toBe(404);
  });
});
