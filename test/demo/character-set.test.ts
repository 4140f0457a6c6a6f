import { expect, test } from "vitest";
import { adviceFor } from "../../demo/stage/fixes.ts";
import { examine } from "../../src/report/examine.ts";
import { label } from "../labels.ts";

test("offers an ASCII URL and an ECI header for text that scanners misread", async () => {
  const shownFor = async (data: string) => {
    const { issues, options } = await examine({ data });
    const advice = adviceFor(
      issues.filter(({ code }) => code === "text_misread"),
      options as never,
    );
    return advice.flatMap(({ fixes }) => fixes.map(({ label, look, url }) => [label, url ?? look]));
  };
  const eci = [label("option.eci"), { eci: "true" }];
  expect(await shownFor("café")).toEqual([eci]);
  expect(await shownFor("https://bär.de")).toEqual([[label("usePunycode"), "https://xn--br-via.de"], eci]);
  expect(await shownFor("https://a.de/é")).toEqual([[label("percentEncode"), "https://a.de/%C3%A9"], eci]);
  expect(await shownFor("https://a.de/%C3%A9")).toEqual([]);
});
