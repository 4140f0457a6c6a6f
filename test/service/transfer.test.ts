import { describe, expect, test } from "vitest";
import { sepa } from "../../src/payload/payload.ts";
import { inspect } from "../../src/service/service.ts";
import { heavy, logoData } from "./reports.ts";

const data = sepa.build({
  name: "Red Cross of Belgium",
  iban: "BE72 0000 0000 1616",
  amount: "1",
  text: "Urgency fund",
});
const found = async (input: object) =>
  (await inspect({ data, size: 1024, ...input }, { heavy })).issues.filter(({ code }) => code === "transfer_guideline");
const level = (ec: string) => ({
  code: "transfer_guideline",
  severity: "warning",
  field: "ec",
  message: `ec is ${ec}, but the guideline for bank transfers requires M: set ec to M`,
});

describe("the code of a bank transfer", () => {
  test.each([
    ["a logo raises the level", { logoData }, [level("H")]],
    ["boost raises the level", { boost: true, version: 13 }, [level("H")]],
    ["the level is L", { ec: "L" }, [level("L")]],
    ["the level is Q", { ec: "q" }, [level("Q")]],
    ["the level is M", {}, []],
    ["the level is M, with a small logo", { ec: "M", logoData, logoSize: 0.1 }, []],
    ["the text is no transfer", { data: "https://example.com", ec: "H" }, []],
  ])("%s", async (_, input, expected) => {
    expect(await found(input)).toMatchObject(expected);
  });

  test("has a version of at most 13", async () => {
    const message = "the code has version 14, but the guideline for bank transfers allows at most 13: remove version";
    expect(await found({ version: 14 })).toMatchObject([{ field: "version", message }]);
  });
});
