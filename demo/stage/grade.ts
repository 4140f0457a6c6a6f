import type { Report } from "../../src/api.ts";
import { weakest } from "../../src/service/grade.ts";
import { el } from "../dom.ts";
import { isWhole } from "../offline/offline.ts";
import { hasServer, service } from "../picture.ts";
import type { Reading } from "../reading.ts";

const WORDS = { A: "very good", B: "good", C: "fair", D: "poor", F: "not to be relied on" } as const;

/** The scan grade as a letter, with the tests behind it. */
export function createGrade() {
  const letter = el("span", { class: "letter", "aria-hidden": "true" });
  const verdict = el("strong", {});
  const count = el("span", {});
  const words = el("summary", {}, verdict, count);
  const list = el("ul", {});
  const details = el("details", {}, words, list);
  const element = el("div", { class: "grade" }, letter, details);
  /** Whether there was a grade before: where codes are never decoded, an empty grade stays hidden. */
  let wasGraded = false;
  return {
    element,
    /** Shows the grade of `report`, or `why` there is none. */
    show(report: Report | undefined, isDrawn: boolean, why = ""): void {
      const scan = report?.scan;
      letter.textContent = scan?.grade ?? "·";
      element.dataset.grade = scan?.grade ?? "";
      wasGraded ||= scan !== undefined;
      element.hidden = !isDrawn || !(wasGraded || why);
      details.inert = !scan;
      if (!scan) {
        verdict.textContent = why ? "No scan grade" : "Scan grade";
        count.textContent = why || "being read back";
        list.replaceChildren();
        details.open = false;
        return;
      }
      const passed = scan.conditions.filter((condition) => condition.passed).length;
      verdict.textContent = `Grade ${scan.grade}: ${WORDS[scan.grade]}`;
      count.textContent = `read in ${passed} of ${scan.conditions.length} tests${reasonFor(report)}`;
      list.replaceChildren(
        ...scan.conditions.map(({ name, passed }) => el("li", {}, `${passed ? "✓" : "✗"} ${name}`)),
        el("li", {}, `by ${scan.decoder}`),
      );
    },
  };
}

/** Returns the measure that keeps a code from grade A; nothing if the number of passed tests says it already. */
function reasonFor({ scan, contrast, logo, options, qr }: Report): string {
  if (!scan || scan.grade === "A") return "";
  const unused = logo?.unusedErrorCorrection ?? 1;
  const pixelsPerModule = qr?.pixelsPerModule ?? 0;
  const { symbolContrast } = contrast;
  const measures = { scan, symbolContrast, unusedErrorCorrection: unused, margin: options.margin, pixelsPerModule };
  const reasons = {
    scan: "",
    symbolContrast: "; the colours are too close",
    unusedErrorCorrection: `; the logo uses ${Math.round((1 - unused) * 100)}\u00a0% of the error correction`,
    margin: "; the quiet zone is narrow",
    pixelsPerModule: "; the modules are small",
  };
  return reasons[weakest(measures).name];
}

/** Milliseconds without a change after which a code is decoded. */
const REST = 350;

/** Has codes decoded, by the service worker of this page or by the server. Calls `show` with each report, with undefined while
 *  there is none yet, and with undefined and the reason if there will be none. */
export function createScanCheck(show: (report: Report | undefined, why?: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = new AbortController();

  async function check({ words, payload, data }: Reading): Promise<void> {
    const { signal } = running;
    if (data === undefined || !(navigator.serviceWorker?.controller || hasServer)) return;
    // A secret must not reach a server automatically, as it would for a missing part or a logo that pages cannot fetch.
    const isNear = !payload?.secret || (words.logo === undefined && (await isWhole));
    if (signal.aborted) return;
    if (!isNear) return show(undefined, "a secret is not sent to a server to be read back");
    try {
      const report = await service.validate({ ...words, data }, { signal });
      if (!signal.aborted) show(report);
    } catch {
      // Without a scan, the page still shows everything that can be computed.
      if (!signal.aborted) show(undefined, "nobody could be asked to read it back");
    }
  }

  return {
    /** Reports on the code once nothing has changed for a while; aborts the previous check. */
    start(reading: Reading): void {
      clearTimeout(timer);
      running.abort();
      running = new AbortController();
      show(undefined);
      timer = setTimeout(() => void check(reading), REST);
    },
  };
}
