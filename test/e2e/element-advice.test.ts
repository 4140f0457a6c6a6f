import { expect, test } from "vitest";
import { didYouMean } from "../../src/messages/developer-rules.ts";
import { ruleText } from "../rule-text.ts";
import { openPage, useScriptTag, waitForCodes } from "./element-page.ts";
import { useBrowser } from "./use.ts";

const browser = useBrowser();
const tag = useScriptTag();

const advice = (field: string, name: string) => `<qr-code>: ${ruleText(didYouMean, field, { name })}`;

test("an attribute that is another name of an option causes one warning per element", async () => {
  const one = '<qr-code data="x" ecc="H" width="300" errorCorrectionLevel="H" module-size="4" format="png"></qr-code>';
  const { page, faults } = await openPage(browser, tag, {
    body: `${one}<qr-code data="y" dotsstyle ecc="L"></qr-code>`,
  });
  await waitForCodes(page, 2);
  const expected = [
    advice("ecc", "ec"),
    advice("width", "size"),
    advice("errorcorrectionlevel", "ec"),
    advice("module-size", "size"),
    advice("format", "toBlob()"),
    advice("ecc", "ec"),
  ];
  expect(faults.toSorted()).toEqual(expected.toSorted());
  await page.evaluate(() => {
    const [code] = document.querySelectorAll("qr-code");
    code?.setAttribute("data", "z");
    code?.setAttribute("border", "1");
    code?.draw();
    code?.draw();
  });
  expect(faults.slice(expected.length)).toEqual([advice("border", "margin")]);
});

test("attributes of all elements and of frameworks cause no warning", async () => {
  const attributes =
    'id="a" class="b" style="color: red" title="c" lang="en" dir="ltr" hidden="until-found" tabindex="0" role="img" slot="d" part="e" ' +
    'data-color="1" data-level="2" data-v-7ba5bd90 aria-level="3" onclick="" itemprop="image" nonce="n" v-cloak x-data="{}" logo-size="0.2" dotstyle="dots"';
  const { page, faults } = await openPage(browser, tag, { body: `<qr-code data="x" ${attributes}></qr-code>` });
  await page.evaluate(() => document.querySelector("qr-code")?.draw());
  expect(faults).toEqual([]);
  expect(await page.locator("qr-code").evaluate(({ shadowRoot }) => shadowRoot?.querySelectorAll("svg").length)).toBe(
    1,
  );
});
