import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { shareFile } from "../../src/http/share-file.ts";
import { event } from "../../src/payload/event.ts";
import { mecard } from "../../src/payload/mecard.ts";
import { vcard } from "../../src/payload/vcard.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { errorOf } from "./ask.ts";

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
    const written = "\n BEGIN:VCARD\nN:Lovelace;Ada;;;\nNOTE:A long\n  note\nX-OTHER:kept\u0000\nEND:VCARD".trimStart();
    expect(bodyOf(written, "vcf")).toBe(
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Lovelace\r\nN:Lovelace;Ada;;;\r\nNOTE:A long note\r\nX-OTHER:kept\r\nEND:VCARD\r\n",
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

  test("version 2.1 is not folded, because unfolding it adds spaces", () => {
    const old = `BEGIN:VCARD\r\nVERSION:2.1\r\nN:Lovelace;Ada\r\nFN:Ada Lovelace\r\nNOTE:${"a".repeat(100)}\r\nEND:VCARD\r\n`;
    expect(bodyOf(old, "vcf")).toBe(old);
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
    [{ lastName: "山田", firstName: "花子" }, "花子 山田.vcf"],
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

  test("keeps time zones and alarms, and drops other events and methods", () => {
    const zone =
      "BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\nBEGIN:STANDARD\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n";
    const alarm = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT30M\r\nEND:VALARM\r\n";
    const first = `BEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:x\r\nDTSTART;TZID=Europe/Berlin:20261224T180000\r\n${alarm}END:VEVENT\r\n`;
    const written = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:CANCEL\r\n${zone}${first}${first.replace("UID:1", "UID:2")}END:VCALENDAR\r\n`;
    expect(bodyOf(written, "ics")).toBe(
      `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//isoqr//EN\r\n${zone}${first}END:VCALENDAR\r\n`,
    );
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
      expect.stringContaining("this link has no .vcf file"),
    ]);
    const page = await ask(path, { headers: { Accept: "text/html" } });
    expect([page.status, page.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect((await ask("/i/0123456789.ics")).status).toBe(404);
  });
});
