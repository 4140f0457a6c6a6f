import { describe, expect, test } from "vitest";
import { lineLength } from "../../src/messages/option-rules.ts";
import { fieldRequiredAnd, notBefore } from "../../src/messages/payload-rules.ts";
import { event } from "../../src/payload/payload.ts";
import { ruleText } from "../rule-text.ts";

const inside = (text: string) => text.split("\r\n").filter((line) => /^(?:DT(?:START|END)|SUMMARY)/.test(line));

test("writes the properties that RFC 5545 requires", () => {
  const text = event.build({ title: "Tea, with cake", start: "2026-12-24 18:00", description: "one\ntwo" });
  expect(text.split("\r\n")).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//isoqr//EN",
    "BEGIN:VEVENT",
    expect.stringMatching(/^UID:[0-9a-f]{32}$/),
    "DTSTAMP:20261224T180000Z",
    "SUMMARY:Tea\\, with cake",
    "DTSTART:20261224T180000",
    "DESCRIPTION:one\\ntwo",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

test("equal events have equal UIDs, and different events have different UIDs", () => {
  const uid = (title: string) => /UID:(.*)/.exec(event.build({ title, start: "2026-12-24" }))?.[1];
  expect(uid("a")).toBe(uid("a"));
  expect(uid("a")).not.toBe(uid("b"));
});

test.each([
  ["2026-12-24", "2026-12-31", ["DTSTART;VALUE=DATE:20261224", "DTEND;VALUE=DATE:20270101"]],
  ["2028-02-28", "2028-02-28", ["DTSTART;VALUE=DATE:20280228", "DTEND;VALUE=DATE:20280229"]],
  ["2026-12-24T17:00Z", "2026-12-24T18:30:15Z", ["DTSTART:20261224T170000Z", "DTEND:20261224T183015Z"]],
])("writes an event from %s to %s", (start, end, lines) => {
  expect(inside(event.build({ title: "x", start, end })).slice(1)).toEqual(lines);
});

describe("reads events from other programs", () => {
  test("reads a bare event, ignoring time zones and alarms", () => {
    const text = [
      "BEGIN:VEVENT",
      "SUMMARY;LANGUAGE=en:Tea",
      'DTSTART;TZID="Europe/Berlin":20261224T180000',
      "DTEND:20261224T190000",
      "BEGIN:VALARM",
      "DESCRIPTION:ring",
      "END:VALARM",
      "END:VEVENT",
    ].join("\n");
    expect(event.parse(text)).toEqual({ title: "Tea", start: "2026-12-24T18:00", end: "2026-12-24T19:00" });
  });

  test("reads a one-day event with an inclusive end", () => {
    const text = "BEGIN:VEVENT\nSUMMARY:x\nDTSTART:20261224\nDTEND:20261224\nEND:VEVENT";
    expect(event.parse(text)).toEqual({ title: "x", start: "2026-12-24" });
  });
});

test.each([
  [{ title: "x", start: "2026-02-30" }, "start must be a date, with or without a time"],
  [{ title: "x", start: "9999-12-31" }, "start must be a date, with or without a time"],
  [{ title: "x", start: "2026-12-24T24:00" }, "start must be a date, with or without a time"],
  [{ title: "x", start: "2026-12-24", end: "2026-12-24T10:00" }, "end must have the same form as start"],
  [{ title: "x", start: "2026-12-24T10:00Z", end: "2026-12-24T11:00" }, "end must have the same form as start"],
  [{ title: "x", start: "2026-12-24", end: "2026-12-23" }, ruleText(notBefore, "end", { option: "start" })],
  [{ title: " \u200b", start: "2026-12-24" }, ruleText(lineLength, "title", { max: 300 })],
  [
    { title: "x", start: "2026-12-24", url: "javascript:alert(1)" },
    "url must be a URL without spaces that starts with https://",
  ],
  [
    { title: "", start: "2026-12-24" },
    ruleText(fieldRequiredAnd, "title", { rule: "must be 1 to 300 characters on one line" }),
  ],
])("rejects %j", (fields, message) => {
  expect(() => event.build(fields)).toThrow(message);
});
