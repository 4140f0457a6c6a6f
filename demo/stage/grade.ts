import { el } from "../dom.ts";
import { listOf } from "../languages/language.ts";
import { text } from "../languages/text.ts";
import { isOfflineReady } from "../offline/offline.ts";
import { hasServer, serviceFor } from "../picture.ts";
import type { QrOptions } from "../product/options.ts";
import type { Report } from "../product/service.ts";
import type { Reading } from "../reading.ts";
import { sizeText } from "./download.ts";
import { marginLines, summaryOf } from "./margins.ts";

/** Creates the scan grade: a letter, and a summary of what the code tolerates. */
export function createGrade() {
  const letter = el("span", { class: "letter", "aria-hidden": "true" });
  const verdict = el("strong", {});
  const picture = el("small", {});
  const summary = el("span", {});
  const list = el("ul", {});
  const details = el(
    "details",
    {},
    el("summary", {}, el("span", { class: "lines" }, el("span", {}, verdict, " ", picture), summary)),
    list,
  );
  const element = el("div", { class: "grade" }, letter, details);
  /** Whether this page probably has a decoder. If so, a pending check reserves the space for the grade. Otherwise, the check
   *  is hidden. */
  let isExpected = hasServer || Boolean(navigator.serviceWorker?.controller);
  return {
    element,
    /** Shows the grade of `report`, or that there is none. Without a report, shows `reason` or, if that is empty, that the
     *  check is pending. `options` are those of the picture that is checked. */
    show(report: Report | undefined, isDrawn: boolean, reason: string, options: QrOptions): void {
      const scan = report?.scan;
      picture.textContent = text("pngSize", { size: sizeText(options) });
      letter.textContent = scan?.grade ?? "·";
      element.dataset.grade = scan?.grade ?? "";
      isExpected ||= scan !== undefined;
      element.hidden = !isDrawn || !(isExpected || reason);
      details.inert = !scan;
      if (!scan) {
        const isDone = report !== undefined || reason !== "";
        verdict.textContent = isDone ? text("noScanGrade") : text("scanGrade");
        summary.textContent = reason || (isDone ? text("notCheckable") : text("checking"));
        list.replaceChildren();
        details.open = false;
        return;
      }
      verdict.textContent = text("gradeVerdict", {
        grade: scan.grade,
        description: text(`grade.${scan.grade}`),
      });
      summary.textContent = summaryOf(scan, report);
      list.replaceChildren(
        ...linesOf(scan).map(([label, line]) => el("li", {}, el("b", {}, text("beforeColon", { label })), ` ${line}`)),
      );
    },
  };
}

function linesOf(scan: NonNullable<Report["scan"]>): (readonly [label: string, text: string])[] {
  const passed = scan.conditions.filter((condition) => condition.passed).length;
  const decoders = scan.decoders.map(({ name, version, error }) => `${name} ${error ? `(${error})` : version}`);
  return [
    ...marginLines(scan),
    ...(scan.conditions.length > 0
      ? [
          [
            text("tests"),
            text("decoderReads", {
              decoder: scan.decoder,
              passed,
              all: scan.conditions.length,
            }),
          ] as const,
        ]
      : []),
    [text("decoders"), listOf(decoders)],
  ];
}

/** Milliseconds to wait after a change before the QR code is decoded. */
const IDLE = 350;

/** Checks the PNGs to download by decoding them in the service worker or on the server. Calls `show` with each report, with
 *  undefined while a check is pending, and with undefined and a reason if a check failed or was skipped. */
export function createScanCheck(show: (report: Report | undefined, reason: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = new AbortController();

  async function check({ rawOptions, payload, data }: Reading): Promise<void> {
    const { signal } = running;
    if (data === undefined || !(navigator.serviceWorker?.controller || hasServer)) return;
    // A secret must not be sent to a server automatically, and the worker forwards requests if it lacks the decoder or the
    // logo.
    const isLocal = !payload?.secret || (rawOptions.logo === undefined && (await isOfflineReady));
    if (signal.aborted) return;
    if (!isLocal) return show(undefined, text("checkSkipped"));
    try {
      const report = await serviceFor(payload?.secret).validate({ ...rawOptions, data }, { signal });
      if (!signal.aborted) show(report, "");
    } catch {
      if (!signal.aborted) show(undefined, text("checkUnavailable"));
    }
  }

  return {
    /** Aborts the previous check and starts one for `reading` after a pause. */
    start(reading: Reading): void {
      clearTimeout(timer);
      running.abort();
      running = new AbortController();
      show(undefined, "");
      timer = setTimeout(() => void check(reading), IDLE);
    },
  };
}
