import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Resolves to the violations that axe finds in `part` of the page: the id of each violated rule, and the HTML of the
 *  elements. Requires a context with `bypassCSP`, if the page has a policy. */
export async function violationsOf(page: Page, part = "html"): Promise<readonly [id: string, html: string[]][]> {
  // Loading axe takes 200 ms, so a document loads it only once.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe);
  // Axe would also describe each element that passes, and most of its report would be about these.
  return page.evaluate(`axe.run(${JSON.stringify(part)}, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`);
}
