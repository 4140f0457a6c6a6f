import type { Report } from "../../src/api.ts";
import { weakestMargin } from "../../src/scan/score.ts";
import { el } from "../dom.ts";
import { isOfflineReady } from "../offline/offline.ts";
import { hasServer, service } from "../picture.ts";
import type { Reading } from "../reading.ts";

const DESCRIPTIONS = { A: "very good", B: "good", C: "fair", D: "poor", F: "unlikely to scan" } as const;

/** The scan grade as a letter, with the results of the tests. */
export function createGrade() {
  const letter = el("span", { class: "letter", "aria-hidden": "true" });
  const verdict = el("strong", {});
  const summary = el("span", {});
  const list = el("ul", {});
  const details = el("details", {}, el("summary", {}, verdict, summary), list);
  const element = el("div", { class: "grade" }, letter, details);
  /** Whether a grade has been shown before. Until then, a pending check stays hidden, because there may be no decoder
   *  for this page. */
  let wasGraded = false;
  return {
    element,
    /** Shows the grade of `report`. If it is undefined, shows `reason` or, if that is missing too, that the
     *  check is pending. */
    show(report: Report | undefined, isDrawn: boolean, reason = ""): void {
      const scan = report?.scan;
      letter.textContent = scan?.grade ?? "·";
      element.dataset.grade = scan?.grade ?? "";
      wasGraded ||= scan !== undefined;
      element.hidden = !isDrawn || !(wasGraded || reason);
      details.inert = !scan;
      if (!scan) {
        verdict.textContent = reason ? "No scan grade" : "Scan grade";
        summary.textContent = reason || "Checking…";
        list.replaceChildren();
        details.open = false;
        return;
      }
      const passed = scan.conditions.filter((condition) => condition.passed).length;
      verdict.textContent = `Grade ${scan.grade}: ${DESCRIPTIONS[scan.grade]}`;
      summary.textContent = `Passed ${passed} of ${scan.conditions.length} tests${reasonFor(scan)}`;
      list.replaceChildren(
        ...scan.conditions.map(({ name, passed }) => el("li", {}, `${passed ? "✓" : "✗"} ${name}`)),
        el(
          "li",
          {},
          `Tested with ${scan.decoders.map(({ name, version }) => `${name} ${version ?? ""}`).join(" and ")}`,
        ),
      );
    },
  };
}

const REASONS: Readonly<Record<string, string>> = {
  module: ". Cameras must be close",
  noise: ". Sensitive to poor cameras",
  light: ". Sensitive to shadows",
  tilt: ". Hard to read at an angle",
  "quiet zone": ". Needs space around it",
};

/** Returns why the QR code does not have grade A. */
function reasonFor(scan: NonNullable<Report["scan"]>): string {
  return scan.grade === "A" ? "" : (REASONS[weakestMargin(scan.margins)] ?? "");
}

/** Milliseconds to wait after a change before the QR code is decoded. */
const IDLE = 350;

/** Checks QR codes by decoding them in the service worker or on the server. Calls `show` with each report, with
 *  undefined while a check is pending, and with undefined and a reason if the check failed or was skipped. */
export function createScanCheck(show: (report: Report | undefined, reason?: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = new AbortController();

  async function check({ rawOptions, payload, data }: Reading): Promise<void> {
    const { signal } = running;
    if (data === undefined || !(navigator.serviceWorker?.controller || hasServer)) return;
    // A secret must not reach a server automatically. The worker forwards requests if it lacks the decoder or the logo.
    const isLocal = !payload?.secret || (rawOptions.logo === undefined && (await isOfflineReady));
    if (signal.aborted) return;
    if (!isLocal) return show(undefined, "Scan check skipped to keep the secret off the server");
    try {
      const report = await service.validate({ ...rawOptions, data }, { signal });
      if (!signal.aborted) show(report);
    } catch {
      if (!signal.aborted) show(undefined, "The scan check is not available. Try again later");
    }
  }

  return {
    /** Aborts the previous check and starts one for `reading` after a pause. */
    start(reading: Reading): void {
      clearTimeout(timer);
      running.abort();
      running = new AbortController();
      show(undefined);
      timer = setTimeout(() => void check(reading), IDLE);
    },
  };
}
